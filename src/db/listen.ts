import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../base/log.ts'
import { endClient, limitedStatement } from './client.ts'
import type { Db } from './database.ts'

export interface ListenOptions {
  log: Log
  signal: AbortSignal
  /** Time between two checks that the database still answers. */
  heartbeatMs?: number
  /** How long the database may take to answer before the connection counts as dead. */
  answerMs?: number
}

const firstPauseMs = 100
const pauseMaxMs = 5_000
const closeMs = 1_000

/**
 * Listens to a channel on a connection of its own until the signal aborts. Resolves when that connection is closed.
 *
 * Notifications sent while nobody listens are lost. So `onNotification` is also called with an empty payload each time
 * that listening starts, and the caller must then check for work itself. A connection that breaks or stops answering is
 * replaced, after a pause that doubles from 100 ms to 5 s while it keeps failing.
 */
export async function listen(
  db: Db,
  channel: string,
  onNotification: (payload: string) => void,
  { log, signal, heartbeatMs = 30_000, answerMs = 5_000 }: ListenOptions,
): Promise<void> {
  let pauseMs = firstPauseMs
  const onHeartbeat = () => {
    pauseMs = firstPauseMs
  }
  while (!signal.aborted) {
    try {
      await listenOnce(db, channel, onNotification, { signal, heartbeatMs, answerMs, onHeartbeat })
    } catch (error) {
      if (signal.aborted) return
      log.warn({ err: error, channel, pause_ms: pauseMs }, 'not listening to the database, will retry')
      await delay(pauseMs, undefined, { signal }).catch(() => {})
      pauseMs = Math.min(pauseMs * 2, pauseMaxMs)
    }
  }
}

interface OnceOptions extends Required<Omit<ListenOptions, 'log'>> {
  /** Called when the connection has worked for one heartbeat. */
  onHeartbeat: () => void
}

/** Rejects when the connection can't be opened, breaks or is dead, and when the signal aborts. */
async function listenOnce(
  db: Db,
  channel: string,
  onNotification: (payload: string) => void,
  { signal, heartbeatMs, answerMs, onHeartbeat }: OnceOptions,
): Promise<never> {
  const client = await db.connect()
  const lost = new AbortController()
  client.once('error', (error) => lost.abort(error))
  client.once('end', () => lost.abort(new Error('the connection was closed')))
  client.on('notification', ({ payload }) => onNotification(payload ?? ''))
  const over = AbortSignal.any([signal, lost.signal])
  try {
    over.throwIfAborted()
    await client.query(limitedStatement(`listen ${client.escapeIdentifier(channel)}`, answerMs))
    onNotification('')
    for (;;) {
      await delay(heartbeatMs, undefined, { signal: over }).catch(() => over.throwIfAborted())
      await client.query(limitedStatement('select 1', answerMs))
      onHeartbeat()
    }
  } finally {
    await endClient(client, closeMs)
  }
}
