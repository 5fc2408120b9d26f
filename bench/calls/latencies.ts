import { setTimeout as delay } from 'node:timers/promises'
import { sql } from '../../src/db/sql.ts'
import { createNumbers } from '../support/numbers.ts'
import { seedOrganization } from '../support/organization.ts'
import type { Seeded } from '../support/organization.ts'
import { percentile, table } from '../support/report.ts'
import type { BenchDatabase, Stage } from '../support/stage.ts'
import { startBareCarrier } from './bare-carrier.ts'
import type { BareCarrier, PlacedCall } from './bare-carrier.ts'
import { insertWaitingCalls } from './waiting-calls.ts'

/** How many campaigns are measured side by side. Each is recognized by its own carrier account and caller ID. */
const campaigns = 8
/** How many first values are discarded, since new processes are slow. */
const warmUps = 80
const openings = 40
const retries = 5
const retrying = 30
/**
 * How long a call lasts on average at the stand-in carrier (from one half to three halves of it): long enough that
 * calls do not queue for the processor.
 */
const callMs = 200
const lifeMs = () => callMs * (0.5 + Math.random())

/**
 * Measures the time from the event that lets a call go to the request at the carrier. API and worker are separate
 * processes.
 */
export async function benchLatencies(stage: Stage): Promise<void> {
  const rows: (string | number)[][] = []
  const add = (name: string, values: number[], target: string) =>
    rows.push([
      name,
      values.length,
      percentile(values, 0.5).toFixed(1),
      percentile(values, 0.99).toFixed(1),
      Math.max(...values).toFixed(1),
      target,
    ])
  add('a call is queued → its dial, where a slot is free', await queuedCalls(stage), 'p99 < 50 ms')
  add('a slot is freed → the next call of the line', await freedSlots(stage), 'p99 < 50 ms')
  add('a number is freed → the call that waits for it', await freedNumbers(stage), 'p99 < 50 ms')
  add('a retry is due → its dial', await dueRetries(stage), '< 1,000 ms')
  add(
    `calling hours open → first dial of each of ${openings} campaigns`,
    await openingHours(stage),
    '< 1,000 ms',
  )
  table(
    'Time until the request reaches the carrier',
    ['from', 'n', 'p50 ms', 'p99 ms', 'longest ms', 'target'],
    rows,
  )
}

interface Run {
  database: BenchDatabase
  seeded: Seeded
  /** The address of the API. */
  url: string
  stop: () => Promise<void>
}

async function startRun(stage: Stage, carrier: BareCarrier, campaign: Record<string, unknown>): Promise<Run> {
  const database = await stage.createDatabase()
  const seeded = await seedOrganization(database.context, {
    carriers: campaigns,
    campaigns: Array.from({ length: campaigns }, () => campaign),
    carrierUrl: carrier.url,
  })
  const environment = { DATABASE_URL: database.databaseUrl }
  const api = await stage.start(['src/cli/main.ts', 'api'], environment)
  const worker = await stage.start(['src/cli/main.ts', 'worker'], { ...environment, PUBLIC_URL: api.url })
  return {
    database,
    seeded,
    url: api.url,
    stop: async () => {
      await Promise.all([worker.stop(), api.stop()])
    },
  }
}

/** Ends each call after a moment, and measures until the next call of the same campaign. */
function measureNext(carrier: BareCarrier, count: number): Promise<number[]> {
  const freedAt = new Map<string, number>()
  const values: number[] = []
  return new Promise((resolve, reject) => {
    carrier.onCall = (call) => {
      const freed = freedAt.get(call.from)
      if (freed !== undefined) values.push(call.at - freed)
      if (values.length === count) return resolve(values.slice(warmUps))
      delay(lifeMs())
        .then(() => {
          freedAt.set(call.from, performance.now())
          return carrier.sendStatus(call, 'completed')
        })
        .catch(reject)
    }
  })
}

/** Measures single calls, from the caller's request to the request at the carrier. */
async function queuedCalls(stage: Stage): Promise<number[]> {
  const each = 40
  await using carrier = await startBareCarrier()
  const run = await startRun(stage, carrier, { slots: campaigns * each })
  const reachedAt = new Map<string, number>()
  carrier.onCall = (call) => void reachedAt.set(call.to, call.at)
  const nextNumber = createNumbers()
  const values: number[] = []
  for (let index = 0; index < each; index++)
    for (const campaignId of run.seeded.projects[0]!.campaignIds) {
      const number = nextNumber()
      const askedAt = performance.now()
      await queueCall(run, campaignId, number)
      values.push(reachedAt.get(number)! - askedAt)
    }
  await run.stop()
  return values.slice(warmUps)
}

