import { z } from 'zod'

/** The most requests in a second, and at once, that a limit may admit. */
const requestsPerSecondMax = 10_000
const burstMax = 100_000

/** How many seconds of requests a burst has that is not given. */
const burstSeconds = 5

/** How many requests a key may make. */
export interface KeyRate {
  requests_per_second: number
  /** Requests at once, after a pause. */
  burst: number
  /** Requests that make a call, a send or a source. */
  writes_per_second: number
  write_burst: number
}

/** The rate of a key that is made without one. */
export const usualRate: KeyRate = {
  requests_per_second: 20,
  burst: 100,
  writes_per_second: 10,
  write_burst: 50,
}

const PerSecond = z.int().min(1).max(requestsPerSecondMax)
const Burst = z.int().min(1).max(burstMax)

const GivenRate = z
  .strictObject({
    requests_per_second: PerSecond.default(usualRate.requests_per_second),
    burst: Burst.optional(),
    writes_per_second: PerSecond.default(usualRate.writes_per_second),
    write_burst: Burst.optional(),
  })
  .superRefine((rate, context) => {
    if (rate.burst !== undefined && rate.burst < rate.requests_per_second)
      context.addIssue({ code: 'custom', path: ['burst'], message: 'must be >= requests_per_second' })
    if (rate.write_burst !== undefined && rate.write_burst < rate.writes_per_second)
      context.addIssue({ code: 'custom', path: ['write_burst'], message: 'must be >= writes_per_second' })
  })

/**
 * The rate of a key as it is declared; `none`: there is no limit. A burst that is left out has five seconds of
 * requests.
 */
export const DeclaredRate = z.union([z.literal('none'), GivenRate], {
  error: 'must be none, or a mapping of requests_per_second, burst, writes_per_second and write_burst',
})

export type DeclaredRate = z.output<typeof DeclaredRate>

/** Returns a declared rate with its bursts; null: there is no limit. */
export function rateOf(declared: DeclaredRate): KeyRate | null {
  if (declared === 'none') return null
  const { requests_per_second, writes_per_second } = declared
  return {
    requests_per_second,
    burst: declared.burst ?? burstOf(requests_per_second),
    writes_per_second,
    write_burst: declared.write_burst ?? burstOf(writes_per_second),
  }
}

/** The rate of a project as it is declared: of all its keys together. */
export const DeclaredProjectRate = z.union([z.literal('none'), PerSecond], {
  error: `must be a whole number from 1 to ${requestsPerSecondMax}, or none`,
})

/** The rate of a project that is made without one. */
export const usualProjectRate = 100

/** Returns the burst of a limit that has none of its own. */
export function burstOf(requestsPerSecond: number): number {
  return requestsPerSecond * burstSeconds
}
