import type { ReactNode } from 'react'
import { plural } from '../plural.ts'

/**
 * What is to be done after a failure: by WhatsApp's code where the code has advice of its own, else by what it is
 * about.
 */
const adviceByCode: Record<string, string> = {
  '131000': 'WhatsApp failed on its side. Send again.',
  '130472': 'WhatsApp’s turn: it holds marketing messages back from this person. Use a utility template.',
  '131026': 'Your turn: ask the customer for another number, or place a call.',
  '131030': 'Your turn: add the number to the test number’s list at Meta, then send again.',
  '131042': 'Your turn: mend the means of payment at Meta, then send again.',
  '131047': 'Your turn: send a template, or wait until the person writes.',
  '131048':
    'WhatsApp has slowed this sender down, because people reported its messages. Wait some hours, and write to fewer people.',
  '131049': 'WhatsApp’s turn: wait 24 hours from the failure, or use a utility template.',
  '131050': 'The person wants no marketing messages. Don’t send them any.',
  '131053': 'Your turn: check that the address of the media is public, then send again.',
  '131056': 'Wait a minute, then send again.',
  '131062': 'The template needs a number, and this person has hidden theirs. Use another template.',
  '132001': 'Your turn: sync the templates and choose one that is approved.',
  '132015': 'WhatsApp’s turn: it has paused the template. Send again once it is approved.',
  '132016': 'Your turn: the template is disabled for good. Make a new one at Meta.',
}

const adviceByAbout: Record<string, string> = {
  recipient: 'Your turn: use another number or another channel.',
  message: 'Your turn: mend what the message contains, then send again.',
  template: 'Your turn: compare the template with the one at Meta, then send again.',
  sender: 'Your turn: an admin mends the sender, then it can be sent again.',
  window: 'Your turn: send a template, or wait until the person writes.',
  opt_out: 'The person wants no such messages. Don’t send them any.',
  quota: 'WhatsApp’s turn: wait, then send again.',
}

