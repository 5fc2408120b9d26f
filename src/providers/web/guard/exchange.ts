import { request as httpRequest } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { takeBody } from './body.ts'
import { failure } from './checked-connection.ts'
import type { Failure } from './checked-connection.ts'

/** A response, with the beginning of the body if that is too long. */
export interface Answered {
  kind: 'answered'
  /** The URL after all redirects, normalized by WHATWG, without a fragment. */
  url: string
  status: number
  /**
   * Names in lower case; repeated fields are joined as HTTP defines. Without `set-cookie`, since cookies are not
   * stored.
   */
  headers: Record<string, string>
  /** Unpacked. */
  body: Buffer
  /** Bytes of the body on the wire, before unpacking. */
  bytes: number
  /** Whether the body was longer than what was read. */
  isCut: boolean
}

/** A redirect; its body was not read. */
export interface Redirected {
  kind: 'redirected'
  /** The value of the header: relative, absolute, or invalid. */
  location: string
}

interface Outgoing {
  url: URL
  method?: 'GET' | 'POST'
  body?: string
  headers?: Readonly<Record<string, string>>
  userAgent: string
  bytesMax: number
  redirectsMax: number
}

/** Responses with large cookies and content security policies stay well below it. */
export const headerBytesMax = 65_536
export const interimAnswersMax = 8

/** Sends one request over a connection, reads the response within its limits, and always closes the connection. */
export function exchange(
  socket: Socket,
  outgoing: Outgoing,
  signal: AbortSignal,
): Promise<Answered | Redirected | Failure> {
  return new Promise((resolve) => {
    const request = httpRequest({
      createConnection: () => socket,
      method: outgoing.method ?? 'GET',
      path: outgoing.url.pathname + outgoing.url.search,
      setHost: false,
      headers: {
        ...outgoing.headers,
        Host: outgoing.url.host,
        'User-Agent': outgoing.userAgent,
        'Accept-Encoding': 'gzip, deflate, br, zstd',
        Connection: 'close',
        ...(outgoing.body !== undefined && { 'Content-Length': Buffer.byteLength(outgoing.body) }),
      },
      maxHeaderSize: headerBytesMax,
      insecureHTTPParser: false,
    })
    const settle = (result: Answered | Redirected | Failure): void => {
      signal.removeEventListener('abort', late)
      request.destroy()
      socket.destroy()
      resolve(result)
    }
    const late = (): void => settle(failure('timeout', 'the answer was not whole in time'))
    if (signal.aborted) return late()
    signal.addEventListener('abort', late)
    const breakOff = (): void => settle(broken)
    let answer: IncomingMessage | null = null
    request.on('error', (error: NodeJS.ErrnoException) => {
      // An error after a complete response does not matter, even if its body is still being unpacked.
      if (!answer?.complete) settle(requestFailure(error))
    })
    request.on('close', breakOff)
    let interimAnswers = 0
    request.on('information', () => {
      if (++interimAnswers > interimAnswersMax)
        settle(failure('bad_answer', 'nothing but interim answers came'))
    })
    request.on('response', (incoming) => {
      request.off('close', breakOff)
      answer = incoming
      takeAnswer(incoming, outgoing, settle)
    })
    request.end(outgoing.body)
  })
}

const broken = failure('connection', 'the connection broke before the answer was whole')

/** Returns what went wrong with a request whose connection was made. */
export function requestFailure({ code }: NodeJS.ErrnoException): Failure {
  if (code === 'HPE_HEADER_OVERFLOW') return failure('bad_answer', 'the header of the answer is too large')
  return code?.startsWith('HPE_') ? failure('bad_answer', 'the answer is no correct HTTP') : broken
}

function takeAnswer(
  incoming: IncomingMessage,
  { url, bytesMax, redirectsMax }: Outgoing,
  settle: (result: Answered | Redirected | Failure) => void,
): void {
  const { statusCode: status = 0, headers } = incoming
  const isRedirect = [301, 302, 303, 307, 308].includes(status)
  if (isRedirect && redirectsMax > 0 && headers.location !== undefined)
    return settle({ kind: 'redirected', location: asUtf8(headers.location) })
  takeBody(incoming, { coding: headers['content-encoding'], bytesMax }, (taken) => {
    if (taken.kind === 'failed') return settle(taken)
    settle({ ...taken, kind: 'answered', url: url.href, status, headers: flat(headers) })
  })
}

/** Decodes a header as UTF-8. Node decodes headers as Latin-1, but servers write unescaped URLs as UTF-8. */
function asUtf8(location: string): string {
  return Buffer.from(location, 'latin1').toString('utf8')
}

/** Returns the header fields as text, without cookies. */
export function flat({ 'set-cookie': _cookies, ...headers }: IncomingHttpHeaders): Record<string, string> {
  const fields = Object.entries(headers).map(([name, value = '']) => [name, String(value)])
  return Object.fromEntries(fields)
}
