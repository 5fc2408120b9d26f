import type { ReactNode } from 'react'
import { plural } from '../plural.ts'

const calls = (count: number) => plural(count, 'en', { one: 'call', other: 'calls' })
const rows = (count: number) => plural(count, 'en', { one: 'row', other: 'rows' })
const faults = (count: number) => plural(count, 'en', { one: 'fault', other: 'faults' })

/** The tab "From a file" of a campaign. */
export const callBatches = {
  tab: 'From a file',
  give: 'Call the people of a file',
  giveLead:
    'CSV with a first line that names the columns, one of them phone_number, or NDJSON. Every other column is a value that the campaign can speak.',
  drop: 'Drop a CSV or NDJSON file here, or',
  dropLabel: 'A file of calls',
  pick: 'Choose a file',
  bounds: 'At most 100,000 rows and 32 MB. Nothing is called before you have seen what would happen.',
  checking: (name: ReactNode) => <>Checking {name}…</>,
  another: 'Another file',
  would: (shown: ReactNode, count: number) => (
    <>
      <b>{shown}</b> {calls(count)} would be queued
    </>
  ),
  wouldNone: 'No row of this file would become a call',
  ofRows: (name: ReactNode, all: string, count: number) => (
    <>
      {name}: {all} {rows(count)}.
    </>
  ),
  summary: 'What would happen',
  first: 'First call',
  last: 'Last call',
  hours: 'Calling hours now',
  hoursOpen: 'open',
  hoursAlways: 'always open',
  hoursOpenUntil: (at: ReactNode) => <>open until {at}</>,
  hoursClosed: (at: ReactNode) => <>closed, open {at}</>,
  never: 'not before the campaign ends',
  assumes: 'Assuming',
  assumption: (slots: string, seconds: string, before: string, source: 'latest_calls' | 'assumption') =>
    `${slots} at once, ${seconds} s a call (${source === 'assumption' ? 'no call of this campaign has ended yet' : 'as its latest calls'}), ${before} that wait go first, and nobody is dialed again.`,
  tooLate: (shown: string, count: number) =>
    `${shown} ${calls(count)} would not be dialed before the campaign ends.`,
  paused: 'The campaign is held: the calls wait until it is released.',
  refused: (message: ReactNode) => <>The campaign takes no calls now: {message}.</>,
  earlier: 'This file was given before. Queue it only if its people are to be called once more.',
  toEarlier: 'Its outcome',
  leftOut: 'Left out',
  leftOutNone: 'Every row becomes a call.',
  kinds: {
    invalid: 'can not be read, or has a value that is not allowed',
    number: 'has no number that can be called',
    do_not_call: 'has a number that is on the do-not-call list',
    repeated: 'has a number of an earlier row',
    waiting: 'has a number to which a call waits or is under way',
    incomplete: 'lacks a value that the campaign speaks',
  },
  kind: 'The row',
  count: 'Rows',
  include: {
    repeated: (shown: string, count: number) =>
      `Also queue ${shown} ${rows(count)} whose number stands in an earlier row`,
    waiting: (shown: string, count: number) =>
      `Also queue ${shown} ${rows(count)} whose number is waiting or being called`,
    incomplete: (shown: string, count: number) =>
      `Also queue ${shown} ${rows(count)} that lack a value; it is left out when spoken`,
  },
  faultsTitle: 'Faults by line',
  faultsShown: (shown: string, all: string) => `The first ${shown} of ${all} faults.`,
  faultsKept: (kept: string, all: string) => `Only the first ${kept} of ${all} faults are kept.`,
  line: 'Line',
  field: 'Value',
  wholeRow: 'the row',
  fault: 'What is wrong',
  queue: (shown: string, count: number) =>
    count === 1 ? 'Queue this call' : `Queue these ${shown} ${calls(count)}`,
  queueAgain: (shown: string, count: number) => `Queue ${shown} ${calls(count)} once more`,
  queued: (shown: string, count: number) => `${shown} ${calls(count)} are being queued.`,
  listTitle: 'Files',
  none: 'No file has been given to this campaign.',
  noneNext:
    'A file is checked whole first: faults by line, numbers that come twice, numbers that wait already.',
  name: 'File',
  unnamed: 'Without a name',
  state: 'State',
  states: {
    queueing: 'being queued',
    queued: 'queued',
    stopped: 'stopped',
    canceling: 'being canceled',
    canceled: 'canceled',
  },
  by: (name: ReactNode) => <>by {name}</>,
  acceptedOf: (accepted: string, all: string) => `${accepted} of ${all}`,
  calls: 'Calls of rows',
  given: 'Given',
  back: 'All files',
  progress: 'Queued',
  progressOf: (done: string, all: string) => `${done} of ${all}`,
  notQueued: (shown: string, count: number) => `${shown} ${rows(count)} never became a call.`,
  outcomes: 'Outcomes',
  outcome: 'Outcome',
  share: 'Share',
  noOutcome: 'No row is a call yet.',
  noOutcomeNext: 'A worker queues them; this page follows.',
  toCalls: 'See the calls',
  export: 'Export outcomes',
  cancel: 'Cancel what waits…',
  cancelOver: 'Nothing of this file waits any more.',
  cancelTitle: (name: string) => `Cancel what waits of ${name}?`,
  cancelBody:
    'Rows that are not calls yet never become calls, and calls that wait are canceled. Calls under way go on, and are not tried again.',
  cancelAction: 'Cancel what waits',
  keep: 'Keep them',
  canceled: 'What waits is being canceled.',
  stopped: 'Stopped: the campaign takes no more calls.',
  stoppedNext: 'Once it takes calls again, the rows that are left can be queued.',
  resume: 'Go on',
  resumed: 'The rows that are left are being queued.',
  faultsCount: (shown: string, count: number) => `${shown} ${faults(count)}`,
  idName: 'batch_id',
  format: 'Format',
}
