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

export const systemClock: Clock = { now: () => new Date() }
