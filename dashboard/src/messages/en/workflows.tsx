import type { ReactNode } from 'react'
import { plural } from '../plural.ts'

/** Workflows by name and source. */
export const workflows = {
  title: 'Workflows',
  lead: 'What calls say and ask, step by step. A call keeps the revision with which it was dialed.',
  none: 'This project has no workflow yet.',
  noneNext: 'Make one, or give a campaign a script: that needs none.',
  new: 'New workflow',
  newTitle: 'New workflow',
  newLead: 'It begins with a small example. Nothing is dialed before a campaign follows it.',
  name: 'Name',
  steps: 'Steps',
  revision: 'Revision',
  usedBy: 'Campaigns that follow it',
  unused: 'none',
  moreCampaigns: (more: string) => `and ${more} more`,
  changedBy: 'Changed',
  by: (name: ReactNode, at: ReactNode) => (
    <>
      {name}, {at}
    </>
  ),
  idName: 'workflow_id',
  stepsOf: (count: number, revision: string) =>
    `${count} ${plural(count, 'en', { one: 'step', other: 'steps' })}, revision ${revision}.`,
  source: 'Source',
  sourceHint: 'YAML or JSON.',
  reference: 'All kinds of steps',
  checked: 'The source is sound.',
  checking: 'Checking…',
  faults: (count: number) => `${count} ${plural(count, 'en', { one: 'fault', other: 'faults' })}`,
  line: (line: string) => `Line ${line}`,
  fields: { name: 'Name', source: 'Source' } as Record<string, string>,
  create: 'Make workflow',
  saved: (name: ReactNode) => <>{name} is saved. Calls that are dialed from now on follow it.</>,
  broughtBack: 'What was there before that change is filled in. Look at it, then save.',
  revisions: 'Revisions',
  revisionOf: (revision: string) => `Revision ${revision}`,
  fill: 'Bring this back',
  fillLabel: (revision: string) => `Bring back revision ${revision}`,
  current: 'this one',
  newCrumb: 'New',
  viewerNote: 'You may read it. Changes need the role editor.',
  example: `start: greet
steps:
  greet:
    kind: say
    text: "Hello {{ customer.name | default: 'there' }}."
    next: ask
  ask:
    kind: listen
    text: Would you like to hear more? Say yes or no, or press 1 for yes.
    variable: answer
    keys_count: 1
    next: bye
  bye:
    kind: hang_up
    text: Thank you. Goodbye.
`,
}
