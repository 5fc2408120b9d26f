import { z } from 'zod'
import type { Clock } from '../../base/clock.ts'
import { previewForNumber } from '../../calls/callee/preview-for-number.ts'
import { openingFields } from '../../campaigns/opening-schema.ts'
import { selectCampaignForCalls } from '../../campaigns/queries.ts'
import type { Db } from '../../db/database.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { ProjectParams, projectPath } from '../../http/paths.ts'
import { CallingHours } from '../apply/calling-hours.ts'
import { TimeZone } from '../apply/fields.ts'
import { localForm, localOf } from './local-time.ts'

const Body = z.strictObject({
  calling_hours: CallingHours.describe('In the form of the declaration.'),
  phone_number: z.string().describe('Whom the campaign would call; E.164 preferred.'),
  at: z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/, localForm)
    .optional()
    .describe('Local date and time in `timezone`; now if it is left out.'),
  timezone: TimeZone.describe('IANA name: the zone of `at`, and of the hours if they name none.'),
})

const CalleeHoursPreview = z.object(openingFields).meta({
  id: 'CalleeHoursPreview',
  description: 'What calling hours do for a number at a local time, with the time zones that decide.',
})

/** Says what calling hours do for a call to a number. */
export function previewCalleeHours(app: App, { db, clock }: { db: Db; clock: Clock }): void {
  app.post(
    projectPath('/calling-hours/callee/preview'),
    {
      config: { role: 'viewer' },
      schema: {
        operationId: 'previewCalleeHours',
        summary: 'Preview when a number may be called',
        description: 'Applies the rules that decide for calls. Nothing is stored.',
        tags: ['Campaigns'],
        params: ProjectParams,
        body: Body,
        response: { 200: successOf(CalleeHoursPreview), ...refusalsOf(400, 401, 403, 404, 500) },
      },
    },
    async (request) => {
      const { organization_id, project_id } = request.params
      const { calling_hours, phone_number, timezone, at } = request.body
      const { also_callee = false, ...hours } = calling_hours
      const found = await selectCampaignForCalls(db, organization_id, project_id, null)
      const local = Temporal.PlainDateTime.from(localOf(at, timezone, clock.now()))
      const preview = await previewForNumber(db, {
        organization_id,
        project_id,
        hours: { ...hours, timezone: hours.timezone ?? timezone, also_callee },
        phone_number,
        default_country: found?.default_country ?? null,
        timezone: null,
        at: new Date(local.toZonedDateTime(timezone).epochMilliseconds),
      })
      return success(preview, 'OK')
    },
  )
}
