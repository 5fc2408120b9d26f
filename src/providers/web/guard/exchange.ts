import { request as httpRequest } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { takeBody } from './body.ts'
import { failure } from './checked-connection.ts'
import type { Failure } from './checked-connection.ts'

/** A whole answer, or its beginning where it was longer than asked for. */
export interface Answered {
  kind: 'answered'
  /** Of the last redirect, in the form of WHATWG, without a fragment. */
  url: string
  status: number
  /** Names in lower case; fields that came twice joined as HTTP has it. Without `set-cookie`: nobody keeps cookies. */
  headers: Record<string, string>
  /** Unpacked. */
  body: Buffer
  /** What came of the body over the wire, packed as it was. */
  bytes: number
  /** Whether the body goes on beyond what was taken. */
  isCut: boolean
}

/** An answer that leads elsewhere, its body unread. */
export interface Redirected {
  kind: 'redirected'
  /** As it stands in the header: relative, absolute, or nonsense. */
  location: string
}

interface Outgoing {
  url: URL
  headers?: Readonly<Record<string, string>>
  userAgent: string
  bytesMax: number
  redirectsMax: number
}

/** Large cookies and content policies stay well below it. */
const headerBytesMax = 65_536
const interimAnswersMax = 8

/** Sends one GET over a connection, takes the answer within its bounds, and closes the connection in every case. */
export function exchange(
  socket: Socket,
  outgoing: Outgoing,
  signal: AbortSignal,
): Promise<Answered | Redirected | Failure> {
  return new Promise((resolve) => {
    const request = httpRequest({
      createConnection: () => socket,
      method: 'GET',
      path: outgoing.url.pathname + outgoing.url.search,
      setHost: false,
      headers: {
        ...outgoing.headers,
        Host: outgoing.url.host,
        'User-Agent': outgoing.userAgent,
        'Accept-Encoding': 'gzip, deflate, br, zstd',
        Connection: 'close',
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
      // What follows a whole answer is no part of it, though it may still be being unpacked.
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
    request.end()
  })
}

const broken = failure('connection', 'the connection broke before the answer was whole')

function requestFailure({ code }: NodeJS.ErrnoException): Failure {
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

/** Header bytes come as Latin-1; what servers put raw into an address is UTF-8. */
function asUtf8(location: string): string {
  return Buffer.from(location, 'latin1').toString('utf8')
}

function flat({ 'set-cookie': _cookies, ...headers }: IncomingHttpHeaders): Record<string, string> {
  const fields = Object.entries(headers).map(([name, value = '']) => [name, String(value)])
  return Object.fromEntries(fields)
}
