import type { HttpLimits, HttpResult } from '../network/http-caller.ts'

/** How often and for what a request is tried again. Times are real milliseconds. */
export type ConnectionOverrides = {
  /** How many tries follow the first. */
  readonly retries: number
  readonly retryOn: ReadonlySet<string>
  /** For one try. */
  readonly limits: HttpLimits
  /** For all tries together. */
  readonly allTriesMs: number
}

/** The pause before the first further try; each later one is twice as long. Twilio documents no pauses. */
export const retryPauseMs = 250

/**
 * Reads the overrides in an address's fragment; what is absent or malformed has its default. Provider: connection
 * overrides.
 */
export function connectionOverrides(url: string, defaults: HttpLimits): ConnectionOverrides {
  const mark = url.indexOf('#')
  const fragment = new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1))
  const whole = (name: string, otherwise: number, least: number, most: number) => {
    const text = fragment.get(name) ?? ''
    return /^\d{1,6}$/.test(text) ? Math.min(most, Math.max(least, Number(text))) : otherwise
  }
  const allTriesMs = whole('tt', defaults.totalMs, 100, 15_000)
  return {
    retries: whole('rc', 1, 0, 5),
    retryOn: new Set((fragment.get('rp') ?? 'ct').split(',')),
    limits: {
      connectMs: Math.min(allTriesMs, whole('ct', defaults.connectMs, 100, 10_000)),
      totalMs: Math.min(allTriesMs, whole('rt', allTriesMs, 100, 15_000)),
    },
    allTriesMs,
  }
}

/** Returns whether the policy has a request with this result tried again. */
export function isRetried(result: HttpResult, { retryOn }: ConnectionOverrides): boolean {
  const policy =
    result.kind === 'failed'
      ? result.stage === 'connect'
        ? 'ct'
        : 'rt'
      : `${Math.floor(result.status / 100)}xx`
  if (policy !== 'ct' && policy !== 'rt' && policy !== '4xx' && policy !== '5xx') return false
  return retryOn.has(policy) || retryOn.has('all')
}
