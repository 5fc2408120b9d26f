import type { Context } from '../../src/app/context.ts'
import { uuidv7 } from '../../src/base/ids.ts'
import { speakScript } from '../../src/calls/attempt/answer-instructions.ts'
import type { CarrierEvent } from '../../src/calls/attempt/carrier-events.ts'
import { recordReport } from '../../src/calls/attempt/record-report.ts'
import { selectReadAttempt } from '../../src/calls/attempt/report-queries.ts'
import { recordCarrierEvent } from '../../src/calls/attempt/settle-attempt.ts'
import { placeCall } from '../../src/calls/place/place-call.ts'
import type { Db } from '../../src/db/database.ts'
import type { Transaction } from '../../src/db/queryable.ts'
import { sql } from '../../src/db/sql.ts'
import type { Sql } from '../../src/db/sql.ts'
import { eventTypes } from '../../src/events/event-types.ts'
import { cpuSeconds } from '../support/cpu-time.ts'
import { median } from '../support/load.ts'
import { createNumbers } from '../support/numbers.ts'
import { seedOrganization } from '../support/organization.ts'
import { table } from '../support/report.ts'
import type { Stage } from '../support/stage.ts'

/** Who wants the events of a project. */
interface Listening {
  name: string
  /** The statements are sent without their events. */
  isStripped?: true
  /** The project has an endpoint for all events. */
  hasEndpoint?: true
}

const variants: Listening[] = [
  { name: 'the same statements without events', isStripped: true, hasEndpoint: true },
  { name: 'without an endpoint' },
  { name: 'with an endpoint for all events', hasEndpoint: true },
]

const writers = 4
/** How long a variant runs before the rounds that count, so that its statements are planned and compiled. */
const warmUpSeconds = 2
/** The first call of each person makes their profile; the others find it. */
const callsOfPerson = 2
/**
 * One call in two has a report that was read before another of the same attempt was recorded, and takes the long way
 * under the lock: docs/benchmarks.md counts 0.4 to 0.6 of them a call where the phone network is ten times as fast as
 * people are. Slower calls have fewer.
 */
const callsWithLockedReport = 2

/**
 * Measures what events cost in the facts of a call, as the service makes them in production, without HTTP: it is
 * placed, claimed and accepted at once, is answered, asks what to say, and ends. Rounds of the variants follow each
 * other in turn.
 */
