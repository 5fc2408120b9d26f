import type { ReactNode } from 'react'
import { plural } from '../plural.ts'

/** The people who are called and written to. */
export const peopleCalled = {
  title: 'People called',
  lead: (total: ReactNode, count: number, isFiltered: boolean) => (
    <>
      {total} {plural(count, 'en', { one: 'person', other: 'people' })}
      {isFiltered ? ' match this search' : ' in all'}, the latest contact first.
    </>
  ),
  searchHint: 'Name, number, username or id',
  channel: 'Met on',
  from: 'Last contact from',
  to: 'Last contact until',
  heads: {
    who: 'Who',
    calls: 'Calls',
    chats: 'Chats',
    last: 'Last contact',
    displayId: 'Display id',
    limits: 'What can’t be done',
  },
  hiddenNumber: 'number hidden',
  noNumber: 'no number',
  never: 'never',
  none: 'Nobody was called or written to yet.',
  noneNext: 'Everybody who is called, or writes, stands here from then on.',
  toCampaigns: 'To the campaigns',
  displayId: 'display_id',
  actions: {
    call: 'calls',
    authentication_template: 'authentication templates',
    message: 'messages',
  } as Record<string, string>,
  no: (actions: string) => `no ${actions}`,
  limits: {
    call: {
      number_hidden: 'Can’t be called: WhatsApp hides the number.',
      no_number: 'Can’t be called: no number is known.',
      do_not_call: 'Can’t be called: every number is on the do-not-call list.',
    },
    authentication_template: {
      number_hidden: 'Gets no authentication templates: WhatsApp sends those to visible numbers only.',
      no_number: 'Gets no authentication templates: they need a number.',
    },
    message: { no_address: 'Can’t be written to: neither a number nor an id on WhatsApp is known.' },
  } as Record<string, Record<string, string>>,
  limitsNext: 'This ends once the person shares their number in a message.',
  canWrite: 'Everything else can be sent: messages go to the id.',

  person: 'Person',
  contacts: (calls: ReactNode, callCount: number, chats: ReactNode, chatCount: number) => (
    <>
      {calls} {plural(callCount, 'en', { one: 'call', other: 'calls' })} and {chats}{' '}
      {plural(chatCount, 'en', { one: 'chat', other: 'chats' })}.
    </>
  ),
  lastContact: (at: ReactNode) => <>Last contact {at}.</>,
  openTickets: (count: ReactNode, number: number) => (
    <>
      {count} {plural(number, 'en', { one: 'ticket is', other: 'tickets are' })} open.
    </>
  ),
  isOptedOut: (since: ReactNode) => <>Has taken no WhatsApp messages since {since}.</>,
  about: 'Who it is',
  facts: {
    name: 'Name',
    displayId: 'Display id',
    number: 'Number',
    username: 'Username',
    whatsapp: 'WhatsApp id',
    email: 'Email',
    web: 'Web',
    telegram: 'Telegram',
    firstSeen: 'First contact',
  },
  unknownName: 'not known',
  properties: 'Properties',
  noProperties: 'No property is known.',
  optOuts: 'Opt-outs',
  noOptOut: 'Takes messages: nobody has opted out.',
  scopes: { all: 'All messages', marketing: 'Marketing messages' } as Record<string, string>,
  sources: {
    message: 'the person wrote STOP',
    provider: 'the person switched them off inside WhatsApp',
    operator: 'somebody here did it',
  } as Record<string, string>,
  optOutSince: (source: string, at: ReactNode) => (
    <>
      {source}, since {at}
    </>
  ),
  optOutWhy: (why: ReactNode) => <>because: {why}</>,

  call: 'Call…',
  callTitle: (who: string) => `Call ${who}`,
  campaign: 'With the campaign',
  callNext: 'Go on',
  noCampaign: 'No campaign is ready to call.',
  noCampaignNext: 'A campaign needs a caller ID and something to say.',
  send: 'Send a message',
  optOut: 'Opt out…',
  optIn: 'Opt in again…',

  timeline: 'What happened',
  shows: 'What is shown',
  kinds: {
    all: 'All',
    calls: 'Calls and chats',
    messages: 'Messages',
    tickets: 'Tickets',
    opt_outs: 'Opt-outs',
    merges: 'Merges',
  } as Record<string, string>,
  nothing: 'Nothing has happened yet.',
  older: 'Older',
  newest: 'To the newest',
  pages: 'Pages of the timeline',
  entries: {
    call: (campaign: ReactNode | null): ReactNode => (campaign === null ? 'Call' : <>Call of {campaign}</>),
    inboundCall: 'Call from the person',
    chat: (channel: string) => `Chat on ${channel} began`,
    wrote: 'Wrote to us',
    wasSent: 'We wrote',
    sentKind: (kind: ReactNode) => <>We sent: {kind}</>,
    wroteKind: (kind: ReactNode) => <>Sent: {kind}</>,
    ticketOpened: 'Ticket opened',
    ticketClosed: 'Ticket closed',
    optedOut: (scope: string) => `Opted out: ${scope}`,
    optedIn: 'Opted in again',
    merged: 'Another profile was joined to this one',
  },
  by: (name: ReactNode) => <>by {name}</>,
  lasted: (duration: ReactNode) => <>{duration} long</>,
  code: (code: ReactNode) => <>code {code}</>,
  mergesTitle: 'Merged profiles',
  mergeOf: (who: ReactNode, when: ReactNode) => (
    <>
      {who}, joined {when}
    </>
  ),
  mergeWhy: (contacts: ReactNode) => <>Why: {contacts} named both.</>,
  mergeByImport: 'Why: an import named both as one person.',
  mergeUnknown: 'An older version joined them and did not keep why. They can not be separated.',
  moreMerges: (count: ReactNode) => <>The latest {count} are shown.</>,
  /** Why what a dialog asks about can not be done yet. */
  checkFirst: 'Wait until it says what this does.',
  separateOpen: 'Separate…',
  separate: 'Separate',
  separateTitle: (who: string) => `Separate ${who}?`,
  separateLead:
    'The other profile comes back with everything that came by its own numbers and addresses. The two are never joined again by themselves.',
  separateContact: (contact: string) => `${contact} belongs to`,
  asBefore: 'whoever had it before',
  toSurvivor: 'the profile on this page',
  toMerged: 'the profile that comes back',
  separateMoves: (conversations: ReactNode, messages: ReactNode, tickets: ReactNode, contacts: ReactNode) => (
    <>
      These move: {conversations} calls and chats, {messages} messages, {tickets} tickets, {contacts}{' '}
      contacts.
    </>
  ),
  separateProperties: (names: ReactNode) => <>These properties move: {names}.</>,
  separated: 'They are two profiles again.',
  eraseOpen: 'Erase…',
  erase: 'Erase',
  eraseTitle: (who: string) => `Erase ${who}?`,
  eraseLead:
    'Name, numbers, messages, transcripts and everything else that is known of this person are removed, for good. What happened stays in the counts. Wishes not to be called or written to stay, without the number.',
  eraseCounts: (
    conversations: ReactNode,
    messages: ReactNode,
    lines: ReactNode,
    tickets: ReactNode,
    contacts: ReactNode,
  ) => (
    <>
      This is removed or made unrecognizable: {conversations} calls and chats, {messages} messages, {lines}{' '}
      lines of transcripts, {tickets} tickets, {contacts} contacts.
    </>
  ),
  erased: 'The person is being erased.',
  exportAll: 'Everything that is known, as JSON',
  callStates: {
    initiated: 'dialed',
    dialling: 'dialed',
    ringing: 'rings',
    live: 'live',
    completed: 'completed',
    no_answer: 'no answer',
    busy: 'busy',
    failed: 'failed',
    canceled: 'canceled',
    waiting: 'waits to be dialed',
    expired: 'expired: the campaign ended before',
    voicemail: 'voicemail',
    unresolved: 'not known yet',
    never_placed: 'not placed',
  } as Record<string, string>,
  messageStates: {
    processing: 'being sent',
    unresolved: 'not known yet',
    sent: 'sent',
    delivered: 'delivered',
    read: 'read',
    failed: 'failed',
  } as Record<string, string>,
  openers: {
    workflow: 'by a workflow',
    keyword: 'by a word in a message',
    agent: 'by an agent',
    operator: 'by a person',
  } as Record<string, string>,
}
