import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'
import { postWebhook, statusOf, webhookOf } from '../../test/support/whatsapp-webhook.ts'
import { cpuSeconds } from '../support/cpu-time.ts'
import { createNumbers } from '../support/numbers.ts'
import { percentile, table } from '../support/report.ts'
import type { Stage } from '../support/stage.ts'
import { seedBroadcasts, sendTo } from './broadcasts.ts'

const eventsPerSecond = 200
const sendsPerSecond = 50
/** The statuses of each message after the first, which the response has given. */
const statuses = ['sent', 'delivered', 'read']
/** How often the number of waiting events is read. */
const lookEveryMs = 250
const emptyMostMs = 120_000

/**
 * Sends signed webhooks with one status each at a fixed rate, beside sends at another rate, without waiting for
 * responses. The messages were sent before, so that each status is new. Acknowledgement times count from when the
 * request was due: a program that stalls makes the later requests late too.
 */
export async function benchWebhooks(stage: Stage, { seconds }: { seconds: number }): Promise<void> {
  const { databaseUrl, db, context } = await stage.createDatabase()
  const graph = await stage.start(['bench/whatsapp/bare-graph.ts'], {})
  const [broadcast] = await seedBroadcasts(context, { organizations: 1, graphUrl: graph.url })
  const api = await stage.start(['src/cli/main.ts', 'api'], { DATABASE_URL: databaseUrl })
  const nextNumber = createNumbers()
  const send = async () => {
    const { path, ...request } = sendTo(broadcast!, nextNumber())
    const response = await fetch(api.url + path, request)
    if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`)
    return ((await response.json()) as { data: { message_id: string; provider_message_id: string } }).data
  }
  const messages = Math.ceil((seconds * eventsPerSecond) / statuses.length)
  const sent: Awaited<ReturnType<typeof send>>[] = []
  while (sent.length < messages) sent.push(...(await Promise.all(Array.from({ length: 16 }, send))))
  const worker = await stage.start(['src/cli/main.ts', 'worker'], { DATABASE_URL: databaseUrl })
  await delay(1_000)

  /**
   * Sends one status for all messages before the next status, because nobody reads a message at the moment of its
   * delivery.
   */
  const sendWebhook = async (index: number) => {
    const { message_id: callbackData, provider_message_id: wamid } = sent[index % messages]!
    const status = statusOf({ wamid, status: statuses[Math.floor(index / messages)]!, callbackData })
    const response = await postWebhook(api.url, webhookOf({ statuses: [status] }))
    await response.text()
    if (response.status !== 200) throw new Error(`a webhook was answered ${response.status}`)
  }
  const pids = [api.pid, worker.pid, stage.postgresPid]
  const before = pids.map(cpuSeconds)
  const begun = performance.now()
  const sampling = sampleWaiting(db, begun + seconds * 1_000)
  const [acknowledged, answered] = await Promise.all([
    atRate(eventsPerSecond, seconds * eventsPerSecond, sendWebhook),
    atRate(sendsPerSecond, seconds * sendsPerSecond, send),
  ])
  const tookSeconds = (performance.now() - begun) / 1_000
  const cores = pids.map((pid, index) => ((cpuSeconds(pid) - before[index]!) / tookSeconds).toFixed(2))
  const waiting = await sampling
  const emptyMs = await untilEmpty(db)
  const processed = await selectProcessed(db)
  await Promise.all([api, worker, graph].map((program) => program.stop()))
  if (processed.faults > 0) throw new Error(`${processed.faults} events could not be processed`)

  const row = (name: string, { values, faults }: Timings, target: string) => [
    name,
    values.length,
    ...[percentile(values, 0.5), percentile(values, 0.99), Math.max(...values)].map((ms) => ms.toFixed(1)),
    target,
    faults,
  ]
  table(
    `${eventsPerSecond} status webhooks a second for ${seconds} s, beside ${sendsPerSecond} sends a second, one API and one worker`,
    ['', 'n', 'p50 ms', 'p99 ms', 'longest ms', 'target', 'faults'],
    [
      row('webhook → its acknowledgement', acknowledged, 'p99 < 250 ms'),
      row('event stored → processed', processed, ''),
      row('send → its answer', answered, ''),
    ],
  )
  table(
    'How far behind the worker was, and cores in use meanwhile',
    ['events waiting, median', 'most', 'empty after the last, ms', 'API', 'worker', 'PostgreSQL'],
    [[percentile(waiting, 0.5), Math.max(...waiting), emptyMs.toFixed(0), ...cores]],
  )
}

interface Timings {
  values: number[]
  faults: number
}

/**
 * Runs something at a fixed rate, whether or not earlier runs have ended. Returns the milliseconds from when each was
 * due.
 */
async function atRate(
  perSecond: number,
  count: number,
  act: (index: number) => Promise<unknown>,
): Promise<Timings> {
  const begun = performance.now()
  const values: number[] = []
  const faults: unknown[] = []
  const acts: Promise<void>[] = []
  for (let index = 0; index < count; index++) {
    const dueAt = begun + (1_000 * index) / perSecond
    if (dueAt > performance.now()) await delay(dueAt - performance.now())
    acts.push(
      act(index).then(
        () => void values.push(performance.now() - dueAt),
        (error: unknown) => void faults.push(error),
      ),
    )
  }
  await Promise.all(acts)
  if (faults.length > 0) console.error(faults[0])
  return { values, faults: faults.length }
}

async function countWaiting(db: Db): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    sql`select count(*) from whatsapp_events where processed_at is null`,
  )
  return row!.count
}

async function sampleWaiting(db: Db, until: number): Promise<number[]> {
  const counts: number[] = []
  for (; performance.now() < until; await delay(lookEveryMs)) counts.push(await countWaiting(db))
  return counts
}

async function untilEmpty(db: Db): Promise<number> {
  const begun = performance.now()
  while ((await countWaiting(db)) > 0) {
    if (performance.now() - begun > emptyMostMs) throw new Error('the worker has not caught up')
    await delay(5)
  }
  return performance.now() - begun
}

/** From the arrival of each event to the beginning of the transaction that processed it. */
async function selectProcessed(db: Db): Promise<Timings> {
  const rows = await db.query<{ ms: number; fault: string | null }>(sql`
    select (1000 * extract(epoch from processed_at - received_at))::double precision as ms, fault
    from whatsapp_events where processed_at is not null`)
  return { values: rows.map(({ ms }) => ms), faults: rows.filter(({ fault }) => fault !== null).length }
}
