import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { uuidv7 } from '../../src/base/ids.ts'
import { newWebhookSecret } from '../../src/base/sign-webhook.ts'
import { adminRole } from '../../src/db/postgres-access.ts'
import { sql } from '../../src/db/sql.ts'
import { eventTypes } from '../../src/events/event-types.ts'
import { insertEvents } from '../../test/support/webhooks/events.ts'
import { startReceiver } from '../../test/support/webhooks/receiver.ts'
import { cpuSeconds } from '../support/cpu-time.ts'
import { seedOrganization } from '../support/organization.ts'
import { percentile, table } from '../support/report.ts'
import type { BenchDatabase, Stage } from '../support/stage.ts'

const kinds = [...Array.from({ length: 17 }, (_, index) => `good-${index}`), 'hangs', 'fails', 'late']
const types = eventTypes.slice(0, kinds.length)
const goodCount = kinds.filter((kind) => kind.startsWith('good')).length
const ticksPerSecond = 20
/** How long the rest may take. */
const restMsMax = 30_000
/** The worker has found its endpoints by then, and its statements are prepared. */
const warmMs = 3_000

/**
 * Writes events at a steady rate for 20 endpoints, each event for one of them, and has a worker send them: 17 answer at
 * once, one hangs, one answers 500, and one answers after 10 s. Prints how long the events of the 17 took from their
 * commit to their arrival, how many were lost or came twice, and what a delivery costs.
 *
 * @param options.profile a folder for the worker's CPU profile; absent: none is taken.
 */
export async function benchDeliveries(
  stage: Stage,
  { rate, seconds, profile }: { rate: number; seconds: number; profile?: string | undefined },
): Promise<void> {
  const database = await stage.createDatabase()
  await using receiver = await startReceiver()
  const tenant = await addEndpoints(database, receiver.url)
  const { db } = database.context
  /** When the transaction of each event was committed, and when the event arrived first. */
  const committed = new Map<string, number>()
  const arrived = new Map<string, number>()
  let doubles = 0
  receiver.onRequest = ({ id, path }) => {
    if (!path.includes('good')) return
    if (arrived.has(id)) doubles++
    else arrived.set(id, performance.now())
  }
  receiver.answer = (response, { path }) => {
    receiver.received.length = 0
    if (path.includes('good')) return void response.writeHead(204).end()
    if (path.includes('fails')) return void response.writeHead(500).end()
    if (path.includes('late')) setTimeout(() => response.writeHead(204).end(), 10_000).unref()
  }
  const profiling = profile === undefined ? [] : ['--cpu-prof', '--cpu-prof-dir', profile]
  const worker = await stage.start([...profiling, 'src/cli/main.ts', 'worker'], {
    DATABASE_URL: database.databaseUrl,
    PRIVATE_HOSTS: receiver.host,
  })
  let written = 0
  const write = async (forMs: number, areCounted: boolean): Promise<number> => {
    const begun = performance.now()
    const before = written
    while (performance.now() - begun < forMs) {
      const due = before + Math.floor(((performance.now() - begun) / 1_000) * rate)
      const events = Array.from({ length: due - written }, (_, index) => eventOf(written + index))
      if (events.length > 0) await insertEvents(db, tenant, events)
      const now = performance.now()
      for (const [index, event] of events.entries())
        if (areCounted && (written + index) % types.length < goodCount) committed.set(event._id, now)
      written = due
      await delay(1_000 / ticksPerSecond)
    }
    return written - before
  }
  await write(warmMs, false)
  const statements = await countStatements(database)
  const cpu = () => ({ postgres: cpuSeconds(stage.postgresPid), worker: cpuSeconds(worker.pid) })
  const before = cpu()
  const events = await write(seconds * 1_000, true)
  const isAllThere = (): boolean => [...committed.keys()].every((id) => arrived.has(id))
  for (const end = performance.now() + restMsMax; !isAllThere() && performance.now() < end;) await delay(100)
  const after = cpu()
  const counted = await statements()
  await worker.stop()
  const lags = [...committed].flatMap(([id, at]) => (arrived.has(id) ? [arrived.get(id)! - at] : []))
  const ms = (share: number): string => percentile(lags, share).toFixed(0)
  const each = (amount: number): string => ((amount * 1_000_000) / events).toFixed(0)
  table(
    `${rate} events a second for ${seconds} s to 20 endpoints, of which one hangs, one fails and one is late (target: p99 500 ms, none lost)`,
    ['p50 ms', 'p99 ms', 'longest ms', 'lost', 'doubles', 'PostgreSQL µs an event', 'worker µs an event'],
    [
      [
        ms(0.5),
        ms(0.99),
        ms(1),
        committed.size - lags.length,
        doubles,
        each(after.postgres - before.postgres),
        each(after.worker - before.worker),
      ],
    ],
  )
  table(
    'Its most expensive statements, with the writing of the events',
    ['statement', 'per event', 'µs each', 'µs an event'],
    counted.map(({ query, calls, ms: inAll }) => [
      query.replaceAll(/\s+/g, ' ').slice(0, 90),
      (calls / events).toFixed(3),
      ((inAll * 1_000) / calls).toFixed(0),
      ((inAll * 1_000) / events).toFixed(1),
    ]),
  )
}

