import { pipeline } from 'node:stream/promises'
import type { Client, QueryResultRow } from 'pg'
import { from, to } from 'pg-copy-streams'
import { cutClient, endClient } from '../../db/client.ts'
import type { Db } from '../../db/database.ts'
import { toText } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'

/** A connection of a move, whose statements run one after the other. */
export interface MoveSession extends AsyncDisposable {
  client: Client
  query: <Row extends QueryResultRow>(statement: Sql) => Promise<Row[]>
  /** Runs the function in a transaction of this level. */
  transaction: <Result>(
    level: 'read committed' | 'repeatable read',
    run: () => Promise<Result>,
  ) => Promise<Result>
}

/** A lock that is not free within this time is given up, so that others wait behind it for no longer. */
const lockMs = 300

/** How long a connection may take to end before it is cut. */
const endMs = 2_000

/**
 * What the planner leaves out. A move looks rows up by their keys, a few among many, in tables whose statistics do not
 * know the organization yet: it would read whole tables for them.
 */
const leftOut = ['hashjoin', 'mergejoin', 'seqscan', 'bitmapscan', 'sort', 'incremental_sort']

/** Opens a connection whose transactions may last as long as a copy takes, and which looks rows up by their keys. */
export async function openSession(db: Db): Promise<MoveSession> {
  const client = await db.connect()
  try {
    await client.query(`set idle_in_transaction_session_timeout = 0; set lock_timeout = ${lockMs};
      ${leftOut.map((way) => `set enable_${way} = off`).join('; ')}`)
  } catch (error) {
    cutClient(client)
    throw error
  }
  const query = async <Row extends QueryResultRow>(statement: Sql): Promise<Row[]> =>
    (await client.query<Row>(toText(statement))).rows
  return {
    client,
    query,
    transaction: async (level, run) => {
      await client.query(`begin isolation level ${level}`)
      try {
        const result = await run()
        await client.query('commit')
        return result
      } catch (error) {
        await client.query('rollback').catch(() => {})
        throw error
      }
    },
    [Symbol.asyncDispose]: () => endClient(client, endMs),
  }
}

/**
 * Sends what one statement copies out on one connection into another statement on another. If that fails, the source's
 * connection is cut: nobody reads what it still sends, so no further statement would be answered.
 */
export async function pipe(source: MoveSession, out: Sql, target: MoveSession, into: Sql): Promise<void> {
  try {
    await pipeline(source.client.query(to(toText(out).text)), target.client.query(from(toText(into).text)))
  } catch (error) {
    cutClient(source.client)
    throw error
  }
}