async function queueCall({ url, seeded }: Run, campaignId: string, phone_number: string): Promise<void> {
  const { organizationId, projects } = seeded
  const { projectId, key } = projects[0]!
  const path = `/organizations/${organizationId}/projects/${projectId}/campaigns/${campaignId}/calls`
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ phone_number }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.status}: ${text}`)
}

async function freedSlots(stage: Stage): Promise<number[]> {
  const each = 50
  await using carrier = await startBareCarrier()
  const run = await startRun(stage, carrier, { slots: 1 })
  const measured = measureNext(carrier, campaigns * (each - 2))
  await fillLines(run, each, 1)
  const values = await within('freed slots', measured)
  await run.stop()
  return values
}

async function freedNumbers(stage: Stage): Promise<number[]> {
  const each = 30
  await using carrier = await startBareCarrier()
  const run = await startRun(stage, carrier, { slots: 5 })
  const nextNumber = createNumbers()
  const first: PlacedCall[] = []
  carrier.onCall = (call) => void first.push(call)
  for (const campaignId of run.seeded.projects[0]!.campaignIds) {
    const number = nextNumber()
    for (let index = 0; index < each; index++) await queueCall(run, campaignId, number)
  }
  const measured = measureNext(carrier, campaigns * (each - 2))
  for (const call of first) carrier.onCall(call)
  const values = await within('freed numbers', measured)
  await run.stop()
  return values
}

async function dueRetries(stage: Stage): Promise<number[]> {
  await using carrier = await startBareCarrier()
  const retry = { max_attempts: retries + 1, delay_minutes: 0.02, on: ['busy'] }
  const run = await startRun(stage, carrier, { slots: 20, retry })
  const { db } = run.database
  const dueAt = new Map<string, number>()
  const values: number[] = []
  const measured = new Promise<number[]>((resolve, reject) => {
    carrier.onCall = (call) => {
      const due = dueAt.get(call.to)
      if (due !== undefined) values.push(performance.timeOrigin + call.at - due)
      if (values.length === retrying * retries) return resolve(values)
      delay(lifeMs())
        .then(() => carrier.sendStatus(call, 'busy'))
        .then(() =>
          db.query<{ due_at: string | null }>(sql`select due_at from calls where phone_number = ${call.to}`),
        )
        .then(([row]) => {
          if (row?.due_at) dueAt.set(call.to, Date.parse(row.due_at))
        })
        .catch(reject)
    }
  })
  await fillLines(run, Math.ceil(retrying / campaigns), 20)
  const result = await within('due retries', measured)
  await run.stop()
  return result
}

async function openingHours(stage: Stage): Promise<number[]> {
  await using carrier = await startBareCarrier()
  const database = await stage.createDatabase()
  const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
  // The campaign is closed in the minute before noon, and the service's clock starts shortly before noon of today or
  // tomorrow.
  const calling_hours = { timezone: 'UTC', windows: [{ days, from: '12:00', to: '11:59' }] }
  const seeded = await seedOrganization(database.context, {
    carriers: openings,
    campaigns: Array.from({ length: openings }, () => ({ slots: 5, calling_hours })),
    carrierUrl: carrier.url,
  })
  await fillLines({ database, seeded }, 3, 5)
  const opensInMs = 4_000
  const opensAt = Date.now() + opensInMs
  const dayMs = 86_400_000
  const aheadMs = (((43_200_000 - opensAt) % dayMs) + dayMs) % dayMs
  const firstAt = new Map<string, number>()
  const measured = new Promise<void>((resolve) => {
    carrier.onCall = ({ from, at }) => {
      if (!firstAt.has(from)) firstAt.set(from, performance.timeOrigin + at)
      if (firstAt.size === openings) resolve()
    }
  })
  const environment = { DATABASE_URL: database.databaseUrl, CLOCK_AHEAD_MS: String(aheadMs) }
  const service = await stage.start(['bench/calls/service.ts'], environment)
  await within('an opening', measured)
  await service.stop()
  const values = [...firstAt.values()].map((at) => at - opensAt)
  if (Math.min(...values) < 0) throw new Error('a campaign was dialled before it opened')
  return values
}

/** Queues calls in each campaign, and notifies the workers. */
async function fillLines(
  { database, seeded }: Pick<Run, 'database' | 'seeded'>,
  count: number,
  firstIndex: number,
): Promise<void> {
  const { organizationId: organization_id, projects } = seeded
  const { projectId: project_id, campaignIds } = projects[0]!
  const { databaseUrl, context } = database
  for (const [index, campaign_id] of campaignIds.entries()) {
    const firstNumber = 4_152_000_000 + (firstIndex + index) * 10_000
    await insertWaitingCalls(
      databaseUrl,
      { organization_id, project_id, campaign_id },
      { count, firstNumber },
    )
  }
  context.queueNotifier.wake(campaignIds.map((campaign_id) => ({ organization_id, campaign_id })))
  await context.queueNotifier.idle()
}

async function within<T>(what: string, measured: Promise<T>): Promise<T> {
  const late = new AbortController()
  const timeout = delay(60_000, undefined, { signal: late.signal }).then(
    () => {
      throw new Error(`waited a minute in vain: ${what}`)
    },
    () => new Promise<never>(() => {}),
  )
  try {
    return await Promise.race([measured, timeout])
  } finally {
    late.abort()
  }
}
