import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'

/** Every connection that the process tries to make while it watches, as `address port`. */
export interface ConnectionWatch extends Disposable {
  attempts: string[]
}

/**
 * A listening canary sees only what arrives, and at its own port; this sees each attempt that any code of
 * the process makes to any address, also where nobody listens.
 */
export function watchConnections(): ConnectionWatch {
  const attempts: string[] = []
  const see = (message: unknown): void => {
    const { socket } = message as { socket: Socket }
    socket.on('connectionAttempt', (address, port) => attempts.push(`${address} ${port}`))
  }
  subscribe('net.client.socket', see)
  return {
    attempts,
    [Symbol.dispose]: () => {
      unsubscribe('net.client.socket', see)
    },
  }
}

/** A resolver that knows these names only, and counts what it is asked. */
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
