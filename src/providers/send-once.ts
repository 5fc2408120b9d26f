import { lookup as systemLookUp } from 'node:dns'
import { request as httpRequest } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { connect as connectTcp, isIP } from 'node:net'
import type { LookupFunction, Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { ByteCollector } from '../base/byte-collector.ts'
import { runSpan } from '../base/trace-span.ts'
import type { TraceSpan } from '../base/trace-span.ts'
import { connectChecked } from './web/guard/checked-connection.ts'
import type { ConnectionRules, Failure } from './web/guard/checked-connection.ts'
import { secure } from './web/guard/secure.ts'
import { readTarget } from './web/guard/target.ts'

/** The limits of one request. */
export interface RequestLimits {
  /** The most time for a connection: name look-up, TCP and TLS together. */
  connectTimeoutMs: number
  /** The most time from the first step to the last byte of the answer, the connection included. */
  requestTimeoutMs: number
  /** The largest body of an answer. */
  answerBytesMax: number
}

/** One request as it goes out. */
export interface OutgoingRequest {
  /** What reasons call the provider: `the carrier`. */
  providerName: string
  method: 'GET' | 'POST'
  url: URL
  headers: Readonly<Record<string, string>>
  body: string | null
  /** How a host is looked up that somebody gave for the provider's API; null: the host is the provider's own. */
  givenHosts: ConnectionRules | null
  /** The organization that gave the host, which must be public then; null: an operator gave it, or nobody. */
  givenBy: string | null
}

/** The outcome of one request. Reasons are our own words; they contain nothing from the request or the answer. */
export type Exchange =
  /** The whole answer arrived. */
  | { kind: 'answered'; status: number; headers: IncomingHttpHeaders; body: string }
  /** Certainly not a byte of the request was sent: there was no connection, or it was too late to begin. */
  | { kind: 'not_sent'; cause: 'unreachable' | 'too_late'; reason: string }
  /** The request, or a part of it, may have arrived; no whole answer came back. */
  | { kind: 'lost'; reason: string }

/** What can hold a request back or abort it. */
export interface RequestControl {
  /** Gives up at once; the outcome is one of the above, like after any other failure. */
  signal?: AbortSignal | undefined
  /**
   * Awaited once, when the connection stands, for what may have changed while it was made; if it resolves to false,
   * nothing is sent. It must not reject.
   */
  beforeBegin?: (() => Promise<boolean>) | undefined
  /**
   * Called once, when the connection stands and only the write is left; if it returns false, nothing is sent. It serves
   * a process that was paused since it decided: call and write happen in the same iteration of the event loop, without
   * any wait between them.
   */
  mayBegin?: (() => boolean) | undefined
}

/** Reads `Retry-After` in either of its forms. A date is compared with the answer's own `Date`, not with our clock. */
export function readRetryAfter({ headers }: { headers: IncomingHttpHeaders }, msMax: number): number | null {
  const text = headers['retry-after'] ?? ''
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.parse(headers.date ?? '')
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), msMax)
}

/** The largest header section of an answer. */
const headerBytesMax = 16_384

/**
 * Sends one request over a new connection and returns the answer, whatever its status. Never throws for what the
 * network does, follows no redirect, uses no proxy from the environment, and never sends anything twice.
 *
 * The connection is made before the request. So after an earlier failure the request was certainly not sent. On a
 * kept-alive connection, which the other side may have closed meanwhile, a failure could mean either.
 */
export function sendOnce(
  request: OutgoingRequest,
  limits: RequestLimits,
  control: RequestControl = {},
): Promise<Exchange> {
  return runSpan(
    () => describeRequest(request),
    async (span) => {
      const exchange = await connectAndSend(request, limits, control)
      if (span !== null) noteExchange(span, exchange)
      return exchange
    },
  )
}

/**
 * Describes a request to a provider without its path, which has ids of accounts. No header makes it a part of our
 * trace.
 */
function describeRequest({ method, url }: OutgoingRequest): TraceSpan {
  return {
    name: `${method} provider`,
    kind: 'client',
    attributes: { 'http.request.method': method, 'server.address': url.hostname },
  }
}

function noteExchange(span: TraceSpan, exchange: Exchange): void {
  if (exchange.kind !== 'answered') {
    span.fault = exchange.kind
    return
  }
  span.attributes['http.response.status_code'] = exchange.status
  if (exchange.status >= 400) span.fault = String(exchange.status)
}

