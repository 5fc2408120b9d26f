/** A page that never rests is not waited for longer. */
const idleMsMax = 2_000

/** Does something that the page can be without, once it has nothing else to do. Returns what gives it up. */
export function whenIdle(work: () => void): () => void {
  // Safari has none.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work, 200)
    return () => clearTimeout(timer)
  }
  const request = requestIdleCallback(work, { timeout: idleMsMax })
  return () => cancelIdleCallback(request)
}
