/** Cuts a pause short when there is something to do. */
export interface WakeSignal {
  notify: () => void
  /** Resolves when the wakeSignal rings, the time is over or the signal aborts; at once where it rang since the last wait. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>
}

export function createWakeSignal(): WakeSignal {
  let hasRung = false
  let wake: (() => void) | null = null
  return {
    notify() {
      hasRung = true
      wake?.()
    },
    async wait(ms, signal) {
      if (!hasRung && !signal.aborted)
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
      hasRung = false
    },
  }
}
