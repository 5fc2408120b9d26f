import type { ReactNode } from 'react'
import { plural } from '../plural.ts'

/** Templates of WhatsApp, and what is wrong with them for broadcasts. */
export const templates = {
  title: 'Templates',
  /** `stopped`: null where it is not known. */
  lead: (count: string, stopped: number | null) => {
    const all = `${count} templates as WhatsApp has them.`
    if (stopped === null) return all
    return stopped === 0
      ? `${all} All that broadcasts use can be sent.`
      : `${all} ${stopped} that broadcasts use can’t be sent.`
  },
  readAt: (time: ReactNode) => <> Read {time}.</>,
  none: 'This project has no templates.',
  noneNext: 'Templates are made at WhatsApp. Add a sender, then read its templates.',
  toSenders: 'To the senders',
  tabs: 'State',
  all: 'All',
  statuses: {
    approved: 'Approved',
    pending: 'In review',
    rejected: 'Rejected',
    paused: 'Paused',
    disabled: 'Disabled',
  } as Record<string, string>,
  categories: { utility: 'Utility', marketing: 'Marketing', authentication: 'Authentication' } as Record<
    string,
    string
  >,
  name: 'Template',
  nameFilter: 'Name',
  state: 'State',
  category: 'Category',
  sender: 'Sender',
  language: 'Language',
  usedBy: 'Used by',
  uses: (count: string) =>
    count === '0' ? 'no broadcast' : count === '1' ? '1 broadcast' : `${count} broadcasts`,
  quality: 'Quality',
  qualities: { GREEN: 'high', YELLOW: 'medium', RED: 'low', UNKNOWN: 'not rated yet' } as Record<
    string,
    string
  >,
  since: (time: ReactNode) => <>since {time}</>,
  until: (since: ReactNode, until: ReactNode) => (
    <>
      since {since}, until about {until}
    </>
  ),
  read: 'Read from WhatsApp',
  readNever: 'not yet',
  syncNow: 'Read from WhatsApp now',
  synced: (name: ReactNode, added: number, changed: number, disabled: number) =>
    added + changed + disabled === 0 ? (
      <>{name}: nothing has changed at WhatsApp.</>
    ) : (
      <>
        {name}: {added} new, {changed} changed, {disabled} no longer there.
      </>
    ),
  syncFailed: (name: ReactNode, reason: ReactNode) => (
    <>
      {name}: nothing was changed: {reason}.
    </>
  ),
  tooSoon: (name: ReactNode, at: ReactNode) => (
    <>
      {name}: read a moment ago, at {at}. Try again in 15 seconds.
    </>
  ),
  syncDisconnected: (name: ReactNode) => <>{name} is disconnected, so its templates are not read.</>,
  syncLater: (name: ReactNode) => <>{name}: WhatsApp takes long. They are read in the background.</>,
  syncNothing: 'No sender of the project is connected, so there is nothing to read.',
  syncMore: (shown: string, count: number) =>
    `${shown} more ${plural(count, 'en', { one: 'sender: see its page', other: 'senders: see their pages' })}.`,
  idName: 'template_id',
  states: {
    approved: 'Can be sent.',
    pending: 'WhatsApp reviews it. Nothing can be sent with it before that ends, mostly within a day.',
    rejected: 'WhatsApp has rejected it. Mend it at WhatsApp, and hand it in again.',
    paused: 'WhatsApp has paused it, because people reported or ignored its messages.',
    disabled: 'WhatsApp has disabled it for good, or no longer has it. Make another template.',
  } as Record<string, string>,
  pausedUntil:
    'WhatsApp lifts a first pause after 3 hours and a second after 6; a third disables the template.',
  pausedUntilLifted: 'Lift the pause at WhatsApp, in the list of templates; then read them here.',
  why: 'What WhatsApp says',
  whyNothing: 'WhatsApp gave no reason.',
  reasons: {
    ABUSIVE_CONTENT: 'The text is against WhatsApp’s rules for content.',
    INCORRECT_CATEGORY: 'The category doesn’t fit the text.',
    INVALID_FORMAT: 'The form is wrong: a variable at the edge, a missing example, or too many variables.',
    PROMOTIONAL: 'The text advertises, and the category doesn’t allow that.',
    SCAM: 'WhatsApp takes it for fraud.',
    TAG_CONTENT_MISMATCH: 'Language or category don’t fit the text.',
    CATEGORY_NOT_AVAILABLE: 'This category is not available to the account.',
  } as Record<string, string>,
  languages: 'As people see it',
  bubble: (name: string, language: string) => `Message of the template ${name} in ${language}`,
  headers: { image: 'An image', video: 'A video', document: 'A document', location: 'A place on a map' },
  noBody: 'WhatsApp writes the text',
  variables: 'Values it needs',
  noVariables: 'none',
  unsendable: 'Can’t be sent from here',
  broadcasts: 'Broadcasts that use it',
  noBroadcasts: 'No broadcast uses it.',
  broadcast: 'Broadcast',
  wrong: 'What is wrong',
  nothingWrong: 'nothing',
  ofDay: 'Messages in 24 h',
  lastMessage: 'Last message',
  noMessage: 'none yet',
  ofLanguage: (language: ReactNode) => <>in {language}</>,
  readFault: (reason: ReactNode) => <>The templates could not be read the last time: {reason}.</>,

  trouble: {
    title: {
      template_disabled: (name: ReactNode) => <>The template {name} is disabled.</>,
      template_rejected: (name: ReactNode) => <>WhatsApp has rejected the template {name}.</>,
      template_paused: (name: ReactNode) => <>WhatsApp has paused the template {name}.</>,
      template_pending: (name: ReactNode) => <>WhatsApp still reviews the template {name}.</>,
      other_account: (name: ReactNode) => <>The template {name} belongs to another WhatsApp account.</>,
      unsendable: (name: ReactNode) => <>The template {name} can’t be sent from here.</>,
      refused_by_whatsapp: (name: ReactNode) => <>WhatsApp refuses messages with the template {name}.</>,
      variables_differ: (name: ReactNode) => <>The template {name} doesn’t match what was sent last.</>,
    },
    what: {
      template_disabled: 'Messages are refused until the broadcast has another template.',
      template_rejected: 'Messages are refused until it is mended at WhatsApp and approved.',
      template_paused: 'Messages are refused until the pause is over.',
      template_pending: 'Messages are refused until it is approved.',
      other_account:
        'WhatsApp doesn’t know it for the sender of the broadcast. Choose one of the same account.',
      unsendable: 'Choose another template for the broadcast.',
      refused_by_whatsapp:
        'It is no longer as it was read. Read it again, then look at the values that it needs.',
      variables_differ:
        'Messages with these values are refused. The program that sends them must send the other ones.',
    },
    short: {
      template_disabled: 'disabled',
      template_rejected: 'rejected',
      template_paused: 'paused',
      template_pending: 'in review',
      other_account: 'of another account',
      unsendable: 'can’t be sent from here',
      refused_by_whatsapp: 'refused by WhatsApp',
      variables_differ: 'doesn’t match what was sent',
    },
    since: (time: ReactNode) => <> Since {time}.</>,
    until: (time: ReactNode) => <> Until about {time}.</>,
    says: (words: ReactNode) => <> WhatsApp says: {words}.</>,
    missing: (names: ReactNode) => <> Missing: {names}.</>,
    unknown: (names: ReactNode) => <> Unknown: {names}.</>,
    count: (count: number) =>
      ` ${count} ${plural(count, 'en', { one: 'message was', other: 'messages were' })} refused.`,
    ofDay: (count: string) => ` This broadcast had ${count} messages in the last 24 hours.`,
    look: 'Look at the template',
  },
}
