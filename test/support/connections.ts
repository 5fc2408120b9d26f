import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'

/** Every connection that the process tries to open while it is watched, as `address port`. */
export interface ConnectionWatch extends Disposable {
  attempts: string[]
}

/**
 * Watches all connection attempts of the process, to any address. A listening server would see only those that reach
 * its port.
 */
export function watchConnections(): ConnectionWatch {
  const attempts: string[] = []
  const see = (message: unknown): void => {
    const { socket } = message as { socket: Socket }
    socket.on('connectionAttempt', (address, port: number | undefined) => {
      // Other files of the process may connect with the database, by a file.
      if (port !== undefined) attempts.push(`${address} ${port}`)
    })
  }
  subscribe('net.client.socket', see)
  return {
    attempts,
    [Symbol.dispose]: () => {
      unsubscribe('net.client.socket', see)
    },
  }
}

/** Returns a resolver that knows only these names, and counts its queries. */
export function resolverOf(names: Readonly<Record<string, readonly string[]>>): {
  lookup: (hostname: string) => Promise<readonly string[]>
  asked: string[]
} {
  const asked: string[] = []
  return {
    asked,
    lookup: (hostname) => {
      asked.push(hostname)
      const addresses = names[hostname]
      return addresses === undefined
        ? Promise.reject(new Error(`no such name: ${hostname}`))
        : Promise.resolve(addresses)
    },
  }
}
