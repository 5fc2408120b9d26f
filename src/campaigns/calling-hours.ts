export type Weekday = 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun'

export interface CallingWindow {
  /** The days on which the window begins. */
  days: readonly Weekday[]
  /** `HH:MM`, included. */
  from: string
  /** `HH:MM` or `24:00`, excluded; if earlier than `from`, on the next day. */
  to: string
}

/** Calling hours in one zone. `apply` has checked every field. Those of a campaign are `CampaignHours`. */
export interface CallingHours {
  /** IANA name. */
  timezone: string
  /** The hours of a campaign, which may hold where the callee is, can't be taken for hours in one zone. */
  also_callee?: never
  windows: readonly CallingWindow[]
  /** Local dates, `YYYY-MM-DD`, on which no window begins. */
  closed_dates: readonly string[]
}

export type Opening =
  /** When it closes next; null if not within `closesWithinDays`. */
  | { isOpen: true; closesAt: Date | null }
  /** When it opens next; null if not within `opensWithinDays`, which occurs only for hours without a window. */
  | { isOpen: false; opensAt: Date | null }

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** How far ahead a closing is searched. Hours that are open for longer count as always open. */
export const closesWithinDays = 10

/**
 * How far ahead an opening is searched. It is enough for all hours that `apply` accepts. Every week has a window. At
 * most 1,000 closed dates remove 1,000 weeks, and each clock change can remove the window of one more. 8,000 days are
 * 1,142 weeks, or 22 years; no zone changes its clocks 142 times in them.
 */
const opensWithinDays = 8_000

/**
 * Returns whether a campaign may call at `at`, to the millisecond, and the first instant after it at which that
 * changes. Null hours are always open. `at` is after 1970.
 *
 * Only the local time of the zone decides (Rule 13, Promises 18 and 19). The campaign is open if that date and time are
 * in a window that begins on that date or ran over midnight into it. So when clocks change:
 * - Skipped times never come. If the window's `from` is skipped, it opens when the clocks go forward; if its `to` is
 *   skipped, it closes then; if all of it is skipped, it does not open on that day.
 * - Times that come twice are in the window both times. With `from` 01:30, the window opens again at the second 01:30
 *   if it was closed in between. With `to` 01:30, it closes twice.
 * - A window that is open during a change gets longer or shorter by it.
 * - A date that a zone skips has no hours. A window that began on it and runs over midnight is open on the next day.
 *
 * Windows that touch are joined. A window that began on the evening before continues into a closed date.
 *
 * It takes 4 to 7 µs for usual hours, 2 of them for the zone's offset and its next change, so nothing is cached. It
 * takes 100 µs for 96 windows on every day, and 0.8 ms to get past 1,000 closed dates.
 *
 * @throws RangeError if this Node does not know the zone, in which case nothing may be dialed, and for an invalid `at`.
 */
export function openingAt(hours: CallingHours | null, at: Date): Opening {
  if (hours === null) return { isOpen: true, closesAt: null }
  const zoned = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(hours.timezone)
  const week = weekOf(hours)
  return endOfSpan(week, localMsOf(zoned)) === null
    ? { isOpen: false, opensAt: firstInstant(zoned, opensWithinDays, week, nextOpen) }
    : { isOpen: true, closesAt: firstInstant(zoned, closesWithinDays, week, nextClosed) }
}

/**
 * Returns the first instant from `zoned` on, and before the horizon, whose local time `next` finds. Between two clock
 * changes the zone's offset is constant, so local times are searched as plain numbers. After each change a new search
 * begins at the new local time.
 */
function firstInstant(
  zoned: Temporal.ZonedDateTime,
  withinDays: number,
  week: Week,
  next: (week: Week, local: number, until: number) => number,
): Date | null {
  const horizon = zoned.epochMilliseconds + withinDays * dayMs
  let steady: Temporal.ZonedDateTime | null = zoned
  while (steady !== null && steady.epochMilliseconds < horizon) {
    const change: Temporal.ZonedDateTime | null = steady.getTimeZoneTransition('next')
    const end = Math.min(change?.epochMilliseconds ?? Infinity, horizon)
    const local = localMsOf(steady)
    const offset = local - steady.epochMilliseconds
    const found = next(week, local, end + offset) - offset
    if (found < end) return new Date(found)
    steady = change
  }
  return null
}

/** Returns the local time as milliseconds since the local first of January 1970. */
function localMsOf(zoned: Temporal.ZonedDateTime): number {
  return zoned.epochMilliseconds + zoned.offsetNanoseconds / 1e6
}

/** From `start` to `end`, which is excluded; in milliseconds since the midnight of the day on which it begins. */
interface Span {
  start: number
  end: number
}

interface Week {
  /** For each weekday, Monday first: the spans that begin on it, in order, none touching the next. */
  spans: readonly (readonly Span[])[]
  closedDates: ReadonlySet<string>
}

const weekdays: readonly Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

function weekOf({ windows, closed_dates }: CallingHours): Week {
  const begun = new Map<Weekday, Span[]>(weekdays.map((day) => [day, []]))
  for (const window of windows) for (const day of window.days) begun.get(day)?.push(spanOf(window))
  return { spans: [...begun.values()].map(joined), closedDates: new Set(closed_dates) }
}

function spanOf({ from, to }: CallingWindow): Span {
  const start = msOf(from)
  const end = msOf(to)
  return { start, end: end < start ? end + dayMs : end }
}

function msOf(time: string): number {
  return (Number(time.slice(0, 2)) * 60 + Number(time.slice(3))) * minuteMs
}

/** Sorts spans and joins those that meet. Drops empty ones, which `apply` does not accept. */
function joined(spans: Span[]): Span[] {
  const result: Span[] = []
  for (const span of spans.filter(({ start, end }) => start < end).sort((a, b) => a.start - b.start)) {
    const last = result.at(-1)
    if (last !== undefined && span.start <= last.end) last.end = Math.max(last.end, span.end)
    else result.push(span)
  }
  return result
}

/** Returns the spans that begin on a local date, given as days since the first of January 1970, a Thursday. */
function spansBegunOn({ spans, closedDates }: Week, day: number): readonly Span[] {
  const begun = spans[(day + 3) % 7]!
  if (begun.length === 0 || closedDates.size === 0) return begun
  return closedDates.has(new Date(day * dayMs).toISOString().slice(0, 10)) ? [] : begun
}

/**
 * Returns the end of a span that contains the local time, or null if none does. A span ends on the next day at the
 * latest.
 */
function endOfSpan(week: Week, local: number): number | null {
  const today = Math.floor(local / dayMs)
  for (const day of [today, today - 1]) {
    const midnight = day * dayMs
    const span = spansBegunOn(week, day).find(
      (span) => span.start <= local - midnight && local - midnight < span.end,
    )
    if (span !== undefined) return midnight + span.end
  }
  return null
}

/** Returns the first local time at or after `local` that is in no window; `until` if there is none before it. */
function nextClosed(week: Week, local: number, until: number): number {
  let closed = local
  while (closed < until) {
    const end = endOfSpan(week, closed)
    if (end === null) return closed
    closed = end
  }
  return until
}

/**
 * Returns the first local time at or after `local` that is in a window; `until` or later if there is none before it.
 */
function nextOpen(week: Week, local: number, until: number): number {
  if (endOfSpan(week, local) !== null) return local
  for (let day = Math.floor(local / dayMs); day * dayMs < until; day++) {
    const span = spansBegunOn(week, day).find(({ start }) => day * dayMs + start > local)
    if (span !== undefined) return day * dayMs + span.start
  }
  return until
}
