import { EventLog } from '../../ui/event-log.tsx'
import { Link } from '../../ui/link.tsx'
import type { PhoneBubbleProps } from '../../ui/phone-bubble.tsx'
import type { Column } from '../../ui/table.tsx'
import type { Tab } from '../../ui/tabs.tsx'
import type { TimelineAttempt } from '../../ui/timeline.tsx'
import type { Axis, Point, Stretch } from '../../ui/track.tsx'
import type { TranscriptLine } from '../../ui/transcript.tsx'
import type { WeekDay } from '../../ui/week-strip.tsx'

export const id = '01935a2e-7c1a-7f04-9b1d-2e6a5c0f8d11'
export const twilioId = 'CA5ef8732a3c49700934481addd5ce1659'

/** Milliseconds of a time of the sample's day: `at('14:06:32')`. */
export function at(time: string): number {
  return Date.parse(`2026-11-23T${time.length === 5 ? `${time}:00` : time}Z`)
}

const ticksOf = (...times: string[]) => times.map((time) => ({ at: at(time), label: time }))

export const boardAxis: Axis = {
  from: at('13:56:30'),
  to: at('14:21'),
  now: at('14:06:32'),
  ticks: ticksOf('14:00', '14:05', '14:10', '14:15', '14:20'),
}

export const callTrack: {
  axis: Axis
  stretches: (Stretch & { label?: string; isNow?: boolean })[]
  points: Point[]
} = {
  axis: {
    from: at('13:41'),
    to: at('14:09'),
    now: at('14:06:32'),
    ticks: ticksOf('13:45', '13:50', '13:55', '14:00', '14:05'),
  },
  stretches: [
    { kind: 'rings', from: at('13:42:12'), to: at('13:42:43'), isPast: true, label: '1st, nobody answered' },
    {
      kind: 'waits',
      from: at('13:42:43'),
      to: at('14:03:58'),
      label: 'waits 20 min, then 75 s for a free slot',
    },
    { kind: 'rings', from: at('14:03:58'), to: at('14:04:10') },
    { kind: 'speaks', from: at('14:04:10'), to: at('14:06:32'), label: '2nd, speaking', isNow: true },
  ],
  points: [{ at: at('13:42:00') }],
}

export const attempts: TimelineAttempt[] = [
  {
    id: '1',
    status: 'closed',
    name: '1st',
    about: 'not answered within 30 s',
    events: [
      { id: 'a', time: '13:42:10.530', what: 'Dialed', from: 'ours' },
      { id: 'b', time: '13:42:12.884', what: 'Rings', detail: 'ringing, +0.2 s', from: 'carrier' },
      { id: 'c', time: '13:42:42.901', what: 'Not answered', detail: 'no-answer, +0.4 s', from: 'carrier' },
    ],
    wait: 'Waited 20 min, as the campaign says, and 75 s for a free slot.',
  },
  {
    id: '2',
    status: 'live',
    name: '2nd',
    about: 'from +1 646 555 0100, by Twilio East',
    events: [
      { id: 'a', time: '14:03:58.214', what: 'Dialed', from: 'ours' },
      { id: 'b', time: '14:04:01.070', what: 'Rings', detail: 'ringing, +0.3 s', from: 'carrier' },
      { id: 'c', time: '14:04:09.412', what: 'Answered', detail: 'in-progress, +0.2 s', from: 'carrier' },
      { id: 'd', time: '14:04:10.006', what: 'A person, not a machine', detail: 'in 0.6 s', from: 'ours' },
      { id: 'e', time: '14:04:10.031', what: 'Speaking', detail: '2 min 22 s', from: 'now' },
    ],
  },
]

export const customer = [
  { name: 'name', value: 'Maria Delgado' },
  { name: 'plan', value: 'Fiber 500, ends 30 Nov 2026' },
  { name: 'offer_price', value: '49.00' },
]

