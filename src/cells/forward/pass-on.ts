import { Agent, request as httpRequest } from 'node:http'
import type { ClientRequest, IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { Agent as TlsAgent, request as httpsRequest } from 'node:https'
import type { Duplex } from 'node:stream'

/**
 * How long a connection to another cell may take, and how long it may be silent. Streams of hints have a line every 15
 * s.
 */
const connectMs = 3_000
const silenceMs = 120_000
const socketsMax = 256

/** Connections are kept for less time than the other side keeps them, so that few meet a closed one. */
const agentOptions = { keepAlive: true, maxSockets: socketsMax, timeout: 30_000 }
const createAgents = () => ({ http: new Agent(agentOptions), https: new TlsAgent(agentOptions) })
/**
 * Strangers may hold all connections of requests that are passed on, so what cells themselves ask and send has others.
 */
const agents = { passed: createAgents(), questions: createAgents(), parts: createAgents() }
/** How long a cell may take to store its part of a webhook, with the wait for a connection. */
const partMs = 20_000

/** Headers of one connection alone (RFC 9110, 7.6.1). */
const ownHeaders = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Returns a request's headers as they are passed on. */
export function headersToPass(
  { headers, socket }: Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string | undefined } },
  added: Readonly<Record<string, string>>,
): OutgoingHttpHeaders {
  const passed = Object.fromEntries(Object.entries(headers).filter(([name]) => !ownHeaders.has(name)))
  const before = headers['x-forwarded-for']
  const address = socket.remoteAddress ?? ''
  const way = [before, address].flat().filter((one) => one !== undefined && one !== '')
  return { ...passed, 'x-forwarded-for': way.join(', '), ...added }
}

/**
 * Begins a request to another cell. It fails if the cell takes no connection within 3 s, or is silent for two minutes.
 * The path is sent as it came: cells and carriers have signed it so.
 *
 * @param use whose connections it takes; both times begin when it has one.
 */
export function requestCell(
  cellUrl: string,
  { method, url }: { method: string; url: string },
  headers: OutgoingHttpHeaders,
  use: keyof typeof agents | 'upgrade',
): ClientRequest {
  const address = new URL(cellUrl)
  const isTls = address.protocol === 'https:'
  const agent = use === 'upgrade' ? false : agents[use][isTls ? 'https' : 'http']
  const outgoing = (isTls ? httpsRequest : httpRequest)(address, { path: url, method, headers, agent })
  outgoing.once('socket', (socket) => {
    if (!socket.connecting) return
    const late = setTimeout(() => outgoing.destroy(new Error('the cell takes no connection')), connectMs)
    const settled = (): void => clearTimeout(late)
    socket.once('connect', settled).once('close', settled)
  })
  outgoing.setTimeout(silenceMs, () => outgoing.destroy(new Error('the cell does not answer')))
  return outgoing
}

/**
 * Ends a request that has not ended within a time from now on, and calls `reject`: a request that still waits for a
 * connection has no event for that.
 */
export function endWithin(outgoing: ClientRequest, limitMs: number, reject: (error: Error) => void): void {
  const late = setTimeout(() => {
    const error = new Error('the cell does not answer in time')
    reject(error)
    outgoing.destroy(error)
  }, limitMs)
  outgoing.once('close', () => clearTimeout(late))
}

/** Sends a body to another cell and returns the status of its answer. */
export async function postToCell(
  cellUrl: string,
  url: string,
  headers: OutgoingHttpHeaders,
  body: Buffer,
): Promise<number> {
  const answered = Promise.withResolvers<number>()
  const outgoing = requestCell(
    cellUrl,
    { method: 'POST', url },
    { ...headers, 'content-length': body.length },
    'parts',
  )
  endWithin(outgoing, partMs, answered.reject)
  outgoing.once('error', answered.reject)
  outgoing.once('response', (response) => {
    response.resume()
    response.once('error', answered.reject)
    response.once('end', () => answered.resolve(response.statusCode ?? 0))
  })
  outgoing.end(body)
  return answered.promise
}

/**
 * Passes a websocket on: the handshake, then every byte in both directions. An answer without a websocket is passed on
 * too, and ends the connection. Calls `onAnswer` once an answer begins, and `onFault` if the cell can't be reached
 * while the client is still there.
 */
export function passUpgrade(
  cellUrl: string,
  request: IncomingMessage,
  client: { socket: Duplex; head: Buffer },
  headers: OutgoingHttpHeaders,
  { onAnswer, onFault }: { onAnswer: () => void; onFault: (error: Error) => void },
): void {
  const { socket, head } = client
  const target = { method: request.method ?? 'GET', url: request.url ?? '/' }
  const passed = { ...headers, connection: 'Upgrade', upgrade: 'websocket' }
  const outgoing = requestCell(cellUrl, target, passed, 'upgrade')
  // The client may go at any time, also before the cell has answered.
  socket.on('error', () => socket.destroy()).on('close', () => outgoing.destroy())
  outgoing.on('error', (error) => {
    if (!socket.destroyed) onFault(error)
  })
  outgoing.once('response', (response) => {
    onAnswer()
    response.once('error', () => socket.destroy())
    socket.write(headOf(response, { isLast: true }))
    response.pipe(socket)
  })
  outgoing.once('upgrade', (response, other, otherHead) => {
    onAnswer()
    other.on('error', () => other.destroy()).on('close', () => socket.destroy())
    socket.once('close', () => other.destroy())
    if (socket.destroyed) return void other.destroy()
    outgoing.setTimeout(0)
    other.setTimeout(0)
    socket.write(headOf(response, { isLast: false }))
    if (otherHead.length > 0) socket.write(otherHead)
    if (head.length > 0) other.write(head)
    socket.pipe(other)
    other.pipe(socket)
  })
  outgoing.end()
}

/**
 * Returns the status line and headers of an answer. If it is the connection's last, its body ends with the connection.
 */
function headOf(
  { statusCode = 502, statusMessage = '', rawHeaders }: IncomingMessage,
  { isLast }: { isLast: boolean },
): string {
  const lines = [`HTTP/1.1 ${statusCode} ${statusMessage}`]
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!
    if (!isLast || !ownHeaders.has(name.toLowerCase())) lines.push(`${name}: ${rawHeaders[index + 1]}`)
  }
  if (isLast) lines.push('Connection: close')
  return `${lines.join('\r\n')}\r\n\r\n`
}
