import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from 'pg'

/**
 * Says goodbye to the database and resolves once the connection is closed. Where that takes longer than `mostMs`, since
 * a statement is still at work or the other side has vanished, the connection is cut and its statements fail.
 */
export async function endClient(client: Client, mostMs: number): Promise<void> {
  const isInTime = new AbortController()
  const late = delay(mostMs, undefined, { signal: isInTime.signal }).then(
    () => cutClient(client),
    () => {},
  )
  await Promise.race([client.end(), late])
  isInTime.abort()
}

/** Closes the connection without a word: the database rolls back what it has open there. */
export function cutClient(client: Pick<Client, 'connection'>): void {
  client.connection.stream.destroy()
}
