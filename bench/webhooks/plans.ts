import type { Client, QueryResultRow } from 'pg'
import { uuidv7 } from '../../src/base/ids.ts'
import type { Transaction } from '../../src/db/queryable.ts'
import { sql, toStatement } from '../../src/db/sql.ts'
import type { Sql } from '../../src/db/sql.ts'
import { deletePastEvents } from '../../src/events/queries.ts'
import {
  claimDeliveries,
  claimInOrder,
  holdWaiting,
  pullWaiting,
} from '../../src/webhooks/delivery/claim-queries.ts'
import { lockLines, selectDueLines, updateLines } from '../../src/webhooks/delivery/line-queries.ts'
import type { EndpointKey } from '../../src/webhooks/delivery/line-queries.ts'
import { settleTries, wakeNextOfSubjects } from '../../src/webhooks/delivery/settle-queries.ts'
import { deletePastDeliveries } from '../../src/webhooks/endpoints/delete-queries.ts'
import type { Tenant } from '../../test/support/webhooks/events.ts'
import { table } from '../support/report.ts'
import type { BenchDatabase, Stage } from '../support/stage.ts'
import { addEndpoints, connectAdmin } from './deliveries.ts'

/** Deliveries of each endpoint that can be sent now. */
const dueEach = 20
const seededAtOnce = 20_000

/**
 * Counts the pages that each statement of a worker reads beside many deliveries: with plans that were made while the
 * tables were empty, and with plans that know their size. Needs a stage with pg_stat_statements and without autovacuum.
 *
 * @param deliveries how many there are; one in 20 waits for a later try, and a few are due.
 */
export async function benchPlans(stage: Stage, { deliveries }: { deliveries: number }): Promise<void> {
  const database = await stage.createDatabase()
  const { db } = database.context
  const tenant = await addEndpoints(database, 'https://crm.example.com')
  const endpoints = await db.query<EndpointKey>(
    sql`select organization_id, _id as endpoint_id from webhook_endpoints`,
  )
  await using stack = new AsyncDisposableStack()
  const admin = await connectAdmin(database)
  stack.defer(() => admin.end())
  const connect = async (): Promise<Connections> => {
    const client = await db.connect()
    stack.defer(() => client.end())
    await client.query('set plan_cache_mode = force_generic_plan')
    return { client, admin }
  }
  const early = await connect()
  await runAll(early, endpoints)
  await seed(database, tenant, deliveries)
  const before = await runAll(early, endpoints)
  await db.write(sql`analyze`)
  const after = await runAll(await connect(), endpoints)
  table(
    `Pages that statements read beside ${deliveries} deliveries`,
    ['statement', 'rows', 'pages, planned for empty tables', 'pages, planned for these'],
    [...after].map(([name, { rows, pages }]) => [name, rows, before.get(name)!.pages, pages]),
  )
}

interface Connections {
  client: Client
  /** Reads what pg_stat_statements has counted. */
  admin: Client
}

interface Cost {
  rows: number
  pages: number
}

