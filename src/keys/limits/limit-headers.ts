import type { Limit } from './gcra.ts'

/** A limit that a request counts against, and how it stands after the request. */
export interface LimitStanding {
  /** As the headers name it. */
  name: string
  limit: Limit
  /** How many further requests fit now. */
  remaining: number
  /** In how many ms a further one fits; used only where none does. */
  retryMs: number
}

/** Returns the headers of an answer to a request that counts against limits. */
export function limitHeaders(
  policies: readonly (readonly [name: string, limit: Limit])[],
  standings: readonly LimitStanding[],
): Record<string, string> {
  return { 'ratelimit-policy': policyHeader(policies), ratelimit: standingHeader(standings) }
}

/**
 * Returns the value of `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-11): of each limit the burst, and the
 * seconds in which it is there again, rounded up. So `q` is what `r` of `RateLimit` begins with, and `q` / `w` what the
 * limit admits on average.
 */
function policyHeader(limits: readonly (readonly [name: string, limit: Limit])[]): string {
  return limits.map(([name, limit]) => `"${name}";q=${limit.burst};w=${windowSeconds(limit)}`).join(', ')
}

/** Returns the value of `RateLimit`: of each limit what is left, and in how many seconds there is more. */
function standingHeader(standings: readonly LimitStanding[]): string {
  return standings
    .map(
      ({ name, remaining, retryMs }) =>
        `"${name}";r=${remaining};t=${remaining > 0 ? 1 : retrySeconds(retryMs)}`,
    )
    .join(', ')
}

/** Returns the whole seconds of `Retry-After`, at least 1. */
export function retrySeconds(retryMs: number): number {
  return Math.max(1, Math.ceil(retryMs / 1_000))
}

function windowSeconds({ count, windowUs, burst }: Limit): number {
  return Math.max(1, Math.ceil((burst * windowUs) / (count * 1_000_000)))
}
