import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'

const established = '01'
/** Node's own default. */
const usualBacklog = 511

/**
 * Connects to the server itself and takes the one remaining place in the listener's queue. So no client's connection
 * waits there when the listener is closed; the system would reset it. A client that connects meanwhile is made to try
 * again after a second, when the next process may listen.
 *
 * Call it and close the listener in the same iteration of the event loop, so that nothing is accepted in between.
 *
 * @returns whether our connection took the place; false if a client's was quicker, and on systems other than Linux.
 */
export async function fillBacklog(server: Server): Promise<boolean> {
  const address = server.address()
  if (process.platform !== 'linux' || address === null || typeof address === 'string') return false
  if (!setBacklog(server, 0)) return false
  const own = connect({ host: reachable(address), port: address.port })
  own.on('error', () => {})
  server.once('close', () => own.destroy())
  // Node connects in its next tick. Over loopback the connection is established by then.
  await new Promise<void>((resolve) => {
    process.nextTick(resolve)
  })
  const isInside = isEstablished(own, address)
  if (!isInside) {
    own.destroy()
    setBacklog(server, usualBacklog)
  }
  return isInside
}

/**
 * Sets how many connections may wait in the queue of an open listener. With 0, Linux lets one wait. Node has no public
 * way to do this.
 */
function setBacklog(server: Server, connectionsMax: number): boolean {
  const { _handle: handle } = server as { _handle?: { listen?: (backlog: number) => number } }
  return handle?.listen?.(connectionsMax) === 0
}

function reachable({ address, family }: AddressInfo): string {
  if (address === '0.0.0.0') return '127.0.0.1'
  return address === '::' && family === 'IPv6' ? '::1' : address
}

/**
 * Returns whether the connection is established, read from the system: the event loop would report it only in its next
 * iteration.
 */
function isEstablished(socket: Socket, { family, port }: AddressInfo): boolean {
  const hex = (value: number | undefined): string => (value ?? 0).toString(16).toUpperCase().padStart(4, '0')
  const table = readFileSync(`/proc/self/net/${family === 'IPv6' ? 'tcp6' : 'tcp'}`, 'utf8')
  return table.split('\n').some((line) => {
    const [, local, remote, state] = line.trim().split(/\s+/)
    return (
      state === established &&
      local?.endsWith(`:${hex(socket.localPort)}`) &&
      remote?.endsWith(`:${hex(port)}`)
    )
  })
}
