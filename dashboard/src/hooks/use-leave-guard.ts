import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import type { Blocker } from 'react-router'

/** Keeps the page while something on it is not saved. `components/leave-dialog.tsx` asks; the browser asks on reload. */
export function useLeaveGuard(isDirty: boolean): Blocker {
  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isDirty])
  return useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
  )
}
