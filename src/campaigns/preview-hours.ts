import { openingAt } from './calling-hours.ts'
import type { CallingHours, CallingWindow, Weekday } from './calling-hours.ts'

/** How many openings are foretold. */
export const openingsMax = 14

/** What the hours say about an instant: why a call may be dialed then, or may not. */
export type HoursCode =
  | 'always_open'
  | 'open'
  | 'closed_date'
  | 'no_window_on_day'
  | 'between_windows'
  | 'never_open'

/** A change of the zone's clocks. */
export interface ClockChange {
  /** The instant of the change, ISO 8601 UTC. */
  at: string
  /** Local times of day before and after: `02:00` becomes `03:00`. */
  from: string
  to: string
  sentence: string
}

/** A span in which the hours are open. */
export interface ForetoldOpening {
  opens_at: string
  /** Null if it does not close within 10 days. */
  closes_at: string | null
  /** Local date and time, such as `2027-03-29T09:00`. */
  opens_local: string
  closes_local: string | null
  /** The clocks change on the day of the opening, or while it is open. */
  clock_change: ClockChange | null
}

/** What happens at a local date and time. */
export interface HoursPreview {
  /** The instant that is meant; if clocks skip the local time, the first one after it. */
  at: string
  /** The second instant with this local time, where clocks go back; null elsewhere. */
  second_at: string | null
  /** False if clocks skip the local time. */
  exists: boolean
  is_open: boolean
  code: HoursCode
  sentence: string
  opens_at: string | null
  closes_at: string | null
  clock_change: ClockChange | null
  openings: ForetoldOpening[]
}

const weekdays: readonly [Weekday, string][] = [
  ['mon', 'Monday'],
  ['tue', 'Tuesday'],
  ['wed', 'Wednesday'],
  ['thu', 'Thursday'],
  ['fri', 'Friday'],
  ['sat', 'Saturday'],
  ['sun', 'Sunday'],
]

/**
 * Says what a campaign with these hours does at a local date and time of a zone, with the reason, and foretells its
 * next openings. The sentences are English; `code` and the instants say the same for programs. The same function
 * decides as for real calls (`openingAt`).
 *
 * @param local such as `2027-03-28T02:30`
 * @throws RangeError if the zone or the local time is none.
 */
export function previewHours(hours: CallingHours | null, local: string, timezone: string): HoursPreview {
  const plain = Temporal.PlainDateTime.from(local)
  const first = plain.toZonedDateTime(timezone, { disambiguation: 'earlier' })
  const last = plain.toZonedDateTime(timezone, { disambiguation: 'later' })
  const isSame = first.epochMilliseconds === last.epochMilliseconds
  const exists = first.toPlainDateTime().equals(plain)
  const change = isSame ? null : first.getTimeZoneTransition('next')
  const meant = exists ? first : (change ?? last)
  const at = new Date(meant.epochMilliseconds)
  const opening = openingAt(hours, at)
  const inHours = hours === null ? meant : meant.withTimeZone(hours.timezone)
  const reason = reasonOf(hours, inHours, opening.isOpen)
  const opensAt = opening.isOpen ? null : opening.opensAt
  const closesAt = opening.isOpen ? opening.closesAt : null
  const then = opening.isOpen ? closing(closesAt, inHours) : reopening(opensAt, inHours)
  const asked = `${dateOf(plain)}, ${timeOf(plain)} in ${cityOf(timezone)}`
  const clock_change = change === null ? changeOn(meant) : changeAt(change)
  const place = !exists
    ? `${asked} does not exist; at ${timeOf(meant)} it is`
    : isSame
      ? `${asked} is`
      : `${asked} comes twice; the first time it is`
  return {
    at: at.toISOString(),
    second_at: exists && !isSame ? new Date(last.epochMilliseconds).toISOString() : null,
    exists,
    is_open: opening.isOpen,
    code: opening.isOpen || opensAt !== null ? reason.code : 'never_open',
    sentence: `${place} ${opening.isOpen ? 'open' : 'closed'}, because ${reason.because}; ${then}.`,
    opens_at: opensAt?.toISOString() ?? null,
    closes_at: closesAt?.toISOString() ?? null,
    clock_change,
    openings: hours === null ? [] : foretell(hours, at),
  }
}

function reasonOf(
  hours: CallingHours | null,
  at: Temporal.ZonedDateTime,
  isOpen: boolean,
): { code: HoursCode; because: string } {
  if (hours === null) return { code: 'always_open', because: 'the campaign has no calling hours' }
  const [day, name] = weekdays[at.dayOfWeek - 1]!
  const windows = hours.windows.filter(({ days }) => days.includes(day))
  if (isOpen) {
    const own = windows.find((window) => contains(window, timeOf(at)))
    const date = at.toPlainDate().toString()
    return own !== undefined && !hours.closed_dates.includes(date)
      ? { code: 'open', because: `${name}s have a window from ${own.from} to ${own.to}` }
      : { code: 'open', because: 'a window of the day before runs on past midnight' }
  }
  if (hours.closed_dates.includes(at.toPlainDate().toString()))
    return { code: 'closed_date', because: `${dateOf(at)} is a closed date` }
  if (windows.length === 0) return { code: 'no_window_on_day', because: `no window begins on ${name}s` }
  const list = windows.map(({ from, to }) => `${from} to ${to}`).join(', ')
  return { code: 'between_windows', because: `${name}s have ${list}` }
}

