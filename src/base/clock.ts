/** The time of day, as everything below `app` sees it. Tests hand in one that they turn by hand. */
export interface Clock {
  /** The present instant. */
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
