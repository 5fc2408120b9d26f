import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'

/** A received request. */
export interface SeenRequest {
  method: string
  /** Path and query. */
  path: string
  /** Names in lower case. */
  headers: Record<string, string>
  body: string
}

/** A server on loopback that reads HTTP requests and answers with raw bytes, as malformed as a test needs them. */
export interface ScriptedCarrier extends AsyncDisposable {
  url: string
  /** Complete requests, in order of arrival. */
  requests: SeenRequest[]
}

/** Starts the server. `answer` writes to the socket itself, so that it can also stall, cut and reset. */
export async function startCarrier(
  answer: (socket: Socket, request: SeenRequest) => void,
  secure?: { key: string; cert: string },
): Promise<ScriptedCarrier> {
  const requests: SeenRequest[] = []
  const listener = await startListener((socket) => {
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      const request = parseRequest(text)
      if (request === null) return
      text = ''
      requests.push(request)
      answer(socket, request)
    })
  }, secure)
  return Object.assign(listener, { requests })
}

/** Starts a server without a protocol, which closes all connections at its end. */
export async function startListener(
  take: (socket: Socket) => void,
  secure?: { key: string; cert: string },
): Promise<AsyncDisposable & { url: string }> {
  const sockets = new Set<Socket>()
  const accept = (socket: Socket): void => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    // Many tests close the other side at any time.
    socket.on('error', () => socket.destroy())
    take(socket)
  }
  const server = secure ? createTlsServer(secure, accept) : createServer(accept)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: secure ? `https://localhost:${port}` : `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Returns a complete answer with a JSON body and its length. */
export function jsonAnswer(status: number, body: unknown, headers: Record<string, string> = {}): string {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const lines = Object.entries({
    'Content-Type': 'application/json;charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    ...headers,
  })
  return `HTTP/1.1 ${status} Any\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${text}`
}

function parseRequest(text: string): SeenRequest | null {
  const end = text.indexOf('\r\n\r\n')
  if (end === -1) return null
  const [first = '', ...lines] = text.slice(0, end).split('\r\n')
  const [method = '', path = ''] = first.split(' ')
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  )
  const body = text.slice(end + 4)
  return body.length < Number(headers['content-length'] ?? 0) ? null : { method, path, headers, body }
}
