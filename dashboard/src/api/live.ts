import type { QueryClient } from '@tanstack/react-query'
import { createInvalidator } from './invalidator.ts'
import type { Hint } from './invalidator.ts'

export type LiveState = 'connecting' | 'live' | 'lost'

export interface LiveStream {
  state: () => LiveState
  /** Until when the stream was there, in milliseconds since 1970; null: not yet. */
  heardAt: () => number | null
  watch: (watcher: () => void) => () => void
  /** Begins to listen; returns what ends it. */
  open: () => () => void
}

const hiddenMsMax = 5 * 60_000
/** After an answer that is no stream, the next one is asked for after this time. */
const brokenMs = 5_000

/**
 * Listens to the hints of an organization and invalidates the queries that they concern. One of all tabs holds the
 * stream and passes the hints on; where the browser has no locks (plain http), each tab has its own.
 */
export function listen(organizationId: string, queries: QueryClient): LiveStream {
  const watchers = new Set<() => void>()
  let state: LiveState = 'connecting'
  let heardAt: number | null = null
  const invalidate = createInvalidator(queries)

  const receive = (message: TabMessage): void => {
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
    open: () => listenInTabs(organizationId, receive),
  }
}

/** Holds the stream in this tab, or takes the hints of the tab that does. Returns what ends it. */
function listenInTabs(organizationId: string, receive: (message: TabMessage) => void): () => void {
  const name = `hints-${organizationId}`
  const stop = new AbortController()
  const openChannel = (of: string) =>
    typeof BroadcastChannel === 'function' ? new BroadcastChannel(of) : null
  const channel = openChannel(name)
  // Tabs that run an older version would take a question for a state.
  const questions = openChannel(`${name}-questions`)
  // Whether hints have come, by this tab's stream or another's: a stream that begins later may have missed some.
  let hasHeard = false
  // What the stream of this tab was last; null: this tab holds none.
  let ownState: LiveState | null = null
  const post = (message: TabMessage): void => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
    channel?.postMessage(message)
  }
  channel?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    hasHeard = true
    receive(data)
  })
  questions?.addEventListener('message', () => {
    if (ownState !== null) post({ state: ownState })
  })
  const passOn = (message: TabMessage): void => {
    if (stop.signal.aborted) return
    ownState = message.state
    receive(message)
    post(message)
  }
  const onOpen = (): void => {
    passOn(hasHeard ? { state: 'live', hint: null } : { state: 'live' })
    hasHeard = true
  }
  const address = `/api/organizations/${organizationId}/events`
  const hold = async (): Promise<void> => {
    await holdStream(address, { onOpen, passOn }, stop.signal)
    ownState = null
  }
  // The tab with the stream says nothing by itself until something happens.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
  questions?.postMessage('state')
  void holdInTurn(name, hold, stop.signal)
  return () => {
    stop.abort()
    channel?.close()
    questions?.close()
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

/**
 * Holds the stream whenever it is this tab's turn. The lock is waited for until the tab that has it is closed, or has
 * been hidden for so long that it leaves the stream to one that is seen.
 */
async function holdInTurn(name: string, hold: () => Promise<void>, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    if (isLockable())
      await navigator.locks.request(name, { signal: stop }, hold).catch(() => pause(brokenMs, stop))
    else await hold()
    if (!stop.aborted) await untilVisible(stop)
  }
}

interface StreamWatch {
  onOpen: () => void
  passOn: (message: TabMessage) => void
}

/** Holds the stream until the tab closes it, or has been hidden for five minutes. */
async function holdStream(address: string, watch: StreamWatch, stop: AbortSignal): Promise<void> {
  do await readStream(address, watch, stop)
  while (!stop.aborted && !document.hidden)
}

function readStream(address: string, { onOpen, passOn }: StreamWatch, stop: AbortSignal): Promise<void> {
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
    source.addEventListener('open', onOpen)
    source.addEventListener('resync', () => passOn({ state: 'live', hint: null }))
    source.addEventListener('hint', (event: MessageEvent<string>) => {
      passOn({ state: 'live', hint: JSON.parse(event.data) as Hint })
    })
    source.addEventListener('error', () => {
      passOn({ state: 'lost' })
      // The browser tries again by itself, but not after an answer that is no stream.
      if (source.readyState === EventSource.CLOSED) setTimeout(end, brokenMs)
    })
    document.addEventListener('visibilitychange', onVisibility)
    // A tab that is hidden already may get its turn, too.
    onVisibility()
    stop.addEventListener('abort', end)
  })
}

function pause(ms: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    stop.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
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
