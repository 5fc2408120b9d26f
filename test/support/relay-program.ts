import { createHmac } from 'node:crypto'
import http from 'node:http'
import { WebSocketServer } from 'ws'
import type { WebSocket } from 'ws'
import { authToken } from './calling-program.ts'

/** A message that the network sent. */
export type Sent = { type: string; [field: string]: unknown }

/** One connection of the network to the service. */
export type Connection = {
  readonly socket: WebSocket
  /** Every message of the network, in order. */
  readonly received: Sent[]
  /** Sends a message, as JSON unless it is text. */
  send(message: object | string): void
  /** Says a text as one whole talk. */
  say(text: string): void
}

/** A service that the network connects to over ConversationRelay. It refuses handshakes with a wrong signature. */
export class RelayProgram implements AsyncDisposable {
  readonly connections: Connection[] = []
  /** The signatures and the verdict of each handshake. */
  readonly handshakes: boolean[] = []
  readonly url: string
  readonly #server: http.Server

  /** @param onMessage called for each message of the network */
  static async start(onMessage: (message: Sent, connection: Connection) => void): Promise<RelayProgram> {
    const server = http.createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return new RelayProgram(server, onMessage)
  }

  /** Use `start`. */
  constructor(server: http.Server, onMessage: (message: Sent, connection: Connection) => void) {
    const address = server.address()
    if (typeof address !== 'object' || address === null) throw new TypeError('not listening')
    this.url = `ws://127.0.0.1:${address.port}/relay/n1`
    this.#server = server
    const sockets = new WebSocketServer({ noServer: true })
    server.on('upgrade', (request, socket, head) => {
      const signed = `ws://${request.headers.host}${request.url}`
      const expected = createHmac('sha1', authToken).update(signed).digest('base64')
      const isGenuine = request.headers['x-twilio-signature'] === expected
      this.handshakes.push(isGenuine)
      if (!isGenuine) {
        socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
        return
      }
      sockets.handleUpgrade(request, socket, head, (accepted) => {
        const connection: Connection = {
          socket: accepted,
          received: [],
          send: (message) => accepted.send(typeof message === 'string' ? message : JSON.stringify(message)),
          say: (text) => accepted.send(JSON.stringify({ type: 'text', token: text, last: true })),
        }
        this.connections.push(connection)
        accepted.on('message', (data) => {
          const message = JSON.parse((data as Buffer).toString('utf8')) as Sent
          connection.received.push(message)
          onMessage(message, connection)
        })
      })
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { socket } of this.connections) socket.terminate()
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
