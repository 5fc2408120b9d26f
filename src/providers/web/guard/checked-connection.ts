import { connect, isIP } from 'node:net'
import type { Socket } from 'node:net'
import type { Writable } from 'node:stream'
import type { PrivateHosts } from './private-hosts.ts'
import { isMetadataAddress, isPublicAddress } from './public-address.ts'
import { LookUpTimeout } from './resolver.ts'
import type { Resolver } from './resolver.ts'
import { blocked } from './target.ts'
import type { BlockedTarget, Target } from './target.ts'

/** A request that was allowed and failed. */
export interface Failure {
  kind: 'failed'
  reason: 'timeout' | 'dns' | 'connection' | 'tls' | 'too_many_redirects' | 'bad_answer' | 'aborted'
  detail: string
  /** True: there was a connection, so the other side may have got the request. Absent: it surely has not. */
  isSent?: true
}

/** Decides where a connection may go. */
export interface ConnectionRules {
  privateHosts: PrivateHosts
  lookup: Resolver
}

/** How many addresses of a name are tried, one after the other. */
const attemptsMax = 4
const attemptMsMax = 8_000

/**
 * Opens a TCP connection to a target, for one use. It looks the name up once, checks all its addresses, and connects
 * only to one of them. So a second DNS answer cannot lead elsewhere. A name is refused if any of its addresses is not
 * public (Rule 33, Promise 46).
 *
 * Returns a failure with reason `timeout` as soon as `signal` aborts.
 */
export async function connectChecked(
  target: Target,
  rules: ConnectionRules,
  signal: AbortSignal,
): Promise<{ kind: 'connected'; socket: Socket } | BlockedTarget | Failure> {
  const addresses = await lookUp(target.hostname, rules.lookup, signal)
  if ('kind' in addresses) return addresses
  const mayReach = addressRule(target, rules.privateHosts)
  if (!addresses.every(mayReach)) return notPublic(target)
  let last = failure('connection', `${target.hostname} could not be reached`)
  for (const address of addresses.slice(0, attemptsMax)) {
    const outcome = await connectTo(address, target.port, signal)
    if (outcome.kind === 'connected') {
      // Checks the address that the system really connected to, in case it differs.
      const { remoteAddress } = outcome.socket
      if (remoteAddress !== undefined && mayReach(remoteAddress)) return outcome
      outcome.socket.destroy()
      if (remoteAddress !== undefined) return notPublic(target)
    } else last = outcome
    if (signal.aborted) break
  }
  return last
}

const proxiedMsMax = 15_000

/** Opens a checked connection for a client of the proxy. Fails after 15 s, or as soon as the client is gone. */
export async function connectFor(client: Writable, target: Target, rules: ConnectionRules) {
  const ending = new AbortController()
  const end = (): void => ending.abort()
  const timer = setTimeout(end, proxiedMsMax)
  client.once('close', end)
  const connected = await connectChecked(target, rules, ending.signal)
  clearTimeout(timer)
  return connected
}

export function failure(reason: Failure['reason'], detail: string): Failure {
  return { kind: 'failed', reason, detail }
}

function notPublic({ hostname }: Target): BlockedTarget {
  const isName = isIP(hostname) === 0
  return blocked(
    'private_address',
    isName ? `${hostname} resolves to a private address` : `${hostname} is not a public address`,
  )
}

function addressRule({ hostname, port }: Target, privateHosts: PrivateHosts): (address: string) => boolean {
  return privateHosts.has(hostname, port)
    ? (address) => isIP(address) !== 0 && !isMetadataAddress(address)
    : isPublicAddress
}

async function lookUp(
  hostname: string,
  lookup: Resolver,
  signal: AbortSignal,
): Promise<readonly string[] | Failure> {
  if (isIP(hostname) !== 0) return [hostname]
  const unknown = failure('dns', `${hostname} could not be looked up`)
  return new Promise((resolve) => {
    const settle = (result: readonly string[] | Failure): void => {
      signal.removeEventListener('abort', late)
      resolve(result)
    }
    const late = (): void => settle(failure('timeout', `${hostname} was not looked up in time`))
    if (signal.aborted) return late()
    signal.addEventListener('abort', late)
    lookup(hostname, signal).then(
      (addresses) => settle(addresses.length === 0 ? unknown : addresses),
      (error: unknown) =>
        settle(error instanceof LookUpTimeout ? failure('timeout', error.message) : unknown),
    )
  })
}

function connectTo(
  address: string,
  port: number,
  signal: AbortSignal,
): Promise<{ kind: 'connected'; socket: Socket } | Failure> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(lateConnection)
    const socket = connect({ host: address, port })
    socket.setNoDelay(true)
    const settle = (result: { kind: 'connected'; socket: Socket } | Failure): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', late)
      if (result.kind === 'failed') socket.destroy()
      resolve(result)
    }
    const late = (): void => settle(lateConnection)
    const timer = setTimeout(late, attemptMsMax)
    signal.addEventListener('abort', late)
    // Stays for the socket's life: a later error without a listener would end the process.
    socket.on('error', (error: NodeJS.ErrnoException) => settle(failure('connection', connectDetail(error))))
    socket.once('connect', () => settle({ kind: 'connected', socket }))
  })
}

const lateConnection = failure('timeout', 'no connection was made in time')

function connectDetail({ code }: NodeJS.ErrnoException): string {
  return code === 'ECONNREFUSED' ? 'the connection was refused' : 'no connection could be made'
}
