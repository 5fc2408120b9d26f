import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { ByteCollector } from '../../base/byte-collector.ts'
import type { Clock } from '../../base/clock.ts'
import { isAbort } from './background.ts'
import type { AnswerFault, ConnectionFault } from './faults.ts'

/** The largest request body, in bytes. */
export const requestBytesMax = 262_144

/** A request whose body has arrived. */
export type Incoming = {
  readonly method: string
  /** The path without the query. */
  readonly path: string
  /** The query as it was sent, without the question mark. */
  readonly query: string
  readonly authorization: string | null
  /** All headers, with names in lower case. */
  readonly headers: http.IncomingHttpHeaders
  /** Lower case, without parameters; empty if absent. */
  readonly contentType: string
  readonly body: Buffer
}

/** An answer, whose body is `body` repeated `repeat` times. */
export type Answer = {
  status: number
  headers: Record<string, string>
  body: Buffer
  repeat: number
  /** Null or absent: the body is sent at once, with its length. */
  timing?: Timing | null
}

/** How a streamed body is sent: piece by piece, without a length. */
export type Timing = {
  /** The wait before each piece, in real milliseconds, and how many bytes of the body it has. */
  pieces: readonly { afterMs: number; bytes: number }[]
  /** What follows the last piece: the end, a closed connection, or nothing until the client goes. */
  ending: 'end' | 'cut' | 'hold'
}

/** The answer, its fault or null, and a function to call with how much of it was sent. */
export type Handled = {
  answer: Answer
  fault: AnswerFault | null
  delivered: (delivery: 'whole' | 'partial' | 'none') => void
}

/** Returns a JSON answer. */
export function jsonAnswer(status: number, value: unknown, headers: Record<string, string> = {}): Answer {
  const body = value === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(value))
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body,
    repeat: 1,
  }
}

/** Returns the headers in lower case with a `date` from the network's own clock, which all its reported times use. */
export function datedHeaders(clock: Clock, headers: Record<string, string>): Record<string, string> {
  const lowerCased = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
  return { date: clock.now().toUTCString(), ...Object.fromEntries(lowerCased) }
}

/** A listening server. */
export type HttpServer = { port: number; close: () => Promise<void> }

/**
 * Starts an HTTP server. It can cut an answer at any byte, send it slowly or withhold it, and it can reset a connection
 * before the request is complete.
 *
 * Rejects with the system's error if the address is not available.
 */
