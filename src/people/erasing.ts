import type { Transaction } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'

/** What stands in a column of an erased row that can not be empty. */
export const erasedWord = 'erased'

/** A project by its keys. */
interface ProjectKey {
  organization_id: string
  project_id: string
}

const keyOf = (organizationId: string) => sql`hashtextextended(${`erasures ${organizationId}`}, 0)`

/**
 * Makes erasures of the organization wait until the transaction ends, for one that makes calls or messages: either it
 * sees an erasure, or the erasure sees them. A transaction takes this lock before those of people.
 */
export async function holdErasures(transaction: Transaction, organizationId: string): Promise<void> {
  await transaction.query(sql`select pg_advisory_xact_lock_shared(${keyOf(organizationId)})`)
}

/**
 * Waits for the transactions that hold erasures of the organization, and makes further ones wait until this one ends.
 */
export async function lockErasures(transaction: Transaction, organizationId: string): Promise<void> {
  await transaction.query(sql`select pg_advisory_xact_lock(${keyOf(organizationId)})`)
}

const fileKeyOf = (projectId: Sql) => sql`hashtextextended('files and erasures ' || ${projectId}::text, 0)`

/**
 * Makes erasures in the project wait until the transaction ends before they look at rows of files, for one that stores
 * a file. This is a lock of its own, because a large file takes seconds: neither requests to erase somebody nor calls
 * wait for it.
 */
export async function holdRowErasures(transaction: Transaction, projectId: string): Promise<void> {
  await transaction.query(sql`select pg_advisory_xact_lock_shared(${fileKeyOf(sql`${projectId}::uuid`)})`)
}

/**
 * Returns a condition that holds if no file of the project is being stored. Then none is begun until the transaction
 * ends.
 */
export const noFileIsStored = (projectId: Sql): Sql => sql`pg_try_advisory_xact_lock(${fileKeyOf(projectId)})`

/**
 * Returns the numbers of people who are being erased, of whom nothing may be used that was stored at this instant.
 * Index: erasures_due.
 */
export async function selectNumbersBeingErased(
  transaction: Transaction,
  { organization_id, project_id }: ProjectKey,
  storedAt: string,
): Promise<Set<string>> {
  const rows = await transaction.query<{ number: string }>(sql`
    select jsonb_array_elements_text(e.person -> 'numbers') as number from erasures e
    where e.ended_at is null and e.organization_id = ${organization_id} and e.project_id = ${project_id}
      and (e.person ->> 'until')::timestamptz >= ${storedAt}`)
  return new Set(rows.map(({ number }) => number))
}
