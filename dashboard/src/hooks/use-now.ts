import { useSyncExternalStore } from 'react'

/** Returns the present in milliseconds since 1970, in steps of a second. All clocks of a page step together. */
export function useNow(): number {
  return useSyncExternalStore(watchSeconds, currentSecond)
}

function currentSecond(): number {
  return Math.floor(Date.now() / 1_000) * 1_000
}

function watchSeconds(watcher: () => void): () => void {
  const timer = setInterval(watcher, 250)
  return () => clearInterval(timer)
}
