import { refusals } from '../base/refusals.ts'
import type { Span } from '../counters/time-buckets.ts'

export const bucketSizes = ['day', 'week', 'month'] as const
export type BucketSize = (typeof bucketSizes)[number]

/** The longest span of each size, in days: 93 days, 58 weeks, 62 months. */
const daysMax: Record<BucketSize, number> = { day: 93, week: 400, month: 1_860 }

/** A part of a series: whole days of a zone, from the first to the last, and the instants where they begin and end. */
export interface ZoneBucket extends Span {
  first: string
  last: string
}

/** A span of days beside the one before it. Both have as many buckets; each has its counterpart at the same place. */
export interface ComparedBuckets {
  buckets: ZoneBucket[]
  before: ZoneBucket[]
}

/** A span as a request names it: two days, or the last days or months, with or without the size of its buckets. */
export interface NamedSpan {
  from: string | null
  to: string | null
  /** `30d`: 30 days, today included. `12m`: this month and the 11 before. */
  last: string | null
  /** Null: days where they fit, else weeks, else months. */
  by: BucketSize | null
}

/**
 * Returns the days of a named span in a time zone.
 *
 * @throws {Refusal} 400 if neither or both kinds are named, or `last` is longer than any span may be.
 */
export function askedSpan({ from, to, last, by }: NamedSpan, timezone: string, now: Date): AskedSpan {
  if (last === null) {
    if (from === null || to === null)
      throw refusals.invalidRequest('from, to: must both be given, or last instead', [
        { path: from === null ? 'from' : 'to', message: 'must be given, or last instead' },
      ])
    return { from, to, by: by ?? sizeFor(from, to), timezone }
  }
  if (from !== null || to !== null)
    throw refusals.faultyRequest({ path: 'last', message: 'must not be given beside from and to' })
  const today = todayIn(timezone, now)
  const count = Number.parseInt(last, 10) - 1
  const first = last.endsWith('m')
    ? today.with({ day: 1 }).subtract({ months: count })
    : today.subtract({ days: count })
  const length = first.until(today, { largestUnit: 'days' }).days + 1
  if (length > daysMax.month)
    throw refusals.faultyRequest({
      path: 'last',
      message: `a span has at most ${daysMax.month} days; these are ${length}`,
    })
  const days = { from: first.toString(), to: today.toString() }
  return { ...days, by: by ?? sizeFor(days.from, days.to), timezone }
}

function sizeFor(from: string, to: string): BucketSize {
  const days = dayOf('from', from).until(dayOf('to', to), { largestUnit: 'days' }).days + 1
  return bucketSizes.find((size) => days <= daysMax[size]) ?? 'month'
}

function todayIn(timezone: string, now: Date): Temporal.PlainDate {
  try {
    return Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone).toPlainDate()
  } catch {
    throw unknownZone()
  }
}

const unknownZone = () =>
  refusals.faultyRequest({
    path: 'timezone',
    message: 'must be a zone of the IANA database, such as America/New_York',
  })

export interface AskedSpan {
  from: string
  /** Included. */
  to: string
  by: BucketSize
  timezone: string
}

/**
 * Cuts a span of days into days, weeks or months of a time zone. Weeks begin on Monday (ISO 8601), as everywhere in the
 * analytics. The first and the last bucket end where the span ends.
 *
 * The span before is as long: as many days, whole weeks, or (if the span begins on the first of a month) months back.
 * Its buckets are cut at the same places, so that a part of a month stands beside the same part.
 *
 * @throws {Refusal} 400 if a day or zone is none, the end is before the start, or the span is too long for its size.
 */
export function compareBuckets({ from, to, by, timezone }: AskedSpan): ComparedBuckets {
  const first = dayOf('from', from)
  const last = dayOf('to', to)
  const days = first.until(last, { largestUnit: 'days' }).days + 1
  if (days < 1) throw refusals.faultyRequest({ path: 'to', message: 'must not be before from' })
  if (days > daysMax[by])
    throw refusals.faultyRequest({
      path: 'by',
      message: `a span by ${by} has at most ${daysMax[by]} days; these are ${days}${
        by === 'month' ? '' : `, so ask with by=${by === 'day' && days <= daysMax.week ? 'week' : 'month'}`
      }`,
    })
  const end = last.add({ days: 1 })
  const cuts = [first]
  for (let cut = nextCut(first, by); Temporal.PlainDate.compare(cut, end) < 0; cut = nextCut(cut, by))
    cuts.push(cut)
  const back = lengthOf(first, days, cuts.length, by)
  // Whole months end where a month begins. A part of one is moved by its last day, not by the day after: in a shorter
  // month both would be the month's last day.
  const endBefore = end.day === 1 ? end.subtract(back) : last.subtract(back).add({ days: 1 })
  return {
    buckets: bucketsOf([...cuts, end], timezone),
    before: bucketsOf([...cuts.map((cut) => cut.subtract(back)), endBefore], timezone),
  }
}

function nextCut(day: Temporal.PlainDate, by: BucketSize): Temporal.PlainDate {
  if (by === 'day') return day.add({ days: 1 })
  if (by === 'week') return day.add({ days: 8 - day.dayOfWeek })
  return day.with({ day: 1 }).add({ months: 1 })
}

/** Returns how far back the span before lies. */
function lengthOf(first: Temporal.PlainDate, days: number, count: number, by: BucketSize) {
  if (by === 'week') return { days: 7 * Math.ceil(days / 7) }
  return by === 'month' && first.day === 1 ? { months: count } : { days }
}

function bucketsOf(ends: readonly Temporal.PlainDate[], timezone: string): ZoneBucket[] {
  const starts = ends.map((day) => startOfDay(day, timezone))
  return ends.slice(0, -1).map((day, index) => ({
    first: day.toString(),
    last: ends[index + 1]!.subtract({ days: 1 }).toString(),
    from: starts[index]!,
    to: starts[index + 1]!,
  }))
}

/** Returns when a day begins: where clocks skip midnight, at the first instant after it. */
function startOfDay(day: Temporal.PlainDate, timezone: string): number {
  try {
    return day.toZonedDateTime(timezone).epochMilliseconds
  } catch {
    throw unknownZone()
  }
}

function dayOf(name: string, text: string): Temporal.PlainDate {
  const fault = { path: name, message: 'must be a day from 1971 to 2199, such as 2026-11-23' }
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) throw refusals.faultyRequest(fault)
  try {
    const day = Temporal.PlainDate.from(text, { overflow: 'reject' })
    if (day.year > 1970 && day.year < 2200) return day
  } catch {}
  throw refusals.faultyRequest(fault)
}