function eventOf(number: number) {
  return {
    _id: uuidv7(),
    type: types[number % types.length]!,
    subjectId: uuidv7(),
    data: { _id: uuidv7(), state: 'completed', campaign_id: uuidv7(), duration_seconds: 61 },
    texts: null,
    at: new Date(),
  }
}

/** Makes a project with the 20 endpoints, each for one type. */
export async function addEndpoints({ context }: BenchDatabase, url: string) {
  const seeded = await seedOrganization(context, { campaigns: [{}], carrierUrl: 'http://127.0.0.1:9' })
  const tenant = { organization_id: seeded.organizationId, project_id: seeded.projects[0]!.projectId }
  const secret = context.secretBox.seal(newWebhookSecret())
  for (const [index, kind] of kinds.entries())
    await context.db.write(sql`
      with made as (
        insert into webhook_endpoints (organization_id, project_id, _id, name, url, declared_types, types, version, secret,
          created_at, updated_at)
        values (${tenant.organization_id}, ${tenant.project_id}, ${uuidv7()}, ${kind}, ${`${url}/${kind}`},
          ${[types[index]]}, ${[types[index]]}, '2026-11-22', ${secret}, now(), now())
        returning organization_id, _id)
      insert into webhook_lines (organization_id, endpoint_id) select organization_id, _id from made`)
  return tenant
}

interface CountedStatement {
  query: string
  calls: number
  ms: number
}

/** Connects as the administrator, who alone sees what pg_stat_statements has counted. */
export async function connectAdmin({ databaseUrl }: BenchDatabase): Promise<Client> {
  const url = new URL(databaseUrl.replace('@/', '@localhost/'))
  const client = new Client({
    host: url.searchParams.get('host')!,
    user: adminRole,
    database: url.pathname.slice(1),
  })
  await client.connect()
  await client.query('create extension if not exists pg_stat_statements')
  return client
}

/**
 * Begins to count statements. The returned function returns the most expensive of them, with the time in PostgreSQL.
 */
async function countStatements(database: BenchDatabase): Promise<() => Promise<CountedStatement[]>> {
  const client = await connectAdmin(database)
  await client.query('select pg_stat_statements_reset()')
  return async () => {
    const { rows } = await client.query<CountedStatement>(`
      select query, calls::int, total_exec_time + total_plan_time as ms from pg_stat_statements
      where dbid = (select oid from pg_database where datname = current_database())
      order by ms desc limit 12`)
    await client.end()
    return rows
  }
}
