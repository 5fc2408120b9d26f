import { readError, unreachable } from './errors.ts'
import type { ApiError } from './errors.ts'
import type { Data, Operation, Params } from './operations.ts'
import { wireRequest } from './request.ts'
import { askToSignIn } from './sign-in-requests.ts'

/** The server gives up earlier. A request that dials or sends may not be repeated blindly, so it is long. */
const answerMaxMs = 60_000
/** A file arrives within 30 s, waits for others, and is read within 20 s. */
const fileMaxMs = 120_000

export interface CallOptions {
  /** The revision that an edit began from: sent as `If-Match`. */
  revision?: number | undefined
  /** For what dials or sends: made when the form opens, kept until the answer is final. */
  idempotencyKey?: string | undefined
  signal?: AbortSignal | undefined
  /** Sent as the body, instead of JSON: a file. */
  bytes?: Blob | undefined
  /** False for sign-in itself: its 401 is an answer. */
  asksToSignIn?: boolean
}

/**
 * Calls an operation of the management API and returns the `data` of its answer.
 *
 * If the session has ended, or the password is needed again, a dialog over the page asks for it, and the request is
 * repeated.
 *
 * @throws {ApiError} for every other answer than success, and where none comes.
 */
export async function call<Name extends Operation>(
  name: Name,
  params: Params<Name>,
  options: CallOptions = {},
): Promise<Data<Name>> {
  const { method, address, body } = wireRequest(name, params)
  const headers = new Headers({ accept: 'application/json, application/yaml' })
  // A request without a body says so too: what changes something must be JSON.
  if (method !== 'GET')
    headers.set('content-type', options.bytes === undefined ? 'application/json' : 'application/octet-stream')
  if (options.revision !== undefined) headers.set('if-match', `"${options.revision}"`)
  if (options.idempotencyKey !== undefined) headers.set('idempotency-key', options.idempotencyKey)
  const init: RequestInit = { method, headers, credentials: 'same-origin', cache: 'no-store' }
  if (method !== 'GET') init.body = options.bytes ?? JSON.stringify(body ?? {})
  const answer = await succeed(address, init, options)
  // The connection may also be lost in the middle of the answer.
  return reached(dataOf<Data<Name>>(answer), options.signal)
}

/**
 * Asks for a file that the browser saves by itself, so that a refusal can be shown.
 *
 * @throws {ApiError} as `call` does.
 */
export async function checkFile(address: string): Promise<void> {
  const init: RequestInit = { credentials: 'same-origin', cache: 'no-store' }
  // This begins no export. It is refused as the export is, but without words.
  const { ok } = await send(address, { ...init, method: 'HEAD' }, {})
  if (ok) return
  const stop = new AbortController()
  await succeed(address, init, { signal: stop.signal })
  stop.abort()
}

/** Sends a request until it succeeds or is refused for another reason than that somebody has to sign in. */
async function succeed(address: string, init: RequestInit, options: CallOptions): Promise<Response> {
  for (;;) {
    const answer = await send(address, init, options)
    if (answer.ok) return answer
    const error = await reached(readError(answer), options.signal)
    if (options.asksToSignIn === false || !isAboutThePerson(error)) throw error
    // The request is repeated as it was, with the same idempotency key.
    await askToSignIn(error)
  }
}

/** Whether the session has ended, or the password has to be given again for what was asked. */
function isAboutThePerson({ code }: ApiError): boolean {
  return code === 'sign_in_needed' || code === 'password_needed'
}

async function send(
  address: string,
  init: RequestInit,
  { signal, bytes }: Pick<CallOptions, 'signal' | 'bytes'>,
): Promise<Response> {
  const late = AbortSignal.timeout(bytes === undefined ? answerMaxMs : fileMaxMs)
  const either = signal === undefined ? late : AbortSignal.any([signal, late])
  return reached(fetch(address, { ...init, signal: either }), signal)
}

/** Waits for a part of an answer. @throws {ApiError} `unreachable`, unless the request was given up. */
async function reached<Part>(part: Promise<Part>, signal: AbortSignal | undefined): Promise<Part> {
  try {
    return await part
  } catch (error) {
    // The caller gave the request up, so no error of the connection is shown.
    signal?.throwIfAborted()
    throw unreachable(error)
  }
}

async function dataOf<Value>(answer: Response): Promise<Value> {
  if (answer.status === 204) return null as Value
  // The declaration is YAML, and its own data.
  if (!/json/.test(answer.headers.get('content-type') ?? '')) return (await answer.text()) as Value
  const body = (await answer.json()) as { data?: Value }
  return body.data ?? (null as Value)
}
