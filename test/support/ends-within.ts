import assert from 'node:assert/strict'

/** How long one timer runs. A process that stands still lets at most one of them end meanwhile. */
const tickMs = 20

/**
 * Returns what the work resolves with. Fails if it takes longer than `withinMs` of timers that run one after the other.
 * Time in which this process stands still counts as one timer, while a measured time would contain all of it.
 */
export async function endsWithin<T>(withinMs: number, work: () => Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  let leftMs = withinMs
  const tick = (): NodeJS.Timeout => {
    const ms = Math.min(tickMs, leftMs)
    return setTimeout(() => {
      leftMs -= ms
      if (leftMs > 0) timer = tick()
      else late.reject(new assert.AssertionError({ message: `not within ${withinMs} ms` }))
    }, ms)
  }
  let timer = tick()
  try {
    return await Promise.race([work(), late.promise])
  } finally {
    clearTimeout(timer)
  }
}
