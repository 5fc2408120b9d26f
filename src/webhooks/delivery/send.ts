import type { Clock } from '../../base/clock.ts'
import type { SecretBox } from '../../base/secret-box.ts'
import { signWebhook } from '../../base/sign-webhook.ts'
import { runSpan } from '../../base/trace-span.ts'
import type { KeptFetch } from '../../providers/web/guard/kept-fetch.ts'
import type { PrivateHosts } from '../../providers/web/guard/private-hosts.ts'
import type { WebAnswer } from '../../providers/web/guard/web-fetch.ts'
import { openSecret } from '../endpoints/open-secret.ts'
import { addressFault } from '../endpoints/reachable-address.ts'
import type { LineOutcome } from './line-standing.ts'

/** How long an endpoint may take to answer. */
export const answerMsMax = 15_000
/** How much of an answer is kept. */
export const answerBytesMax = 1_024

/** What sends deliveries. */
export interface SendContext {
  clock: Clock
  secretBox: SecretBox
  webhookFetch: KeptFetch
  privateHosts: PrivateHosts
}

export interface Message {
  /** Stays the same when it is sent again. */
  id: string
  body: string
}

export interface SendTarget {
  organization_id: string
  endpoint_id: string
  url: string
  secret: Buffer
  old_secret: Buffer | null
}

/** What came of one request. */
export interface SendResult {
  at: Date
  milliseconds: number
  /** The answer's; null: there was none. */
  status: number | null
  /** The first 1,024 bytes of the answer. Null: the endpoint did not answer. */
  answer: string | null
  /** Why it failed; null: it was accepted. */
  reason: string | null
  /** `stopped`: this process ended before the answer. */
  outcome: LineOutcome | { kind: 'stopped' }
}

/** Signs a message with the endpoint's secrets and posts it. Never throws for anything that the endpoint does. */
export async function sendMessage(
  { clock, secretBox, webhookFetch, privateHosts }: SendContext,
  target: SendTarget,
  { id, body }: Message,
  signal?: AbortSignal,
): Promise<SendResult> {
  const at = clock.now()
  const begun = performance.now()
  const failed = (reason: string): SendResult => ({
    at,
    milliseconds: Math.round(performance.now() - begun),
    status: null,
    answer: null,
    reason,
    outcome: { kind: 'failed', retryAfterMs: null },
  })
  // The operator may have closed the host since the endpoint was declared.
  const fault = addressFault(target.url, privateHosts)
  if (fault !== null) return failed(fault)
  const secrets = openSecrets(secretBox, target)
  if (secrets === null)
    return failed('the secret can not be decrypted with this SECRET_KEY; rotate the secret')
  const request = {
    url: target.url,
    key: target.endpoint_id,
    tenant: target.organization_id,
    body,
    headers: {
      'content-type': 'application/json',
      ...signWebhook(secrets, { id, timestamp: Math.floor(at.getTime() / 1_000), body }),
    },
    bytesMax: answerBytesMax,
    timeoutMs: answerMsMax,
    signal,
  }
  const answer = await runSpan(
    // Endpoints may be anybody's, so they are not handed our trace.
    () => ({
      name: 'POST webhook',
      kind: 'client',
      attributes: { 'server.address': new URL(target.url).hostname },
    }),
    () => webhookFetch(request),
  )
  return { at, milliseconds: Math.round(performance.now() - begun), ...judge(answer, at) }
}

/**
 * Returns the secrets that sign, the newest first; null if the present one can't be opened. A former one that can't be
 * opened is left out.
 */
function openSecrets(secretBox: SecretBox, { secret, old_secret }: SendTarget): Buffer[] | null {
  const present = openSecret(secretBox, secret)
  const former = old_secret === null ? null : openSecret(secretBox, old_secret)
  if (present === null) return null
  return former === null ? [present] : [present, former]
}

/** Judges an answer: 2xx is a success, all else a failure (Rule 170). */
export function judge(
  answer: WebAnswer,
  at: Date,
): Pick<SendResult, 'status' | 'answer' | 'reason' | 'outcome'> {
  if (answer.kind !== 'answered') {
    const isStopped = answer.kind === 'failed' && answer.reason === 'aborted'
    const outcome: SendResult['outcome'] = isStopped
      ? { kind: 'stopped' }
      : { kind: 'failed', retryAfterMs: null }
    return { status: null, answer: null, reason: answer.detail, outcome }
  }
  const { status } = answer
  const text = answer.body.toString('utf8').toWellFormed().replaceAll('\0', '\u{fffd}')
  if (status >= 200 && status < 300)
    return { status, answer: text, reason: null, outcome: { kind: 'accepted' } }
  const isRedirect = status >= 300 && status < 400
  const reason = isRedirect ? `answered ${status}, and redirects are not followed` : `answered ${status}`
  if (status === 410) return { status, answer: text, reason, outcome: { kind: 'gone' } }
  const asks = status === 429 || status === 503
  const retryAfterMs = asks ? readRetryAfter(answer.headers['retry-after'], at) : null
  return { status, answer: text, reason, outcome: { kind: 'failed', retryAfterMs } }
}

/** Returns the milliseconds of a `Retry-After` in seconds or as a date (RFC 9110, 10.2.3); null where it is neither. */
export function readRetryAfter(text: string | undefined, now: Date): number | null {
  if (text === undefined) return null
  if (/^\d{1,9}$/.test(text.trim())) return Number(text) * 1_000
  if (!/^[A-Z][a-z]{2}, .+ GMT$/.test(text.trim())) return null
  const ms = Date.parse(text)
  return Number.isNaN(ms) ? null : Math.max(0, ms - now.getTime())
}
