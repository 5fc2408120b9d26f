import { z } from 'zod'
import { refusals } from '../../base/refusals.ts'
import { openingsMax, previewHours as preview } from '../../campaigns/preview-hours.ts'
import type { Clock } from '../../base/clock.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { ProjectParams, projectPath } from '../../http/paths.ts'
import { timestamp } from '../../http/timestamp.ts'
import { CallingHours } from '../apply/calling-hours.ts'
import { TimeZone } from '../apply/fields.ts'

const localForm = 'must be a local date and time such as 2027-03-28T02:30'

const Body = z.strictObject({
  calling_hours: CallingHours.nullable()
    .default(null)
    .describe('Has the form of the declaration; null: always open.'),
  at: z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/, localForm)
    .optional()
    .describe('Local date and time in `timezone`; now if it is left out.'),
  timezone: TimeZone.describe('IANA name: the zone of `at`, and of the hours if they name none.'),
})

const ClockChange = z
  .object({ at: timestamp(), from: z.string(), to: z.string(), sentence: z.string() })
  .meta({ id: 'ClockChange', description: 'A change of the zone’s clocks.' })

const HoursPreview = z
  .object({
    at: timestamp().describe(
      'The instant that is meant; if clocks skip the local time, the first one after it.',
    ),
    second_at: timestamp()
      .nullable()
      .describe('The second instant with this local time, where clocks go back.'),
    exists: z.boolean().describe('False if clocks skip the local time.'),
    is_open: z.boolean(),
    code: z.enum(['always_open', 'open', 'closed_date', 'no_window_on_day', 'between_windows', 'never_open']),
    sentence: z.string().describe('The same in a sentence, with the reason.'),
    opens_at: timestamp().nullable(),
    closes_at: timestamp().nullable(),
    clock_change: ClockChange.nullable().describe('Names the change of the clocks on that day.'),
    openings: z
      .array(
        z.object({
          opens_at: timestamp(),
          closes_at: timestamp().nullable(),
          opens_local: z.string().describe('Gives the time in the zone of the hours.'),
          closes_local: z.string().nullable(),
          clock_change: ClockChange.nullable(),
        }),
      )
      .max(openingsMax)
      .describe('The next ones.'),
  })
  .meta({ id: 'HoursPreview', description: 'What calling hours do at a local time.' })

/** Says what calling hours do at a local date and time, and when they open next. */
export function previewHours(app: App, { clock }: { clock: Clock }): void {
  app.post(
    projectPath('/calling-hours/preview'),
    {
      config: { role: 'viewer' },
      schema: {
        operationId: 'previewHours',
        summary: 'Ask what happens at a date and time',
        description: 'Applies the rules that decide for calls. Nothing is stored.',
        tags: ['Campaigns'],
        params: ProjectParams,
        body: Body,
        response: { 200: successOf(HoursPreview), ...refusalsOf(400, 401, 403, 404, 500) },
      },
    },
    async (request) => {
      const { calling_hours, timezone, at } = request.body
      const hours = calling_hours && { ...calling_hours, timezone: calling_hours.timezone ?? timezone }
      return success(preview(hours, localOf(at, timezone, clock.now()), timezone), 'OK')
    },
  )
}

/** Returns the local date and time that is asked about. */
function localOf(at: string | undefined, timezone: string, now: Date): string {
  if (at === undefined)
    return Temporal.Instant.fromEpochMilliseconds(now.getTime())
      .toZonedDateTimeISO(timezone)
      .toPlainDateTime()
      .toString({ smallestUnit: 'minute' })
  try {
    const { year } = Temporal.PlainDateTime.from(at, { overflow: 'reject' })
    if (year >= 1971 && year <= 2200) return at
  } catch {
    // Such as 2027-02-30T10:00.
  }
  throw refusals.invalidRequest(`at: ${localForm}, between 1971 and 2200`)
}
