import type { Client, Connection } from 'pg'
import { toText } from './sql.ts'
import type { Sql } from './sql.ts'

/** Rows are passed on in pieces of this size: one message of the protocol for some hundred of them. */
const pieceBytes = 65_536

/**
 * Runs a `copy … to stdout` on a connection that is not shared and has nothing else under way, and answers what it sends,
 * in order, in a few large pieces. All of it is held in memory: the caller bounds the rows.
 */
export function copyOut(client: Client, statement: Sql): Promise<Buffer[]> {
  const over = Promise.withResolvers<Buffer[]>()
  const pieces: Buffer[] = []
  let piece = Buffer.allocUnsafeSlow(pieceBytes)
  let used = 0
  const gather = () => {
    if (used > 0) pieces.push(piece.subarray(0, used))
    used = 0
  }
  client.query({
    submit: (connection: Connection) => connection.query(toText(statement).text),
    handleCopyData: ({ chunk }: { chunk: Buffer }) => {
      if (used + chunk.length > piece.length) {
        gather()
        piece = Buffer.allocUnsafeSlow(Math.max(pieceBytes, chunk.length))
      }
      // Copied at once: the driver writes what it reads next over what it has read.
      used += chunk.copy(piece, used)
    },
    handleError: (error: Error) => over.reject(error),
    handleCommandComplete: () => {},
    handleReadyForQuery: () => {
      gather()
      over.resolve(pieces)
    },
  })
  return over.promise
}
