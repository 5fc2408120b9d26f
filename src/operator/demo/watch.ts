/** Knows whether somebody looks at the dashboard. */
export interface Watch {
  /** Notes a request of a path; those of the dashboard and of its API count. */
  noteRequest: (path: string) => void
  /** Returns whether one came within the last minute, or a page holds a stream of hints open. */
  isWatched: () => boolean
}

const watchedMs = 60_000

/**
 * @param hasStreams returns whether a page holds a stream open.
 * @param nowMs returns milliseconds that only grow.
 */
export function createWatch(hasStreams: () => boolean, nowMs: () => number = () => performance.now()): Watch {
  let lastAt = -Infinity
  return {
    noteRequest: (path) => {
      if (/^\/(?:app|api)(?:[/?]|$)/.test(path)) lastAt = nowMs()
    },
    isWatched: () => hasStreams() || nowMs() - lastAt < watchedMs,
  }
}