/** Broadcasts, their messages, and the sends of the plan. */
export const broadcasts = {
  title: 'Broadcasts',
  lead: 'What messages are sent with: a sender, and a template where they may go outside of the 24 hours.',
  tabs: 'Broadcasts and sends',
  tabList: 'Broadcasts',
  tabSends: 'Sends of the plan',
  new: 'New broadcast…',
  edit: 'Edit…',
  editLabel: (name: string) => `Edit ${name}`,
  send: 'Send one…',
  sendLabel: (name: string) => `Send one message under ${name}`,
  table: 'Broadcasts',
  empty: 'There are no broadcasts yet.',
  emptyNext: 'A broadcast names the sender and the template; then one message can be sent under it.',
  heads: { name: 'Broadcast', sender: 'Sender', template: 'Template', messages: 'Messages' },
  freeForm: 'free-form messages only',
  noMessages: 'none yet',
  senderStates: { connected: 'connected', disconnected: 'disconnected' } as Record<string, string>,
  templateStates: {
    approved: 'approved',
    pending: 'in review at Meta',
    rejected: 'rejected by Meta',
    paused: 'paused by Meta',
    disabled: 'disabled by Meta',
  } as Record<string, string>,
  statuses: {
    processing: 'Being sent',
    unresolved: 'Not known yet',
    sent: 'Sent',
    delivered: 'Delivered',
    read: 'Read',
    failed: 'Failed',
  } as Record<string, string>,
  states: {
    processing: 'being sent',
    unresolved: 'not known yet',
    sent: 'sent',
    delivered: 'delivered',
    read: 'read',
    failed: 'failed',
  } as Record<string, string>,
  figure: (count: ReactNode, state: string) => (
    <>
      {count} {state}
    </>
  ),
  all: 'All',
  tabStatus: 'Messages by status',

  /** One broadcast. */
  standing: (total: ReactNode, count: number, since: ReactNode) => (
    <>
      {total} {plural(count, 'en', { one: 'message', other: 'messages' })} since {since}.
    </>
  ),
  standingFailed: (failed: ReactNode, unresolved: ReactNode | null) => (
    <>
      {' '}
      {failed} failed
      {unresolved !== null && <>, {unresolved} not known yet</>}.
    </>
  ),
  neverSent: 'No message was sent yet.',
  disconnected: ' Nothing can be sent: its sender is disconnected. An admin connects it.',
  reasons: 'Reasons of the failures',
  reasonNone: 'WhatsApp gave no code',
  /** By Meta's code, in other languages than that of the stored reasons. */
  failedReasons: {} as Record<string, string>,
  reasonsShort: {
    '130472': 'Marketing held back',
    '131000': 'WhatsApp failed',
    '131026': 'Can’t be delivered',
    '131042': 'Account was unpaid',
    '131047': 'Window was closed',
    '131048': 'Sender restricted',
    '131049': 'WhatsApp’s limit per person',
    '131050': 'Stopped marketing',
    '131053': 'Media not fetched',
    '132000': 'Values don’t fit',
    '132001': 'No such template',
    '132015': 'Template was paused',
    '132016': 'Template disabled',
  } as Record<string, string>,
  adviceOf: (code: string | null, about: string | null): string =>
    (code !== null ? adviceByCode[code] : undefined) ??
    (about !== null ? adviceByAbout[about] : undefined) ??
    'Look at the reason; send again once it is mended.',
  recipients: 'Recipients',
  columns: { who: 'Recipient', what: 'What happened', when: (zone: string) => `When, ${zone}`, cost: 'Cost' },
  code: (code: ReactNode) => <>Meta {code}</>,
  codeAndCost: (code: ReactNode, cost: string) => (
    <>
      Meta {code}, {cost}
    </>
  ),
  unresolvedAdvice: 'WhatsApp did not answer. Its next report settles it; it is not sent again by itself.',
  statusTime: (state: string, time: ReactNode) => (
    <>
      {state} {time}
    </>
  ),
  noMessagesHere: 'No message has this status.',
  noMessagesYet: 'No message was sent under this broadcast yet.',
  noMessagesNext:
    'Send one from here, or place the request that the button “As curl” shows in your own program.',
  costs: { reserved: '1 send held', consumed: '1 send', released: 'no send' } as Record<string, string>,
  toFilter: 'Recipient',
  again: 'Send again…',
  againLabel: (who: string) => `Send the message to ${who} again`,
  againDone: 'Sent again as',
  settle: 'Settle…',
  settleLabel: (who: string) => `Settle the message to ${who}`,
  message: 'Message',
  facts: {
    sender: 'Sender',
    template: 'Template',
    category: 'Category',
    since: 'State since',
    number: 'Number',
    cost: 'Sends used',
  },
  categories: { utility: 'utility', marketing: 'marketing', authentication: 'authentication' } as Record<
    string,
    string
  >,
  idName: 'broadcast_id',
  unnamedVariables: 'The marked words are filled in for each recipient.',
  hiddenNumber: 'no visible number',
  hiddenWhy:
    'WhatsApp hides this person’s number. They can be written to, but not called, and get no authentication templates.',

  /** Write to a person, with one of them. */
  toTitle: (who: string) => `Send a message to ${who}`,
  toBroadcast: 'Broadcast',
  toTemplate: (template: string) => `It sends the template ${template}.`,
  toFreeForm: 'It has no template: only people who wrote within 24 hours can be written to.',
  toNext: 'To the message…',

  /** Make and change one. */
  newTitle: 'New broadcast',
  editTitle: (name: string) => `Edit ${name}`,
  name: 'Name',
  sender: 'Sender',
  senderHint: 'The number that its messages come from.',
  noSender: 'This project has no WhatsApp sender yet. An admin adds one under Senders.',
  choose: 'Choose…',
  choice: (...words: string[]) => words.join(', '),
  template: 'Template',
  templateHint: 'What may go to people outside of the 24 hours after they wrote.',
  noTemplate: 'None: free-form messages only',
  make: 'Make the broadcast',
  saved: (name: ReactNode) => <>{name} is saved.</>,

  /** The ledger. */
  sendsTitle: 'Sends of the plan',
  sendsLead: (left: ReactNode, sends: ReactNode) => (
    <>
      {left} of {sends} sends are left to the organization.
    </>
  ),
  planInactive: ' The plan is not active, so nothing is sent. The operator can change that.',
  sums: 'Sums',
  sumsAside: 'Each message holds one send before it goes out; then it counts, or is given back.',
  sumHeads: { what: 'What', project: 'This project', organization: 'Organization' },
  sumNames: {
    reserved: 'Held, outcome not known',
    consumed: 'Used, WhatsApp accepted it',
    released: 'Given back, not sent',
    total: 'Messages',
    left: 'Left',
  },
  ledger: 'Ledger',
  sendStates: { reserved: 'held', consumed: 'used', released: 'given back' } as Record<string, string>,
  stateFilter: 'State',
  ledgerHeads: { state: 'Send', who: 'Recipient', broadcast: 'Broadcast', at: 'Sent', why: 'Message' },
  ledgerEmpty: 'No send of the plan was used by this project yet.',
  ledgerEmptyNext: 'The first message takes one.',
}
