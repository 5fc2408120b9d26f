import { z } from 'zod'
import { TimeZone } from './fields.ts'

const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
type Day = (typeof days)[number]

const dayMinutes = 24 * 60
const weekMinutes = 7 * dayMinutes

const From = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day from "00:00" to "23:59"')
const To = z
  .string()
  .regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'must be a time of day from "00:00" to "24:00"')

const Window = z
  .strictObject({
    days: z.array(z.enum(days)).min(1).max(7).refine(isUnique, 'must not name a day twice'),
    from: From,
    to: To,
  })
  .refine((window) => window.from !== window.to, {
    path: ['to'],
    error: 'must not be the same time as `from`',
  })

const notAZone = 'must be an IANA time zone such as Europe/Berlin, or callee'

const ClosedDate = z.string().refine(isCalendarDate, 'must be a date such as "2026-12-25"')

/**
 * The hours in which a campaign may dial. `days` are those on which a window begins; a `to` that is earlier than `from`
 * lies on the next day. The default time zone is the project's. With `timezone: callee` they hold where the callee is,
 * with `also_callee` there and in `timezone`.
 */
export const CallingHours = z
  .strictObject({
    timezone: z.union([z.literal('callee'), TimeZone], notAZone).optional(),
    also_callee: z.boolean().optional(),
    windows: z
      .array(Window)
      .min(1)
      .max(100)
      .superRefine((windows, context) => {
        for (const { later, earlier, day } of overlapsOf(windows))
          context.addIssue({
            code: 'custom',
            path: [later],
            message: `overlaps windows[${earlier}], which begins on ${day} at ${windows[earlier]?.from}`,
          })
      }),
    closed_dates: z.array(ClosedDate).max(1_000).refine(isUnique, 'must not name a date twice').default([]),
  })
  .refine((hours) => hours.timezone !== 'callee' || hours.also_callee !== true, {
    path: ['also_callee'],
    error: 'must be left out, because `timezone: callee` says it already',
  })

type Window = z.infer<typeof Window>

interface Overlap {
  /** The index of the window that comes later in the list. */
  later: number
  earlier: number
  /** A day on which the earlier window begins and overlaps the later one. */
  day: Day
}

/**
 * Returns the pairs of windows that share a minute of the week, each pair once. The week is a ring: Sunday night is
 * followed by Monday morning.
 */
function overlapsOf(windows: readonly Window[]): Overlap[] {
  const spans = windows
    .flatMap((window, index) => {
      // An invalid window has a fault of its own already.
      if (!Window.safeParse(window).success) return []
      return window.days.map((day) => {
        const start = days.indexOf(day) * dayMinutes + minutesOf(window.from)
        const length = (minutesOf(window.to) - minutesOf(window.from) + dayMinutes) % dayMinutes || dayMinutes
        return { index, day, start, end: start + length }
      })
    })
    .sort((a, b) => a.start - b.start)
  const overlaps = new Map<string, Overlap>()
  const meet = (a: (typeof spans)[number], b: (typeof spans)[number]): void => {
    const [earlier, later] = a.index < b.index ? [a, b] : [b, a]
    if (a.index !== b.index)
      overlaps.set(`${earlier.index} ${later.index}`, {
        later: later.index,
        earlier: earlier.index,
        day: earlier.day,
      })
  }
  spans.forEach((span, position) => {
    // A window is at most a day long. So it overlaps none of the windows between its end and its beginning a week
    // later.
    for (let step = 1; step < spans.length; step++) {
      const next = spans[(position + step) % spans.length]!
      const start = position + step < spans.length ? next.start : next.start + weekMinutes
      if (start >= span.end) break
      meet(span, next)
    }
  })
  return [...overlaps.values()]
}

function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
}

function isUnique(values: readonly string[]): boolean {
  return new Set(values).size === values.length
}

function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  try {
    Temporal.PlainDate.from(text, { overflow: 'reject' })
    return true
  } catch {
    return false
  }
}
