/** Knows whether somebody looks at the dashboard. */
export interface Watch {
  /** Notes a request of a path; those of the dashboard and of its API count. */
  noteRequest: (path: string) => void
  /** Returns whether one came within the last minute. */
  isWatched: () => boolean
}

const watchedMs = 60_000

/** @param nowMs returns milliseconds that only grow. */
export function createWatch(nowMs: () => number = () => performance.now()): Watch {
  let lastAt = -Infinity
  return {
    noteRequest: (path) => {
      if (/^\/(?:app|api)(?:[/?]|$)/.test(path)) lastAt = nowMs()
    },
    isWatched: () => nowMs() - lastAt < watchedMs,
  }
}