/** Runs each statement in a transaction that is rolled back. */
async function runAll(
  { client, admin }: Connections,
  endpoints: readonly EndpointKey[],
): Promise<Map<string, Cost>> {
  const costs = new Map<string, Cost>()
  const now = new Date()
  const leaseToken = uuidv7()
  const times = { now, leaseUntil: new Date(now.getTime() + 40_000), leaseToken }
  const first = endpoints[0]!
  const query = async <Row>(statement: Sql): Promise<Row[]> =>
    (await client.query<Row & QueryResultRow>(toStatement(statement))).rows
  const transaction: Transaction = { inTransaction: true, query, write: query }
  const count = async <Result>(
    name: string,
    run: () => Promise<Result>,
    rowsOf: (result: Result) => number,
  ): Promise<Result> => {
    await admin.query('select pg_stat_statements_reset()')
    const result = await run()
    const { rows } = await admin.query<{ pages: number }>(`
      select coalesce(sum(shared_blks_hit + shared_blks_read), 0)::integer as pages from pg_stat_statements
      where dbid = (select oid from pg_database where datname = current_database())
        and query not like '%pg_stat_statements%'`)
    costs.set(name, { rows: rowsOf(result), pages: rows[0]!.pages })
    return result
  }
  const length = (rows: readonly unknown[]): number => rows.length
  await client.query('begin')
  const limits = { proven: 100, unproven: 100, failing: 100 }
  await count(
    'which endpoints have something due',
    () => selectDueLines(transaction, now, [], limits),
    length,
  )
  const lines = await count('lock them', () => lockLines(transaction, endpoints, now), length)
  const claims = endpoints.map((key) => ({ ...key, window: 10, most: 10 }))
  const claimed = await count('claim', () => claimDeliveries(transaction, claims, times), length)
  const tries = claimed.map(({ endpoint_id, event, lease_token, tries: n }, index) => ({
    organization_id: first.organization_id,
    endpoint_id,
    event_id: event._id,
    lease_token,
    n,
    state: index % 20 === 0 ? ('waiting' as const) : ('delivered' as const),
    due_at: new Date(now.getTime() + 5_000),
    failures: 0,
    at: now,
    milliseconds: 5,
    status: 200,
    answer: '',
    reason: null,
  }))
  const ids = endpoints.map(({ endpoint_id }) => endpoint_id)
  const closed = await count('record what has ended', () => settleTries(transaction, tries, ids), length)
  const subjects = closed.filter(({ endpoint_id }) => endpoint_id === first.endpoint_id)
  await count(
    'make the next of subjects due',
    () =>
      wakeNextOfSubjects(
        transaction,
        first,
        subjects.map(({ subject_id }) => subject_id),
        now,
      ),
    () => subjects.length,
  )
  const changed = lines.map(({ organization_id, endpoint_id, standing, arrival_at }) => ({
    ...standing,
    organization_id,
    endpoint_id,
    arrival_at,
  }))
  await count(
    'how endpoints stand',
    () => updateLines(transaction, changed),
    () => changed.length,
  )
  await count(
    'claim by subject, one endpoint',
    () => claimInOrder(transaction, { ...first, window: 10, most: 10 }, times),
    (next) => next.claimed.length,
  )
  await count(
    'make due what waits, one endpoint',
    () => pullWaiting(transaction, first, now),
    (hasMore) => (hasMore ? 1_000 : 0),
  )
  await count(
    'hold what waits, one endpoint',
    () => holdWaiting(transaction, first, now),
    (hasMore) => (hasMore ? 1_000 : 0),
  )
  await count('delete past deliveries', () => deletePastDeliveries(transaction, now), Number)
  await count('delete past events', () => deletePastEvents(transaction, now), Number)
  await client.query('rollback')
  return costs
}

async function seed({ context: { db } }: BenchDatabase, tenant: Tenant, deliveries: number): Promise<void> {
  const endpoints = sql`(select _id, row_number() over (order by _id) - 1 as place from webhook_endpoints)`
  for (let from = 1; from <= deliveries; from += seededAtOnce)
    await db.write(sql`
      insert into webhook_deliveries (organization_id, endpoint_id, event_id, subject_id, state, created_at, due_at, tries)
      select ${tenant.organization_id}::uuid, p._id, gen_random_uuid(), gen_random_uuid(),
        case when n / 20 % 20 = 0 then 'waiting' else 'delivered' end, now() - n * interval '1 ms',
        now() + n * interval '10 ms' + interval '1 minute', 1
      from generate_series(${from}::integer, ${Math.min(deliveries, from + seededAtOnce - 1)}::integer) n
      join ${endpoints} p on p.place = n % 20`)
  await db.write(sql`
    with made as (
      insert into events (organization_id, project_id, _id, type, subject_kind, subject_id, at, data)
      select ${tenant.organization_id}::uuid, ${tenant.project_id}::uuid, gen_random_uuid(), 'call.ended', 'call',
        gen_random_uuid(), now() - interval '1 second', '{}'
      from generate_series(1, ${dueEach * 20}::integer) returning *)
    insert into webhook_deliveries (organization_id, endpoint_id, event_id, subject_id, created_at, due_at)
    select e.organization_id, p._id, e._id, e.subject_id, e.at, e.at
    from (select *, row_number() over () as n from made) e join ${endpoints} p on p.place = e.n % 20`)
}
