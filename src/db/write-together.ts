import type { Client } from 'pg'

/**
 * Has all that is sent on the connection in this turn of the event loop go out in one write. The driver makes one of its own
 * for each statement, which is a quarter of the processor time of a service that does little else.
 */
export function writeTogether({ connection: { stream } }: Pick<Client, 'connection'>): void {
  stream.cork()
  process.nextTick(() => stream.uncork())
}
