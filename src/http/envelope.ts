import { STATUS_CODES } from 'node:http'
import { z } from 'zod'

/** A successful answer in the envelope's four fields (Rule 3). */
export interface Success<Data> {
  status: 'success'
  message: string
  data: Data
  /** The HTTP status. */
  status_code: number
}

/** An answer that says what is wrong. */
export interface Failure {
  status: 'error'
  message: string
  data: null
  /** The HTTP status. */
  status_code: number
}

export function success<Data>(data: Data, message: string, statusCode = 200): Success<Data> {
  return { status: 'success', message, data, status_code: statusCode }
}

export function failure(statusCode: number, message: string): Failure {
  return { status: 'error', message, data: null, status_code: statusCode }
}

/** The schemas that `successOf` has made, by payload and status. */
const successes = new WeakMap<z.ZodType, Map<number, unknown>>()

/**
 * Returns the response schema of a success with this payload: the same one each time, because many endpoints are served
 * twice, to keys and to people.
 */
export function successOf<Data extends z.ZodType>(data: Data, statusCode = 200) {
  const known = successes.get(data) ?? new Map<number, unknown>()
  successes.set(data, known)
  const schema = known.get(statusCode) ?? makeSuccess(data, statusCode)
  known.set(statusCode, schema)
  return schema as ReturnType<typeof makeSuccess<Data>>
}

function makeSuccess<Data extends z.ZodType>(data: Data, statusCode: number) {
  return z
    .object({
      status: z.literal('success'),
      message: z.string().describe('Human-readable text.'),
      data,
      status_code: z.literal(statusCode).describe('Same value as the HTTP status.'),
    })
    .describe(STATUS_CODES[statusCode] ?? 'Success')
}

const ErrorEnvelope = z
  .object({
    status: z.literal('error'),
    message: z.string().describe('What is wrong, where, and what would be right.'),
    data: z.null(),
    status_code: z.int().min(400).max(599).describe('Same value as the HTTP status.'),
  })
  .meta({ id: 'Error', description: 'The envelope of every error.' })

/**
 * Returns the response schemas of the refusals that an endpoint documents. Those that any request may get (405, 413,
 * 415, 431, 500, 503) are described once in the document's text.
 */
export function refusalsOf<Status extends number>(...statuses: Status[]) {
  return Object.fromEntries(statuses.map((status) => [status, ErrorEnvelope])) as Record<
    Status,
    typeof ErrorEnvelope
  >
}
