/** The time of day for everything below `app`. Tests pass a clock that they set themselves. */
export interface Clock {
  /** Returns the current time. */
  now(): Date
  /**
   * Returns null while `now` is reliable. Otherwise returns a promise that resolves once it is reliable again, or
   * rejects when that fails. Check it before an action that depends on the time and can't be undone, such as placing a
   * call. A clock without this method is always reliable.
   */
  resync?(): Promise<void> | null
}

/** Returns whether the clock is unreliable, without waiting; starts a resync in the background. */
export function isUnreliable(clock: Clock): boolean {
  const resync = clock.resync?.() ?? null
  resync?.catch(() => undefined)
  return resync !== null
}

/** What both clocks of a process showed at one moment. */
export interface ClockReading {
  /** `performance.now()` */
  monotonicMs: number
  now: Date
}

/** Returns what both clocks show. */
export function readClocks(clock: Clock): ClockReading {
  return { monotonicMs: performance.now(), now: clock.now() }
}

/**
 * Returns the milliseconds since a reading, by the clock that has moved more: while a machine sleeps, one may stand
 * still.
 */
export function msSince(clock: Clock, { monotonicMs, now }: ClockReading): number {
  return Math.max(performance.now() - monotonicMs, Math.abs(clock.now().getTime() - now.getTime()))
}

export const systemClock: Clock = { now: () => new Date() }
