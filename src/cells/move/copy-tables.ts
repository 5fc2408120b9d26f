import { sql } from '../../db/sql.ts'
import { insertMovedTable, selectChangedTables, selectMovedTables } from './move-queries.ts'
import {
  copyChangedKeysOut,
  copyChangedOut,
  copyIn,
  copyOut,
  createCountTriggers,
  createTriggers,
  deleteChanged,
  deleteSome,
  dropTriggers,
  sumOfKeys,
  sumOfTable,
} from './move-sql.ts'
import type { TenantTable } from './move-sql.ts'
import { pipe } from './sessions.ts'
import type { MoveSession } from './sessions.ts'

/** Rows that one statement removes. */
const removedAtOnce = 2_000
/** How often a trigger is tried to be made, each time for 300 ms: a statement on the table may take 15 s. */
const triesMax = 200

/** Creates the triggers that follow the organization, one table after the other, between the statements of others. */
export async function followTables(
  session: MoveSession,
  tables: readonly TenantTable[],
  organizationId: string,
): Promise<void> {
  for (const table of tables)
    for (const statement of createTriggers(table, organizationId)) await untilFree(session, statement)
}

/** Lets nothing be counted of the rows that a move brings or removes. */
export async function stopCounting(
  session: MoveSession,
  tables: readonly TenantTable[],
  organizationId: string,
): Promise<void> {
  for (const table of tables)
    for (const statement of createCountTriggers(table, organizationId)) await untilFree(session, statement)
}

/** Drops these triggers. */
export async function leaveTables(
  session: MoveSession,
  tables: readonly TenantTable[],
  organizationId: string,
): Promise<void> {
  for (const table of tables)
    for (const statement of dropTriggers(table, organizationId)) await untilFree(session, statement)
}

/** Runs a statement that needs the lock of a table, again and again while the lock is not free. */
async function untilFree(
  session: MoveSession,
  statement: Parameters<MoveSession['query']>[0],
): Promise<void> {
  for (let tries = 1; ; tries++)
    try {
      await session.query(statement)
      return
    } catch (error) {
      const isBusy = error instanceof Error && 'code' in error && error.code === '55P03'
      if (!isBusy || tries >= triesMax) throw error
    }
}

/** Copies the tables that the target does not have yet, each in one transaction of the target. */
export async function copyTables(
  source: MoveSession,
  target: MoveSession,
  tables: readonly TenantTable[],
  organizationId: string,
): Promise<void> {
  const done = new Set(await selectMovedTables(readerOf(target), organizationId))
  for (const table of tables) {
    if (done.has(table.name)) continue
    await target.transaction('read committed', async () => {
      await pipe(source, copyOut(table, organizationId), target, copyIn(table))
      await insertMovedTable(readerOf(target), organizationId, table.name)
    })
  }
}

/** The keys of rows that were brought over, as JSON, by table. */
export type ChangedKeys = Map<string, Set<string>>

/**
 * Brings over the rows that have changed, as they are in one snapshot of the source. The target has them in one transaction;
 * what is noted of them is forgotten after it, so that a killed round is repeated. `atSnapshot` runs before the snapshot ends:
 * both sides are equal for it. Returns the keys of these rows.
 */
export async function bringChanges(
  source: MoveSession,
  target: MoveSession,
  tables: readonly TenantTable[],
  organizationId: string,
  atSnapshot: () => Promise<void> = async () => {},
): Promise<ChangedKeys> {
  const keys: ChangedKeys = new Map()
  await source.transaction('repeatable read', async () => {
    const names = new Set(await selectChangedTables(readerOf(source), organizationId))
    // Few keys are joined with many rows, which the planner does not know.
    await source.query(
      sql`select set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`,
    )
    if (names.size > 0)
      await target.transaction('read committed', async () => {
        await target.query(sql`create temporary table if not exists changed_keys (key jsonb not null)`)
        await target.query(
          sql`select set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`,
        )
        for (const table of tables.filter(({ name }) => names.has(name))) {
          await target.query(sql`truncate changed_keys`)
          await pipe(
            source,
            copyChangedKeysOut(table, organizationId),
            target,
            sql`copy changed_keys (key) from stdin`,
          )
          await target.query(deleteChanged(table))
          await pipe(source, copyChangedOut(table, organizationId), target, copyIn(table))
          const brought = await target.query<{ key: string }>(sql`select key::text as key from changed_keys`)
          keys.set(table.name, new Set(brought.map(({ key }) => key)))
        }
      })
    await atSnapshot()
    await source.query(sql`delete from move_changes where organization_id = ${organizationId}`)
  })
  return keys
}

/** A table whose rows differ, with count and sum of both sides. */
export interface Difference {
  table: string
  source: string
  target: string
}

/** Compares count and sum of the hashes of all rows of every table. */
export async function compareTables(
  source: MoveSession,
  target: MoveSession,
  tables: readonly TenantTable[],
  organizationId: string,
): Promise<{ differences: Difference[]; rows: number }> {
  const differences: Difference[] = []
  let rows = 0
  for (const table of tables) {
    const [there, here] = await Promise.all([
      source.query<{ sum: string }>(sumOfTable(table, organizationId)),
      target.query<{ sum: string }>(sumOfTable(table, organizationId)),
    ])
    const [of, on] = [there[0]?.sum ?? '', here[0]?.sum ?? '']
    rows += Number(of.split(' ')[0])
    if (of !== on) differences.push({ table: table.name, source: of, target: on })
  }
  return { differences, rows }
}

/** Compares the rows with these keys. */
export async function compareKeys(
  source: MoveSession,
  target: MoveSession,
  tables: readonly TenantTable[],
  organizationId: string,
  changed: ChangedKeys,
): Promise<Difference[]> {
  const differences: Difference[] = []
  for (const table of tables) {
    const keys = [...(changed.get(table.name) ?? [])]
    if (keys.length === 0) continue
    const [there, here] = await Promise.all([
      source.query<{ sum: string }>(sumOfKeys(table, organizationId, keys)),
      target.query<{ sum: string }>(sumOfKeys(table, organizationId, keys)),
    ])
    const [of, on] = [there[0]?.sum ?? '', here[0]?.sum ?? '']
    if (of !== on) differences.push({ table: table.name, source: of, target: on })
  }
  return differences
}

/** Removes the rows of an organization from every table, in bounded steps. The session must leave out triggers. */
export async function removeRows(
  session: MoveSession,
  tables: readonly TenantTable[],
  organizationId: string,
): Promise<number> {
  let removed = 0
  for (const table of tables)
    for (;;) {
      const gone = await session.query(deleteSome(table, organizationId, removedAtOnce))
      removed += gone.length
      if (gone.length < removedAtOnce) break
    }
  return removed
}

/** Makes the session one that takes rows as they are: neither triggers nor foreign keys look at them. */
export async function leaveOutTriggers(session: MoveSession): Promise<void> {
  await session.query(sql`select set_config('session_replication_role', 'replica', false)`)
}

/** Returns the session as what query functions take. */
export function readerOf(session: MoveSession) {
  const query = <Row>(statement: Parameters<MoveSession['query']>[0]): Promise<Row[]> =>
    session.query(statement) as Promise<Row[]>
  return { query, write: query, inTransaction: true } as const
}
