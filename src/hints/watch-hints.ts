import { randomBytes } from 'node:crypto'
import type { Log } from '../base/log.ts'
import type { Db } from '../db/database.ts'
import { listen } from '../db/listen.ts'
import { hintChannel } from './hint.ts'
import type { Hint } from './hint.ts'

/** A hint with its place in the order in which this process received them. */
export interface NumberedHint extends Hint {
  /** Process and number, such as `x3fk2a-17`. */
  id: string
}

/**
 * A message to somebody who watches. `resync`: hints may have been missed, so everything on the screen is to be asked
 * again.
 */
export type WatchMessage = { kind: 'hint'; hint: NumberedHint } | { kind: 'resync'; id: string }

/** Passes hints on to the streams of this process. */
export interface HintWatch {
  /**
   * Calls `receive` for every hint of the organization until the returned function is called. First come those after
   * `lastId`, or `resync` if they are not all kept.
   */
  subscribe(
    organizationId: string,
    lastId: string | null,
    receive: (message: WatchMessage) => void,
  ): () => void
  /** Returns whether any stream is open. */
  hasStreams(): boolean
  /** Returns the id of the last hint; null while this process does not listen. */
  lastId(): string | null
  /** Ends all streams and stops listening. */
  close(): Promise<void>
}

/** How many of the last hints are kept, for streams that were interrupted. */
const keptMax = 1_000
/** How long the process listens after the last stream has ended: a page that is loaded again comes back at once. */
const lingerMs = 30_000

/**
 * Listens to hints on one connection, and only while somebody watches. Whenever listening begins, numbers begin under a
 * new name, because hints sent in between are not known.
 */
export function createHintWatch({ db, log }: { db: Db; log: Log }): HintWatch {
  const streams = new Map<(message: WatchMessage) => void, string>()
  let kept: NumberedHint[] = []
  let process = ''
  let count = 0
  let listening: { stop: AbortController; ended: Promise<void> } | null = null
  let linger: NodeJS.Timeout | null = null

  const idOf = (number: number) => `${process}-${number}`

  function begin(): void {
    process = randomBytes(6).toString('base64url').replaceAll(/[-_]/g, '0')
    count = 0
    kept = []
    for (const receive of streams.keys()) receive({ kind: 'resync', id: idOf(0) })
  }

  function receiveAll(payload: string): void {
    // `listen` passes an empty text whenever listening begins.
    if (payload === '') return begin()
    for (const hint of JSON.parse(payload) as Hint[]) {
      const numbered = { ...hint, id: idOf(++count) }
      kept.push(numbered)
      for (const [receive, organizationId] of streams)
        if (isFor(hint, organizationId)) receive({ kind: 'hint', hint: numbered })
    }
    if (kept.length > keptMax) kept = kept.slice(-keptMax)
  }

  function start(): void {
    if (linger !== null) clearTimeout(linger)
    linger = null
    if (listening !== null) return
    const stop = new AbortController()
    listening = {
      stop,
      ended: listen(db, hintChannel, receiveAll, { log, signal: stop.signal, heartbeatMs: 10_000 }),
    }
  }

  async function end(): Promise<void> {
    if (linger !== null) clearTimeout(linger)
    linger = null
    const ending = listening
    listening = null
    process = ''
    ending?.stop.abort()
    await ending?.ended
  }

  return {
    subscribe(organizationId, lastId, receive) {
      const missed = process === '' || lastId === null ? null : keptAfter(kept, process, count, lastId)
      streams.set(receive, organizationId)
      start()
      if (process !== '' && lastId !== null) {
        if (missed === null) receive({ kind: 'resync', id: idOf(count) })
        for (const hint of missed ?? []) if (isFor(hint, organizationId)) receive({ kind: 'hint', hint })
      }
      return () => {
        streams.delete(receive)
        if (streams.size === 0 && listening !== null && linger === null)
          linger = setTimeout(() => void end(), lingerMs).unref()
      }
    },
    hasStreams: () => streams.size > 0,
    lastId: () => (process === '' ? null : idOf(count)),
    close: end,
  }
}

/** Returns whether a stream of the organization gets the hint. */
function isFor({ organization_id }: Hint, organizationId: string): boolean {
  return organization_id === null || organization_id === organizationId
}

/** Returns the hints after the one with this id; null if they are not all kept. */
function keptAfter(
  kept: readonly NumberedHint[],
  process: string,
  count: number,
  lastId: string,
): NumberedHint[] | null {
  const [name, text] = lastId.split('-')
  const number = /^\d{1,15}$/.test(text ?? '') ? Number(text) : NaN
  const oldest = count - kept.length
  return name === process && number >= oldest && number <= count ? kept.slice(number - oldest) : null
}
