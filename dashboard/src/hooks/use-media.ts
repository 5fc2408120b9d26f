import { useSyncExternalStore } from 'react'

/** Returns whether a media query holds, as it changes. */
export function useMedia(media: string): boolean {
  return useSyncExternalStore(
    (notify) => {
      const list = matchMedia(media)
      list.addEventListener('change', notify)
      return () => list.removeEventListener('change', notify)
    },
    () => matchMedia(media).matches,
  )
}
