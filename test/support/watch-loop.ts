import { startThreadTime } from '../../src/base/thread-time.ts'

/** Watches how long this thread's event loop is occupied at a time. */
export interface LoopWatch {
  /** Stops and returns the most processor time between two turns, in milliseconds, and the number of turns. */
  stop: () => { longestMs: number; turns: number }
}

export function watchLoop(): LoopWatch {
  let [longestMs, turns] = [0, 0]
  let sinceTurn = startThreadTime()
  const measure = (): void => {
    longestMs = Math.max(longestMs, sinceTurn())
    turns++
    sinceTurn = startThreadTime()
  }
  const timer = setInterval(measure, 5)
  return {
    stop: () => {
      clearInterval(timer)
      measure()
      return { longestMs, turns }
    },
  }
}
