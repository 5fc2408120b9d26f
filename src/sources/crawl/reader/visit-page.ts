import type { FetchedPage } from '../../../providers/web/engines/crawl-engine.ts'
import { crawlBounds } from '../crawl-bounds.ts'
import type { CrawlStore, FoundUrl, TakenUrl, Verdict, Visit } from '../frontier/crawl-store.ts'
import { normalizeUrl } from '../frontier/crawl-url.ts'
import { retryDelay } from '../frontier/retry-delay.ts'
import type { DecideUrls, UrlDecision } from '../rules/decide-url.ts'
import type { ReadPage } from './read-page.ts'

/** The parts of a crawl that visits need. */
export interface Visiting {
  store: CrawlStore
  decide: DecideUrls
  readPage: ReadPage
  /** Whether links are followed. */
  follows: boolean
  retryMs: number
}

/** Turns a fetched page into a verdict for the index and the URLs that it names. */
export async function visitPage(visiting: Visiting, taken: TakenUrl, fetched: FetchedPage): Promise<Visit> {
  switch (fetched.kind) {
    case 'refused':
      return visitOf({
        kind: 'skipped',
        reason: fetched.reason === 'private_address' ? 'private_address' : 'error',
        detail: fetched.detail,
        leadsTo: null,
      })
    case 'failed': {
      const verdict = failureOf(visiting, taken, fetched.detail, null)
      return { ...visitOf(verdict), isFetched: true, bytes: fetched.bytes }
    }
    case 'redirected':
      return { ...(await redirect(visiting, taken, fetched.to)), ...costOf(fetched) }
    case 'answered':
      return { ...(await judge(visiting, taken, fetched)), ...costOf(fetched) }
  }
}

type Answered = Extract<FetchedPage, { kind: 'answered' }>
type Judged = Pick<Visit, 'verdict' | 'found'>

async function judge(visiting: Visiting, taken: TakenUrl, fetched: Answered): Promise<Judged> {
  const { status, headers, html } = fetched
  const only = (verdict: Verdict): Judged => ({ verdict, found: [] })
  if (status === 304)
    return {
      verdict: (await leftOut(visiting, taken)) ?? { kind: 'unchanged' },
      found: visiting.follows ? await linksFrom(visiting, taken, taken.links ?? []) : [],
    }
  if (status === 404 || status === 410) return only({ kind: 'gone' })
  if (status === 429 || status === 408 || status >= 500)
    return only(failureOf(visiting, taken, `the server answered ${status}`, headers['retry-after'] ?? null))
  if (status < 200 || status >= 300) return only({ kind: 'failed', detail: `the server answered ${status}` })
  if (fetched.isCut) return only(skip('too_large', `the page is larger than ${pageMegabytes} MB`))
  if (html === null) {
    const type = headers['content-type']?.split(';')[0]?.trim() ?? ''
    return only(skip('type', type === '' ? 'the answer has no type' : `the answer is ${type.slice(0, 100)}`))
  }
  return judgeDocument(visiting, taken, { ...fetched, html })
}

const pageMegabytes = 5

async function judgeDocument(
  visiting: Visiting,
  taken: TakenUrl,
  { html, headers }: Answered & { html: string },
): Promise<Judged> {
  const { store, decide, follows } = visiting
  const read = await visiting.readPage({ html, url: taken.url, headers })
  if (read.kind === 'unreadable')
    return { verdict: { kind: 'failed', detail: `the page ${read.detail}` }, found: [] }
  const { markup, document } = read
  // A page that opens an app or a mail (`intent:`, `mailto:`) does not lead to another page.
  const refreshesTo = markup.refreshesTo === null ? null : normalizeUrl(markup.refreshesTo)
  if (refreshesTo !== null && refreshesTo !== taken.url) return redirect(visiting, taken, refreshesTo)
  const { links } = markup
  const found = follows ? await linksFrom(visiting, taken, links) : []
  const canonical = markup.canonical === null ? null : normalizeUrl(markup.canonical)
  const namesOther = canonical !== null && canonical !== taken.url
  if (namesOther && !taken.ignoresCanonical) {
    const decision = await decideOne(decide, canonical, taken.depth)
    const isPage = decision.kind === 'take' && taken.hops < crawlBounds.hops
    const leadsTo = isPage ? await store.canonicalEnd(canonical, taken.url) : null
    if (leadsTo !== null) {
      const verdict = { ...skip('canonical', `the page names ${canonical} as its own address`), leadsTo }
      return { verdict, found: [{ ...stepTo(taken, leadsTo), skipped: null }, ...found] }
    }
  }
  if (markup.isNoindex) return { verdict: skip('noindex', 'the page asks not to be indexed'), found }
  const left = await leftOut(visiting, taken)
  if (left !== null) return { verdict: left, found }
  if (document === null) return { verdict: skip('empty', 'the page has no text'), found }
  return {
    verdict: {
      kind: 'page',
      document,
      // Such a page is read in full each time: the address that it names may have a page by then.
      etag: namesOther ? null : (headers['etag'] ?? null),
      lastModified: namesOther ? null : (headers['last-modified'] ?? null),
      links: links.length > crawlBounds.linksKept ? null : links,
    },
    found,
  }
}

