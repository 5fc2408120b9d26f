import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

/** Takes a request for a websocket, whose answer it writes to the socket. It must not throw. */
export type TakeUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

/**
 * The addresses at which the server lets a connection become a websocket. At every other address a request with an
 * `Upgrade` header is answered as if it had none, as HTTP asks for.
 */
export class Upgrades {
  /** Decides first who takes a request: it calls `here` if the route of the address is to take it. */
  first: ((request: IncomingMessage, socket: Duplex, head: Buffer, here: () => void) => void) | null = null
  readonly #routes: { path: RegExp; take: TakeUpgrade }[] = []

  /** Adds the addresses whose path, query included, matches. */
  add(path: RegExp, take: TakeUpgrade): void {
    this.#routes.push({ path, take })
  }

  accepts({ method, url, headers }: IncomingMessage): boolean {
    return (
      method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket' && this.#routeOf(url) !== undefined
    )
  }

  take(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const route = this.#routeOf(request.url)
    if (route === undefined) socket.destroy()
    else if (this.first === null) route.take(request, socket, head)
    else this.first(request, socket, head, () => route.take(request, socket, head))
  }

  #routeOf(url: string | undefined) {
    return this.#routes.find(({ path }) => path.test(url ?? ''))
  }
}
