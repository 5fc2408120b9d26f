import type { ReactNode } from 'react'

/** Numbers that nobody of an organization may call. */
export const doNotCall = {
  title: 'Do not call',
  lead: (count: string) =>
    count === '1'
      ? 'Nobody of the organization may call this number.'
      : `Nobody of the organization may call these ${count} numbers.`,
  none: 'Every number may be called.',
  noneNext:
    'People who say on a call that they want no more calls appear here. You can add numbers yourself.',
  add: 'Add…',
  end: 'End…',
  endLabel: (number: string) => `End the entry of ${number}`,
  search: 'Number or some digits',
  shows: 'Entries',
  showAll: 'with those that have ended',
  number: 'Number',
  erased: 'erased',
  source: 'How',
  sources: {
    voice: 'said it on a call',
    keys: 'pressed a key on a call',
    whatsapp: 'wrote STOP',
    api: 'by a program',
    dashboard: 'entered here',
    cli: 'by a command',
    import: 'from a file',
  } as Record<string, string>,
  by: (name: ReactNode) => <>by {name}</>,
  since: 'Since',
  until: (at: ReactNode) => <>until {at}</>,
  ended: (at: ReactNode) => <>ended {at}</>,
  why: 'Reason',
  addTitle: 'Add to the do-not-call list',
  addLead: 'Once they are added, no call to them begins in any project. Waiting calls are canceled.',
  numbers: 'Numbers',
  numbersHint: 'One a line, with country code, such as +14155550123; up to 10,000.',
  whyHint: 'Such as how they asked. It is kept with the entry.',
  addNow: 'Add',
  needsNumbers: 'Write at least one number.',
  added: (count: string, canceled: string) =>
    `Added: ${count}. Waiting calls that were canceled: ${canceled}.`,
  endTitle: 'End an entry',
  endLead: (number: ReactNode) => <>{number} may be called again. Do it only if the person asked for it.</>,
  endNow: 'End it',
  needsReason: 'Write a reason.',
  endedToast: (number: ReactNode) => <>{number} may be called again.</>,
  onPerson: 'Calls',
  mayCall: 'May be called: no number is on the do-not-call list.',
  notCalled: (number: ReactNode, how: string, at: ReactNode) => (
    <>
      {number} is on the do-not-call list: {how}, {at}
    </>
  ),
  toList: 'To the list',
}
