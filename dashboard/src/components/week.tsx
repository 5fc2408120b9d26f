import { comma } from '../format/comma.ts'
import { calleeZone } from '../format/hours-zone.ts'
import { useFormats } from '../hooks/use-formats.ts'
import { useNow } from '../hooks/use-now.ts'
import { useMessages } from '../messages/use-messages.ts'
import { WeekStrip } from '../ui/week-strip.tsx'
import type { WeekDay } from '../ui/week-strip.tsx'

export interface CallingHours {
  timezone: string
  also_callee?: boolean
  windows: readonly { days: readonly string[]; from: string; to: string }[]
  closed_dates: readonly string[]
}

export const dayIds = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

type Span = { from: number; to: number }

/** The hours of this week, as a strip. What is typed and can't be read yet is not drawn. */
export function Week({ hours }: { hours: CallingHours }) {
  const { campaignForm: texts, locale } = useMessages('campaignForm')
  const now = useNow()
  // Each callee has another clock, so no day is today for all and no minute is now.
  const isAtCallee = hours.timezone === calleeZone
  const zone = isZone(hours.timezone) ? hours.timezone : 'UTC'
  const formats = useFormats(zone)
  const today = localNow(now, zone)
  const closed = hours.closed_dates.filter((date) => dateOfWeek(date, today) !== null).toSorted()
  const spans = spansOf(hours)
  const days: WeekDay[] = dayIds.map((id, index) => {
    const own = spans[index]!
    return {
      id,
      label: texts.dayNames[id]!,
      isToday: !isAtCallee && index === today.day,
      isClosed: closed.some((date) => dateOfWeek(date, today) === index),
      windows: joined(own),
      overlaps: overlapsOf(own),
    }
  })
  const dates = closed.map((date) =>
    new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
      new Date(`${date}T00:00:00Z`),
    ),
  )
  const legend = [
    ...(closed.length > 0 ? [texts.legendClosed(dates.join(comma(locale)))] : []),
    ...(days.some(({ overlaps }) => overlaps !== undefined && overlaps.length > 0)
      ? [texts.legendTwice]
      : []),
  ].join(' ')
  return (
    <WeekStrip
      label={isAtCallee ? texts.weekAtCallee : texts.week(formats.zoneName)}
      days={days}
      now={isAtCallee ? null : today.minutes}
      legend={legend === '' ? undefined : legend}
    />
  )
}

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** The local day of the week (0 is Monday), minutes since midnight, and date. */
function localNow(now: number, timeZone: string): { day: number; minutes: number; date: Date } {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(now)
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '0'
  const date = new Date(`${part('year')}-${part('month')}-${part('day')}T00:00:00Z`)
  return {
    day: (date.getUTCDay() + 6) % 7,
    minutes: Number(part('hour')) * 60 + Number(part('minute')),
    date,
  }
}

/** Returns the day of this week on which a date lies; null if it lies in another one. */
function dateOfWeek(date: string, today: { day: number; date: Date }): number | null {
  const days = Math.round((Date.parse(`${date}T00:00:00Z`) - today.date.getTime()) / 86_400_000) + today.day
  return days >= 0 && days < 7 ? days : null
}

/** Returns the open minutes of each day. A window over midnight goes on in the next day. */
function spansOf({ windows }: CallingHours): Span[][] {
  const spans: Span[][] = dayIds.map(() => [])
  for (const window of windows) {
    const [from, to] = [minutesOf(window.from), minutesOf(window.to)]
    if (from === null || to === null || from === to) continue
    for (const day of window.days) {
      const index = dayIds.findIndex((id) => id === day)
      if (index === -1) continue
      if (to > from) spans[index]!.push({ from, to })
      else {
        spans[index]!.push({ from, to: 1_440 })
        if (to > 0) spans[(index + 1) % 7]!.push({ from: 0, to })
      }
    }
  }
  return spans.map((own) => own.toSorted((one, other) => one.from - other.from))
}

/** Windows that touch or overlap are drawn as one. */
function joined(spans: readonly Span[]): Span[] {
  const found: Span[] = []
  for (const span of spans) {
    const last = found.at(-1)
    if (last !== undefined && span.from <= last.to) last.to = Math.max(last.to, span.to)
    else found.push({ ...span })
  }
  return found
}

function overlapsOf(spans: readonly Span[]): Span[] {
  const found: Span[] = []
  let end = 0
  for (const { from, to } of spans) {
    if (from < end) found.push({ from, to: Math.min(end, to) })
    end = Math.max(end, to)
  }
  return found.filter(({ from }, index) => found.findIndex((one) => one.from === from) === index)
}

function minutesOf(time: string): number | null {
  const found = /^(\d{1,2}):(\d\d)$/.exec(time)
  if (found === null) return null
  const minutes = Number(found[1]) * 60 + Number(found[2])
  return minutes <= 1_440 ? minutes : null
}