export async function startHttpServer(options: {
  host: string
  port: number
  handle: (request: Incoming) => Handled
  /** Called for each new connection. */
  connectionFault: () => ConnectionFault | null
  onCut: (receivedBytes: number) => void
}): Promise<HttpServer> {
  const closing = new AbortController()
  const sockets = new Set<net.Socket>()
  const server = http.createServer(
    { requestTimeout: 30_000, headersTimeout: 15_000 },
    (request, response) => {
      serve(request, response, options.handle, closing.signal).catch((error: unknown) => {
        response.socket?.destroy()
        if (!isAbort(error)) throw error
      })
    },
  )
  const listener = net.createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    const fault = options.connectionFault()
    if (fault === null) server.emit('connection', socket)
    else cutConnection(socket, fault, options.onCut)
  })
  await new Promise<void>((resolve, reject) => {
    listener.once('error', reject)
    listener.listen(options.port, options.host, resolve)
  })
  const address = listener.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : options.port,
    close: async () => {
      closing.abort()
      const closed = new Promise<void>((resolve) => listener.close(() => resolve()))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

function cutConnection(
  socket: net.Socket,
  fault: ConnectionFault,
  onCut: (receivedBytes: number) => void,
): void {
  let received = 0
  const cut = () => {
    onCut(received)
    socket.resetAndDestroy()
  }
  if (fault.after_bytes === 0) return cut()
  socket.on('data', (chunk: Buffer) => {
    if (socket.destroyed) return
    received += chunk.length
    if (received >= fault.after_bytes) cut()
  })
}

async function serve(
  request: http.IncomingMessage,
  response: http.ServerResponse,
  handle: (request: Incoming) => Handled,
  closing: AbortSignal,
): Promise<void> {
  const body = await readBody(request)
  if (body === 'too_large' || body === 'broken') {
    if (body === 'broken') return
    // The rest of the request is read and discarded for a moment; else the client might see a reset instead of the
    // answer.
    response.writeHead(413, { connection: 'close' }).end(() => setTimeout(() => request.destroy(), 100))
    return
  }
  const target = request.url ?? '/'
  const mark = target.indexOf('?')
  const { answer, fault, delivered } = handle({
    method: request.method ?? 'GET',
    path: mark < 0 ? target : target.slice(0, mark),
    query: mark < 0 ? '' : target.slice(mark + 1),
    authorization: request.headers.authorization ?? null,
    headers: request.headers,
    contentType: (request.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase(),
    body,
  })
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  const signal = AbortSignal.any([closing, gone.signal])
  switch (fault?.kind) {
    case 'drop':
    case 'stall': {
      const raw = rawAnswer(answer).subarray(0, fault.after_bytes)
      delivered(raw.length === 0 ? 'none' : 'partial')
      if (fault.kind === 'drop') sendAndDrop(response, raw, fault.reset)
      else if (raw.length > 0) response.socket?.write(raw)
      return
    }
    case 'drip':
      delivered('partial')
      return drip(response, rawAnswer(answer), 1000 / fault.bytes_per_second, signal)
    case 'delay':
      await sleep(fault.ms, undefined, { signal }).catch((error: unknown) => {
        delivered('none')
        throw error
      })
      break
    case 'status':
    case 'answer':
    case 'omit':
    case undefined:
      break
  }
  const { timing = null } = answer
  delivered(timing === null || timing.ending === 'end' ? 'whole' : 'partial')
  await (timing === null ? sendWhole(response, answer, signal) : sendTimed(response, answer, timing, signal))
}

function readBody(request: http.IncomingMessage): Promise<Buffer | 'too_large' | 'broken'> {
  return new Promise((resolve) => {
    const collected = new ByteCollector(requestBytesMax)
    let isTooLarge = false
    request.on('data', (chunk: Buffer) => {
      isTooLarge ||= collected.length + chunk.length > requestBytesMax
      if (isTooLarge) resolve('too_large')
      else collected.add(chunk)
    })
    request.on('end', () => resolve(collected.bytes()))
    request.on('close', () => resolve('broken'))
    request.on('error', () => resolve('broken'))
  })
}

async function sendWhole(response: http.ServerResponse, answer: Answer, signal: AbortSignal): Promise<void> {
  const length = answer.body.length * answer.repeat
  response.writeHead(answer.status, { 'content-length': length, ...answer.headers })
  for (let times = 0; times < answer.repeat && answer.body.length > 0; times++) {
    if (response.destroyed) return
    if (!response.write(answer.body)) await once(response, 'drain', { signal })
  }
  response.end()
}

/** An answer without a single byte sends not even its headers. */
async function sendTimed(
  response: http.ServerResponse,
  answer: Answer,
  { pieces, ending }: Timing,
  signal: AbortSignal,
): Promise<void> {
  let at = 0
  for (const { afterMs, bytes } of pieces) {
    if (afterMs > 0) await sleep(afterMs, undefined, { signal })
    if (signal.aborted) return
    if (!response.headersSent) response.writeHead(answer.status, answer.headers)
    if (!response.write(answer.body.subarray(at, (at += bytes)))) await once(response, 'drain', { signal })
  }
  if (ending === 'end') response.end()
  if (ending === 'cut') response.write('', () => response.socket?.destroy())
}

/** Returns the bytes of an answer as they are sent over the connection. */
function rawAnswer(answer: Answer): Buffer {
  const headers = { ...answer.headers, 'content-length': String(answer.body.length), connection: 'close' }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = `HTTP/1.1 ${answer.status} ${http.STATUS_CODES[answer.status] ?? ''}\r\n${lines.join('')}\r\n`
  return Buffer.concat([Buffer.from(head), answer.body])
}

function sendAndDrop(response: http.ServerResponse, raw: Buffer, reset: boolean): void {
  const { socket } = response
  if (socket === null) return
  const drop = () => void (reset ? socket.resetAndDestroy() : socket.destroy())
  if (raw.length === 0) drop()
  else socket.write(raw, drop)
}

async function drip(
  response: http.ServerResponse,
  raw: Buffer,
  everyMs: number,
  signal: AbortSignal,
): Promise<void> {
  for (let at = 0; at < raw.length; at++) {
    if (signal.aborted) return
    response.socket?.write(raw.subarray(at, at + 1))
    await sleep(everyMs, undefined, { signal })
  }
  response.socket?.end()
}
