import { withinRoom } from '../crawl-bounds.ts'
import type { CrawlCounts, CrawlStop, CrawlUrlState } from '../crawl.ts'
import type { DecideUrls } from '../rules/decide-url.ts'
import { canonicalEnd, stepsMax } from './crawl-store.ts'
import type {
  CrawlFaults,
  CrawlStore,
  FoundUrl,
  Settled,
  Taken,
  TakenUrl,
  Verdict,
  Visit,
} from './crawl-store.ts'
import { isDeadEnd } from './dead-ends.ts'
import { isStartLost } from './lost-starts.ts'

/** A URL of a crawl in memory, and its outcome. */
export interface KnownUrl {
  url: string
  depth: number
  foundOn: string | null
  state: CrawlUrlState
  reason: string | null
  detail: string | null
  status: number | null
  bytes: number
  title: string | null
}

interface Entry extends KnownUrl {
  /** The entries that it links to, redirects to or names as canonical, as far as they are known. */
  links: readonly Entry[]
  leadsTo: Entry | null
  /** Whether it failed as a redirection that is not followed. */
  isRedirection: boolean
  hops: number
  attempts: number
  ignoresCanonical: boolean
  changedAt: Date | null
  notBefore: number
  /** Whether it is taken and not settled yet. */
  isInProgress: boolean
}

interface Memory {
  entries: Map<string, Entry>
  /** The first page with each text. */
  texts: Map<string, string>
  counts: CrawlCounts
  stop: CrawlStop | null
  maxPages: number
}

/** Creates the store of a dry run. A page counts as indexed unless its text was seen before. */
export function createMemoryStore(maxPages: number): CrawlStore & { urls: () => KnownUrl[] } {
  const memory: Memory = {
    entries: new Map(),
    texts: new Map(),
    counts: { found: 0, fetched: 0, indexed: 0, unchanged: 0, skipped: 0, failed: 0, gone: 0, bytes: 0 },
    stop: null,
    maxPages,
  }
  const { entries, counts } = memory
  return {
    urls: () => [...entries.values()],
    counts: () => ({ ...counts }),
    stop: () => memory.stop,
    add: async (found) => {
      for (const one of found) await addOne(memory, one, null)
    },
    take: async () => take(memory),
    settle: (taken, visit, decide) => settle(memory, taken, visit, decide),
    known: async () => [...entries.keys()],
    canonicalEnd: (canonical, page) =>
      canonicalEnd(canonical, page, async (url) => {
        const entry = entries.get(url)
        return entry === undefined ? null : { ...entry, leadsTo: entry.leadsTo?.url ?? null }
      }),
    reviveCanonicals: async () => {
      const revived = [...entries.values()].filter(
        ({ reason, leadsTo }) => reason === 'canonical' && leadsTo !== null && hasNoText(leadsTo),
      )
      for (const entry of revived)
        Object.assign(entry, {
          state: 'waiting',
          reason: null,
          detail: null,
          leadsTo: null,
          attempts: 0,
          ignoresCanonical: true,
        })
      counts.skipped -= revived.length
      return revived.length
    },
    faults: async () => faultsOf([...entries.values()]),
    skipRest: async (by, reason, detail) => {
      memory.stop = by
      for (const entry of entries.values()) if (isReady(entry)) put(memory, entry, 'skipped', reason, detail)
    },
  }
}

/** Returns whether an entry, or the end of its redirections, has no text. */
function hasNoText(entry: Entry): boolean {
  let end = entry
  for (let step = 0; step <= stepsMax; step++) {
    if (end.state !== 'skipped' || end.reason !== 'redirect' || end.leadsTo === null)
      return isDeadEnd(end.state, end.reason)
    end = end.leadsTo
  }
  return true
}

async function addOne(memory: Memory, found: FoundUrl, decide: DecideUrls | null): Promise<void> {
  const known = memory.entries.get(found.url)
  if (known !== undefined) return lowerDepth(memory, known, found, decide)
  if (withinRoom([found], memory.maxPages, memory.counts).length === 0) return
  const { skipped, ...rest } = found
  const entry: Entry = {
    ...rest,
    state: 'waiting',
    reason: null,
    detail: null,
    status: null,
    bytes: 0,
    title: null,
    links: [],
    leadsTo: null,
    isRedirection: false,
    attempts: 0,
    ignoresCanonical: false,
    notBefore: 0,
    isInProgress: false,
  }
  memory.entries.set(found.url, entry)
  memory.counts.found++
  if (skipped !== null) put(memory, entry, 'skipped', skipped.reason, skipped.detail)
}

/** Re-queues a URL that was skipped for its depth, or lowers its depth and that of all URLs that it leads to. */
async function lowerDepth(
  memory: Memory,
  known: Entry,
  found: FoundUrl,
  decide: DecideUrls | null,
): Promise<void> {
  const isNearer = found.depth < known.depth
  const leadsBack = known.reason === 'canonical' && found.hops > 0
  if (found.skipped !== null || !(isNearer || leadsBack)) return
  if (known.reason !== 'depth' && !leadsBack) {
    known.depth = found.depth
    if (decide !== null) await lowerDepthsBelow(memory, [known], decide)
    return
  }
  memory.counts.skipped--
  Object.assign(known, {
    state: 'waiting',
    reason: null,
    detail: null,
    depth: Math.min(known.depth, found.depth),
    hops: found.hops,
    ignoresCanonical: leadsBack,
  })
}

