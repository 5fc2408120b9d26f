/** The time of day, as everything below `app` sees it. Tests hand in one that they turn by hand. */
export interface Clock {
  /** The present instant. */
  now(): Date
  /**
   * Null while `now` can be relied on; else resolves once it can be again, or rejects. Who decides by the time of day
   * what can't be taken back, such as a dial, looks here first. Absent: it always can.
   */
  resync?(): Promise<void> | null
}

/** For what can't wait: whether the present instant can't be relied on. What will be known is asked for meanwhile. */
export function isUnreliable(clock: Clock): boolean {
  const resync = clock.resync?.() ?? null
  resync?.catch(() => undefined)
  return resync !== null
}

export const systemClock: Clock = { now: () => new Date() }
