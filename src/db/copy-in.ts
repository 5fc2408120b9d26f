import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import type { Client } from 'pg'
import { from } from 'pg-copy-streams'
import { toStatement } from './sql.ts'
import type { Sql } from './sql.ts'

/** A running `copy … from stdin`, the fastest way to load rows: about four times as fast as `insert`. */
export interface CopyIn {
  /**
   * Sends whole rows as {@link formatCopyRow} makes them. Waits while the connection's buffer is full.
   *
   * @throws the error with which the database or the connection has failed.
   */
  write(rows: string): Promise<void>
  /** Ends the copy and resolves once the database has stored the rows. */
  end(): Promise<void>
  /** Cancels the copy: the statement fails, and its transaction with it. */
  abort(): Promise<void>
}

/** Starts a `copy … from stdin`. The connection must not be shared and must have no statement in flight. */
export async function startCopyIn(client: Client, statement: Sql): Promise<CopyIn> {
  const stream = client.query(from(toStatement(statement).text))
  let failure: Error | null = null
  stream.on('error', (error: Error) => (failure ??= error))
  const write = async (rows: string): Promise<void> => {
    // After an error the stream is detached from the connection.
    if (failure !== null) throw failure
    if (!stream.write(rows)) await once(stream, 'drain')
  }
  // An empty write completes when the database is ready for rows.
  await new Promise<void>((resolve, reject) => {
    stream.once('error', reject)
    stream.write('', () => resolve())
  })
  return {
    write,
    end: async () => {
      if (failure !== null) throw failure
      stream.end()
      await finished(stream)
    },
    abort: async () => {
      if (failure === null && !stream.writableFinished) stream.destroy(new Error('the copy was aborted'))
      if (!stream.closed && failure === null) await once(stream, 'close').catch(() => {})
    },
  }
}

const special = /[\\\n\r\t]/
const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Formats a row for `copy`, with the line end. */
export function formatCopyRow(cells: readonly (string | number | null)[]): string {
  return cells.map(formatCell).join('\t') + '\n'
}

function formatCell(cell: string | number | null): string {
  if (cell === null) return '\\N'
  if (typeof cell === 'number') return String(cell)
  return special.test(cell) ? cell.replace(/[\\\n\r\t]/g, (found) => escapes[found]!) : cell
}
