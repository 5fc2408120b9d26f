import type { ReactNode } from 'react'

/** People who must not get WhatsApp messages. */
export const optOuts = {
  title: 'Opt-outs',
  lead: (count: string) =>
    count === '1'
      ? '1 opt-out, from all WhatsApp messages or from marketing.'
      : `${count} opt-outs, from all WhatsApp messages or from marketing.`,
  none: 'Nobody has opted out.',
  noneNext: 'People who write STOP appear here. You can add somebody who asked in another way.',
  add: 'Add…',
  end: 'End…',
  endLabel: (who: string) => `End the opt-out of ${who}`,
  search: 'Number, name or id',
  person: 'Person',
  scope: 'Gets no',
  scopes: { all: 'messages at all', marketing: 'marketing' } as Record<string, string>,
  source: 'How',
  sources: {
    message: 'wrote STOP',
    provider: 'in WhatsApp',
    operator: 'entered here',
  } as Record<string, string>,
  by: (name: ReactNode) => <>by {name}</>,
  since: 'Since',
  reason: 'Reason',
  noReason: 'none given',
  hidden: 'hides the number: calls and codes can’t reach this person',
  username: (name: ReactNode) => <>@{name}</>,
  marketingStays: 'The person stopped marketing in WhatsApp; only they can undo it there.',
  addTitle: 'Opt a person out',
  addLead: 'No message of this project goes to them until they write START, or somebody ends it here.',
  number: 'Number or WhatsApp id',
  numberHint: 'With country code; for somebody who hides the number, the id such as US.1349….',
  why: 'Reason',
  whyHint: 'Such as how they asked. It stands under Changes.',
  addNow: 'Opt out',
  needsBoth: 'Fill in both fields.',
  added: (who: ReactNode) => <>{who} is opted out.</>,
  wasOut: (who: ReactNode) => <>{who} was opted out already.</>,
  endTitle: 'End an opt-out',
  endLead: (who: ReactNode) => <>Messages may go to {who} again. Do it only if they asked for it.</>,
  endStop: 'They wrote STOP themselves. They can write START at any time.',
  endNow: 'End it',
  needsReason: 'Write a reason.',
  ended: (who: ReactNode) => <>{who} may get messages again.</>,
  wasNotOut: (who: ReactNode) => <>{who} was not opted out.</>,
}