export const transcript: TranscriptLine[] = [
  {
    id: '1',
    time: '14:04:10',
    speaker: 'Agent',
    isCustomer: false,
    words:
      'Good afternoon, this is the automated assistant of Lakeside Fiber. Am I speaking with Maria Delgado?',
  },
  {
    id: '2',
    time: '14:04:17',
    speaker: 'Customer',
    isCustomer: true,
    words: 'Yes, that’s me. What is this about?',
  },
  {
    id: '3',
    time: '14:04:38',
    speaker: 'Agent',
    isCustomer: false,
    words:
      'Your contract ends on 30 November. You can keep it for 49 dollars a month, the price you pay today.',
    sources: ['Knowledge base: “Contract ends”, score 0.86'],
  },
  {
    id: '4',
    time: '14:06:24',
    speaker: 'Customer',
    isCustomer: true,
    words: 'Let me read it first, and then',
    grows: true,
  },
]

export const script =
  'Good afternoon, this is the automated assistant of Lakeside Fiber. Am I speaking with {{ name }}? Your {{ plan }} contract ends soon, and you can keep it for {{ offer_price }} dollars a month.'

export const callerIds = [
  { value: 'a', label: '+1 646 555 0100, Twilio East' },
  { value: 'b', label: '+1 312 555 0100, Twilio West' },
]

export const zones = [
  { id: 'America/New_York', label: 'New York' },
  { id: 'America/Chicago', label: 'Chicago' },
  { id: 'Europe/Berlin', label: 'Berlin' },
]

const office = [{ from: 540, to: 1080 }]

export const week: WeekDay[] = [
  { id: 'mon', label: 'Mon', windows: office, isToday: true },
  { id: 'tue', label: 'Tue', windows: office },
  { id: 'wed', label: 'Wed', windows: office },
  { id: 'thu', label: 'Thu', windows: office, isClosed: true },
  { id: 'fri', label: 'Fri', windows: [{ from: 540, to: 1200 }], overlaps: [{ from: 1020, to: 1080 }] },
  { id: 'sat', label: 'Sat', windows: [{ from: 600, to: 840 }] },
  { id: 'sun', label: 'Sun', windows: [] },
]

export const tabs: Tab[] = [
  { id: 'all', label: 'All', count: '4,812', href: '/parts' },
  { id: 'queued', label: 'Queued', count: '212', status: 'waits', href: '/parts' },
  { id: 'sent', label: 'Sent', count: '161', status: 'rings', href: '/parts' },
  { id: 'delivered', label: 'Delivered', count: '1,904', status: 'done', href: '/parts' },
  { id: 'failed', label: 'Failed', count: '143', status: 'failed', href: '/parts' },
  { id: 'unresolved', label: 'Not known yet', count: '21', status: 'unknown', href: '/parts' },
]

export const reasons = [
  { count: 88, reason: 'Not on WhatsApp', advice: 'Your turn: another number, or a call.', code: '131026' },
  { count: 31, reason: 'Template was paused', advice: 'Over since 14:02. Send these again.', code: '132015' },
  {
    count: 17,
    reason: 'Meta’s limit per person',
    advice: 'Meta’s turn: 24 hours from each failure.',
    code: '131049',
  },
]

export interface SampleMessage {
  id: string
  number: string
  name: string
  reason: string
  advice: string
  failed: string
  code: string
  isAgain: boolean
}

export const messages: SampleMessage[] = [
  {
    id: '1',
    number: '+1 212 555 0119',
    name: 'Noor Vermeer',
    reason: 'Meta paused the template from 13:48 to 14:02.',
    advice: 'It is approved again. Send again makes a new message.',
    failed: 'Mon 23 Nov, 13:51:07',
    code: 'Meta 132015',
    isAgain: true,
  },
  {
    id: '2',
    number: '+49 30 5550 0142',
    name: 'Jana Kühn',
    reason: 'The number is not on WhatsApp.',
    advice: 'Ask the customer for another number, or place a call.',
    failed: 'Mon 23 Nov, 11:20:31',
    code: 'Meta 131026',
    isAgain: false,
  },
  {
    id: '3',
    number: '+972 3 555 0108',
    name: 'נועה לוי',
    reason: 'The number is not on WhatsApp.',
    advice: 'Sent again as …7f20, which failed the same way.',
    failed: 'Sun 22 Nov, 17:30:02',
    code: 'Meta 131026',
    isAgain: false,
  },
]

