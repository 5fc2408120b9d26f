import { setTimeout as delay } from 'node:timers/promises'

/** Runs work after all earlier work with the same key. */
export type RunInOrder = <T>(key: string, work: () => Promise<T>) => Promise<T>

/**
 * Returns a function that runs the works of one key one after the other, in the order of the calls. If one fails, the
 * next still runs.
 *
 * @param options.waitMaxMs work begins after this time even if the work before it still runs; only for work that may
 *   run at the same time. By default it waits without limit.
 */
export function createRunInOrder({ waitMaxMs = null }: { waitMaxMs?: number | null } = {}): RunInOrder {
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
