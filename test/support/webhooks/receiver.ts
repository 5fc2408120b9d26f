import { createServer } from 'node:http'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** A request that a receiver got. */
export interface Received {
  id: string
  at: number
  path: string
  headers: IncomingHttpHeaders
  body: string
  /** Which connection it came over, counted from 1. */
  connection: number
}

/** A receiver of webhooks under the test's control, over real HTTP. */
export interface Receiver extends AsyncDisposable {
  url: string
  /** `127.0.0.1:port`, as PRIVATE_HOSTS takes it. */
  host: string
  received: Received[]
  /** What to do with the next requests; by default they are answered with 204. */
  answer: (response: ServerResponse, request: Received) => void
  /** Called with each request before it is answered. */
  onRequest: (request: Received) => void
  /** Returns the ids of the requests, in their order. */
  ids(): string[]
}

export async function startReceiver(): Promise<Receiver> {
  const sockets = new Map<Socket, number>()
  let connections = 0
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const got: Received = {
        id: String(request.headers['webhook-id']),
        at: Date.now(),
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(parts).toString(),
        connection: sockets.get(request.socket) ?? 0,
      }
      receiver.received.push(got)
      receiver.onRequest(got)
      receiver.answer(response, got)
    })
  })
  server.on('connection', (socket: Socket) => {
    sockets.set(socket, ++connections)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hooks`,
    host: `127.0.0.1:${port}`,
    received: [],
    answer: (response) => void response.writeHead(204).end(),
    onRequest: () => {},
    ids: () => receiver.received.map(({ id }) => id),
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets.keys()) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return receiver
}
