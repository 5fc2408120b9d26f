import assert from 'node:assert/strict'
import { sendOnce } from '../twilio/transport.ts'
import type { Exchange, OutgoingRequest } from '../twilio/transport.ts'
import type { GraphAccess } from './types.ts'

/** What one request may take. */
export interface GraphLimits {
  /** From the first step to the last byte of the answer, the connection included. */
  answerMs: number
  /** The longest body of an answer. */
  answerBytesMax: number
  signal?: AbortSignal | undefined
}

const publicAddress = 'https://graph.facebook.com'
/** Without it Meta takes the newest that the app may use, and the shape of answers changes by itself. */
const version = 'v23.0'
const connectMsMax = 5_000

/**
 * One request, over a connection of its own, never repeated and never redirected. With `body` a POST, without a GET.
 *
 * @throws before anything is sent where the token, the id or the API address is malformed, which is a fault of the
 *   set-up and not of the network.
 */
export async function askGraph(
  { access_token, api_url }: GraphAccess,
  {
    id,
    edge,
    query = {},
    body,
  }: { id: string; edge?: string; query?: Record<string, string>; body?: string },
  { answerMs, answerBytesMax, signal }: GraphLimits,
): Promise<Exchange> {
  assert(/^\d{1,32}$/.test(id), "Meta's ids of numbers and accounts are digits")
  assert(/^[!-~]{1,4096}$/.test(access_token), 'an access token is printable ASCII without spaces')
  const url = parseApiUrl(api_url ?? publicAddress)
  url.pathname = [url.pathname.replace(/\/+$/, ''), version, id, ...(edge === undefined ? [] : [edge])].join(
    '/',
  )
  url.search = new URLSearchParams(query).toString()
  const request: OutgoingRequest = {
    method: body === undefined ? 'GET' : 'POST',
    url,
    headers: {
      Authorization: `Bearer ${access_token}`,
      Accept: 'application/json',
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    body: body ?? null,
  }
  const limits = {
    connectTimeoutMs: Math.min(connectMsMax, answerMs),
    requestTimeoutMs: answerMs,
    answerBytesMax,
  }
  return reworded(await sendOnce(request, limits, { signal }))
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

/** To the transport, which is shared, the other side is a carrier. */
function reworded(exchange: Exchange): Exchange {
  if (exchange.kind === 'answered') return exchange
  return { ...exchange, reason: exchange.reason.replaceAll('the carrier', 'WhatsApp') }
}
