import { DatabaseError } from 'pg'
import type { Pool, QueryResult, QueryResultRow } from 'pg'
import type { Transaction } from './queryable.ts'
import { toStatement } from './sql.ts'
import type { Sql, Statement } from './sql.ts'
import { writeTogether } from './write-together.ts'

const triesMax = 5
/** Serialization failure and deadlock: the database has chosen this transaction for nothing that it did wrong. */
const conflictCodes = new Set(['40001', '40P01'])
const refusedAfterFailure = '25P02'

/** Runs the function in a transaction, up to five times in all where the database breaks a conflict by choosing it. */
export async function runTransaction<T>(
  pool: Pool,
  run: (transaction: Transaction) => Promise<T>,
  onConnectionLost: (error: Error) => void,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await runOnce(pool, run, onConnectionLost)
    } catch (error) {
      if (!isConflict(error) || tries >= triesMax) throw error
    }
  }
}

async function runOnce<T>(
  pool: Pool,
  run: (transaction: Transaction) => Promise<T>,
  onConnectionLost: (error: Error) => void,
): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  let isOver = false
  let isBegun = true
  /** The first error of all statements, in the order in which they ran. */
  let cause: unknown
  const send = <Row extends QueryResultRow>(statement: Statement | string): Promise<QueryResult<Row>> => {
    writeTogether(client)
    return client.query<Row>(statement).catch((error: unknown) => {
      cause ??= error
      throw error
    })
  }
  // The pool listens to idle connections only; one that breaks between two statements would end the process.
  const lose = (error: Error) => {
    broken = error
    onConnectionLost(error)
  }
  client.on('error', lose)
  try {
    // Sent together with the first statement, not before it, which saves the way to the database and back.
    send('begin').catch(() => {
      isBegun = false
    })
    const result = await run({
      inTransaction: true,
      query: async <Row>(query: Sql) => {
        // One of several sent together may still be at work when another has failed: it must not reach the next caller's.
        if (isOver) throw new Error('the transaction is over')
        // Each statement would commit by itself, as those have that were sent before this was known.
        if (!isBegun) throw cause
        return (await send<Row & QueryResultRow>(toStatement(query))).rows
      },
    })
    const { command } = await send('commit')
    // PostgreSQL answers so where a statement had failed and its error was swallowed.
    if (command !== 'COMMIT' || !isBegun)
      throw new Error('the transaction was rolled back: one of its statements had failed', { cause })
    return result
  } catch (error) {
    isOver = true
    // A connection that can't roll back is thrown away, so that no half transaction is handed to the next caller.
    await client.query('rollback').catch((rollbackError: Error) => {
      broken = rollbackError
    })
    throw isBegun ? blame(error, cause) : cause
  } finally {
    isOver = true
    client.off('error', lose)
    client.release(broken)
  }
}

/**
 * What the transaction failed of. Once one statement has failed, PostgreSQL refuses those sent with it, and any of these
 * refusals may be the one that the function threw; after a conflict whatever it threw has come of that.
 */
function blame(error: unknown, cause: unknown): unknown {
  const isConsequence = hasCode(error, new Set([refusedAfterFailure])) || isConflict(cause)
  return isConsequence && cause !== undefined ? cause : error
}

/** Whether the database broke a conflict by choosing this statement: nothing of it was done, and it may be run anew. */
export function isConflict(error: unknown): boolean {
  return hasCode(error, conflictCodes)
}

function hasCode(error: unknown, codes: ReadonlySet<string>): boolean {
  return error instanceof DatabaseError && codes.has(error.code ?? '')
}
