import { connectChecked, failure } from './checked-connection.ts'
import type { ConnectionRules, Failure } from './checked-connection.ts'
import { exchange } from './exchange.ts'
import type { Answered, Redirected } from './exchange.ts'
import type { PrivateHosts } from './private-hosts.ts'
import type { Resolver } from './resolver.ts'
import { secure } from './secure.ts'
import { readTarget } from './target.ts'
import type { Refusal } from './target.ts'

/** One GET of an address that somebody else chose: a customer, a page, an answer of another server. */
export interface WebRequest {
  url: string
  /** `Host`, `User-Agent`, `Accept-Encoding` and `Connection` are set here, whatever stands in it. */
  headers?: Readonly<Record<string, string>>
  /** Of the unpacked body; what is longer comes cut. */
  bytesMax: number
  /** For the whole: look-ups, connections, redirects, and the last byte of the body. */
  timeoutMs: number
  /** Redirects to follow. 0: a redirect is an answer like others. */
  redirectsMax: number
  signal?: AbortSignal | undefined
}

/** What became of it, in full. Any status is an answer. */
export type WebAnswer = Answered | Refusal | Failure

/** Fetches an address that is not trusted. Never throws for what the other side does. */
export type WebFetch = (request: WebRequest) => Promise<WebAnswer>

/** What every fetch goes by. */
export interface WebFetchOptions {
  privateHosts: PrivateHosts
  /** The value of the `User-Agent` header: who asks, and where to read about it. */
  userAgent: string
  lookup: Resolver
  /** Certificates to trust instead of the usual ones. */
  ca?: string
}

/**
 * The one way out for addresses that others chose. Each connection, also that of each redirect, goes to a global
 * unicast address on port 80 or 443 that was checked for it, unless the operator opened the host; it serves one request.
 * No proxy or other variable of the environment is heeded, no cookie kept.
 */
export function createWebFetch(options: WebFetchOptions): WebFetch {
  const { privateHosts, userAgent, lookup, ca } = options
  const rules = { privateHosts, lookup }
  return async (request) => {
    const ending = new AbortController()
    const end = (): void => ending.abort()
    const timer = setTimeout(end, request.timeoutMs)
    request.signal?.addEventListener('abort', end)
    if (request.signal?.aborted) end()
    try {
      const answer = await follow(request, { rules, userAgent, ca }, ending.signal)
      const isGivenUp = answer.kind === 'failed' && request.signal?.aborted
      return isGivenUp ? failure('aborted', 'the fetch was given up') : answer
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

async function follow(request: WebRequest, outfit: FetchOptions, signal: AbortSignal): Promise<WebAnswer> {
  let target = readTarget(request.url, outfit.rules.privateHosts)
  let headers = request.headers ?? {}
  for (let hop = 0; target.kind === 'target'; hop++) {
    const { url } = target
    const answer = await fetchOnce(target, { ...request, headers }, outfit, signal)
    if (answer.kind !== 'redirected') return answer
    if (hop === request.redirectsMax)
      return failure('too_many_redirects', `more than ${request.redirectsMax} redirects`)
    target = readTarget(answer.location, outfit.rules.privateHosts, url)
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
): Promise<Answered | Redirected | Refusal | Failure> {
  const connected = await connectChecked(target, rules, signal)
  if (connected.kind !== 'connected') return connected
  const ready =
    target.url.protocol === 'https:'
      ? await secure(connected.socket, { hostname: target.hostname, ca }, signal)
      : connected
  if (ready.kind !== 'connected') return ready
  return exchange(ready.socket, { ...request, url: target.url, userAgent }, signal)
}

/** What was meant for one site is not told to the next. */
function withoutSecrets(headers: Readonly<Record<string, string>>): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => !/^(authorization|cookie|proxy-.*)$/i.test(name))
  return Object.fromEntries(kept)
}
