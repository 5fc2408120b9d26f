import { setImmediate as nextTick } from 'node:timers/promises'
import type { CrawlSettings } from '../crawl.ts'
import { urlKey } from '../frontier/url-key.ts'
import type { UrlAtDepth } from './judge-thread.ts'
import type { ScopeDecision, SkipReason } from './scope.ts'
import { createTrapWatch } from './traps.ts'
import { judgeMsMax } from './url-judge.ts'
import type { JudgeUrls } from './url-judge.ts'

/** `follow_only`: the page is fetched for its links but not indexed. */
export type UrlDecision =
  | { kind: 'take' }
  | { kind: 'follow_only' | 'skip'; reason: SkipReason; detail: string }

/**
 * Decides for each URL, at its depth (links from the start), whether a crawl takes it. The same URL always gets the
 * same decision, unless the patterns could not be matched in time.
 */
export type DecideUrls = (urls: readonly UrlAtDepth[]) => Promise<UrlDecision[]>

/** URLs whose trap decision is remembered. Any further URL counts toward the trap limits each time it is decided. */
const rememberedMax = 200_000
/** How long the decisions of one page occupy the event loop at a time. */
const sliceMs = 10

/** The decision on a URL that could not be judged in time. */
const notJudged: UrlDecision = {
  kind: 'skip',
  reason: 'limit',
  detail: `matching the patterns took longer than ${judgeMsMax / 1_000} s for the URLs found together with this one`,
}

/**
 * Creates the decisions of one crawl, by the scope of its settings and by traps, for which it counts URLs.
 *
 * @param known the URLs that the crawl found before it was interrupted.
 */
export function createDecideUrls(
  settings: CrawlSettings,
  judgeUrls: JudgeUrls,
  known: Iterable<string> = [],
): DecideUrls {
  const watch = createTrapWatch()
  const judged = new Map<string, string | null>()
  const watchedTrapOf = (url: string): string | null => {
    const key = urlKey(url).toString('base64url', 0, 12)
    const before = judged.get(key)
    if (before !== undefined) return before
    const trap = watch.judge(url)
    if (judged.size < rememberedMax) judged.set(key, trap)
    return trap
  }
  for (const url of known) watchedTrapOf(url)

  function decide(url: string, decision: ScopeDecision | null): UrlDecision {
    if (decision === null) return notJudged
    if (decision.kind === 'skip') return decision
    if (decision.kind === 'follow_only') {
      const detail = 'the start is always fetched, and the patterns exclude it from the index'
      return { kind: 'follow_only', reason: 'pattern', detail }
    }
    const trap = watchedTrapOf(url)
    return trap === null ? decision : { kind: 'skip', reason: 'trap', detail: trap }
  }

  return async (urls) => {
    const decisions = await judgeUrls(settings, urls)
    const decided: UrlDecision[] = []
    let sliceEnd = performance.now() + sliceMs
    for (const [at, { url }] of urls.entries()) {
      decided.push(decide(url, decisions[at] ?? null))
      if (performance.now() < sliceEnd) continue
      await nextTick()
      sliceEnd = performance.now() + sliceMs
    }
    return decided
  }
}
