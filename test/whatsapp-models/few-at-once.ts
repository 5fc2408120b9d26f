/** Maps like `Promise.all`, with bounded concurrency: more requests would only wait for the lock of the plan's row. */
export async function fewAtOnce<T, R>(
  items: readonly T[],
  run: (item: T) => Promise<R>,
  most = 8,
): Promise<R[]> {
  const results: R[] = []
  const waiting = [...items.entries()]
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      results[next[0]] = await run(next[1])
  }
  await Promise.all(Array.from({ length: most }, work))
  return results
}
