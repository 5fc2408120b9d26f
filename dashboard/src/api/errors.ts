/** A fault of one field: its path as the declaration writes it (`calling_hours.windows[1].to`), and what is wrong. */
export interface Fault {
  path: string
  message: string
}

export interface ErrorParts {
  status: number
  code: string
  message: string
  faults: readonly Fault[]
  requestId: string | null
  /** Seconds after which the server takes the request again. */
  retryAfterSeconds: number | null
}

/** A request that the server refused, or that did not reach it (status 0, code `unreachable`). */
export class ApiError extends Error implements ErrorParts {
  override readonly name = 'ApiError'
  readonly status: number
  /** As in docs/errors.md. */
  readonly code: string
  readonly faults: readonly Fault[]
  readonly requestId: string | null
  readonly retryAfterSeconds: number | null

  constructor(parts: ErrorParts, options?: ErrorOptions) {
    super(parts.message, options)
    this.status = parts.status
    this.code = parts.code
    this.faults = parts.faults
    this.requestId = parts.requestId
    this.retryAfterSeconds = parts.retryAfterSeconds
  }
}

/** Reads what the server says about a request that it refused. A proxy's answer may be anything. */
export async function readError(answer: Response): Promise<ApiError> {
  const text = await answer.text()
  const body = parse(text)
  const retryAfter = Number(answer.headers.get('retry-after') ?? Number.NaN)
  return new ApiError({
    status: answer.status,
    code:
      textOf(body['code']) ?? answer.headers.get('error-code')?.split(';')[0] ?? `status_${answer.status}`,
    message: textOf(body['message']) ?? `${answer.status} ${answer.statusText}`.trim(),
    faults: Array.isArray(body['faults']) ? body['faults'].filter(isFault) : [],
    requestId: textOf(body['request_id']) ?? answer.headers.get('x-request-id'),
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : null,
  })
}

/** The error of a request that got no answer. */
export function unreachable(cause: unknown): ApiError {
  const parts = { status: 0, code: 'unreachable', message: 'The server does not answer', faults: [] }
  return new ApiError({ ...parts, requestId: null, retryAfterSeconds: null }, { cause })
}

/** Returns any error as one of the API, for those that show it. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  const message = error instanceof Error ? error.message : String(error)
  const parts = { status: -1, code: 'page_failed', message, faults: [] }
  return new ApiError({ ...parts, requestId: null, retryAfterSeconds: null }, { cause: error })
}

/** Such a refusal is made before the key is looked up, and says nothing of an earlier request under the same key. */
const refusedBefore = new Set(['database_held', 'organization_moving'])
/** The statuses of such refusals, also of a proxy's. */
const statusesBefore = new Set([401, 403, 404, 408, 429])

/**
 * Returns whether an error says for good that what was asked for was not done. After any other, it may have been.
 *
 * @param isRepeat whether the outcome of an earlier request under the same key is not known.
 */
export function isRefusal(error: unknown, isRepeat: boolean): boolean {
  const { status, code } = asApiError(error)
  if (refusedBefore.has(code) || statusesBefore.has(status)) return !isRepeat
  // The service keeps this answer for its key, though it has the status of a fault.
  return code === 'dial_failed' || (status >= 400 && status < 500)
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function isFault(value: unknown): value is Fault {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as Fault).path === 'string' &&
    typeof (value as Fault).message === 'string'
  )
}
