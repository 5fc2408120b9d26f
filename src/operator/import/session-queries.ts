import type { Client } from 'pg'
import { cutClient } from '../../db/client.ts'
import type { Queryable, Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import { blockSeparations } from '../../people/merge/separation-lock.ts'
import type { KnownProject } from './parse-line.ts'

/** The key of an advisory lock; an arbitrary number that other programs are unlikely to use. */
const importLock = 8_020_326_116

/**
 * Sets limits for a transaction that takes minutes and touches many rows, unlike a request. It waits for a lock longer
 * than any transaction of live traffic may take.
 */
export async function prepareSession(transaction: Transaction): Promise<void> {
  const settings = {
    statement_timeout: '0',
    idle_in_transaction_session_timeout: '0',
    lock_timeout: '60s',
    synchronous_commit: 'on',
    work_mem: '64MB',
    temp_buffers: '64MB',
    // A few thousand rows are enough statistics for a temporary table that is used a few times.
    default_statistics_target: '30',
  }
  await transaction.query(sql`
    select set_config(name, value, true)
    from unnest(${Object.keys(settings)}::text[], ${Object.values(settings)}::text[]) given (name, value)`)
}

/**
 * Ends a session in the middle of a statement, so that its transaction is rolled back at once. After merely closing the
 * connection, PostgreSQL would run the statement to its end and hold its locks until then.
 */
export function terminateSession(db: Queryable, client: Client & { processID?: number | null }): void {
  db.query(sql`select pg_terminate_backend(${client.processID ?? null}::integer)`).then(
    ([row]) => (row === undefined ? cutClient(client) : undefined),
    () => cutClient(client),
  )
}

/**
 * Waits, without limit, until no other import is past its reading, and keeps others waiting until the transaction ends.
 * So the second of two files finds what the first has stored, and neither waits for rows of the other.
 */
export async function lockImports(
  transaction: Transaction,
  onWait: (waitsFor: string) => void = () => {},
): Promise<void> {
  const [lock] = await transaction.query<{ is_held: boolean }>(sql`
    select pg_try_advisory_xact_lock(${importLock}::bigint) as is_held`)
  if (lock?.is_held === true) return
  onWait('another import is being written; this one waits for it')
  await transaction.query(sql`select set_config('lock_timeout', '0', true)`)
  await transaction.query(sql`select pg_advisory_xact_lock(${importLock}::bigint)`)
  await transaction.query(sql`select set_config('lock_timeout', '60s', true)`)
}

/** The organizations of the file. */
export const stagedOrganizations = sql`select organization_id from staged`

/**
 * Switches off the row-by-row check of foreign keys, which takes half of the time of the inserts, if the database user
 * may do so. It is used for rows whose references were all checked at once and are locked.
 *
 * The setting switches off triggers too, also those by which a move to another cell notes what is written. So the
 * checks stay on if an organization whose rows are written moves or has moved.
 *
 * @param organizations a query for their ids.
 */
export async function leaveOffRowChecks(transaction: Transaction, organizations: Sql): Promise<void> {
  await transaction.query(sql`
    select set_config('session_replication_role', 'replica', true)
    where has_parameter_privilege('session_replication_role', 'SET')
      and not exists (select from organization_moves where organization_id in (${organizations}))`)
}

export async function resumeRowChecks(transaction: Transaction): Promise<void> {
  await transaction.query(sql`
    select set_config('session_replication_role', 'origin', true)
    where current_setting('session_replication_role') <> 'origin'`)
}

export async function selectKnownProjects(db: Queryable): Promise<KnownProject[]> {
  return db.query<KnownProject>(sql`select organization_id, _id, default_country from projects`)
}

/**
 * Locks the projects of the file until the transaction ends, with the lock of a foreign key, and keeps their people
 * from being separated.
 *
 * If a move to another cell begins after {@link leaveOffRowChecks} has looked for it, the lock of the table keeps it
 * from creating its triggers there. So it copies nothing until the import has ended.
 */
export async function holdProjects(transaction: Transaction): Promise<void> {
  await transaction.query(sql`lock table projects in row exclusive mode`)
  await blockSeparations(transaction, sql`select distinct project_id::text as project_id from staged`)
  await transaction.query(sql`
    select from projects
    where (organization_id, _id) in (select distinct organization_id, project_id from staged)
    order by organization_id, _id for key share`)
}
