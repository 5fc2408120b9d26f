import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from 'pg'

/**
 * Collects everything that is sent on the connection during this iteration of the event loop into one write. The driver
 * writes each message separately, and each write may wake a backend, which was the largest part of the cost of a list.
 */
export function writeTogether({ connection: { stream } }: Pick<Client, 'connection'>): void {
  if (stream.writableCorked > 0) return
  stream.cork()
  setImmediate(() => stream.uncork())
}

/**
 * Returns a statement with its own time limit, for a connection that has none. The driver supports it, its types don't.
 */
export function limitedStatement(text: string, timeoutMs: number): { text: string; query_timeout: number } {
  return { text, query_timeout: timeoutMs }
}

/**
 * Ends the connection and resolves once it is closed. After `timeoutMs` it cuts the connection, so that a statement
 * still at work fails and a vanished server keeps nobody waiting.
 */
export async function endClient(client: Client, timeoutMs: number): Promise<void> {
  const isClosed = new AbortController()
  const timeout = delay(timeoutMs, undefined, { signal: isClosed.signal }).then(
    () => cutClient(client),
    () => {},
  )
  await Promise.race([client.end(), timeout])
  isClosed.abort()
}

/** Closes the socket without the protocol's goodbye. The database rolls back any open transaction. */
export function cutClient(client: Pick<Client, 'connection'>): void {
  client.connection.stream.destroy()
}
