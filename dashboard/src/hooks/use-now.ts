import { useSyncExternalStore } from 'react'
import { msOf } from '../format/instant.ts'

/** Returns the present in milliseconds since 1970, in steps of a second. All clocks of a page step together. */
export function useNow(): number {
  return useSyncExternalStore(watchSeconds, currentSecond)
}

/**
 * Returns the latest of some instants that has passed, in milliseconds since 1970; 0 if none has. A component that asks
 * only whether instants have passed is drawn anew when one does, and not each second.
 */
export function useLastPassed(instants: readonly (string | null)[]): number {
  return useSyncExternalStore(watchSeconds, () => {
    const now = currentSecond()
    return Math.max(0, ...instants.map((at) => (at === null ? 0 : msOf(at))).filter((at) => at <= now))
  })
}

function currentSecond(): number {
  return Math.floor(Date.now() / 1_000) * 1_000
}

/** A second is shown at most this much late. */
const lookMs = 250

const watchers = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | null = null
let shownSecond = 0

/**
 * Calls a watcher once in each second, and all watchers in one task, so that React draws all clocks at once. Returns
 * what ends it.
 */
export function watchSeconds(watcher: () => void): () => void {
  watchers.add(watcher)
  timer ??= setInterval(stepTogether, lookMs)
  return () => {
    watchers.delete(watcher)
    if (watchers.size > 0 || timer === null) return
    clearInterval(timer)
    timer = null
  }
}

function stepTogether(): void {
  const second = currentSecond()
  if (second === shownSecond) return
  shownSecond = second
  for (const watcher of watchers) watcher()
}
