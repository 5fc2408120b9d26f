import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { uuidv7 } from '../base/ids.ts'
import type { Log } from '../base/log.ts'
import { refusals } from '../base/refusals.ts'
import { Refusal, refusalTable } from '../base/refusals/refusal.ts'
import type { RefusalCode } from '../base/refusals/refusal.ts'
import {
  isDatabaseUnavailable,
  isOrganizationMoving,
  isTextRefused,
  limitedMs,
  limitedWaitMs,
  StatementTooLong,
} from '../db/database.ts'
import { QueueFull } from '../db/fair-queue.ts'
import { failure } from './envelope.ts'
import { errorCodeOf } from './error-code.ts'
import { sharedHeaders } from './shared-headers.ts'
import { findUnstorableText } from './unstorable-text.ts'

/** Maximum size of address and headers together. A filter of 8,192 characters fits, percent-encoded. */
export const headerBytesMax = 65_536

/** Turns errors into answers; nothing else does. Unexpected errors are logged in full and answered without detail. */
export function createErrorHandler(log: Log) {
  return (error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const refusal = asRefusal(error, request)
    if (refusal.status >= 500 && !(error instanceof Refusal) && refusal.code !== 'organization_moving')
      log.error({ err: error, request_id: request.id, route: request.routeOptions.url }, 'request failed')
    const envelope = failure(refusal.status, refusal.message)
    const isManagement = isManagementPath(request.routeOptions?.url ?? request.url)
    const { code, faults } = refusal
    return reply
      .code(refusal.status)
      .headers({ 'error-code': errorCodeOf(refusal), ...refusal.headers })
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(isManagement ? { ...envelope, code, faults, request_id: request.id } : envelope))
  }
}

/** Returns whether an address is of the management API, whose errors have more members. */
export function isManagementPath(path: string): boolean {
  return /^\/api(?:[/?]|$)/.test(path)
}

function asRefusal(error: Error, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error
  const fromFramework = 'code' in error ? frameworkRefusal(error as FastifyError, request) : null
  if (fromFramework !== null) return fromFramework
  if (error instanceof StatementTooLong) return refusals.takesTooLong(limitedMs)
  if (error instanceof QueueFull) return refusals.tooManyLists(limitedWaitMs)
  if (isOrganizationMoving(error)) return refusals.organizationMoving()
  const unstorable = isTextRefused(error)
    ? (findUnstorableText(request.query) ?? findUnstorableText(request.body))
    : null
  if (unstorable !== null) return refusals.faultyRequest(unstorable)
  if (isDatabaseUnavailable(error)) return databaseUnavailable(request)
  return new Refusal(
    'unexpected',
    'Something went wrong on our side; the X-Request-Id header names this request in our log',
  )
}

/** The database may be lost at the commit, so nobody knows whether a request that changes something was done. */
function databaseUnavailable({ method }: FastifyRequest): Refusal {
  const isRead = method === 'GET' || method === 'HEAD'
  const advice = isRead
    ? 'try again shortly'
    : 'the request may have been done: repeat it only with the same Idempotency-Key, or look first'
  return new Refusal('unavailable', `The service can not reach its database at the moment; ${advice}`, {
    'retry-after': '2',
  })
}

function frameworkRefusal(error: FastifyError, request: FastifyRequest): Refusal | null {
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Refusal(
        'unsupported_media_type',
        `The body must be sent with Content-Type: ${request.routeOptions.config.contentType ?? 'application/json'}`,
      )
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return refusals.invalidRequest('A JSON body is required')
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return new Refusal(
        'invalid_json',
        'The body is not valid JSON, or has a member named __proto__ or constructor.prototype',
      )
    case 'FST_ERR_BAD_URL':
      return new Refusal('malformed_request', 'The address can not be decoded')
    default:
      if (error.statusCode === 400) return new Refusal('malformed_request', 'The request could not be read')
      // A forbidden file is answered like a missing one.
      return error.statusCode === 403 || error.statusCode === 404 ? notFound() : null
  }
}

/** Returns the refusal for an address that does not exist. */
export function notFound(): Refusal {
  return new Refusal('route_not_found', 'There is nothing at this address; /docs lists what there is')
}

/**
 * Refuses input that is not a complete request: malformed HTTP, too large headers, a client that sends nothing. Writes
 * the answer in the usual envelope to the bare connection.
 */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const code = error.code === 'HPE_HEADER_OVERFLOW' ? 'headers_too_large' : 'malformed_request'
  const message =
    code === 'headers_too_large'
      ? `The address and headers are too large; at most ${headerBytesMax} bytes are accepted`
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? 'The request did not arrive in time'
        : 'The request is not well-formed HTTP'
  answerRaw(socket, code, message)
}

/** How long a client may take to read an answer of `answerRaw` before its connection is cut. */
const lingerMs = 1_000

/** Writes an error in the envelope to a bare connection and closes it, whether or not the client closes its side. */
export function answerRaw(socket: Duplex, code: RefusalCode, message: string): void {
  const { status } = refusalTable[code]
  const body = JSON.stringify(failure(status, message))
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${uuidv7()}`,
    `Error-Code: ${errorCodeOf({ code, faults: [] })}`,
    ...Object.entries(sharedHeaders).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
  const cut = setTimeout(() => socket.destroy(), lingerMs)
  socket.once('close', () => clearTimeout(cut))
}
