import { join, literal, sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import { eachPiece } from './each-piece.ts'
import { deleteChangedKeys, insertMovedTable, selectChangedKeys, selectMovedTables } from './move-queries.ts'
import {
  copyIn,
  copyKeysOut,
  copyOut,
  createCountTriggers,
  createTriggers,
  deleteChanged,
  deleteRange,
  dropTriggers,
  membersTable,
  sumOfRange,
  sumsOfKeys,
} from './move-sql.ts'
import type { TenantTable } from './move-sql.ts'
import { pipe } from './sessions.ts'
import type { MoveSession } from './sessions.ts'
import { PieceSize, fullSpeed } from './throttle.ts'
import type { Throttle } from './throttle.ts'
import { untilFree } from './until-free.ts'

/** Creates the triggers that follow the organization, one table after the other, between the statements of others. */
export async function followTables(
  session: MoveSession,
  tables: readonly TenantTable[],
  organizationId: string,
): Promise<void> {
  for (const table of tables) await changeTable(session, table, createTriggers(table, organizationId))
}

/** Lets nothing be counted of the rows that a move brings or removes. */
export async function stopCounting(
  session: MoveSession,
  tables: readonly TenantTable[],
  organizationId: string,
): Promise<void> {
  for (const table of tables) await changeTable(session, table, createCountTriggers(table, organizationId))
}

/** Drops these triggers. */
export async function leaveTables(
  session: MoveSession,
  tables: readonly TenantTable[],
  organizationId: string,
): Promise<void> {
  for (const table of tables) await changeTable(session, table, dropTriggers(table, organizationId))
}

/** Runs statements that need the lock of a table, all in one transaction, between the statements of others. */
async function changeTable(
  session: MoveSession,
  { name }: TenantTable,
  statements: readonly Sql[],
): Promise<void> {
  if (statements.length === 0) return
  await untilFree(name, (waitMs) => {
    const wait = sql`select set_config('lock_timeout', ${literal(`${waitMs}ms`)}, true)`
    return session.query(join([wait, ...statements], sql`; `))
  })
}

/**
 * Copies the tables that the target does not have yet, throttled. No transaction lasts longer than a piece: one that
 * did would keep both databases from clearing up behind all others. A killed copy begins its last table again.
 */
export async function copyTables(
  source: MoveSession,
  target: MoveSession,
  tables: readonly TenantTable[],
  organizationId: string,
  throttle: Throttle,
): Promise<void> {
  const done = new Set(await selectMovedTables(readerOf(target), organizationId))
  for (const table of tables) {
    if (done.has(table.name)) continue
    await removeRows(target, [table], organizationId, throttle)
    await eachPiece(source, table, organizationId, throttle, (range) =>
      pipe(source, copyOut(table, organizationId, range), target, copyIn(table)),
    )
    await insertMovedTable(readerOf(target), organizationId, table.name)
  }
}

/** The keys of rows that were brought over, as JSON, by table. */
export type ChangedKeys = Map<string, Set<string>>

/**
 * Brings over the rows of some tables that have changed, as they are in one snapshot of the source. What is noted of
 * them is forgotten at the end, so that a killed round is repeated. `atSnapshot` runs before the snapshot ends: both
 * sides are equal for it. Returns the keys of these rows.
 *
 * @param throttle each piece is a transaction of its own then: as long as one runs that has written, nobody gets later
 *   events of the target. Null for a round that is short: it has no rests and one transaction.
 */
export async function bringChanges(
  source: MoveSession,
  target: MoveSession,
  tables: readonly TenantTable[],
  organizationId: string,
  throttle: Throttle | null,
  atSnapshot: (changed: ChangedKeys) => Promise<void> = async () => {},
): Promise<ChangedKeys> {
  const changed: ChangedKeys = new Map()
  const names = tables.map(({ name }) => name)
  const used = throttle ?? fullSpeed()
  await source.transaction('repeatable read', async () => {
    for (const { table_name, key } of await selectChangedKeys(readerOf(source), organizationId, names))
      changed.set(table_name, (changed.get(table_name) ?? new Set()).add(key))
    const bring = async (): Promise<void> => {
      for (const table of tables) {
        const keys = [...(changed.get(table.name) ?? [])]
        // All before any is copied: a new row may have what was unique to another one.
        await eachPart(keys, used, async (part) => {
          await target.query(deleteChanged(table, part))
        })
        await eachPart(keys, used, (part) =>
          pipe(source, copyKeysOut(table, organizationId, part), target, copyIn(table)),
        )
      }
    }
    if (throttle !== null) await bring()
    else if (changed.size > 0) await target.transaction('read committed', bring)
    await atSnapshot(changed)
    // The hand-over brings the members whole.
    await deleteChangedKeys(readerOf(source), organizationId, [...names, membersTable])
  })
  return changed
}

/** Runs a function for all keys, some at a time, throttled. */
async function eachPart(
  keys: readonly string[],
  throttle: Throttle,
  run: (part: readonly string[]) => Promise<void>,
): Promise<void> {
  const size = new PieceSize()
  for (let place = 0; place < keys.length;) {
    const part = keys.slice(place, place + size.rows)
    place += part.length
    await throttle.work(async () => {
      const begunAt = performance.now()
      await run(part)
      if (part.length === size.rows) size.learn(performance.now() - begunAt)
    })
  }
}

/** How many rows there are, and the sum of their hashes; both may be longer than a number of 53 bits. */
interface Sum {
  [column: string]: string
  rows: string
  sum: string
}

/** A table whose rows differ, with count and sum of both sides. */
export interface Difference {
  table: string
  source: string
  target: string
}

/** Compares count and sum of the hashes of all rows of every table, one side after the other, throttled. */
export async function compareTables(
  source: MoveSession,
  target: MoveSession,
  tables: readonly TenantTable[],
  organizationId: string,
  throttle: Throttle,
): Promise<{ differences: Difference[]; rows: number }> {
  const differences: Difference[] = []
  let rows = 0
  for (const table of tables) {
    const there = await sumOfTable(source, table, organizationId, throttle)
    const here = await sumOfTable(target, table, organizationId, throttle)
    rows += there.rows
    const [of, on] = [there, here].map((sum) => `${sum.rows} ${sum.sum}`) as [string, string]
    if (of !== on) differences.push({ table: table.name, source: of, target: on })
  }
  return { differences, rows }
}

/** Counts the rows of an organization in a table and adds up their hashes. */
async function sumOfTable(
  session: MoveSession,
  table: TenantTable,
  organizationId: string,
  throttle: Throttle,
): Promise<{ rows: number; sum: bigint }> {
  const all = { rows: 0, sum: 0n }
  await eachPiece(session, table, organizationId, throttle, async (range) => {
    const [row] = await session.query<Sum>(sumOfRange(table, organizationId, range))
    all.rows += Number(row!.rows)
    all.sum += BigInt(row!.sum)
  })
  return all
}

/** Compares the rows with these keys, throttled, or all at once if `throttle` is null. */
export async function compareKeys(
  source: MoveSession,
  target: MoveSession,
  tables: readonly TenantTable[],
  organizationId: string,
  changed: ChangedKeys,
  throttle: Throttle | null,
): Promise<Difference[]> {
  const keyed = tables.flatMap((table) => {
    const keys = [...(changed.get(table.name) ?? [])]
    return keys.length === 0 ? [] : [{ table, keys }]
  })
  if (keyed.length === 0) return []
  // One statement for all tables: while the organization is closed, each answer that is waited for counts.
  if (throttle === null) return compareSums(source, target, sumsOfKeys(keyed, organizationId))
  const differences: Difference[] = []
  for (const { table, keys } of keyed)
    await eachPart(keys, throttle, async (part) => {
      const sums = sumsOfKeys([{ table, keys: part }], organizationId)
      differences.push(...(await compareSums(source, target, sums)))
    })
  return differences
}

/** Compares count and sum of hashes of both sides by table, at the same time. */
async function compareSums(source: MoveSession, target: MoveSession, sums: Sql): Promise<Difference[]> {
  const [there, here] = await Promise.all([
    source.query<Sum & { table: string }>(sums),
    target.query<Sum & { table: string }>(sums),
  ])
  const found = new Map(here.map(({ table, rows, sum }) => [table, `${rows} ${sum}`]))
  return there
    .map(({ table, rows, sum }) => ({ table, source: `${rows} ${sum}`, target: found.get(table) ?? '' }))
    .filter((compared) => compared.source !== compared.target)
}

/**
 * Removes the rows of an organization from every table, throttled, and returns how many there were. No step reads the
 * rows again that those before it have deleted. The session must leave out triggers.
 */
export async function removeRows(
  session: MoveSession,
  tables: readonly TenantTable[],
  organizationId: string,
  throttle: Throttle,
): Promise<number> {
  let removed = 0
  for (const table of tables)
    await eachPiece(session, table, organizationId, throttle, async (range) => {
      const [gone] = await session.query<{ rows: number }>(deleteRange(table, organizationId, range))
      removed += gone!.rows
    })
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
