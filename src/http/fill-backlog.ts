import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'

const established = '01'
/** Node's own default. */
const usualBacklog = 511

/**
 * Puts a connection of our own into the listener's queue, the only place that is left in it, so that no client's connection
 * waits there when the listener is closed: the system resets those. A client that connects meanwhile is made to try again
 * after a second, when the next process may listen.
 *
 * The listener must not be read between the call and its close, so both have to be in one turn of the event loop.
 *
 * @returns whether our connection took the place; false where a client's was quicker, and on systems other than Linux.
 */
export async function fillBacklog(server: Server): Promise<boolean> {
  const address = server.address()
  if (process.platform !== 'linux' || address === null || typeof address === 'string') return false
  if (!setBacklog(server, 0)) return false
  const own = connect({ host: reachable(address), port: address.port })
  own.on('error', () => {})
  server.once('close', () => own.destroy())
  // Node asks the system to connect in its next tick; over loopback the system has an answer when it is asked.
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
 * Sets how many connections may wait in the queue of a listener that goes on listening; with 0 Linux lets one wait. Node has no
 * public way to do this.
 */
function setBacklog(server: Server, connectionsMax: number): boolean {
  const { _handle: handle } = server as { _handle?: { listen?: (backlog: number) => number } }
  return handle?.listen?.(connectionsMax) === 0
}

function reachable({ address, family }: AddressInfo): string {
  if (address === '0.0.0.0') return '127.0.0.1'
  return address === '::' && family === 'IPv6' ? '::1' : address
}

/** Reads from the system whether a connection is made, which the event loop would report only in its next iteration. */
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
