/** The instants by which the limits count, all in UTC. */
export interface GuardTimes {
  /** The day that an attempt of this instant belongs to, `YYYY-MM-DD`. */
  day: string
  dayBegins: Date
  nextDay: Date
  /** The first of the seven days of a number's week, today included. */
  weekBegins: Date
  /** The ten minutes in which a block's dial is counted. */
  bucket: Date
  nextBucket: Date
  /**
   * The first bucket of a block's hour. The hour is up to ten minutes longer, so that no 60 minutes have more dials.
   */
  hourBegins: Date
}

const dayMs = 86_400_000
const bucketMs = 600_000
const hourMs = 3_600_000

/** Returns the instants by which the limits count at `now`. */
export function guardTimes(now: Date): GuardTimes {
  const at = now.getTime()
  const dayBegins = at - (((at % dayMs) + dayMs) % dayMs)
  const bucket = at - (((at % bucketMs) + bucketMs) % bucketMs)
  return {
    day: new Date(dayBegins).toISOString().slice(0, 10),
    dayBegins: new Date(dayBegins),
    nextDay: new Date(dayBegins + dayMs),
    weekBegins: new Date(dayBegins - 6 * dayMs),
    bucket: new Date(bucket),
    nextBucket: new Date(bucket + bucketMs),
    hourBegins: new Date(bucket - hourMs),
  }
}

/** Returns the first instant at which no rule reads the count of a number's day. */
export function numberCountUntil({ dayBegins }: GuardTimes): Date {
  return new Date(dayBegins.getTime() + 7 * dayMs)
}

/** Returns the first instant at which no rule reads the count of a block's ten minutes. */
export function blockCountUntil({ bucket }: GuardTimes): Date {
  return new Date(bucket.getTime() + bucketMs + hourMs)
}
