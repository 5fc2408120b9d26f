import type { ModelBroken, ModelBusy, ModelRefused } from '../model-client.ts'
import type { StreamFault } from './answer-parts.ts'
import { objectOf, parseObject, textOf } from './lenient-json.ts'
import type { OpenObject } from './lenient-json.ts'

const busyStatuses: ReadonlySet<number> = new Set([429, 529])
const busyCodes = /^(429|529|overloaded_error|rate_limit_error|rate_limit_exceeded)$/

/** A code of a provider, such as `invalid_request_error` or `messages[0].content`; sentences do not fit. */
const codeForm = /^[\w.[\]-]{1,80}$/
const retryAfterMsMax = 3_600_000

/** Returns what the status of a response without an answer means. */
export function outcomeOfStatus(
  status: number,
  options: { headers: Readonly<Record<string, string | string[] | undefined>>; body: string; now: Date },
): ModelRefused | ModelBusy | Omit<ModelBroken, 'usage'> {
  if (busyStatuses.has(status))
    return { kind: 'busy', retryAfterMs: retryAfter(options.headers, options.now) }
  const codes = codesOf(parseObject(options.body))
  const reason = [`HTTP ${status}`, ...codes].join(' ')
  if (status >= 300 && status < 400)
    return { kind: 'refused', status, reason: `${reason}: redirects are not followed` }
  return status >= 400 && status < 500 && status !== 408
    ? { kind: 'refused', status, reason }
    : { kind: 'broken', characters: 0, reason }
}

/**
 * Returns the fault that an event reports; null if it reports none. It is `{"error": {…}}` in both protocols; some
 * servers send a text as the error, or `{"object": "error"}`.
 */
export function streamFault(event: OpenObject): StreamFault | null {
  if ((event['error'] ?? null) === null && event['object'] !== 'error') return null
  const codes = codesOf(event)
  return {
    isBusy: codes.some((code) => busyCodes.test(code)),
    reason: ['an error in the stream', ...codes].join(' '),
  }
}

/** Returns type, code and parameter of an error; nothing that could repeat what somebody said. */
function codesOf(body: OpenObject | null): string[] {
  const error = objectOf(body?.['error'])
  if (error === null) return []
  const codes = [error['type'], error['code'], error['param']].map((code) =>
    typeof code === 'number' ? String(code) : (textOf(code) ?? ''),
  )
  return [...new Set(codes)].filter((code) => codeForm.test(code))
}

/** Reads `retry-after-ms`, and `Retry-After` as seconds or as a date (RFC 9110); null if there is neither. */
function retryAfter(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  now: Date,
): number | null {
  const bounded = (ms: number): number => Math.min(retryAfterMsMax, Math.max(0, Math.round(ms)))
  const exact = String(headers['retry-after-ms'] ?? '')
  if (/^\d+(\.\d+)?$/.test(exact)) return bounded(Number(exact))
  const text = String(headers['retry-after'] ?? '').trim()
  if (/^\d+(\.\d+)?$/.test(text)) return bounded(Number(text) * 1_000)
  const at = Date.parse(text)
  return Number.isNaN(at) ? null : bounded(at - now.getTime())
}
