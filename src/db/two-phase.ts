import { DatabaseError } from 'pg'
import type { Client } from 'pg'
import type { NewId } from '../base/ids.ts'
import type { Db, Queryable, Transaction } from './database.ts'
import { literal, sql, toText } from './sql.ts'
import type { Sql } from './sql.ts'

const prefix = 'switchboard:'

/** What the session that decides holds as long as it lives, beyond its transaction. */
const coordinatorOf = (gid: string) => sql`hashtextextended(${gid}, 0)`
/** What the transaction that is prepared holds until it is over, whoever ends it. */
const preparedOf = (gid: Sql) => sql`hashtextextended(${gid}, 1)`

/** Whether a transaction can be prepared: PostgreSQL's own setting for how many at once is 0 unless somebody has set it. */
export async function canPrepare(db: Queryable): Promise<boolean> {
  const [row] = await db.query<{ can: boolean }>(sql`
    select current_setting('max_prepared_transactions')::integer > (select count(*) from pg_prepared_xacts) as can`)
  return row?.can === true
}

/**
 * Commits the transactions of two sessions, both or neither, whatever dies in between: the other's is prepared, the main
 * one writes with its own rows that it is to be committed, commits, and then commits the other. Until that is done, some
 * milliseconds, others see the rows of the main one alone. What could do harm then waits by {@link awaitPrepared}.
 *
 * Both connections are the caller's own, hold no other advisory locks of a session, and have a transaction open; the
 * other's may not have touched temporary tables.
 *
 * @throws where nothing was committed, or, with the connection lost, nobody knows: {@link settlePrepared} sees to it.
 */
export async function commitTogether(db: Db, main: Client, other: Client, newId: NewId): Promise<void> {
  const gid = prefix + newId()
  try {
    await main.query(toText(sql`select pg_advisory_lock(${coordinatorOf(gid)})`))
    await prepare(other, gid)
    await main.query(toText(sql`insert into decided_commits (gid) values (${gid})`))
    await main.query('commit')
  } catch (error) {
    await main.query('rollback').catch(() => {})
    await letGo(main)
    await settlePrepared(db).catch(() => {})
    throw error
  }
  try {
    await commitPrepared(main, gid)
    await letGo(main)
  } catch {
    // It is decided: if not here, the other is committed wherever somebody settles next.
    await letGo(main)
    await settlePrepared(db).catch(() => {})
  }
}

/** A session that can't be reached any more loses its locks as soon as the database sees that. */
async function letGo(main: Client): Promise<void> {
  await main.query('select pg_advisory_unlock_all()').catch(() => {})
}

/** Leaves the session's transaction to whoever knows its name. */
export async function prepare(client: Client, gid: string): Promise<void> {
  await client.query(toText(sql`select pg_advisory_xact_lock(${preparedOf(sql`${gid}`)})`))
  await client.query(toText(sql`prepare transaction ${literal(gid)}`))
}

async function commitPrepared(client: Client, gid: string): Promise<void> {
  await endPrepared(client, sql`commit prepared ${literal(gid)}`)
  await client.query(toText(sql`delete from decided_commits where gid = ${gid}`))
}

const undefinedObject = '42704'

async function endPrepared(client: Client, statement: Sql): Promise<void> {
  await client.query(toText(statement)).catch((error: unknown) => {
    // Somebody else has done it.
    if (!(error instanceof DatabaseError && error.code === undefinedObject)) throw error
  })
}

/**
 * Ends the prepared transactions whose sessions are gone, by what was decided: committed where the decision is stored,
 * else rolled back. Safe to run at any time from anywhere.
 *
 * @returns how many it has ended.
 */
export async function settlePrepared(db: Db): Promise<number> {
  // None but their own user may end them.
  const found = await db.query<{ gid: string }>(sql`
    select coalesce(p.gid, d.gid) as gid
    from (select * from pg_prepared_xacts where database = current_database() and starts_with(gid, ${prefix})) p
    full join decided_commits d using (gid)
    where p.gid is null or p.owner = current_user`)
  if (found.length === 0) return 0
  let settled = 0
  const client = await db.connect()
  try {
    for (const { gid } of found) if (await settle(client, gid)) settled++
  } finally {
    await client.end()
  }
  return settled
}

/** False where its coordinator lives, who does it. */
async function settle(client: Client, gid: string): Promise<boolean> {
  const lock = coordinatorOf(gid)
  const { rows: locks } = await client.query<{ got: boolean }>(
    toText(sql`select pg_try_advisory_lock(${lock}) as got`),
  )
  if (locks[0]?.got !== true) return false
  const { rows: decisions } = await client.query(toText(sql`select from decided_commits where gid = ${gid}`))
  if (decisions.length > 0) await commitPrepared(client, gid)
  else await endPrepared(client, sql`rollback prepared ${literal(gid)}`)
  await client.query(toText(sql`select pg_advisory_unlock(${lock})`))
  return true
}

/**
 * Waits until what was committed is there to be seen, the prepared half of it too: for a transaction that changes or
 * counts what the two halves hold together, once it has locked what the main half has written.
 */
export async function awaitPrepared(transaction: Transaction): Promise<void> {
  await transaction.query(
    sql`select pg_advisory_xact_lock_shared(${preparedOf(sql`gid`)}) from decided_commits`,
  )
}
