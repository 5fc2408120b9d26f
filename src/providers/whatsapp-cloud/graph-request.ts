import assert from 'node:assert/strict'
import { sendOnce } from '../send-once.ts'
import type { Exchange, OutgoingRequest, RequestControl } from '../send-once.ts'
import type { GraphAccess } from './types.ts'

/** The limits of one request. */
export interface GraphLimits extends RequestControl {
  /** The time limit from the start of the connection to the last byte of the answer. */
  answerMs: number
  /** The longest body of an answer. */
  answerBytesMax: number
}

const publicAddress = 'https://graph.facebook.com'
/** The Graph API version. Without it, Meta uses the newest one, and the format of answers changes without notice. */
const version = 'v23.0'
const connectMsMax = 5_000

/**
 * Sends one request over a new connection: a POST with `body`, a GET without. Never repeats it and follows no redirect.
 *
 * @throws before anything is sent, if the token, the id or the API address is malformed: the configuration is wrong
 * then.
 */
export async function requestGraph(
  { access_token, api_url, api_url_given_by: givenBy, givenHosts }: GraphAccess,
  {
    id,
    edge,
    query = {},
    body,
  }: { id: string; edge?: string; query?: Record<string, string>; body?: string },
  { answerMs, answerBytesMax, ...control }: GraphLimits,
): Promise<Exchange> {
  assert(/^\d{1,32}$/.test(id), "Meta's ids of numbers and accounts are digits")
  assert(/^[!-~]{1,4096}$/.test(access_token), 'an access token is printable ASCII without spaces')
  const url = parseApiUrl(api_url ?? publicAddress)
  url.pathname = [url.pathname.replace(/\/+$/, ''), version, id, ...(edge === undefined ? [] : [edge])].join(
    '/',
  )
  url.search = new URLSearchParams(query).toString()
  const request: OutgoingRequest = {
    providerName: 'WhatsApp',
    method: body === undefined ? 'GET' : 'POST',
    url,
    headers: {
      Authorization: `Bearer ${access_token}`,
      Accept: 'application/json',
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    body: body ?? null,
    givenHosts: api_url === null ? null : givenHosts,
    givenBy,
  }
  const limits = {
    connectTimeoutMs: Math.min(connectMsMax, answerMs),
    requestTimeoutMs: answerMs,
    answerBytesMax,
  }
  return sendOnce(request, limits, control)
}

function parseApiUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  assert(
    url !== null &&
      /^https?:$/.test(url.protocol) &&
      !url.username &&
      !url.password &&
      !url.search &&
      !url.hash,
    'the API address of a sender is an http or https address without user and query',
  )
  return url
}
