import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../base/log.ts'
import type { Db } from './database.ts'
import { endClient, limitedStatement } from './client.ts'

export interface ListenOptions {
  log: Log
  signal: AbortSignal
  /** Between two questions whether the database still answers. */
  heartbeatMs?: number
  /** How long it has for each answer before its connection counts as dead. */
  answerMs?: number
}

const firstPauseMs = 100
const longestPauseMs = 5_000
const goodbyeMs = 1_000

/**
 * Listens to a channel on a connection of its own until the signal aborts, and resolves when that connection is closed.
 *
 * Notices are lost while nobody listens. So `onNotice` is also called, with an empty payload, each time that listening
 * begins: whoever is told must then look for itself what there is to do. A connection that breaks, or whose other side
 * has silently vanished, is replaced after a pause that doubles from 100 ms to 5 s while it keeps failing.
 */
export async function listen(
  db: Db,
  channel: string,
  onNotice: (payload: string) => void,
  { log, signal, heartbeatMs = 30_000, answerMs = 5_000 }: ListenOptions,
): Promise<void> {
  let pauseMs = firstPauseMs
  const onHeartbeat = () => {
    pauseMs = firstPauseMs
  }
  while (!signal.aborted) {
    try {
      await listenOnce(db, channel, onNotice, { signal, heartbeatMs, answerMs, onHeartbeat })
    } catch (error) {
      if (signal.aborted) return
      log.warn({ err: error, channel, pause_ms: pauseMs }, 'not listening to the database, trying again')
      await delay(pauseMs, undefined, { signal }).catch(() => {})
      pauseMs = Math.min(pauseMs * 2, longestPauseMs)
    }
  }
}

interface OnceOptions extends Required<Omit<ListenOptions, 'log'>> {
  /** The connection has lasted for a while. */
  onHeartbeat: () => void
}

/** Throws when the connection can't be had, breaks or is dead, and when the signal aborts. */
async function listenOnce(
  db: Db,
  channel: string,
  onNotice: (payload: string) => void,
  { signal, heartbeatMs, answerMs, onHeartbeat }: OnceOptions,
): Promise<never> {
  const client = await db.connect()
  const lost = new AbortController()
  client.once('error', (error) => lost.abort(error))
  client.once('end', () => lost.abort(new Error('the connection was ended')))
  client.on('notification', ({ payload }) => onNotice(payload ?? ''))
  const over = AbortSignal.any([signal, lost.signal])
  try {
    over.throwIfAborted()
    await client.query(limitedStatement(`listen ${client.escapeIdentifier(channel)}`, answerMs))
    onNotice('')
    for (;;) {
      await delay(heartbeatMs, undefined, { signal: over }).catch(() => over.throwIfAborted())
      await client.query(limitedStatement('select 1', answerMs))
      onHeartbeat()
    }
  } finally {
    await endClient(client, goodbyeMs)
  }
}
