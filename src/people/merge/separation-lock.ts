import type { Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'

const keyOf = (projectId: Sql) => sql`hashtextextended('separations ' || ${projectId}, 0)`

/**
 * Keeps people of these projects from being separated until the transaction ends: an import links many rows to profiles
 * that it has looked up minutes before.
 *
 * @param projects rows with project_id.
 */
export async function blockSeparations(transaction: Transaction, projects: Sql): Promise<void> {
  await transaction.query(sql`
    select pg_advisory_xact_lock(${keyOf(sql`p.project_id`)}) from (${projects}) p order by project_id`)
}

/** Returns whether people of the project may be separated, and keeps imports waiting until the transaction ends. */
export async function maySeparate(transaction: Transaction, projectId: string): Promise<boolean> {
  const [row] = await transaction.query<{ may: boolean }>(sql`
    select pg_try_advisory_xact_lock_shared(${keyOf(sql`${projectId}::text`)}) as may`)
  return row!.may
}
