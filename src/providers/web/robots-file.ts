import type { Clock } from '../../base/clock.ts'
import type { WebAnswer, WebFetch } from './guard/web-fetch.ts'
import { everythingAllowed, nothingAllowed, parseRobots, robotsCharactersMax } from './robots.ts'
import type { Robots } from './robots.ts'

/** The rules of a site's robots.txt, or the rules that follow from its absence. */
export interface RobotsAnswer {
  robots: Robots
  /** False if robots.txt could not be fetched: no request is allowed until it can be. */
  isReachable: boolean
  /** The result of the fetch, in words for callers: `robots.txt answers 503`. */
  detail: string
}

/**
 * Returns the rules of an origin (scheme, host and port: `https://example.com:8443`), each of which has its own
 * robots.txt. A cached file that is older than `since` is fetched again, so that a new crawl follows the present rules.
 * `tenant` is the organization that asks, where that is known: each has files of its own, so that none waits for the
 * look-ups of another.
 */
export type RobotsFiles = (
  origin: string,
  signal?: AbortSignal,
  since?: Date,
  tenant?: string,
) => Promise<RobotsAnswer>

const timeoutMs = 15_000
/** The minimum that RFC 9309 requires. */
const redirectsMax = 5
/** The RFC allows caching for a day, but an owner who forbids something expects an effect soon. */
const keptMs = 60 * 60_000
/** Short enough for a site that was down for a moment, long enough not to request it for every page. */
const unreachableKeptMs = 60_000
const filesMax = 1_000

/**
 * Creates a cache of robots files: each for an hour, at most 1,000. Concurrent callers of one tenant for one origin
 * share one fetch. The promise rejects only with the reason of the caller's own signal. The fetch is aborted when no
 * caller waits for it any more.
 */
export function createRobotsFiles(options: {
  webFetch: WebFetch
  clock: Clock
  /** The name of our crawler in robots files, such as `ExampleBot`. */
  productToken: string
}): RobotsFiles {
  const { webFetch, clock, productToken } = options
  const kept = new Map<string, { answer: RobotsAnswer; from: number; until: number }>()
  const underWay = new Map<string, SharedFetch>()

  function start(origin: string, tenant: string | undefined, name: string): SharedFetch {
    const ending = new AbortController()
    const asked = { origin, tenant, productToken, signal: ending.signal }
    const answer = fetchRobots(webFetch, asked).then((found) => {
      if (!ending.signal.aborted) keep(name, found)
      return found
    })
    const fetch: SharedFetch = { answer, ending, waiters: 0 }
    underWay.set(name, fetch)
    const forget = (): void => {
      if (underWay.get(name) === fetch) underWay.delete(name)
    }
    answer.then(forget, forget)
    return fetch
  }

  function keep(name: string, answer: RobotsAnswer): void {
    kept.delete(name)
    const from = clock.now().getTime()
    kept.set(name, { answer, from, until: from + (answer.isReachable ? keptMs : unreachableKeptMs) })
    // A map keeps insertion order, so its first key is the file that was fetched longest ago.
    const [oldest] = kept.keys()
    if (kept.size > filesMax && oldest !== undefined) kept.delete(oldest)
  }

  return async (origin, signal, since, tenant) => {
    signal?.throwIfAborted()
    const name = `${tenant ?? ''} ${origin}`
    const known = kept.get(name)
    const isFresh = known !== undefined && known.from >= (since?.getTime() ?? 0)
    if (isFresh && clock.now().getTime() < known.until) return known.answer
    const fetch = underWay.get(name) ?? start(origin, tenant, name)
    fetch.waiters++
    try {
      return await orAborted(fetch.answer, signal)
    } finally {
      fetch.waiters--
      if (fetch.waiters === 0) {
        // The next caller must not get the result of an aborted fetch.
        if (underWay.get(name) === fetch) underWay.delete(name)
        fetch.ending.abort()
      }
    }
  }
}

interface SharedFetch {
  answer: Promise<RobotsAnswer>
  ending: AbortController
  waiters: number
}

async function orAborted<Value>(value: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (signal === undefined) return value
  const aborted = Promise.withResolvers<never>()
  const abort = (): void => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort)
  try {
    return await Promise.race([value, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

async function fetchRobots(
  webFetch: WebFetch,
  {
    origin,
    tenant,
    productToken,
    signal,
  }: { origin: string; tenant: string | undefined; productToken: string; signal: AbortSignal },
): Promise<RobotsAnswer> {
  const url = `${origin}/robots.txt`
  return readAnswer(
    await webFetch({ url, bytesMax: robotsCharactersMax, timeoutMs, redirectsMax, signal, tenant }),
    productToken,
  )
}

/**
 * Returns the rules for the result of a fetch. A missing file allows everything; a file that cannot be fetched forbids
 * everything (RFC 9309, section 2.3.1; Promise 47). 429 means an overloaded site, like 503, not a missing file. Too
 * many redirects, which the RFC leaves to the crawler, count as a file that cannot be fetched.
 */
function readAnswer(answer: WebAnswer, productToken: string): RobotsAnswer {
  if (answer.kind !== 'answered')
    return {
      robots: nothingAllowed,
      isReachable: false,
      detail: `robots.txt can't be read: ${answer.detail}`,
    }
  const { status } = answer
  const detail = `robots.txt answers ${status}`
  if (status >= 200 && status < 300)
    return { robots: parseRobots(decode(answer), productToken), isReachable: true, detail }
  if (status >= 400 && status < 500 && status !== 429)
    return { robots: everythingAllowed, isReachable: true, detail }
  return { robots: nothingAllowed, isReachable: false, detail }
}

/**
 * Decodes UTF-8, the encoding of robots files; invalid bytes match nothing. Keeps only the whole lines of a truncated
 * file.
 */
function decode({ body, isCut }: { body: Buffer; isCut: boolean }): string {
  const end = isCut ? Math.max(body.lastIndexOf('\n'), body.lastIndexOf('\r')) + 1 : body.length
  return new TextDecoder().decode(body.subarray(0, end))
}
