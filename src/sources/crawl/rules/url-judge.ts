import { createHelperThread } from '../../../base/helper-thread.ts'
import type { CrawlSettings } from '../crawl.ts'
import type { JudgeAnswer, JudgeQuestion, UrlAtDepth } from './judge-thread.ts'
import type { ScopeDecision } from './scope.ts'
import { scopeOfSettings } from './scope.ts'

/**
 * Judges URLs by the settings of a crawl, and returns the decisions in their order; null for those that were not judged
 * because the time was over.
 *
 * @throws where the patterns of the settings can't be used.
 */
export type JudgeUrls = (
  settings: CrawlSettings,
  urls: readonly UrlAtDepth[],
) => Promise<(ScopeDecision | null)[]>

/**
 * The time for the URLs of one page or of one part of a sitemap. Usual patterns take microseconds a URL, the worst list
 * 1 s.
 */
export const judgeMsMax = 2_000
/** The time to compile the patterns on a slow machine. */
const compileMsMax = 8_000

/**
 * Creates a judge that matches patterns in a thread of its own, because a costly pattern takes some 50 ms for one long
 * URL and a page has thousands of links. All crawls of a process share the thread, so one waits up to `judgeMsMax` for
 * another.
 */
export function createUrlJudge(msMax = judgeMsMax): JudgeUrls {
  const ask = createHelperThread<JudgeQuestion, JudgeAnswer>(new URL('./judge-thread.ts', import.meta.url))
  return async (settings, urls) => {
    if (urls.length === 0) return []
    if (settings.include_patterns.length + settings.exclude_patterns.length === 0) {
      const scope = scopeOfSettings(settings)
      return urls.map(({ url, depth }) => scope.decide(url, depth))
    }
    const question = { settings: settingsOf(settings), urls: urls.map(plain), msMax }
    const answer = await ask(question, msMax + compileMsMax)
    if (answer !== undefined && 'fault' in answer) throw new Error(answer.fault)
    return urls.map((_url, at) => answer?.decisions[at] ?? null)
  }
}

const plain = ({ url, depth }: UrlAtDepth): UrlAtDepth => ({ url, depth })

/** Returns the settings alone: a held crawl also has its counts, which change all the time. */
function settingsOf(settings: CrawlSettings): CrawlSettings {
  const { domain, start_url, crawling_strategy, max_pages, max_depth } = settings
  const { include_patterns, exclude_patterns, crawler } = settings
  return {
    domain,
    start_url,
    crawling_strategy,
    max_pages,
    max_depth,
    include_patterns,
    exclude_patterns,
    crawler,
  }
}
