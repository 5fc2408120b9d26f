import type { Clock } from '../../base/clock.ts'
import type { WebAnswer, WebFetch } from './guard/web-fetch.ts'
import { everythingAllowed, nothingAllowed, parseRobots, robotsCharactersMax } from './robots.ts'
import type { Robots } from './robots.ts'

/** What a site's robots file says, or what its absence means. */
export interface RobotsAnswer {
  robots: Robots
  /** False: nobody knows what the site allows, so that nothing may be asked for until it can be read. */
  isReachable: boolean
  /** How it was found, in words for whoever asks why: `robots.txt answers 503`. */
  detail: string
}

/**
 * An origin is scheme, host and port: `https://example.com:8443`. Each has a robots file of its own. One that was kept
 * before `since` is asked for anew: whoever begins something goes by what the file says now.
 */
export type RobotsFiles = (origin: string, signal?: AbortSignal, since?: Date) => Promise<RobotsAnswer>

const timeoutMs = 15_000
/** The least that RFC 9309 asks for. */
const redirectsMax = 5
/** The RFC lets a file be kept for a day; an owner who forbids something means it soon. */
const keptMs = 60 * 60_000
/** A site that was down for a moment isn't shut out for long, and one that is down isn't asked for every page. */
const unreachableKeptMs = 60_000
const originsMax = 1_000

/**
 * Fetches robots files and keeps each for an hour, that of at most 1,000 sites. Who asks while a file is under way waits
 * for that one. The answer rejects only with the reason of the asker's own signal; the fetch itself is given up when
 * nobody waits any more.
 */
export function createRobotsFiles(options: {
  webFetch: WebFetch
  clock: Clock
  /** What names our crawler in robots files, such as `ExampleBot`. */
  productToken: string
}): RobotsFiles {
  const { webFetch, clock, productToken } = options
  const kept = new Map<string, { answer: RobotsAnswer; from: number; until: number }>()
  const underWay = new Map<string, SharedFetch>()

  function start(origin: string): SharedFetch {
    const ending = new AbortController()
    const answer = fetchRobots(webFetch, { origin, productToken, signal: ending.signal }).then((found) => {
      if (!ending.signal.aborted) keep(origin, found)
      return found
    })
    const fetch: SharedFetch = { answer, ending, askers: 0 }
    underWay.set(origin, fetch)
    const forget = (): void => {
      if (underWay.get(origin) === fetch) underWay.delete(origin)
    }
    answer.then(forget, forget)
    return fetch
  }

  function keep(origin: string, answer: RobotsAnswer): void {
    kept.delete(origin)
    const from = clock.now().getTime()
    kept.set(origin, { answer, from, until: from + (answer.isReachable ? keptMs : unreachableKeptMs) })
    // A map keeps the order of insertion: the first is the one fetched longest ago.
    const [oldest] = kept.keys()
    if (kept.size > originsMax && oldest !== undefined) kept.delete(oldest)
  }

  return async (origin, signal, since) => {
    signal?.throwIfAborted()
    const known = kept.get(origin)
    const isFresh = known !== undefined && known.from >= (since?.getTime() ?? 0)
    if (isFresh && clock.now().getTime() < known.until) return known.answer
    const fetch = underWay.get(origin) ?? start(origin)
    fetch.askers++
    try {
      return await orAborted(fetch.answer, signal)
    } finally {
      fetch.askers--
      if (fetch.askers === 0) {
        // Whoever asks next must not get the answer of a fetch that was given up.
        if (underWay.get(origin) === fetch) underWay.delete(origin)
        fetch.ending.abort()
      }
    }
  }
}

interface SharedFetch {
  answer: Promise<RobotsAnswer>
  ending: AbortController
  askers: number
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
  { origin, productToken, signal }: { origin: string; productToken: string; signal: AbortSignal },
): Promise<RobotsAnswer> {
  const url = `${origin}/robots.txt`
  return readAnswer(
    await webFetch({ url, bytesMax: robotsCharactersMax, timeoutMs, redirectsMax, signal }),
    productToken,
  )
}

/**
 * A file that isn't there forbids nothing; one that can't be had forbids everything (RFC 9309, section 2.3.1;
 * Promise 47). 429 says that a site has too much to do, like 503, and not that it has no file. More redirects than are
 * followed, which the RFC leaves to the crawler, count as a file that can't be had.
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

/** As UTF-8, which robots files are written in; other octets match nothing. Of a file that was cut, its whole lines. */
function decode({ body, isCut }: { body: Buffer; isCut: boolean }): string {
  const end = isCut ? Math.max(body.lastIndexOf('\n'), body.lastIndexOf('\r')) + 1 : body.length
  return new TextDecoder().decode(body.subarray(0, end))
}
