import { plural } from '../plural.ts'

const count = (shown: string, value: number, one: string, other: string) =>
  `${shown} ${plural(value, 'en', { one, other })}`

export const analytics = {
  title: 'Analytics',
  titleCalls: (shown: string, value: number, rate: string | null) =>
    rate === null
      ? 'No calls in this span'
      : `${count(shown, value, 'call', 'calls')}, ${rate} of them answered`,
  titleChats: (shown: string, value: number, messages: string, messageCount: number) =>
    `${count(shown, value, 'chat', 'chats')} began, with ${count(messages, messageCount, 'message', 'messages')}`,
  lead: (from: string, to: string, zone: string) => `${from} to ${to}, by the clocks of ${zone}.`,
  leadOpen: 'What is not over yet is drawn hollow and not compared.',
  tabs: 'What is counted',
  calls: 'Calls',
  chats: 'Chats',
  presets: 'Span',
  preset: {
    '7d': '7 days',
    '30d': '30 days',
    '90d': '90 days',
    '12m': '12 months',
  } as Record<string, string>,
  filters: 'Span and split',
  from: 'From day',
  to: 'Until day',
  by: 'By',
  sizes: { day: 'day', week: 'week, from Monday', month: 'month' } as Record<string, string>,
  sizeFits: 'what fits',
  split: 'Split',
  noSplit: 'no split',
  splits: { campaign: 'by campaign', outcome: 'by outcome', channel: 'by channel' } as Record<string, string>,
  export: 'Export as CSV',
  head: { day: 'Day', week: 'Week', month: 'Month' } as Record<string, string>,
  before: 'The span before',
  open: 'Show these conversations',
  notOver: 'not over yet',
  others: 'Others',
  statuses: {
    processing: 'being sent',
    unresolved: 'not known yet',
    sent: 'sent',
    delivered: 'delivered',
    read: 'read',
    failed: 'failed',
    inbound: 'from customers',
    outbound: 'to customers',
  } as Record<string, string>,
  /** What is over, beside the span before. */
  more: (share: string) => `${share} more than in the span before`,
  less: (share: string) => `${share} less than in the span before`,
  asMany: 'as in the span before',
  noneBefore: 'with none in the span before',
  figure: {
    calls: (shown: string, value: number, compared: string) =>
      `${count(shown, value, 'call was', 'calls were')} placed or taken, ${compared}.`,
    rate: (shown: string, before: string) =>
      `${shown} of the calls were answered, beside ${before} in the span before.`,
    noRate: 'No call was placed, so there is no answer rate.',
    talk: (shown: string, compared: string) => `People talked for ${shown}, ${compared}.`,
    chats: (shown: string, value: number, compared: string) =>
      `${count(shown, value, 'chat', 'chats')} began, ${compared}.`,
    messages: (shown: string, value: number, inbound: string, compared: string) =>
      `${count(shown, value, 'message was', 'messages were')} written, ${inbound} by customers, ${compared}.`,
    leads: (shown: string, value: number, compared: string) =>
      `First contact with ${count(shown, value, 'person', 'people')}, ${compared}.`,
    tickets: (shown: string, value: number, compared: string) =>
      `${count(shown, value, 'ticket was', 'tickets were')} opened, ${compared}.`,
    sends: (shown: string, value: number, compared: string) =>
      `${count(shown, value, 'message', 'messages')} of broadcasts, by what they are now, ${compared}.`,
    campaignDays: (shown: string, value: number, rate: string | null) =>
      rate === null
        ? 'No calls in the last 30 days.'
        : `${count(shown, value, 'call', 'calls')} in 30 days, ${rate} answered.`,
  },
  values: {
    calls: 'Calls',
    rate: 'Answered',
    talk: 'Talk time',
    chats: 'Chats',
    messages: 'Messages',
    leads: 'New people',
    tickets: 'Tickets',
    sends: 'Messages sent',
  },
  noCalls: 'No call was placed or answered in this span or the one before.',
  noCallsNext: 'Choose a longer span, or place a test call from a campaign.',
  noChats: 'Nothing happened in chats in this span or the one before.',
  noChatsNext: 'Choose a longer span. A chat begins with the first message, from or to a customer.',
  toCampaigns: 'To the campaigns',
  campaignTitle: 'The last 30 days by outcome',
  toAnalytics: 'More in the analytics',
}
