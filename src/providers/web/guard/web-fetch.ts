import { connectChecked, failure } from './checked-connection.ts'
import type { ConnectionRules, Failure } from './checked-connection.ts'
import { exchange } from './exchange.ts'
import type { Answered, Redirected } from './exchange.ts'
import type { PrivateHosts } from './private-hosts.ts'
import { lookUpsOf } from './resolver.ts'
import type { Resolver } from './resolver.ts'
import { secure } from './secure.ts'
import { readTarget } from './target.ts'
import type { BlockedTarget } from './target.ts'

/** One request for a URL that somebody else chose: a customer, a page, a redirect. */
export interface WebRequest {
  url: string
  /** `GET` by default. */
  method?: 'GET' | 'POST'
  /** Only for `POST`, which follows no redirect: another host would get the body. */
  body?: string
  /** `Host`, `User-Agent`, `Accept-Encoding`, `Connection` and `Content-Length` are overwritten. */
  headers?: Readonly<Record<string, string>>
  /** Limit for the unpacked body; a longer one is cut. */
  bytesMax: number
  /** For everything together: look-ups, connections, redirects and the body. */
  timeoutMs: number
  /** Redirects to follow. With 0, a redirect is returned like any other response. */
  redirectsMax: number
  signal?: AbortSignal | undefined
  /** The organization that chose the URL; absent: none is known. Its look-ups leave room for those of others. */
  tenant?: string | undefined
}

/** The outcome of a fetch. A response of any status is `answered`. */
export type WebAnswer = Answered | BlockedTarget | Failure

/** Fetches an untrusted URL. Never throws for anything that the other side does. */
export type WebFetch = (request: WebRequest) => Promise<WebAnswer>

/** Settings for all fetches. */
export interface WebFetchOptions {
  privateHosts: PrivateHosts
  /** The value of the `User-Agent` header. */
  userAgent: string
  lookup: Resolver
  /** Certificates to trust instead of the usual ones. */
  ca?: string
}

/**
 * Creates the only fetch for URLs that other people chose. Each connection, also for each redirect, goes to a checked
 * global unicast address on port 80 or 443, unless the operator opened the host. It serves one request. Proxy and other
 * environment variables are ignored; cookies are not stored.
 */
export function createWebFetch(options: WebFetchOptions): WebFetch {
  const { privateHosts, userAgent, lookup, ca } = options
  return async (request) => {
    if (request.method === 'POST' && request.redirectsMax !== 0)
      throw new Error('a POST follows no redirect: redirectsMax must be 0')
    const ending = new AbortController()
    const end = (): void => ending.abort()
    const timer = setTimeout(end, request.timeoutMs)
    request.signal?.addEventListener('abort', end)
    if (request.signal?.aborted) end()
    try {
      const rules = { privateHosts, lookup: lookUpsOf(lookup, request.tenant) }
      const answer = await follow(request, { rules, userAgent, ca }, ending.signal)
      const isGivenUp = answer.kind === 'failed' && request.signal?.aborted
      return isGivenUp ? { ...answer, ...failure('aborted', 'the fetch was aborted') } : answer
    } finally {
      clearTimeout(timer)
      request.signal?.removeEventListener('abort', end)
    }
  }
}

interface FetchOptions {
  rules: ConnectionRules
  userAgent: string
  ca: string | undefined
}

async function follow(request: WebRequest, options: FetchOptions, signal: AbortSignal): Promise<WebAnswer> {
  let target = readTarget(request.url, options.rules.privateHosts)
  let headers = request.headers ?? {}
  for (let hop = 0; target.kind === 'target'; hop++) {
    const { url } = target
    const answer = await fetchOnce(target, { ...request, headers }, options, signal)
    if (answer.kind !== 'redirected') return answer
    if (hop === request.redirectsMax)
      return failure('too_many_redirects', `more than ${request.redirectsMax} redirects`)
    target = readTarget(answer.location, options.rules.privateHosts, url)
    if (target.kind === 'target' && target.url.origin !== url.origin) headers = withoutSecrets(headers)
  }
  return target
}

type HopTarget = Extract<ReturnType<typeof readTarget>, { kind: 'target' }>

async function fetchOnce(
  target: HopTarget,
  request: WebRequest,
  { rules, userAgent, ca }: FetchOptions,
  signal: AbortSignal,
): Promise<Answered | Redirected | BlockedTarget | Failure> {
  const connected = await connectChecked(target, rules, signal)
  if (connected.kind !== 'connected') return connected
  const ready =
    target.url.protocol === 'https:'
      ? await secure(connected.socket, { hostname: target.hostname, ca }, signal)
      : connected
  if (ready.kind !== 'connected') return ready
  const answer = await exchange(ready.socket, { ...request, url: target.url, userAgent }, signal)
  return answer.kind === 'failed' ? { ...answer, isSent: true } : answer
}

/** Removes credentials before a redirect to another origin. */
function withoutSecrets(headers: Readonly<Record<string, string>>): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => !/^(authorization|cookie|proxy-.*)$/i.test(name))
  return Object.fromEntries(kept)
}
