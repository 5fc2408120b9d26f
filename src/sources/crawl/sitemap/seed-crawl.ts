import type { WebFetch } from '../../../providers/web/guard/web-fetch.ts'
import type { RobotsAnswer } from '../../../providers/web/robots-file.ts'
import type { Robots } from '../../../providers/web/robots.ts'
import { urlsMaxOf } from '../crawl-bounds.ts'
import type { CrawlSettings, SitemapProgress, WaitingSitemap } from '../crawl.ts'
import type { CrawlStore, FoundUrl } from '../frontier/crawl-store.ts'
import { normalizeUrl } from '../frontier/crawl-url.ts'
import type { DecideUrls } from '../rules/decide-url.ts'
import { readSitemap } from './read-sitemap.ts'
import type { SitemapReading } from './read-sitemap.ts'

/** Limits for the sitemaps of one site. */
const sitemapBounds = { files: 50, nesting: 3, bytes: 50 * 1_048_576, timeoutMs: 30_000, redirects: 5 }

export interface Seeding {
  store: CrawlStore
  webFetch: WebFetch
  /** The rules of the start. */
  robots: Robots
  /** Returns the rules of an origin: a sitemap may be on another one of the site, or redirect to another site. */
  robotsOf: (origin: string) => Promise<RobotsAnswer>
  decide: DecideUrls
  settings: CrawlSettings
  /** Waits until the host may get the next request. */
  pause: () => Promise<void>
  /** Where an earlier run of the crawl stopped; null at the beginning. */
  progress: SitemapProgress | null
  /** Called before each sitemap. If it throws, the run ends. */
  beforeSitemap: (progress: SitemapProgress) => Promise<void>
  signal: AbortSignal
}

/**
 * Adds the start URL and, for the strategy `sitemap`, the URLs in the site's sitemaps. Returns in plain words why
 * sitemaps could not be read, or null.
 */
export async function seedCrawl(seeding: Seeding): Promise<string | null> {
  const { store, settings } = seeding
  const start = { url: settings.start_url, depth: 0, foundOn: null, hops: 0, changedAt: null, skipped: null }
  await store.add([start])
  if (settings.crawling_strategy === 'deep_crawl') return null
  return addSitemaps(seeding)
}

async function addSitemaps(seeding: Seeding): Promise<string | null> {
  const { store, robots, decide, settings, beforeSitemap, signal } = seeding
  const progress = seeding.progress ?? beginProgress(robots, settings)
  while (progress.waiting.length > 0) {
    await beforeSitemap(progress)
    const { url, nesting, isGuess } = progress.waiting.shift()!
    progress.asked.push(url)
    const sitemap = await fetchSitemap(seeding, url)
    signal.throwIfAborted()
    if (sitemap.kind === 'forbidden') {
      progress.fault ??= sitemap.message
      continue
    }
    if (sitemap.kind === 'fault') {
      if (!isGuess) progress.fault ??= `the sitemap ${url} cannot be read: ${sitemap.message}`
      continue
    }
    progress.read++
    if (sitemap.kind === 'urls') await addEntries(sitemap.entries, url, { store, decide, settings })
    else addNested(progress, sitemap.sitemaps, { url, nesting, settings })
  }
  if (progress.read === 0)
    return progress.fault ?? 'the site has no sitemap: robots.txt names none, and there is no /sitemap.xml'
  return progress.fault
}

/**
 * Adds the sitemaps of an index, up to the limits. Those beyond are a fault, since the pages that they name are not
 * known: without it they would be taken for gone.
 */
function addNested(
  progress: SitemapProgress,
  sitemaps: readonly string[],
  { url, nesting, settings }: { url: string; nesting: number; settings: CrawlSettings },
): void {
  const { asked, waiting } = progress
  const seen = new Set([...asked, ...waiting.map((sitemap) => sitemap.url)])
  for (const found of sitemaps) {
    const nested = normalizeUrl(found, url)
    if (nested === null || seen.has(nested) || !isOfSite(nested, settings.start_url)) continue
    if (nesting >= sitemapBounds.nesting) {
      progress.fault ??= `the sitemap ${url} leads to more sitemaps, ${sitemapBounds.nesting} indexes deep: those are not read`
      return
    }
    if (asked.length + waiting.length >= sitemapBounds.files) {
      progress.fault ??= tooManySitemaps
      return
    }
    seen.add(nested)
    waiting.push({ url: nested, nesting: nesting + 1, isGuess: false })
  }
}

const tooManySitemaps = `the site names more than ${sitemapBounds.files} sitemaps: the first ${sitemapBounds.files} are read`

