export type Weekday = 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun'

export interface CallingWindow {
  /** The days on which the window begins. */
  days: readonly Weekday[]
  /** `HH:MM`, inside. */
  from: string
  /** `HH:MM` or `24:00`, outside; earlier than `from`: on the day after. */
  to: string
}

/** When a campaign may dial, as it is stored; `apply` has checked every field. */
export interface CallingHours {
  /** IANA name. */
  timezone: string
  windows: readonly CallingWindow[]
  /** Local dates, `YYYY-MM-DD`, on which no window begins. */
  closed_dates: readonly string[]
}

export type Opening =
  /** When it closes next; null: not within `closesWithinDays`. */
  | { isOpen: true; closesAt: Date | null }
  /** When it opens next; null: not within `opensWithinDays`, which only hours without a window come to. */
  | { isOpen: false; opensAt: Date | null }

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** How far a closing is looked for: what is open for longer counts as open without end. */
export const closesWithinDays = 10

/**
 * How far an opening is looked for, so far that whatever `apply` lets pass is found to open: a window begins in every
 * week, at most 1,000 closed dates shut 1,000 weeks, and a change of the clocks can swallow the window of one more.
 * 8,000 days are 1,142 weeks, 22 years; no zone moves its clocks 142 times in them.
 */
export const opensWithinDays = 8_000

/**
 * Whether a campaign may dial at `at`, to the millisecond, and the first instant after it at which that changes; hours
 * of null are always open. `at` lies after 1970.
 *
 * Only what the clocks of the zone show at an instant decides (Rule 13, Promises 18 and 19): it is open when that date
 * and time lie in a window that begins on that date or ran over midnight into it. Therefore, where clocks change:
 * - Times that are skipped never come. A window whose `from` they swallow opens as the clocks go forward, one whose
 *   `to` they swallow closes then, one that lies wholly among them does not open on that day.
 * - Times that come twice are in the window both times: `from` 01:30 opens again at the second 01:30 if `to` or the
 *   change closed it in between, and `to` 01:30 closes twice.
 * - A window is as much longer or shorter as the clocks are moved while it is open.
 * - A date that a zone skips has no hours, but what began on it and runs over midnight is open on the day after.
 *
 * Windows that touch are one stretch. A window that began on the evening before runs on into a closed date.
 *
 * It takes 4 to 7 µs for usual hours, 2 of them for the zone's offset and its next change, so nothing is cached; 100 µs
 * for 96 windows on every day, 0.8 ms where 1,000 closed dates have to be passed.
 *
 * @throws RangeError where the zone is not known to this Node, which is no leave to dial, and for an invalid `at`.
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
 * The first instant from `zoned` on, and before the horizon, at whose local time a search stops. Between two changes of
 * its clocks a zone is a constant away from UTC, so local times are searched there as plain numbers, and each change
 * begins a search of its own at the time that the clocks are moved to.
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

/** What the clocks show, as milliseconds since they would have shown the first of January 1970. */
function localMsOf(zoned: Temporal.ZonedDateTime): number {
  return zoned.epochMilliseconds + zoned.offsetNanoseconds / 1e6
}

/** From `start` up to, not including, `end`: milliseconds since the midnight of the day on which it begins. */
interface Span {
  start: number
  end: number
}

interface Week {
  /** For each weekday, Monday first: what begins on it, in order, none touching the next. */
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

/** In order, and as one where they meet. One that ends where it begins is empty; `apply` lets none pass. */
function joined(spans: Span[]): Span[] {
  const result: Span[] = []
  for (const span of spans.filter(({ start, end }) => start < end).sort((a, b) => a.start - b.start)) {
    const last = result.at(-1)
    if (last !== undefined && span.start <= last.end) last.end = Math.max(last.end, span.end)
    else result.push(span)
  }
  return result
}

/** What begins on a local date, given as days since the first of January 1970, a Thursday. */
function spansBegunOn({ spans, closedDates }: Week, day: number): readonly Span[] {
  const begun = spans[(day + 3) % 7]!
  if (begun.length === 0 || closedDates.size === 0) return begun
  return closedDates.has(new Date(day * dayMs).toISOString().slice(0, 10)) ? [] : begun
}

/** The end of a span in which the local time lies, or null where it lies in none. Each ends on the day after at the latest. */
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

/** The first local time at or after `local` that lies in no window; `until` where there is none before it. */
function nextClosed(week: Week, local: number, until: number): number {
  let closed = local
  while (closed < until) {
    const end = endOfSpan(week, closed)
    if (end === null) return closed
    closed = end
  }
  return until
}

/** The first local time at or after `local` that lies in a window; `until` or later where there is none before it. */
function nextOpen(week: Week, local: number, until: number): number {
  if (endOfSpan(week, local) !== null) return local
  for (let day = Math.floor(local / dayMs); day * dayMs < until; day++) {
    const span = spansBegunOn(week, day).find(({ start }) => day * dayMs + start > local)
    if (span !== undefined) return day * dayMs + span.start
  }
  return until
}
