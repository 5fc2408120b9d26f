import type { CrawlSettings } from '../crawl.ts'
import type { SkipReason } from './scope.ts'
import { scopeOfSettings } from './settings-scope.ts'
import { createTrapWatch } from './trap-watch.ts'
import { urlKey } from '../frontier/url-key.ts'

/** `follow_only`: fetched for its links, and not indexed. */
export type UrlDecision =
  | { kind: 'take' }
  | { kind: 'follow_only' | 'skip'; reason: SkipReason; detail: string }

/** Says of a URL, so many links from the start, whether a crawl takes it. The same of the same URL, however often asked. */
export type DecideUrl = (url: string, depth: number) => UrlDecision

/** URLs that are remembered for the sake of traps; those beyond count each time that they are asked of. */
const rememberedMax = 200_000

/**
 * All rules that hang on nothing but the URLs: what the settings say, and traps, for which it counts.
 *
 * @param known the URLs that the crawl came to know before it was interrupted.
 */
export function createDecideUrl(settings: CrawlSettings, known: Iterable<string> = []): DecideUrl {
  const scope = scopeOfSettings(settings)
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

  return (url, depth) => {
    const decision = scope.decide(url, depth)
    if (decision.kind === 'skip') return decision
    if (decision.kind === 'follow_only') {
      const detail = 'the start is fetched in any case, and the patterns leave it out'
      return { kind: 'follow_only', reason: 'pattern', detail }
    }
    const trap = trapOf(url)
    return trap === null ? decision : { kind: 'skip', reason: 'trap', detail: trap }
  }
}
