import { DatabaseError } from 'pg'
import type { Client } from 'pg'
import type { Clock } from '../../base/clock.ts'
import type { NewId } from '../../base/ids.ts'
import type { Db } from '../../db/database.ts'
import type { Transaction } from '../../db/queryable.ts'
import { sql, toStatement } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import type { FoundFaults } from './line-fault.ts'
import { leaveOffRowChecks, resumeRowChecks } from './session-queries.ts'

/** Told what an import is at, and how far: lines, of so many where that is known. */
export type Progress = (phase: string, done: number, total: number | null) => void

export interface ImportContext {
  db: Db
  clock: Clock
  newId: NewId
  progress: Progress
  /** Calls the import off, and nothing of it is kept; once it is being committed, that changes nothing. */
  signal?: AbortSignal
}

/** An import past its reading: the rows are in `staged`, on a connection of their own. */
export interface Writing {
  db: Db
  transaction: Transaction
  now: Date
  progress: Progress
  /** Lines staged, and the number of the last of them. */
  rows: number
  lastLine: number
}

/** What was written beside the file's own rows. */
export interface Written {
  profiles_created: number
  profiles_merged: number
}

/** How a kind is written once it is read. */
export interface KindWriter {
  /** What the lines refer to that is not there, and what they repeat; what is there is held from then on. */
  check: (transaction: Transaction) => Promise<FoundFaults[]>
  write: (writing: Writing) => Promise<Written>
}

/** The connection's transaction, for functions that take one. What they send together goes one after the other. */
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

/** Writes the rows chunk by chunk, so that it shows how far it is, their references being held. */
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

/** Runs statements whose rows refer only to what is held or was made here: see {@link leaveOffRowChecks}. */
export async function withReferencesHeld<T>(transaction: Transaction, run: () => Promise<T>): Promise<T> {
  await leaveOffRowChecks(transaction)
  const result = await run()
  await resumeRowChecks(transaction)
  return result
}

const triesMax = 20
/** Deadlock, and a lock that was not got in time. */
const conflictCodes = new Set(['40P01', '55P03'])
const uniqueViolation = '23505'

/**
 * Runs the last part of an import, which takes rows that live traffic locks too. Where the database breaks a deadlock by
 * choosing us, or somebody was quicker to write a row, this part alone is undone, its locks included, and runs again.
 *
 * @param run is told whether it runs again, and rows of its own may be somebody else's.
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
      const code = error instanceof DatabaseError ? (error.code ?? '') : ''
      const isConflict = conflictCodes.has(code) || (tries === 1 && code === uniqueViolation)
      if (!isConflict || tries >= triesMax) throw error
      await transaction.query(sql`rollback to savepoint live`)
    }
  }
}
