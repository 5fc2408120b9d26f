import type { ReactNode } from 'react'
import { plural } from '../plural.ts'

export const conversations = {
  title: 'Conversations',
  lead: (total: ReactNode, count: number, isFiltered: boolean) => (
    <>
      {total} {plural(count, 'en', { one: 'conversation', other: 'conversations' })}
      {isFiltered ? ' match these filters' : ' in all'}, newest first.
    </>
  ),
  leadUnique: (total: ReactNode, count: number) => (
    <>
      {total} {plural(count, 'en', { one: 'person', other: 'people' })}, with the latest conversation of each.
    </>
  ),
  export: 'Export (NDJSON)',
  table: 'Conversations',
  heads: { who: 'Who', status: 'How it ended', began: 'Began', length: 'Length', campaign: 'Campaign' },
  status: 'Status',
  channel: 'Channel',
  campaign: 'Campaign',
  from: 'From day',
  to: 'Until day',
  length: 'Length',
  lengths: {
    '0-0': 'nobody answered',
    '1-30': 'up to 30 s',
    '31-120': '30 s to 2 min',
    '121-': 'longer than 2 min',
  } as Record<string, string>,
  number: 'Number',
  unique: 'One line for each person',
  statuses: {
    initiated: 'dialed',
    ringing: 'rings',
    live: 'live',
    completed: 'completed',
    no_answer: 'no answer',
    busy: 'busy',
    failed: 'failed',
    canceled: 'canceled',
  } as Record<string, string>,
  channels: { voice: 'Call', whatsapp: 'WhatsApp', web: 'Web', telegram: 'Telegram' } as Record<
    string,
    string
  >,
  directions: { inbound: 'from the customer', outbound: 'to the customer' } as Record<string, string>,
  /** Statuses that are looked for together. */
  statusGroups: {
    answered: 'answered, or live',
    unanswered: 'not answered, or busy',
    unsuccessful: 'failed, or canceled',
    under_way: 'live, or being dialed',
  },
  allChats: 'All chats',
  noNumber: 'no number',
  noCampaign: '–',
  goesOn: 'goes on',
  empty: 'There are no conversations yet.',
  emptyNext: 'Each call and each chat stands here as soon as it begins.',
  toLive: 'To the live page',
  of: (who: ReactNode) => <>Conversation with {who}</>,
  tab: (who: string) => `Conversation with ${who}`,
  live: (channel: string, who: ReactNode, at: ReactNode) => (
    <>
      {channel} with {who}, since {at}.
    </>
  ),
  over: (channel: string, who: ReactNode, at: ReactNode, outcome: string) => (
    <>
      {channel} with {who}, {at}: {outcome}.
    </>
  ),
  spoke: (duration: ReactNode) => <>It took {duration}.</>,
  notSpoken: 'Nobody answered, so nothing was said.',
  transcript: 'Transcript',
  about: 'About',
  facts: {
    channel: 'Channel',
    direction: 'Direction',
    campaign: 'Campaign',
    began: 'Began',
    answered: 'Answered',
    ended: 'Ended',
    length: 'Length',
    person: 'Person',
  },
  tickets: 'Tickets',
  noTickets: 'No ticket was opened.',
  toCall: 'To the call',
  personId: 'customer_profile_id',
  kind: (kind: string) => `sent: ${kind}`,
}
