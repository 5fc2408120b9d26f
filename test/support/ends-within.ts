import assert from 'node:assert/strict'

/**
 * Returns what the work resolves with. Fails if a timer of `withinMs` that starts with it ends first: also on a busy machine
 * a process runs its timers in the order in which they end, while a measured time contains all that others ran meanwhile.
 */
export async function endsWithin<T>(withinMs: number, work: () => Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new assert.AssertionError({ message: `not within ${withinMs} ms` })),
    withinMs,
  )
  try {
    return await Promise.race([work(), late.promise])
  } finally {
    clearTimeout(timer)
  }
}
