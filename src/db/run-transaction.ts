import { DatabaseError } from 'pg'
import type { Pool, QueryResult, QueryResultRow } from 'pg'
import { writeTogether } from './client.ts'
import type { Transaction } from './queryable.ts'
import { toStatement } from './sql.ts'
import type { Sql, Statement } from './sql.ts'
import { runStatement } from './statement-span.ts'

const triesMax = 5
/** `serialization_failure` and `deadlock_detected`: the transaction may succeed when it runs again. */
const conflictCodes = new Set(['40001', '40P01'])
/** `in_failed_sql_transaction`: an earlier statement of the transaction failed. */
const refusedAfterFailure = '25P02'

/** Runs the function in a transaction, and again after a conflict, up to five times in all. */
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
  /** The error of the first statement that failed. */
  let cause: unknown
  const send = <Row extends QueryResultRow>(statement: Statement | string): Promise<QueryResult<Row>> => {
    writeTogether(client)
    return client.query<Row>(statement).catch((error: unknown) => {
      cause ??= error
      throw error
    })
  }
  // The pool listens to idle connections only. Without a listener, a connection that breaks here would end the process.
  const lose = (error: Error) => {
    broken = error
    onConnectionLost(error)
  }
  client.on('error', lose)
  try {
    // Sent together with the first statement, which saves a round trip.
    send('begin').catch(() => {
      isBegun = false
    })
    const query = async <Row>(statement: Sql): Promise<Row[]> => {
      // After the end the connection serves another caller, whose transaction a late statement must not join.
      if (isOver) throw new Error('the transaction is over')
      // Without `begin` each statement commits by itself. Those sent before this was known already have.
      if (!isBegun) throw cause
      const { rows } = await runStatement(statement, 'primary', () =>
        send<Row & QueryResultRow>(toStatement(statement)),
      )
      return rows
    }
    const result = await run({ inTransaction: true, query, write: query })
    const { command } = await send('commit')
    // PostgreSQL answers `commit` with ROLLBACK when a statement had failed and the function ignored its error.
    if (command !== 'COMMIT' || !isBegun)
      throw new Error('the transaction was rolled back: one of its statements had failed', { cause })
    return result
  } catch (error) {
    isOver = true
    // A connection that can't roll back is discarded, so that the next caller doesn't get an open transaction.
    await client.query('rollback').catch((rollbackError: Error) => {
      broken = rollbackError
    })
    throw isBegun ? rootCause(error, cause) : cause
  } finally {
    isOver = true
    client.off('error', lose)
    client.release(broken)
  }
}

/**
 * Returns the error that made the transaction fail. PostgreSQL refuses all statements after one that failed, and the
 * function may have thrown any of these refusals. After a conflict, whatever it threw is a consequence of the conflict.
 */
function rootCause(error: unknown, cause: unknown): unknown {
  const isConsequence = hasCode(error, new Set([refusedAfterFailure])) || isConflict(cause)
  return isConsequence && cause !== undefined ? cause : error
}

/** Returns whether the database canceled the statement to resolve a conflict. Nothing was done, so it can run again. */
export function isConflict(error: unknown): boolean {
  return hasCode(error, conflictCodes)
}

function hasCode(error: unknown, codes: ReadonlySet<string>): boolean {
  return error instanceof DatabaseError && codes.has(error.code ?? '')
}