async function connectAndSend(
  request: OutgoingRequest,
  limits: RequestLimits,
  control: RequestControl,
): Promise<Exchange> {
  const reasons = reasonsOf(request.providerName)
  const begun = performance.now()
  const leftMs = () => limits.requestTimeoutMs - (performance.now() - begun)
  const connected = await connect(
    request,
    reasons,
    Math.max(Math.min(limits.connectTimeoutMs, leftMs()), 0),
    control.signal,
  )
  if ('reason' in connected) return notSent('unreachable', connected.reason)
  const { socket } = connected
  const end = (cause: 'unreachable' | 'too_late', reason: string): Exchange => {
    socket.destroy()
    return notSent(cause, reason)
  }
  if (control.beforeBegin !== undefined) {
    if (!(await control.beforeBegin())) return end('too_late', reasons.tooLate)
    if (control.signal?.aborted) return end('unreachable', reasons.abortedEarly)
    if (socket.destroyed) return end('unreachable', reasons.unreachable)
  }
  // A process that was paused finds here that its time is over; nothing is sent yet.
  if (leftMs() <= 0) return end('unreachable', reasons.connectTimeout)
  return exchange(socket, request, reasons, { bytesMax: limits.answerBytesMax, timeoutMs: leftMs() }, control)
}

function notSent(cause: 'unreachable' | 'too_late', reason: string): Exchange {
  return { kind: 'not_sent', cause, reason }
}

type Reasons = ReturnType<typeof reasonsOf>

/** Returns the words for everything that can go wrong. */
function reasonsOf(name: string) {
  return {
    nameUnknown: `${name}'s host name could not be resolved`,
    notPublic: `${name}'s host is not public, and the operator has not named it in PRIVATE_HOSTS`,
    refused: `${name} refused the connection`,
    tlsFailed: `no secure connection to ${name} could be made`,
    unreachable: `${name} could not be reached`,
    connectTimeout: `no connection to ${name} was made in time`,
    abortedEarly: `the request was aborted before ${name} was reached`,
    tooLate: 'it was too late to send the request when the connection stood',
    abortedLate: `the request was aborted before ${name} answered`,
    answerTimeout: `${name} did not answer in time`,
    tooLarge: `${name}'s answer was too large to be read`,
    broken: `the connection broke before ${name}'s answer was complete`,
  }
}

/** Opens a connection over which a request can be sent at once; for https, the certificate is verified. */
function connect(
  { url, givenHosts, givenBy }: OutgoingRequest,
  reasons: Reasons,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<{ socket: Socket } | { reason: string }> {
  if (signal?.aborted) return Promise.resolve({ reason: reasons.abortedEarly })
  if (givenHosts !== null && givenBy !== null)
    return connectPublic(url, { rules: givenHosts, givenBy }, reasons, timeoutMs, signal)
  return new Promise((resolve) => {
    const isSecure = url.protocol === 'https:'
    const ending = new AbortController()
    const look = givenHosts === null ? {} : { lookup: lookUpBy(givenHosts, ending.signal) }
    const socket = isSecure
      ? openTls(url, look)
      : connectTcp({ host: hostOf(url), port: Number(url.port || 80), ...look })
    // Head and body can be two small writes; the second must not wait until the first is acknowledged.
    socket.setNoDelay(true)
    const settle = (result: { socket: Socket } | { reason: string }): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      ending.abort()
      if ('reason' in result) socket.destroy()
      resolve(result)
    }
    const abort = (): void => settle({ reason: reasons.abortedEarly })
    const timer = setTimeout(() => settle({ reason: reasons.connectTimeout }), timeoutMs)
    signal?.addEventListener('abort', abort)
    // Stays for the socket's life: an error after the outcome would otherwise be unhandled.
    socket.on('error', (error) => settle({ reason: connectReason(error, isSecure, reasons) }))
    socket.once('close', () => settle({ reason: isSecure ? reasons.tlsFailed : reasons.unreachable }))
    socket.once(isSecure ? 'secureConnect' : 'connect', () => settle({ socket }))
  })
}

/**
 * Opens such a connection to a host that an organization gave, by the rules for everything that tenants name. The
 * reason does not say whether something refused the connection: that would show what runs where.
 */
