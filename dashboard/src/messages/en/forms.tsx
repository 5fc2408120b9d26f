import { plural } from '../plural.ts'

export const forms = {
  bar: 'What is not saved',
  changes: (count: number) =>
    `${count} ${plural(count, 'en', { one: 'change', other: 'changes' })} not saved`,
  faults: (count: number) => `${count} ${plural(count, 'en', { one: 'fault', other: 'faults' })} to mend`,
  saveAfter: (count: number) =>
    `Save, after ${count} ${plural(count, 'en', { one: 'fault', other: 'faults' })}`,
  checking: 'Checking…',
  saving: 'Saving…',
  leaveBody: (count: number) =>
    `${count} ${plural(count, 'en', { one: 'change is', other: 'changes are' })} not saved, and would be lost.`,
  newer: (by: string | null) =>
    `${by ?? 'Somebody else'} has saved another version meanwhile. Saving keeps what only one of you changed.`,
  conflictTitle: 'Somebody else has changed this meanwhile',
  conflictBody: (by: string | null) =>
    `What only one of you changed is kept. ${by ?? 'Somebody else'} and you changed these differently: choose what holds.`,
  conflictNone: 'You changed different things, so both are kept. Look at them and save again.',
  theirs: (by: string | null) => by ?? 'Theirs',
  yours: 'Yours',
  field: 'Field',
  conflictTake: 'Go on with these',
}
