import { openingAt } from '../../campaigns/calling-hours.ts'
import type { CallingHours } from '../../campaigns/calling-hours.ts'

/** What the estimate assumes. */
export interface Assumptions {
  slots: number
  /** For how long a call holds its slot, from the request to the carrier to its end. */
  seconds_per_call: number
  /** The rate of the carrier account. */
  calls_per_second: number
  /** Calls that are dialed before those of the file. */
  calls_before: number
}

export interface AttemptEstimate {
  /** Null if none is dialed before the campaign ends, or if that is later than a date can be. */
  first_attempt_at: string | null
  /** Null if not all are dialed before the campaign ends, or within the time that is looked ahead, or as above. */
  last_attempt_at: string | null
  /** How many are not dialed before the campaign ends. */
  too_late: number
}

/** Spans of calling hours that are looked at: two years of three a day. */
const spansMax = 2_200

/**
 * Estimates when the first and last of `calls` calls are dialed: each holds a slot for the same time, slots are used
 * all the time while the campaign is open, and nobody is dialed again. The service decides each attempt anew; nothing
 * depends on this.
 */
export function estimateAttempts(
  calls: number,
  assumes: Assumptions,
  { hours, endsAt, now }: { hours: CallingHours | null; endsAt: Date | null; now: Date },
): AttemptEstimate {
  const openMsUntil = (position: number) =>
    1_000 *
    Math.max(
      Math.floor((position - 1) / assumes.slots) * assumes.seconds_per_call,
      (position - 1) / assumes.calls_per_second,
    )
  const spans = openSpans({ hours, endsAt, now })
  const first = instantAfter(spans, openMsUntil(assumes.calls_before + 1))
  const last = instantAfter(spans, openMsUntil(assumes.calls_before + calls))
  const isBounded = endsAt !== null && last === null
  return {
    first_attempt_at: instantOf(first),
    last_attempt_at: instantOf(last),
    too_late: isBounded
      ? Math.max(0, calls - Math.max(0, positionsWithin(spans, assumes) - assumes.calls_before))
      : 0,
  }
}

/** Returns a time as ISO 8601; null if there is none, or a date can't hold it because the rate is so low. */
export function instantOf(ms: number | null): string | null {
  const date = new Date(ms ?? NaN)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}

interface OpenSpan {
  from: number
  /** Infinity: it does not close. */
  to: number
}

function openSpans({
  hours,
  endsAt,
  now,
}: {
  hours: CallingHours | null
  endsAt: Date | null
  now: Date
}): OpenSpan[] {
  const end = endsAt?.getTime() ?? Infinity
  const spans: OpenSpan[] = []
  let at: Date | null = now
  while (at !== null && at.getTime() < end && spans.length < spansMax) {
    const opening = openingAt(hours, at)
    if (!opening.isOpen) {
      at = opening.opensAt
      continue
    }
    spans.push({ from: at.getTime(), to: Math.min(end, opening.closesAt?.getTime() ?? Infinity) })
    at = opening.closesAt
  }
  return spans
}

function instantAfter(spans: readonly OpenSpan[], openMs: number): number | null {
  let left = openMs
  for (const { from, to } of spans) {
    if (left < to - from) return from + left
    left -= to - from
  }
  return null
}

/** Returns how many calls can be begun in the spans. */
function positionsWithin(spans: readonly OpenSpan[], assumes: Assumptions): number {
  const openSeconds = spans.reduce((sum, { from, to }) => sum + (to - from), 0) / 1_000
  if (openSeconds <= 0) return 0
  return Math.min(
    assumes.slots * Math.ceil(openSeconds / assumes.seconds_per_call),
    Math.ceil(openSeconds * assumes.calls_per_second),
  )
}