async function connectPublic(
  url: URL,
  { rules: { privateHosts, lookup }, givenBy }: { rules: ConnectionRules; givenBy: string },
  reasons: Reasons,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<{ socket: Socket } | { reason: string }> {
  const target = readTarget(url.href, privateHosts)
  if (target.kind === 'refused') return { reason: reasons.notPublic }
  const late = AbortSignal.timeout(timeoutMs)
  const ending = signal === undefined ? late : AbortSignal.any([late, signal])
  const rules: ConnectionRules = { privateHosts, lookup: (host, end) => lookup(host, end, givenBy) }
  const connected = await connectChecked(target, rules, ending)
  const ready =
    connected.kind === 'connected' && url.protocol === 'https:'
      ? await secure(connected.socket, { hostname: target.hostname, ca: undefined }, ending)
      : connected
  if (ready.kind === 'connected') return { socket: ready.socket }
  if (signal?.aborted) return { reason: reasons.abortedEarly }
  return { reason: ready.kind === 'refused' ? reasons.notPublic : checkedReason(ready.reason, reasons) }
}

function checkedReason(reason: Failure['reason'], reasons: Reasons): string {
  if (reason === 'dns') return reasons.nameUnknown
  if (reason === 'timeout') return reasons.connectTimeout
  return reason === 'tls' ? reasons.tlsFailed : reasons.unreachable
}

/**
 * Looks up a host that somebody gave with the resolver of such hosts, because its name servers may be silent: a look-up
 * by the system would hold up those of the providers and of the database. Only a name that name servers do not have is
 * left to the system, which knows more sources, such as the search list of `/etc/resolv.conf`.
 */
function lookUpBy({ lookup }: ConnectionRules, signal: AbortSignal): LookupFunction {
  const answer = async (...[hostname, options, callback]: Parameters<LookupFunction>): Promise<void> => {
    let found: readonly string[]
    try {
      found = await lookup(hostname, signal)
    } catch (thrown) {
      const error = thrown as NodeJS.ErrnoException
      if (error.code === 'ENOTFOUND' || error.code === 'ENODATA')
        return systemLookUp(hostname, options, callback)
      return callback(Object.assign(error, { syscall: lookUpCall }), [])
    }
    const addresses = found.map((address) => ({ address, family: isIP(address) }))
    const [first] = addresses
    if (options.all || first === undefined) callback(null, addresses)
    else callback(null, first.address, first.family)
  }
  return (...asked) => void answer(...asked)
}

/** The name of failed look-ups in errors. */
const lookUpCall = 'getaddrinfo'

function openTls(url: URL, look: { lookup?: LookupFunction }): Socket {
  const host = hostOf(url)
  return connectTls({
    host,
    port: Number(url.port || 443),
    ...look,
    ...(isIP(host) === 0 && { servername: host }),
    ALPNProtocols: ['http/1.1'],
    // Explicit, so that no environment variable can turn it off.
    rejectUnauthorized: true,
  })
}

function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1')
}

function connectReason(error: NodeJS.ErrnoException, isSecure: boolean, reasons: Reasons): string {
  if (error.syscall === lookUpCall) return reasons.nameUnknown
  if (error.code === 'ECONNREFUSED') return reasons.refused
  if (error.syscall === 'connect' || error.code === 'ETIMEDOUT') return reasons.unreachable
  return isSecure ? reasons.tlsFailed : reasons.unreachable
}

function exchange(
  socket: Socket,
  { method, url, headers, body }: OutgoingRequest,
  reasons: Reasons,
  { bytesMax, timeoutMs }: { bytesMax: number; timeoutMs: number },
  { signal, mayBegin }: RequestControl,
): Promise<Exchange> {
  return new Promise((resolve) => {
    const outgoing = httpRequest({
      createConnection: () => socket,
      method,
      path: url.pathname + url.search,
      setHost: false,
      headers: {
        ...headers,
        Host: url.host,
        Connection: 'close',
        // Without compression an answer can't unpack to more than its size.
        'Accept-Encoding': 'identity',
        ...(body !== null && { 'Content-Length': Buffer.byteLength(body) }),
      },
      maxHeaderSize: headerBytesMax,
    })
    const settle = (result: Exchange): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      outgoing.destroy()
      socket.destroy()
      resolve(result)
    }
    const lose = (reason: string): void => settle({ kind: 'lost', reason })
    const abort = (): void => lose(reasons.abortedLate)
    const timer = setTimeout(() => lose(reasons.answerTimeout), timeoutMs)
    signal?.addEventListener('abort', abort)
    outgoing.on('error', () => lose(reasons.broken))
    outgoing.on('close', () => lose(reasons.broken))
    outgoing.on('response', (incoming) => receiveAnswer(incoming, bytesMax, reasons, settle))
    // Node hands the socket over a tick later. Before that nothing is written; after it, writes go out at once.
    outgoing.once('socket', () => {
      if (mayBegin?.() === false) settle(notSent('too_late', reasons.tooLate))
      else outgoing.end(body ?? undefined)
    })
  })
}

function receiveAnswer(
  incoming: IncomingMessage,
  bytesMax: number,
  reasons: Reasons,
  settle: (result: Exchange) => void,
): void {
  const collected = new ByteCollector(bytesMax)
  let isTooLarge = false
  incoming.on('data', (chunk: Buffer) => {
    isTooLarge ||= collected.length + chunk.length > bytesMax
    if (isTooLarge) settle({ kind: 'lost', reason: reasons.tooLarge })
    else collected.add(chunk)
  })
  incoming.on('error', () => settle({ kind: 'lost', reason: reasons.broken }))
  incoming.on('end', () => {
    const { complete, headers, statusCode = 0 } = incoming
    const body = collected.bytes().toString('utf8')
    settle(
      complete
        ? { kind: 'answered', status: statusCode, headers, body }
        : { kind: 'lost', reason: reasons.broken },
    )
  })
}