/** Lowers the depths of URLs that these lead to, breadth first, so that each URL gets its final depth at once. */
async function lowerDepthsBelow(memory: Memory, from: Entry[], decide: DecideUrls): Promise<void> {
  for (const { depth, hops, url, links, leadsTo } of from) {
    const steps = links.map((entry) => ({ entry, depth: depth + 1, hops: 0 }))
    if (leadsTo !== null) steps.unshift({ entry: leadsTo, depth, hops: hops + 1 })
    const nearer = steps.filter(({ entry, depth }) => depth < entry.depth)
    const decisions = await decide(nearer.map(({ entry, depth }) => ({ url: entry.url, depth })))
    for (const [at, step] of nearer.entries()) {
      const { entry } = step
      if (step.depth >= entry.depth || decisions[at]?.kind === 'skip') continue
      if (entry.reason === 'depth') {
        const found = { ...step, url: entry.url, foundOn: url, changedAt: null, skipped: null }
        await lowerDepth(memory, entry, found, null)
      } else {
        entry.depth = step.depth
        from.push(entry)
      }
    }
  }
}

function take({ entries }: Memory): Taken {
  const next = first(entries.values())
  if (next === null) return { kind: 'none' }
  const ms = next.notBefore - performance.now()
  if (ms > 0) return { kind: 'later', ms }
  next.attempts++
  next.isInProgress = true
  const { url, depth, hops, attempts, ignoresCanonical } = next
  const index = { etag: null, lastModified: null, links: null }
  return { kind: 'url', taken: { url, depth, hops, attempts, ignoresCanonical, ...index } }
}

async function settle(memory: Memory, taken: TakenUrl, visit: Visit, decide: DecideUrls): Promise<Settled> {
  const { entries, counts } = memory
  const entry = entries.get(taken.url)
  if (entry === undefined) throw new Error('settled a URL that was never found')
  entry.isInProgress = false
  entry.status = visit.status
  entry.bytes += visit.bytes
  counts.bytes += visit.bytes
  if (visit.isFetched) counts.fetched++
  settleAs(memory, entry, visit.verdict)
  for (const found of visit.found) await addOne(memory, found, decide)
  const led = visit.found.filter(({ hops }) => hops === 0)
  entry.links = led.flatMap(({ url }) => entries.get(url) ?? [])
  const { verdict } = visit
  entry.leadsTo =
    verdict.kind === 'skipped' && verdict.leadsTo !== null ? (entries.get(verdict.leadsTo) ?? null) : null
  // A shorter path to the URL was found while it was fetched.
  if (entry.depth < taken.depth) await lowerDepthsBelow(memory, [entry], decide)
  const { state, reason, detail } = entry
  return { state, reason, detail, counts: { ...counts }, isQuotaReached: false }
}

function settleAs(memory: Memory, entry: Entry, verdict: Verdict): void {
  switch (verdict.kind) {
    case 'page': {
      const text = verdict.document.textHash.toString('base64')
      const twin = memory.texts.get(text)
      entry.title = verdict.document.title
      if (twin !== undefined) return put(memory, entry, 'skipped', 'duplicate', `the same text as ${twin}`)
      memory.texts.set(text, entry.url)
      return put(memory, entry, 'indexed', null, null)
    }
    case 'skipped':
      return put(memory, entry, 'skipped', verdict.reason, verdict.detail)
    case 'failed':
      entry.isRedirection = verdict.leadsTo !== undefined
      return put(memory, entry, 'failed', 'error', verdict.detail)
    case 'retry':
      entry.notBefore = performance.now() + verdict.afterMs
      return
    default:
      return put(memory, entry, verdict.kind, null, null)
  }
}

function put(
  { counts }: Memory,
  entry: Entry,
  state: Exclude<CrawlUrlState, 'waiting'>,
  reason: string | null,
  detail: string | null,
): void {
  Object.assign(entry, { state, reason, detail })
  counts[state]++
}

function faultsOf(entries: readonly Entry[]): CrawlFaults {
  const failed = entries.filter(({ state }) => state === 'failed')
  const starts = entries.filter(({ depth }) => depth === 0)
  const isIndexed = starts.some(({ state }) => state === 'indexed')
  const lost = isIndexed ? undefined : starts.find(({ state, reason }) => isStartLost(state, reason))
  return {
    start: lost === undefined ? null : faultOf(lost),
    page: failed[0] === undefined ? null : faultOf(failed[0]),
    unanswered: failed.filter((one) => !one.isRedirection && isUnanswered(one.status)).length,
    isPlanFull: false,
  }
}

/** Returns whether a failure with this HTTP status leaves open what the page links to. */
function isUnanswered(status: number | null): boolean {
  return status === null || (status >= 200 && status < 300) || status === 408 || status >= 429
}

/** Returns the next URL: lower depths first; within a depth, retries last and the most recently changed first. */
function first(entries: Iterable<Entry>): Entry | null {
  let best: Entry | null = null
  for (const entry of entries) if (isReady(entry) && (best === null || isBefore(entry, best))) best = entry
  return best
}

function isReady({ state, isInProgress }: Entry): boolean {
  return state === 'waiting' && !isInProgress
}

function isBefore(a: Entry, b: Entry): boolean {
  const order =
    a.depth - b.depth ||
    a.notBefore - b.notBefore ||
    (b.changedAt?.getTime() ?? 0) - (a.changedAt?.getTime() ?? 0)
  return order < 0
}

function faultOf({ url, state, detail }: KnownUrl): string {
  return `${url}: ${state === 'gone' ? 'there is no such page' : (detail ?? 'it failed')}`
}
