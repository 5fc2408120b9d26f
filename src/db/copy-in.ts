import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import type { Client } from 'pg'
import { from } from 'pg-copy-streams'
import { toStatement } from './sql.ts'
import type { Sql } from './sql.ts'

/** Rows on their way into a table: the quickest way there is, about four times that of `insert`. */
export interface CopyIn {
  /**
   * Sends rows: text of whole ones, as {@link formatCopyRow} makes them. Waits while the connection is full.
   *
   * @throws what the database or the connection has failed with.
   */
  write(rows: string): Promise<void>
  /** Ends it; resolves once the database has them. */
  end(): Promise<void>
  /** Calls it off: the statement fails, and with it the transaction. */
  abort(): Promise<void>
}

/** Begins a `copy … from stdin` on a connection that is not shared and has nothing else under way. */
export async function startCopyIn(client: Client, statement: Sql): Promise<CopyIn> {
  const stream = client.query(from(toStatement(statement).text))
  let failure: Error | null = null
  stream.on('error', (error: Error) => (failure ??= error))
  const write = async (rows: string): Promise<void> => {
    // After an error the stream has no connection any more.
    if (failure !== null) throw failure
    if (!stream.write(rows)) await once(stream, 'drain')
  }
  // Nothing, which passes when the database is ready for rows.
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
      if (failure === null && !stream.writableFinished) stream.destroy(new Error('called off'))
      if (!stream.closed && failure === null) await once(stream, 'close').catch(() => {})
    },
  }
}

const special = /[\\\n\r\t]/
const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** A row as `copy` reads it, its end included. */
export function formatCopyRow(cells: readonly (string | number | null)[]): string {
  return cells.map(formatCell).join('\t') + '\n'
}

function formatCell(cell: string | number | null): string {
  if (cell === null) return '\\N'
  if (typeof cell === 'number') return String(cell)
  return special.test(cell) ? cell.replace(/[\\\n\r\t]/g, (found) => escapes[found]!) : cell
}
