import { useSyncExternalStore } from 'react'

/** Returns the present in milliseconds since 1970, in steps of a second. All clocks of a page step together. */
export function useNow(): number {
  return useSyncExternalStore(watchSeconds, currentSecond)
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
