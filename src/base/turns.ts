import { setTimeout as delay } from 'node:timers/promises'

/** Runs work after all earlier work with the same key. */
export type Turns = <T>(key: string, work: () => Promise<T>) => Promise<T>

/**
 * Returns a function that runs one work of a key after the other, in the order of the calls. The outcome of one does not concern
 * the next.
 *
 * @param options.waitMaxMs after which work begins although the one before it goes on; by default it waits for as long as that
 *   takes. Only for work that may also run at the same time.
 */
export function createTurns({ waitMaxMs = null }: { waitMaxMs?: number | null } = {}): Turns {
  /** The end of the last work of each key. */
  const ends = new Map<string, Promise<void>>()
  return (key, work) => {
    const before = ends.get(key)
    const run = before === undefined ? work() : whenOver(before, waitMaxMs).then(work)
    const end = run.then(
      () => {},
      () => {},
    )
    ends.set(key, end)
    void end.then(() => {
      if (ends.get(key) === end) ends.delete(key)
    })
    return run
  }
}

async function whenOver(end: Promise<void>, waitMaxMs: number | null): Promise<void> {
  if (waitMaxMs === null) return end
  const over = new AbortController()
  const waited = delay(waitMaxMs, undefined, { signal: over.signal }).catch(() => {})
  await Promise.race([end, waited])
  over.abort()
}