function beginProgress(robots: Robots, settings: CrawlSettings): SitemapProgress {
  const first = firstSitemaps(robots, settings)
  const fault = first.length > sitemapBounds.files ? tooManySitemaps : null
  return { asked: [], waiting: first.slice(0, sitemapBounds.files), read: 0, fault }
}

/** Returns the sitemaps of this site in robots.txt, or else those at the usual places. */
function firstSitemaps({ sitemaps }: Robots, { start_url }: CrawlSettings): WaitingSitemap[] {
  const named = sitemaps
    .flatMap((sitemap) => normalizeUrl(sitemap, start_url) ?? [])
    .filter((sitemap) => isOfSite(sitemap, start_url))
  if (named.length > 0) return [...new Set(named)].map((url) => ({ url, nesting: 0, isGuess: false }))
  const below = start_url.endsWith('/') ? start_url : `${start_url}/`
  const usual = new Set(['/sitemap.xml', 'sitemap.xml'].map((place) => new URL(place, below).href))
  return [...usual].map((url) => ({ url, nesting: 0, isGuess: true }))
}

/** Fetches a sitemap. Checks robots.txt of the origin before each request, redirects too (Promise 47). */
async function fetchSitemap(
  { webFetch, robotsOf, pause, signal }: Seeding,
  url: string,
): Promise<SitemapReading | { kind: 'forbidden'; message: string }> {
  let at = url
  for (let hop = 0; hop <= sitemapBounds.redirects; hop++) {
    const { origin } = new URL(at)
    const { robots, isReachable, detail } = await robotsOf(origin)
    signal.throwIfAborted()
    if (!isReachable) return { kind: 'fault', message: `robots.txt of ${origin}: ${detail}` }
    if (!robots.allows(pathOf(at))) {
      const led = at === url ? '' : `, which ${url} redirects to`
      return { kind: 'forbidden', message: `robots.txt forbids the sitemap ${at}${led}` }
    }
    await pause()
    const answer = await webFetch({
      url: at,
      headers: { accept: 'application/xml,text/xml;q=0.9,text/plain;q=0.5,*/*;q=0.1' },
      bytesMax: sitemapBounds.bytes,
      timeoutMs: sitemapBounds.timeoutMs,
      redirectsMax: 0,
      signal,
    })
    if (answer.kind !== 'answered') return { kind: 'fault', message: answer.detail }
    const { status, headers, body } = answer
    if (status === 200) return readSitemap(body)
    const { location } = headers
    const to = redirectStatuses.has(status) && location !== undefined ? URL.parse(location, at) : null
    if (to === null) return { kind: 'fault', message: `the server answered ${status}` }
    at = to.href
  }
  return { kind: 'fault', message: `more than ${sitemapBounds.redirects} redirects` }
}

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** The entries that one statement adds. */
const entriesAtOnce = 500

async function addEntries(
  entries: readonly { url: string; lastmod: string | null }[],
  sitemap: string,
  { store, decide, settings }: Pick<Seeding, 'store' | 'decide' | 'settings'>,
): Promise<void> {
  // The latest changes first, since there may be no room for all.
  const latest = entries.toSorted((one, other) => timeOf(other.lastmod) - timeOf(one.lastmod))
  for (let first = 0; first < latest.length; first += entriesAtOnce) {
    if (store.counts().found >= urlsMaxOf(settings.max_pages)) return
    const named = latest.slice(first, first + entriesAtOnce).flatMap(({ url, lastmod }) => {
      const normalized = normalizeUrl(url)
      return normalized === null ? [] : [{ url: normalized, depth: 1, lastmod }]
    })
    const decisions = await decide(named)
    const found = named.map(({ url, depth, lastmod }, at): FoundUrl => {
      const decision = decisions[at]!
      const changedAt = new Date(timeOf(lastmod))
      return {
        url,
        depth,
        foundOn: sitemap,
        hops: 0,
        changedAt: changedAt.getTime() === 0 ? null : changedAt,
        skipped: decision.kind === 'skip' ? { reason: decision.reason, detail: decision.detail } : null,
      }
    })
    await store.add(found)
  }
}

/** Returns the Unix time in ms; 0 where there is none that can be meant: sitemaps contain all sorts of dates. */
function timeOf(lastmod: string | null): number {
  const date = new Date(lastmod ?? '')
  const year = date.getUTCFullYear()
  return year >= 1990 && year < 2200 ? date.getTime() : 0
}

/** Returns whether a sitemap is on the crawled site. Others are not fetched, because a crawl stays on its domain. */
function isOfSite(url: string, startUrl: string): boolean {
  const bare = (address: string) => new URL(address).host.replace(/^www\./, '')
  return bare(url) === bare(startUrl)
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}