/** Returns whether a local time of day lies in the window, on the day on which it begins. */
function contains({ from, to }: CallingWindow, time: string): boolean {
  return from <= time && (time < to || to < from)
}

function reopening(opensAt: Date | null, from: Temporal.ZonedDateTime): string {
  if (opensAt === null) return 'it never opens'
  return `it opens ${momentOf(opensAt, from)}`
}

function closing(closesAt: Date | null, from: Temporal.ZonedDateTime): string {
  return closesAt === null ? 'it does not close within 10 days' : `it closes ${momentOf(closesAt, from)}`
}

/** Names an instant from the point of view of another one, such as `Monday 09:00` in the week after it. */
function momentOf(instant: Date, from: Temporal.ZonedDateTime): string {
  const at = zonedOf(instant, from.timeZoneId)
  const days = from.toPlainDate().until(at.toPlainDate(), { largestUnit: 'days' }).days
  if (days === 0) return `at ${timeOf(at)}`
  const name = weekdays[at.dayOfWeek - 1]![1]
  return days < 7 ? `${name} ${timeOf(at)}` : `${dateOf(at)}, ${timeOf(at)}`
}

function foretell(hours: CallingHours, from: Date): ForetoldOpening[] {
  const openings: ForetoldOpening[] = []
  let at = from
  while (openings.length < openingsMax) {
    const opening = openingAt(hours, at)
    if (opening.isOpen) {
      // The span that is open already is the answer itself, not one of the next.
      if (opening.closesAt === null) break
      at = opening.closesAt
      continue
    }
    if (opening.opensAt === null) break
    const open = openingAt(hours, opening.opensAt)
    const closesAt = open.isOpen ? open.closesAt : null
    const opens = zonedOf(opening.opensAt, hours.timezone)
    const closes = closesAt === null ? null : zonedOf(closesAt, hours.timezone)
    openings.push({
      opens_at: opening.opensAt.toISOString(),
      closes_at: closesAt?.toISOString() ?? null,
      opens_local: localOf(opens),
      closes_local: closes === null ? null : localOf(closes),
      clock_change: changeWithin(opens.startOfDay(), closes ?? opens.startOfDay().add({ days: 1 })),
    })
    if (closesAt === null) break
    at = closesAt
  }
  return openings
}

/** Returns the change of clocks on the day of the instant, if there is one. */
function changeOn(at: Temporal.ZonedDateTime): ClockChange | null {
  return changeWithin(at.startOfDay(), at.startOfDay().add({ days: 1 }))
}

function changeWithin(from: Temporal.ZonedDateTime, to: Temporal.ZonedDateTime): ClockChange | null {
  const change = from.subtract({ milliseconds: 1 }).getTimeZoneTransition('next')
  return change === null || change.epochMilliseconds >= to.epochMilliseconds ? null : changeAt(change)
}

function changeAt(change: Temporal.ZonedDateTime): ClockChange {
  const before = change.subtract({ milliseconds: 1 })
  const minutes = Math.round((change.offsetNanoseconds - before.offsetNanoseconds) / 60e9)
  const to = timeOf(change)
  const direction = minutes > 0 ? 'forward' : 'back'
  // The wall clock that would have been shown, had it not been changed.
  const shown = Temporal.PlainTime.from(to).subtract({ minutes }).toString({ smallestUnit: 'minute' })
  return {
    at: new Date(change.epochMilliseconds).toISOString(),
    from: shown,
    to,
    sentence: `On ${dateOf(change)} the clocks go ${direction} from ${shown} to ${to}.`,
  }
}

function zonedOf(instant: Date, timezone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timezone)
}

function localOf(at: Temporal.ZonedDateTime): string {
  return at.toPlainDateTime().toString({ smallestUnit: 'minute' })
}

function timeOf(at: Temporal.ZonedDateTime | Temporal.PlainDateTime): string {
  return at.toPlainTime().toString({ smallestUnit: 'minute' })
}

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** Names a date, such as `Sunday 28 March 2027`. */
function dateOf({ day, month, year, dayOfWeek }: Temporal.ZonedDateTime | Temporal.PlainDateTime): string {
  return `${weekdays[dayOfWeek - 1]![1]} ${day} ${months[month - 1]} ${year}`
}

/** Returns the place that a zone is named after: `New York` for `America/New_York`. */
function cityOf(timezone: string): string {
  return timezone.split('/').at(-1)!.replaceAll('_', ' ')
}