export const messageColumns: Column<SampleMessage>[] = [
  {
    id: 'recipient',
    head: 'Recipient',
    cell: ({ number }) => (
      <a href="/app/parts">
        <bdi>{number}</bdi>
      </a>
    ),
    second: ({ name }) => <bdi>{name}</bdi>,
  },
  {
    id: 'reason',
    head: 'Reason, and what to do',
    cell: ({ reason }) => reason,
    second: ({ advice }) => advice,
  },
  {
    id: 'failed',
    head: 'Failed, New York',
    cell: ({ failed }) => <bdi>{failed}</bdi>,
    second: ({ code }) => code,
    sort: { href: '/parts', order: 'descending' },
  },
]

const counts = [41, 52, 48, 60, 12, 9, 55, 63, 58, 71, 66, 14, 8, 37]

export const bars = counts.map((value, index) => ({
  id: String(index),
  label: `${index + 10} Nov`,
  value,
  shown: String(value),
  isNow: index === counts.length - 1,
}))

const shares = [0.5, 0.2, 0.1, 0.1, 0.05, 0.05]
const outcomes = ['completed', 'no answer', 'busy', 'failed', 'canceled', 'live']

/** The same in parts, beside the span before. */
export const splitBars = bars.map((bar, index) => ({
  ...bar,
  href: '/parts',
  before: { label: `${index + 1} Nov`, value: counts[13 - index] ?? 0, shown: String(counts[13 - index]) },
  parts: shares.map((share) => ({ value: share * bar.value, shown: (share * bar.value).toFixed(0) })),
}))
export const barParts = shares.map((share, index) => ({
  id: String(index),
  label: outcomes[index],
  shown: `${100 * share} %`,
  share,
}))

export const curl = `curl 'https://switchboard.example/api/organizations/01935a2e/projects/01935a2f/campaigns?limit=50' \\
  --header "Authorization: Bearer $SWITCHBOARD_TOKEN"`

/** The steps of a small workflow; nothing leads to the last. */
export const flow = [
  { id: 'ask', row: 0, leadsTo: ['decide', 'bye'], sentence: 'ask: then decide, bye', isPassed: true },
  {
    id: 'decide',
    row: 1,
    leadsTo: ['connect', 'ask'],
    sentence: 'decide: then connect, ask',
    isMarked: true,
  },
  { id: 'bye', row: 1, leadsTo: [], sentence: 'bye: the call ends' },
  { id: 'connect', row: 2, leadsTo: ['bye'], sentence: 'connect: then bye' },
  { id: 'apologize', row: null, leadsTo: ['bye'], sentence: 'apologize: then bye; nothing leads here' },
]

export const bubble: PhoneBubbleProps = {
  label: 'Message of the template order_shipped',
  from: 'Lakeside Fiber',
  number: '+1 646 555 0100',
  header: { kind: 'text', pieces: ['Your router is on its way'] },
  body: [
    'Hi ',
    { name: 'name', value: 'Noor' },
    ', order ',
    { name: 'order', value: 'LF-20418' },
    ' left our warehouse today. It should arrive on ',
    { name: 'day' },
    '.\n\nSomeone must be at home to sign for it.',
  ],
  footer: 'Reply STOP to opt out',
  buttons: [
    { kind: 'url', label: 'Track the parcel', detail: 'https://example.com/{{1}}' },
    { kind: 'reply', label: 'Not at home' },
  ],
  time: '13:51',
}

export const eventLog = (
  <EventLog
    label="What happened"
    days={[
      {
        id: 'today',
        head: 'Mon 23 Nov, New York',
        events: [
          {
            id: '2',
            time: '14:02:10',
            what: <Link href="#call">Call of Renewals</Link>,
            detail: '28 s long',
          },
          { id: '1', time: '09:15:00', what: <Link href="#chat">Wrote</Link>, words: 'Where is my order?' },
        ],
      },
    ]}
  />
)
