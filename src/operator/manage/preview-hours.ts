import { z } from 'zod'
import type { Clock } from '../../base/clock.ts'
import { calleeZone, hoursIn } from '../../campaigns/campaign-hours.ts'
import { openingsMax, previewHours as preview } from '../../campaigns/preview-hours.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { ProjectParams, projectPath } from '../../http/paths.ts'
import { timestamp } from '../../http/timestamp.ts'
import { CallingHours } from '../apply/calling-hours.ts'
import { TimeZone } from '../apply/fields.ts'
import { localForm, localOf } from './local-time.ts'

const Body = z.strictObject({
  calling_hours: CallingHours.nullable()
    .default(null)
    .describe('In the form of the declaration; null: always open.'),
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
          opens_local: z.string().describe('The time in the zone of the hours.'),
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
      // Hours that hold where the callee is are shown as they are in the zone that is asked about.
      const own = calling_hours?.timezone === calleeZone ? undefined : calling_hours?.timezone
      const hours = calling_hours && hoursIn(calling_hours, own ?? timezone)
      return success(preview(hours, localOf(at, timezone, clock.now()), timezone), 'OK')
    },
  )
}