/** Returns a skip for the start where the patterns exclude it: it is fetched for its links in any case (Rule 61). */
async function leftOut({ decide }: Visiting, taken: TakenUrl): Promise<Verdict | null> {
  const decision = await decideOne(decide, taken.url, taken.depth)
  return decision.kind === 'follow_only' ? skip(decision.reason, decision.detail) : null
}

async function linksFrom(
  { decide }: Visiting,
  taken: TakenUrl,
  links: readonly string[],
): Promise<FoundUrl[]> {
  const depth = taken.depth + 1
  const decisions = await decide(links.map((url) => ({ url, depth })))
  return links.map((url, at) => {
    const decision = decisions[at]!
    return {
      url,
      depth,
      foundOn: taken.url,
      hops: 0,
      changedAt: null,
      skipped: decision.kind === 'skip' ? { reason: decision.reason, detail: decision.detail } : null,
    }
  })
}

async function redirect({ decide }: Visiting, taken: TakenUrl, to: string): Promise<Judged> {
  const leadsTo = normalizeUrl(to)
  const only = (verdict: Verdict): Judged => ({ verdict, found: [] })
  if (leadsTo === null)
    return only({ kind: 'failed', detail: 'the page redirects to what is no web address' })
  // Its links are not known: a firewall may let the page reload until it lets the visitor in.
  if (leadsTo === taken.url) return only({ kind: 'failed', detail: 'the page redirects to itself' })
  if (taken.hops >= crawlBounds.hops) {
    const detail = `more than ${crawlBounds.hops} redirections one after another`
    return only({ kind: 'failed', detail, leadsTo })
  }
  const decision = await decideOne(decide, leadsTo, taken.depth)
  if (decision.kind === 'skip')
    return only({ ...skip(decision.reason, `it redirects to ${leadsTo}: ${decision.detail}`), leadsTo })
  const verdict = { ...skip('redirect', `it redirects to ${leadsTo}`), leadsTo }
  return { verdict, found: [{ ...stepTo(taken, leadsTo), skipped: null }] }
}

async function decideOne(decide: DecideUrls, url: string, depth: number): Promise<UrlDecision> {
  const [decision] = await decide([{ url, depth }])
  return decision!
}

/** Returns another address of the same page, at the same depth. */
function stepTo(taken: TakenUrl, url: string): Omit<FoundUrl, 'skipped'> {
  return { url, depth: taken.depth, foundOn: taken.url, hops: taken.hops + 1, changedAt: null }
}

function failureOf(
  { retryMs }: Visiting,
  { attempts }: TakenUrl,
  detail: string,
  retryAfter: string | null,
): Verdict {
  if (attempts >= crawlBounds.attempts) return { kind: 'failed', detail }
  return { kind: 'retry', detail, afterMs: retryDelay(attempts, retryAfter, retryMs) }
}

const skip = (reason: string, detail: string) => ({ kind: 'skipped' as const, reason, detail, leadsTo: null })

const costOf = ({ status, bytes }: { status: number; bytes: number }) => ({ status, bytes, isFetched: true })

/** Returns the visit of a URL for which no request was made. */
export function visitOf(verdict: Verdict): Visit {
  return { verdict, status: null, isFetched: false, bytes: 0, found: [] }
}
