import { setImmediate as nextTick } from 'node:timers/promises'
import type { CrawlSettings } from '../crawl.ts'
import { urlKey } from '../frontier/url-key.ts'
import type { ScopeDecision, SkipReason } from './scope.ts'
import { createTrapWatch } from './traps.ts'
import { judgeMsMax } from './url-judge.ts'
import type { JudgeUrls, UrlAtDepth } from './url-judge.ts'

/** `follow_only`: fetched for its links, and not indexed. */
export type UrlDecision =
  | { kind: 'take' }
  | { kind: 'follow_only' | 'skip'; reason: SkipReason; detail: string }

/**
 * Decides for each URL, so many links from the start, whether a crawl takes it. The same URL gets the same decision, however
 * often it is asked for, unless the time for judging was over.
 */
export type DecideUrls = (urls: readonly UrlAtDepth[]) => Promise<UrlDecision[]>

/** URLs that are remembered for the sake of traps; those beyond count each time that they are decided on. */
const rememberedMax = 200_000
/** How long the decisions of one page keep the event loop at a time. */
const sliceMs = 10

/** The decision on a URL that could not be judged in time. */
const notJudged: UrlDecision = {
  kind: 'skip',
  reason: 'limit',
  detail: `matching the patterns took longer than ${judgeMsMax / 1_000} s for the URLs found together with this one`,
}

/**
 * Creates the decisions of one crawl: what its settings say of a URL, and traps, for which it counts.
 *
 * @param known the URLs that the crawl came to know before it was interrupted.
 */
export function createDecideUrls(
  settings: CrawlSettings,
  judgeUrls: JudgeUrls,
  known: Iterable<string> = [],
): DecideUrls {
  const watch = createTrapWatch()
  const judged = new Map<string, string | null>()
  const trapOf = (url: string): string | null => {
    const key = urlKey(url).toString('base64url', 0, 12)
    const before = judged.get(key)
    if (before !== undefined) return before
    const trap = watch.judge(url)
    if (judged.size < rememberedMax) judged.set(key, trap)
    return trap
  }
  for (const url of known) trapOf(url)

  function decide(url: string, decision: ScopeDecision | null): UrlDecision {
    if (decision === null) return notJudged
    if (decision.kind === 'skip') return decision
    if (decision.kind === 'follow_only') {
      const detail = 'the start is fetched in any case, and the patterns leave it out'
      return { kind: 'follow_only', reason: 'pattern', detail }
    }
    const trap = trapOf(url)
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