export async function benchFactsCost(
  stage: Stage,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<void> {
  const { context } = await stage.createDatabase()
  const seeded = await seedOrganization(context, {
    projects: variants.length,
    campaigns: [{ slots: 10_000 }],
    carrierUrl: 'http://127.0.0.1:9',
  })
  const places = seeded.projects.map(({ projectId, campaignIds }) => ({
    organization_id: seeded.organizationId,
    project_id: projectId,
    campaign_id: campaignIds[0]!,
  }))
  for (const [index, place] of places.entries())
    if (variants[index]!.hasEndpoint) await addEndpoint(context.db, place)
  const next = createNumbers()
  const costs = variants.map((): Cost[] => [])
  for (let round = 0; round <= rounds; round++) {
    // Plans that were made while the tables were empty would read them from end to end.
    if (round === 1) await context.db.write(sql`analyze`)
    await context.db.write(sql`checkpoint`)
    for (const index of variants.keys()) {
      // Each round begins with another one, so that none profits from what the one before it leaves to be written.
      const at = (index + round) % variants.length
      const db = variants[at]!.isStripped ? withoutEvents(context.db) : context.db
      const measured = acceptingAll({ ...context, db })
      const cost = await measure(stage, measured, places[at]!, next, round === 0 ? warmUpSeconds : seconds)
      if (round > 0) costs[at]!.push(cost)
    }
  }
  report(costs)
}

function report(costs: Cost[][]): void {
  const of = (variant: number) => costs[variant]!.map(({ postgres, node }) => postgres + node)
  const ofPostgres = (variant: number) => costs[variant]!.map(({ postgres }) => postgres)
  /** Returns the median of the rounds' own ratios, since whole rounds are faster and slower on a shared machine. */
  const ratio = (measured: number[], base: number[]) =>
    median(measured.map((cost, round) => cost / base[round]!)).toFixed(3)
  table(
    'CPU of a call’s facts, PostgreSQL and Node (targets: 1.02 without an endpoint, 1.10 of that with one)',
    ['', 'ms a call', '× of no events, PostgreSQL', '× of no endpoint', 'PostgreSQL', 'Node', 'rounds'],
    variants.map(({ name }, index) => [
      name,
      median(of(index)).toFixed(3),
      // Taking the events out of the statements costs Node something itself.
      ratio(ofPostgres(index), ofPostgres(0)),
      ratio(of(index), of(1)),
      median(ofPostgres(index)).toFixed(3),
      median(costs[index]!.map(({ node }) => node)).toFixed(3),
      of(index)
        .map((cost) => cost.toFixed(3))
        .join(' '),
    ]),
  )
}

interface Place {
  organization_id: string
  project_id: string
  campaign_id: string
}

/** CPU milliseconds of a call. */
interface Cost {
  postgres: number
  node: number
}

/** Returns the context with a carrier that accepts every call. */
function acceptingAll(context: Context): Context {
  const { voiceProvider } = context
  const placeCalls = async () => {
    const carrierCallSid = `CA${uuidv7().replaceAll('-', '')}`
    return { kind: 'accepted' as const, carrierCallSid }
  }
  return {
    ...context,
    voiceProvider: {
      ...voiceProvider,
      connect: (account) => ({ ...voiceProvider.connect(account), placeCall: placeCalls }),
    },
  }
}

async function measure(
  stage: Stage,
  context: Context,
  place: Place,
  nextNumber: () => string,
  seconds: number,
): Promise<Cost> {
  const ended = AbortSignal.timeout(seconds * 1_000)
  const before = cpuSeconds(stage.postgresPid)
  const nodeBefore = process.cpuUsage()
  let calls = 0
  await Promise.all(
    Array.from({ length: writers }, async () => {
      while (!ended.aborted) {
        const number = nextNumber()
        for (let times = 0; times < callsOfPerson; times++)
          await liveOneCall(context, place, number, calls++ % callsWithLockedReport === 0)
      }
    }),
  )
  await context.queueNotifier.idle()
  const { user, system } = process.cpuUsage(nodeBefore)
  return {
    postgres: (1_000 * (cpuSeconds(stage.postgresPid) - before)) / calls,
    node: (user + system) / 1_000 / calls,
  }
}

/** Lets a call happen as the carrier reports it: the answer while it asks what to say, and its end. */
async function liveOneCall(
  context: Context,
  place: Place,
  phone_number: string,
  isAnswerLocked: boolean,
): Promise<void> {
  const { db, voiceProvider } = context
  const { organization_id } = place
  const customer = { phone_number, name: 'Ada' }
  const { callId } = await placeCall(context, 'queue', { ...place, customer, idempotencyKey: null })
  const attempt = await attemptOf(context, organization_id, callId)
  const report = async (more: Pick<CarrierEvent, 'call_status' | 'source' | 'sequence_number'>) => {
    const event = { ...eventOf(attempt.carrier_call_sid), ...more }
    if (isAnswerLocked && more.source === 'status_callback' && more.call_status === 'in-progress')
      return recordCarrierEvent(context, organization_id, attempt._id, event)
    const read = await selectReadAttempt(db, organization_id, attempt._id)
    const spoken =
      more.source === 'instructions' ? speakScript(voiceProvider.renderInstructions, read!) : null
    return recordReport(context, read!, event, spoken?.transcript)
  }
  await report({ call_status: 'in-progress', source: 'instructions', sequence_number: -1 })
  await report({ call_status: 'in-progress', source: 'status_callback', sequence_number: 2 })
  await report({ call_status: 'completed', source: 'status_callback', sequence_number: 3 })
}

/** Returns the attempt of a call, which the carrier knows from the addresses of its callbacks. */
async function attemptOf(
  { db }: Context,
  organizationId: string,
  callId: string,
): Promise<{ _id: string; carrier_call_sid: string }> {
  const [attempt] = await db.query<{ _id: string; carrier_call_sid: string }>(sql`
    select _id, carrier_call_sid from call_attempts where organization_id = ${organizationId} and call_id = ${callId}`)
  return attempt!
}

function eventOf(call_sid: string): Omit<CarrierEvent, 'call_status' | 'source' | 'sequence_number'> {
  const now = new Date().toISOString()
  return {
    call_sid,
    occurred_at: now,
    received_at: now,
    duration_seconds: null,
    answered_by: null,
    sip_response_code: null,
    error_code: null,
  }
}

async function addEndpoint(db: Db, place: Place): Promise<void> {
  await db.write(sql`
    insert into webhook_endpoints (organization_id, project_id, _id, name, url, declared_types, types, version, secret,
      created_at, updated_at)
    values (${place.organization_id}, ${place.project_id}, ${uuidv7()}, 'crm', 'https://crm.example.com/hooks',
      ${['*']}, ${[...eventTypes]}, '2026-11-22', '\\x00', now(), now())`)
}

/** Returns the database as statements see it that write no events. */
function withoutEvents(db: Db): Db {
  const sendTo =
    (send: Transaction['query']) =>
    <Row>(statement: Sql) => {
      const stripped = strip(statement)
      return stripped === null ? Promise.resolve([]) : send<Row>(stripped)
    }
  return {
    ...db,
    query: sendTo((statement) => db.query(statement)),
    write: sendTo((statement) => db.write(statement)),
    transaction: (run) =>
      db.transaction((transaction) => {
        const send = sendTo((statement) => transaction.query(statement))
        return run({ inTransaction: true, query: send, write: send } satisfies Transaction)
      }),
  }
}

const begins = /,?\s*new_event as \(/

/** Returns a statement without what `eventsOf` has added; null where nothing else is left. */
function strip({ strings, values }: Sql): Sql | null {
  const first = strings.findIndex((text) => begins.test(text))
  if (first === -1) return { strings, values }
  const { index, 0: begin } = begins.exec(strings[first]!)!
  const before = strings[first]!.slice(0, index)
  // Up to the parenthesis that closes the part.
  let depth = 1
  let last = first
  let at = index + begin.length
  for (; depth > 0; at++) {
    for (; at >= strings[last]!.length; at = 0) last++
    if (strings[last]![at] === '(') depth++
    if (strings[last]![at] === ')') depth--
  }
  if (/^\s*with\s*$/.test(before)) return null
  return {
    strings: [...strings.slice(0, first), before + strings[last]!.slice(at), ...strings.slice(last + 1)],
    values: [...values.slice(0, first), ...values.slice(last)],
  }
}
