import type { QueryClient } from '@tanstack/react-query'
import { concerns } from './queries.ts'

/** What the stream says: something of this topic has changed. */
export interface Hint {
  topic: string
  project_id: string | null
  ids: string[] | null
}

export type LiveState = 'connecting' | 'live' | 'lost'

export interface LiveStream {
  state: () => LiveState
  /** Until when the stream was there, in milliseconds since 1970; null: not yet. */
  heardAt: () => number | null
  watch: (watcher: () => void) => () => void
  /** Begins to listen; returns what ends it. */
  open: () => () => void
}

/** One query is asked for again at most twice a second. */
const refetchMsMin = 500
const hiddenMsMax = 5 * 60_000

/**
 * Listens to the hints of an organization and invalidates the queries that they concern. Of all tabs one holds the
 * stream and passes the hints on; where the browser has no locks (plain http), each tab has its own.
 */
export function listen(organizationId: string, queries: QueryClient): LiveStream {
  const watchers = new Set<() => void>()
  let state: LiveState = 'connecting'
  let heardAt: number | null = null
  const invalidate = createInvalidator(queries)

  const heard = (message: TabMessage): void => {
    // Until it was lost, the page was up to date: the lines that keep the stream alive are not seen here.
    if (message.state === 'live' || state === 'live') heardAt = Date.now()
    if (message.state !== state) {
      // After a gap nobody knows what was missed.
      if (message.state === 'live' && state === 'lost') invalidate(null)
      state = message.state
    }
    if (message.hint !== undefined) invalidate(message.hint)
    for (const watcher of watchers) watcher()
  }

  return {
    state: () => state,
    heardAt: () => heardAt,
    watch: (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    open: () => listenInTabs(organizationId, heard),
  }
}

/** Holds the stream in this tab, or takes the hints of the tab that does. Returns what ends it. */
function listenInTabs(organizationId: string, heard: (message: TabMessage) => void): () => void {
  const name = `hints-${organizationId}`
  const stop = new AbortController()
  const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel(name) : null
  channel?.addEventListener('message', (event: MessageEvent<TabMessage>) => heard(event.data))
  const passOn = (message: TabMessage): void => {
    if (stop.signal.aborted) return
    heard(message)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
    channel?.postMessage(message)
  }
  const hold = () => holdStream(`/api/organizations/${organizationId}/events`, passOn, stop.signal)
  // The lock is waited for until the tab that has it is closed.
  if (isLockable()) navigator.locks.request(name, { signal: stop.signal }, hold).catch(() => undefined)
  else void hold()
  return () => {
    stop.abort()
    channel?.close()
  }
}

interface TabMessage {
  state: LiveState
  /** null: everything may have changed. */
  hint?: Hint | null
}

function isLockable(): boolean {
  return globalThis.isSecureContext && 'locks' in navigator && typeof BroadcastChannel === 'function'
}

/** Holds the stream until the tab closes it. Hidden for five minutes, it is closed until the tab is seen again. */
async function holdStream(
  address: string,
  passOn: (message: TabMessage) => void,
  stop: AbortSignal,
): Promise<void> {
  while (!stop.aborted) {
    await readStream(address, passOn, stop)
    if (!stop.aborted) await untilVisible(stop)
  }
}

function readStream(
  address: string,
  passOn: (message: TabMessage) => void,
  stop: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    const source = new EventSource(address)
    let hidden: ReturnType<typeof setTimeout> | undefined
    const end = (): void => {
      clearTimeout(hidden)
      source.close()
      document.removeEventListener('visibilitychange', onVisibility)
      stop.removeEventListener('abort', end)
      resolve()
    }
    const onVisibility = (): void => {
      clearTimeout(hidden)
      if (document.hidden) hidden = setTimeout(end, hiddenMsMax)
    }
    source.addEventListener('open', () => passOn({ state: 'live' }))
    source.addEventListener('resync', () => passOn({ state: 'live', hint: null }))
    source.addEventListener('hint', (event: MessageEvent<string>) => {
      passOn({ state: 'live', hint: JSON.parse(event.data) as Hint })
    })
    source.addEventListener('error', () => {
      passOn({ state: 'lost' })
      // The browser tries again by itself, but not after an answer that is no stream.
      if (source.readyState === EventSource.CLOSED) setTimeout(end, 5_000)
    })
    document.addEventListener('visibilitychange', onVisibility)
    stop.addEventListener('abort', end)
  })
}

function untilVisible(stop: AbortSignal): Promise<void> {
  if (!document.hidden) return Promise.resolve()
  return new Promise((resolve) => {
    const look = (): void => {
      if (document.hidden && !stop.aborted) return
      document.removeEventListener('visibilitychange', look)
      resolve()
    }
    document.addEventListener('visibilitychange', look)
    stop.addEventListener('abort', look)
  })
}

/** Gathers hints, and invalidates each query at most twice a second. */
function createInvalidator(queries: QueryClient): (hint: Hint | null) => void {
  const topics = new Set<string | null>()
  let timer: ReturnType<typeof setTimeout> | null = null
  let invalidatedAt = 0
  const invalidate = (): void => {
    timer = null
    invalidatedAt = Date.now()
    const gathered = [...topics]
    topics.clear()
    void queries.invalidateQueries({
      predicate: ({ queryKey }) => gathered.some((topic) => concerns(topic, queryKey)),
    })
  }
  return (hint) => {
    topics.add(hint?.topic ?? null)
    timer ??= setTimeout(invalidate, Math.max(50, invalidatedAt + refetchMsMin - Date.now()))
  }
}
