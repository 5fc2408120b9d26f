import { useQueryClient } from '@tanstack/react-query'
import { createContext, use, useEffect, useMemo, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { listen } from '../api/live.ts'
import type { LiveState, LiveStream } from '../api/live.ts'
import { whenIdle } from '../ui/when-idle.ts'

const StreamContext = createContext<LiveStream | null>(null)

/** Listens to what changes in an organization, for all pages inside. */
export function LiveStreamProvider({
  organizationId,
  children,
}: {
  organizationId: string
  children: ReactNode
}) {
  const queries = useQueryClient()
  const stream = useMemo(() => listen(organizationId, queries), [organizationId, queries])
  useEffect(() => {
    let close = () => {}
    // What the page begins with comes first.
    const giveUp = whenIdle(() => {
      close = stream.open()
    })
    return () => {
      giveUp()
      close()
    }
  }, [stream])
  return <StreamContext value={stream}>{children}</StreamContext>
}

const notWatched = () => () => undefined

/** Returns whether the stream is there, and when the page was last known to be up to date. */
export function useLiveState(): { state: LiveState; heardAt: number | null } {
  const stream = use(StreamContext)
  const state = useSyncExternalStore(stream?.watch ?? notWatched, () => stream?.state() ?? 'connecting')
  return { state, heardAt: stream?.heardAt() ?? null }
}
