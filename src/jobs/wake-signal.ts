/** Ends a pause early when there is work. */
export interface WakeSignal {
  notify: () => void
  /**
   * Resolves after `ms`, on `notify`, or when the signal aborts; at once if `notify` was called since the last wait.
   */
  wait: (ms: number, signal: AbortSignal) => Promise<void>
}

export function createWakeSignal(): WakeSignal {
  let isNotified = false
  let wake: (() => void) | null = null
  return {
    notify() {
      isNotified = true
      wake?.()
    },
    async wait(ms, signal) {
      if (!isNotified && !signal.aborted)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
          signal.addEventListener('abort', wake, { once: true })
        }).finally(() => {
          if (wake !== null) signal.removeEventListener('abort', wake)
          wake = null
        })
      isNotified = false
    },
  }
}
