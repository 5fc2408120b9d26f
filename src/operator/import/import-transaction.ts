import { DatabaseError } from 'pg'
import type { Client } from 'pg'
import type { Clock } from '../../base/clock.ts'
import type { NewId } from '../../base/ids.ts'
import type { Db } from '../../db/database.ts'
import { isLockConflict } from '../../db/lock-errors.ts'
import type { Transaction } from '../../db/queryable.ts'
import { sql, toStatement } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import type { FoundFaults } from './line-fault.ts'
import { leaveOffRowChecks, resumeRowChecks, stagedOrganizations } from './session-queries.ts'

/** Receives the progress of an import: its phase, and how many lines are done, of how many if that is known. */
export type Progress = (phase: string, done: number, total: number | null) => void

export interface ImportContext {
  db: Db
  clock: Clock
  newId: NewId
  progress: Progress
  /** Receives what the import waits for, if not for itself. */
  onWait?: (waitsFor: string) => void
  /** Aborts the import, and nothing of it is kept. During the commit it has no effect. */
  signal?: AbortSignal
}

/** An import after its reading: the rows are in `staged`, on a connection of their own. */
export interface Writing {
  db: Db
  transaction: Transaction
  now: Date
  progress: Progress
  /** The number of staged rows, and the number of the last line. */
  rows: number
  lastLine: number
}

/** What was written in addition to the rows of the file. */
export interface Written {
  profiles_created: number
  profiles_merged: number
}

/** How the records of a kind are checked and written after reading. */
export interface KindWriter {
  /**
   * Returns faults for missing references and for repetitions. Locks what the lines refer to until the transaction
   * ends.
   */
  check: (transaction: Transaction) => Promise<FoundFaults[]>
  write: (writing: Writing) => Promise<Written>
}

/** Returns the transaction of a connection. Concurrent queries are run one after the other. */
export function transactionOn(client: Client): Transaction {
  let before: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(run: () => Promise<T>): Promise<T> => {
    const answer = before.then(run)
    before = answer.catch(() => {})
    return answer
  }
  const query = async <Row>(statement: Sql): Promise<Row[]> =>
    (await inTurn(() => client.query<Row & object>(toStatement(statement)))).rows
  return { inTransaction: true, query, write: query }
}

const chunkLines = 200_000

/** Writes the rows in chunks, and reports progress after each. */
export async function writeInChunks(
  { progress, lastLine, rows }: Writing,
  phase: string,
  write: (lines: { above: number; upTo: number }) => Promise<void>,
): Promise<void> {
  for (let above = 0; above < lastLine; above += chunkLines) {
    progress(phase, Math.min(above, rows), rows)
    await write({ above, upTo: Math.min(above + chunkLines, lastLine) })
  }
  progress(phase, rows, rows)
}

/**
 * Runs statements whose rows refer only to rows that are locked or that this import has made; see {@link
 * leaveOffRowChecks}.
 *
 * @param organizations a query for the ids of those whose rows are written; by default those of the file.
 */
export async function withReferencesHeld<T>(
  transaction: Transaction,
  run: () => Promise<T>,
  organizations = stagedOrganizations,
): Promise<T> {
  await leaveOffRowChecks(transaction, organizations)
  const result = await run()
  await resumeRowChecks(transaction)
  return result
}

const triesMax = 20
const uniqueViolation = '23505'

/**
 * Runs the last part of an import, which locks rows that live traffic locks too. PostgreSQL may end a statement to
 * resolve a deadlock, or another transaction may insert the same row first. Then only this part is rolled back, which
 * releases its locks, and runs again.
 *
 * @param run receives whether it runs again, in which case other transactions may have taken some of its numbers.
 */
export async function amongLiveTraffic<T>(
  transaction: Transaction,
  run: (isContended: boolean) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    await transaction.query(sql`savepoint live`)
    try {
      return await run(tries > 1)
    } catch (error) {
      const isTaken = error instanceof DatabaseError && error.code === uniqueViolation
      const isConflict = isLockConflict(error) || (tries === 1 && isTaken)
      if (!isConflict || tries >= triesMax) throw error
      await transaction.query(sql`rollback to savepoint live`)
    }
  }
}
