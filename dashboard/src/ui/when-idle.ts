/** A page that never rests is not waited for longer. */
const idleMsMax = 2_000

const lookAgainMs = 100

let isWaiting = (): boolean => false

/** Sets what says whether the page waits for answers: it is not idle then, though its processor is. */
export function idleUnless(waits: () => boolean): void {
  isWaiting = waits
}

/** Does something that the page can be without, once it has nothing else to do. Returns what gives it up. */
export function whenIdle(work: () => void): () => void {
  const end = performance.now() + idleMsMax
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = (): void => {
    if (isWaiting() && performance.now() < end) timer = setTimeout(look, lookAgainMs)
    else work()
  }
  // Safari has none.
  if (!('requestIdleCallback' in globalThis)) {
    timer = setTimeout(look, 200)
    return () => clearTimeout(timer)
  }
  const request = requestIdleCallback(look, { timeout: idleMsMax })
  return () => {
    cancelIdleCallback(request)
    clearTimeout(timer)
  }
}
