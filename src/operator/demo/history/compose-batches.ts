import { createHash } from 'node:crypto'
import type { RowFault } from '../../../calls/batches/batch.ts'
import { composeCall } from './compose-calls.ts'
import type { HistoryCampaign, PastCall } from './compose-calls.ts'
import { isoOf, localDays } from './local-time.ts'
import { historyDays, patterns } from './pattern.ts'
import type { CampaignPattern } from './pattern.ts'
import { isNearStorm } from './people.ts'
import type { DemoPerson } from './people.ts'
import type { Random } from './random.ts'

/** A file of calls of the history. Instants are in milliseconds. */
export interface PastBatch {
  _id: string
  campaign_id: string
  name: string
  file: Buffer
  sha256: Buffer
  rows: number
  faults: RowFault[]
  /** When the file was given. */
  at: number
  /** When its last row had become a call. */
  queued_at: number
  /** In the order of the file. */
  calls: { call: PastCall; line: number }[]
}

/** Which campaigns got files, on the last working day that lies so far back or further. */
const files = [
  { campaign: 'Renewal reminders', daysAgo: 26, hour: 10, people: 48, name: 'renewals' },
  { campaign: 'Storm check-ins', daysAgo: 18, hour: 11, people: 64, name: 'homes near the storm' },
  { campaign: 'Renewal reminders', daysAgo: 4, hour: 14, people: 40, name: 'renewals' },
] as const

/** Rows are queued within this time, then dialed as slots get free. */
const queueingMs = 600
const callMs = 40_000

/** Composes the files whose calls are over before `until`, oldest first. */
export function composeBatches(
  random: Random,
  {
    people,
    campaigns,
    until,
    last,
  }: { people: readonly DemoPerson[]; campaigns: readonly HistoryCampaign[]; until: Date; last: number },
): PastBatch[] {
  return files.flatMap((file) => {
    const campaign = campaigns.find(({ name }) => name === file.campaign)
    const pattern = patterns.find((each) => each.campaign === file.campaign)
    if (campaign === undefined || pattern === undefined) return []
    const day = localDays(until, pattern.timeZone, historyDays)
      .filter(({ daysAgo, weekday }) => daysAgo >= file.daysAgo && weekday <= 5)
      .at(-1)!
    const at = Math.floor(day.at(file.hour, random.next() * 20))
    const called = pattern.talk === 'storm' ? people.filter(isNearStorm) : people
    const chosen = pickSome(random, called, file.people)
    const name = `${file.name} ${isoOf(at).slice(0, 10)}.csv`
    return [composeBatch(random, { campaign, pattern, people: chosen, name, at, last })]
  })
}

interface BatchPlan {
  campaign: HistoryCampaign
  pattern: CampaignPattern
  people: readonly DemoPerson[]
  name: string
  at: number
  last: number
}

function composeBatch(random: Random, { people, name, at, ...plan }: BatchPlan): PastBatch {
  const { campaign } = plan
  const { text, lines, rows, faults } = composeFile(people)
  const queued_at = at + queueingMs
  const betweenMs = callMs / campaign.slots
  const calls = people.map((person, index) => {
    const dialAt = Math.floor(queued_at + 1_000 + (index + random.next() / 2) * betweenMs)
    const call = composeCall(random, { ...plan, person, at: queued_at, dialAt, isFromFile: true })
    if (call === null) throw new Error(`the calls of ${name} are not over in time`)
    return { call, line: lines[index]! }
  })
  const file = Buffer.from(text)
  const sha256 = createHash('sha256').update(file).digest()
  const _id = random.idAt(at)
  return { _id, campaign_id: campaign._id, name, file, sha256, rows, faults, at, queued_at, calls }
}

/** The rows before which a faulty one stands. */
const shortenedBefore = 11
const repeatedBefore = 23

/** Returns a file with a row for each person, and two rows that are left out. */
function composeFile(people: readonly DemoPerson[]) {
  const rows = ['phone_number,name,email,policy']
  const lines: number[] = []
  const faults: RowFault[] = []
  const addFault = (kind: RowFault['kind'], message: string) =>
    faults.push({ line: rows.length, kind, field: 'phone_number', message })
  people.forEach((person, index) => {
    if (index === shortenedBefore) {
      rows.push('1.41556E+10,Pat Doe,,AC-000001')
      addFault('number', 'was shortened by a spreadsheet; format the column as text and fill it in again')
    }
    if (index === repeatedBefore) {
      rows.push(rowOf(people[0]!))
      addFault('repeated', `is the number of line ${lines[0]} too`)
    }
    rows.push(rowOf(person))
    lines.push(rows.length)
  })
  return { text: `${rows.join('\n')}\n`, lines, rows: rows.length - 1, faults }
}

function rowOf({ number, name, email, policyNumber }: DemoPerson): string {
  return [number, name, email ?? '', policyNumber].join(',')
}

/** Returns so many of the people, each once. */
function pickSome(random: Random, people: readonly DemoPerson[], count: number): DemoPerson[] {
  const chosen = new Set<DemoPerson>()
  while (chosen.size < Math.min(count, people.length)) chosen.add(random.pick(people))
  return [...chosen]
}
