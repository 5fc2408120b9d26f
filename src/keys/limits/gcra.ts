/** A limit: `count` requests in each window on average, and up to `burst` at once after a pause. Whole numbers. */
export interface Limit {
  count: number
  windowUs: number
  burst: number
}

/**
 * What is left of a limit, as time: `arrivalUs` lies as far before the present as requests are left, at most a burst.
 */
export interface LimitState {
  arrivalUs: number
}

/** Returns a limit by the second. */
export function perSecond(count: number, burst: number): Limit {
  return { count, windowUs: 1_000_000, burst }
}

/** Returns the time that so many requests take up, rounded up, so that a limit is never exceeded. */
export function timeOf({ count, windowUs }: Limit, requests: number): number {
  return Math.ceil((requests * windowUs) / count)
}

/** Returns how many requests fit into a time, which may be negative. */
export function requestsIn({ count, windowUs, burst }: Limit, us: number): number {
  return Math.max(0, Math.min(burst, Math.floor((us * count) / windowUs)))
}

/**
 * Takes as many of the wanted requests as fit: the generic cell rate algorithm (GCRA), which keeps one instant a limit.
 * `bucket-queries.ts` does the same in the database. After the clock was set back, the limit goes on as if its burst
 * was used up.
 *
 * @param state null: nothing was ever taken.
 */
export function takeRequests(
  limit: Limit,
  state: LimitState | null,
  nowUs: number,
  wanted: number,
): LimitState & { taken: number } {
  const earliest = nowUs - timeOf(limit, limit.burst)
  const arrivalUs = Math.max(Math.min(state?.arrivalUs ?? earliest, nowUs), earliest)
  const taken = Math.min(wanted, requestsIn(limit, nowUs - arrivalUs))
  return { taken, arrivalUs: arrivalUs + timeOf(limit, taken) }
}

/** Returns in how many microseconds a request fits again, with so much time left; 0: it fits already. */
export function untilNext(limit: Limit, leftUs: number): number {
  return Math.max(0, timeOf(limit, 1) - leftUs)
}
