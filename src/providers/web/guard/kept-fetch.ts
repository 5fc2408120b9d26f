import { request as httpRequest } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { takeBody } from './body.ts'
import { failure } from './checked-connection.ts'
import { flat, headerBytesMax, interimAnswersMax, requestFailure } from './exchange.ts'
import { CheckedAgent, keptMs, NotConnected } from './kept-connections.ts'
import { lookUpsOf } from './resolver.ts'
import { readTarget } from './target.ts'
import type { WebAnswer, WebFetchOptions } from './web-fetch.ts'

/** One POST to a URL that somebody else chose. */
export interface KeptRequest {
  url: string
  /** Connections are kept for requests of the same key and origin. */
  key: string
  /** The organization that chose the URL. Its look-ups leave room for those of others. */
  tenant: string
  body: string
  /** `Host`, `User-Agent`, `Accept-Encoding` and `Content-Length` are overwritten. */
  headers: Readonly<Record<string, string>>
  /** Limit for the answer's body; a longer one is cut. */
  bytesMax: number
  /** For everything together. */
  timeoutMs: number
  signal?: AbortSignal | undefined
}

/**
 * Posts to untrusted URLs over connections that are kept for 30 s. Never throws for anything that the other side does.
 */
export type KeptFetch = (request: KeptRequest) => Promise<WebAnswer>

/**
 * Creates the fetch for many requests to few hosts that other people chose. Connections go by the rules of
 * `createWebFetch`. Redirects are not followed, they are answers.
 */
export function createKeptFetch({ privateHosts, userAgent, lookup, ca }: WebFetchOptions): KeptFetch {
  const agents = new Map<string, { agent: CheckedAgent; end: NodeJS.Timeout }>()

  /** Connections of a key end 30 s after its last request, and so does their agent. */
  function agentOf(name: string, make: () => CheckedAgent): CheckedAgent {
    const known = agents.get(name)
    clearTimeout(known?.end)
    const agent = known?.agent ?? make()
    const end = setTimeout(() => agents.delete(name), 2 * keptMs).unref()
    agents.set(name, { agent, end })
    return agent
  }

  return async (request) => {
    const target = readTarget(request.url, privateHosts)
    if (target.kind === 'refused') return target
    const isSecure = target.url.protocol === 'https:'
    const agent = agentOf(`${request.key} ${target.url.origin}`, () => {
      const rules = { privateHosts, lookup: lookUpsOf(lookup, request.tenant) }
      return new CheckedAgent({ target, isSecure, rules, ca })
    })
    const ending = new AbortController()
    const end = (): void => ending.abort()
    const timer = setTimeout(end, request.timeoutMs)
    request.signal?.addEventListener('abort', end)
    if (request.signal?.aborted) end()
    try {
      const post = () => exchangeKept(agent, { ...request, url: target.url, userAgent }, ending.signal)
      const first = await post()
      // The other side may close a kept connection at any time; then nothing of the request was handled.
      const answer = first === 'closed_while_idle' ? await post() : first
      if (answer === 'closed_while_idle') return brokenAnswer
      return answer.kind === 'failed' && request.signal?.aborted
        ? { ...answer, ...failure('aborted', 'the fetch was aborted') }
        : answer
    } finally {
      clearTimeout(timer)
      request.signal?.removeEventListener('abort', end)
    }
  }
}

const brokenAnswer: WebAnswer = {
  ...failure('connection', 'the connection broke before the answer was whole'),
  isSent: true,
}

interface Outgoing extends Omit<KeptRequest, 'url'> {
  url: URL
  userAgent: string
}

function exchangeKept(
  agent: CheckedAgent,
  { url, body, headers, userAgent, bytesMax }: Outgoing,
  signal: AbortSignal,
): Promise<WebAnswer | 'closed_while_idle'> {
  return new Promise((resolve) => {
    const request = httpRequest({
      agent,
      method: 'POST',
      path: url.pathname + url.search,
      setHost: false,
      headers: {
        ...headers,
        Host: url.host,
        'User-Agent': userAgent,
        'Accept-Encoding': 'gzip, deflate, br, zstd',
        'Content-Length': Buffer.byteLength(body),
      },
      maxHeaderSize: headerBytesMax,
      insecureHTTPParser: false,
    })
    let isSettled = false
    const settle = (result: WebAnswer | 'closed_while_idle'): void => {
      if (isSettled) return
      isSettled = true
      signal.removeEventListener('abort', late)
      // A connection whose answer was not read to its end can't take another request.
      if (result === 'closed_while_idle' || result.kind !== 'answered' || result.isCut) request.destroy()
      resolve(result)
    }
    const wasSent = (): boolean => request.socket !== null && !request.socket.connecting
    const late = (): void =>
      settle({
        ...failure('timeout', 'the answer was not whole in time'),
        ...(wasSent() && { isSent: true }),
      })
    signal.addEventListener('abort', late)
    let answer: IncomingMessage | null = null
    request.on('error', (error: NodeJS.ErrnoException) => {
      if (error instanceof NotConnected) return settle(error.outcome)
      if (answer?.complete) return
      if (answer === null && request.reusedSocket && !error.code?.startsWith('HPE_'))
        return settle('closed_while_idle')
      settle({ ...requestFailure(error), isSent: true })
    })
    request.on('close', () => answer === null && settle(brokenAnswer))
    let interimAnswers = 0
    request.on('information', () => {
      if (++interimAnswers > interimAnswersMax)
        settle({ ...failure('bad_answer', 'nothing but interim answers came'), isSent: true })
    })
    request.on('response', (incoming) => {
      answer = incoming
      const { statusCode: status = 0, headers: got } = incoming
      takeBody(incoming, { coding: got['content-encoding'], bytesMax }, (taken) => {
        if (taken.kind === 'failed') return settle({ ...taken, isSent: true })
        settle({ ...taken, kind: 'answered', url: url.href, status, headers: flat(got) })
      })
    })
    if (signal.aborted) late()
    else request.end(body)
  })
}
