import type { Client } from 'pg'

/**
 * Has all that is sent on the connection in this turn of the event loop go out in one write: what one request sends together,
 * and what several do whose data came at the same time. The driver makes a write of its own for each message, and each may
 * have to wake a backend, which was the most expensive thing that a list did.
 */
export function writeTogether({ connection: { stream } }: Pick<Client, 'connection'>): void {
  if (stream.writableCorked > 0) return
  stream.cork()
  setImmediate(() => stream.uncork())
}
