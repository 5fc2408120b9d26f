import { request as httpRequest } from 'node:http'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { connectFor } from './checked-connection.ts'
import { blockRequest } from './proxy-refusal.ts'
import type { ProxyWork, BlockedRequest } from './proxy-refusal.ts'
import { blocked, readTarget } from './target.ts'

/**
 * Serves one request in absolute form: checks its target, connects to it, and forwards request and response. The
 * connection serves this request only, so the next request to the same name is checked again.
 */
export async function forward(
  incoming: IncomingMessage,
  response: ServerResponse,
  work: ProxyWork,
): Promise<void> {
  const target = readRequestTarget(incoming, work)
  const { hostname, port } = hostAndPort(incoming)
  const refuse = (reason: BlockedRequest['reason']): void => {
    const { status, headers } = blockRequest({ reason, hostname, port }, work)
    if (response.headersSent) response.destroy()
    else response.writeHead(status, { ...headers, 'Content-Length': 0, Connection: 'close' }).end()
  }
  if (target.kind === 'refused') return refuse(target.reason)
  if (work.budget.isSpent) return refuse('bytes')
  const connected = await connectFor(response, target, work.rules)
  if (connected.kind !== 'connected') return response.destroyed ? undefined : refuse(connected.reason)
  pass({ incoming, response, url: target.url, socket: connected.socket }, refuse, work)
}

/** Returns the target of a request, for reports. */
export function hostAndPort({ url }: IncomingMessage): { hostname: string; port: number } {
  const { hostname = '', port = '' } = URL.parse(url ?? '') ?? {}
  return { hostname, port: Number(port || 80) }
}

function readRequestTarget(incoming: IncomingMessage, { rules }: ProxyWork): ReturnType<typeof readTarget> {
  const target = readTarget(incoming.url ?? '', rules.privateHosts)
  // https needs a tunnel. Otherwise the proxy itself would have to speak TLS with the site.
  return target.kind === 'target' && target.url.protocol !== 'http:'
    ? blocked('scheme', 'only http is carried without a tunnel')
    : target
}

interface Passage {
  incoming: IncomingMessage
  response: ServerResponse
  url: URL
  socket: Socket
}

function pass(
  { incoming, response, url, socket }: Passage,
  refuse: (reason: BlockedRequest['reason']) => void,
  { budget }: ProxyWork,
): void {
  const isChunked = incoming.headers['transfer-encoding'] !== undefined
  const outgoing = httpRequest({
    createConnection: () => socket,
    method: incoming.method ?? 'GET',
    path: url.pathname + url.search,
    setHost: false,
    headers: {
      ...endToEnd(incoming),
      host: url.host,
      connection: 'close',
      ...(isChunked && { 'transfer-encoding': 'chunked' }),
    },
    maxHeaderSize: 65_536,
    insecureHTTPParser: false,
  })
  const end = (): void => {
    outgoing.destroy()
    socket.destroy()
  }
  response.once('close', end)
  if (response.destroyed) end()
  let answered: IncomingMessage | null = null
  const fail = (): void => {
    outgoing
      .off('error', fail)
      .off('close', fail)
      .on('error', () => {})
    // An error after a complete response, or after the browser has gone, does not matter.
    if (!answered?.complete && !response.destroyed) refuse('bad_answer')
  }
  outgoing.on('error', fail)
  outgoing.on('close', fail)
  outgoing.on('response', (answer) => {
    const status = answer.statusCode ?? 0
    // Node's parser accepts any three digits.
    if (status < 200 || status > 599) return refuse('bad_answer')
    answered = answer
    response.sendDate = false
    response.writeHead(status, endToEnd(answer))
    answer.on('data', (chunk: Buffer) => budget.spend(chunk.length))
    answer.on('error', () => response.destroy())
    answer.pipe(response)
  })
  incoming.on('data', (chunk: Buffer) => budget.spend(chunk.length))
  incoming.on('error', () => outgoing.destroy())
  incoming.pipe(outgoing)
}

/** Hop-by-hop fields (RFC 9110, section 7.6.1), and fields with which a site could pretend to be the proxy. */
const hopFields = /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/

function endToEnd(message: IncomingMessage): OutgoingHttpHeaders {
  const named = (message.headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase())
  const kept = Object.entries(message.headersDistinct).filter(
    ([name]) => !hopFields.test(name) && !named.includes(name),
  )
  return Object.fromEntries(kept)
}
