import type { Client } from 'pg'
import type { Queryable, Transaction } from '../../db/queryable.ts'
import { cutClient } from '../../db/client.ts'
import { sql } from '../../db/sql.ts'
import type { KnownProject } from './parse-line.ts'

/** Any number that no other program on the same database is likely to lock. */
const importLock = 8_020_326_116

/**
 * Room for a transaction that takes minutes and touches many rows: the limits that a request has don't fit it. A lock
 * that live traffic holds is waited for longer than any of its own transactions may take.
 */
export async function prepareSession(transaction: Transaction): Promise<void> {
  const settings = {
    statement_timeout: '0',
    idle_in_transaction_session_timeout: '0',
    lock_timeout: '60s',
    synchronous_commit: 'on',
    work_mem: '64MB',
    temp_buffers: '64MB',
    // Some thousand rows tell enough of a temporary table, which is looked at once and used a few times.
    default_statistics_target: '30',
  }
  await transaction.query(sql`
    select set_config(name, value, true)
    from unnest(${Object.keys(settings)}::text[], ${Object.values(settings)}::text[]) given (name, value)`)
}

/**
 * Ends a session in the middle of whatever it does: its transaction is rolled back at once. Cutting the connection alone
 * would let the statement run to its end first, its locks in its hands.
 */
export function terminateSession(db: Queryable, client: Client & { processID?: number | null }): void {
  db.query(sql`select pg_terminate_backend(${client.processID ?? null}::integer)`).then(
    ([row]) => (row === undefined ? cutClient(client) : undefined),
    () => cutClient(client),
  )
}

/**
 * Waits, as long as it takes, until no other import is past its reading, and keeps others waiting until the transaction
 * ends: what two files both hold is found by the second as it is stored, and neither waits for rows of the other.
 */
export async function lockImports(transaction: Transaction): Promise<void> {
  await transaction.query(sql`select set_config('lock_timeout', '0', true)`)
  await transaction.query(sql`select pg_advisory_xact_lock(${importLock}::bigint)`)
  await transaction.query(sql`select set_config('lock_timeout', '60s', true)`)
}

/**
 * Leaves off the check of foreign keys row by row, which takes half of the time of the rows, where the database's user
 * may do so: for rows whose references were all checked at once and are held by locks.
 */
export async function leaveOffRowChecks(transaction: Transaction): Promise<void> {
  await transaction.query(sql`
    select set_config('session_replication_role', 'replica', true)
    where has_parameter_privilege('session_replication_role', 'SET')`)
}

export async function resumeRowChecks(transaction: Transaction): Promise<void> {
  await transaction.query(sql`
    select set_config('session_replication_role', 'origin', true)
    where current_setting('session_replication_role') <> 'origin'`)
}

export async function selectKnownProjects(db: Queryable): Promise<KnownProject[]> {
  return db.query<KnownProject>(sql`select organization_id, _id, default_country from projects`)
}

/** Keeps the projects of the file in place until the transaction ends, as each reference to them would. */
export async function holdProjects(transaction: Transaction): Promise<void> {
  await transaction.query(sql`
    select from projects
    where (organization_id, _id) in (select distinct organization_id, project_id from staged)
    order by organization_id, _id for key share`)
}
