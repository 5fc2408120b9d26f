import { z } from 'zod'
import type { Clock } from '../../base/clock.ts'
import { isUuid } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import { openingFields } from '../../campaigns/opening-schema.ts'
import { selectCampaignForCalls } from '../../campaigns/queries.ts'
import type { Db } from '../../db/database.ts'
import { instantForm, parseMoment } from '../../filters/instants.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { CampaignParams, projectPath } from '../../http/paths.ts'
import { previewForNumber } from '../callee/preview-for-number.ts'

const Opening = z.object(openingFields).meta({
  id: 'Opening',
  description: 'Whether a campaign may call a number at an instant, with the time zones that decide.',
})

const Query = z.object({
  phone_number: z.string().describe('Whom the campaign would call; E.164 preferred.'),
  timezone: z
    .string()
    .optional()
    .describe('What `timezone` of the request for the call would be; IANA name.'),
  at: z
    .string()
    .refine((text) => instantOf(text) !== null, `${instantForm}, between 1971 and 2200`)
    .optional()
    .describe('The instant; now if it is left out. ISO 8601.'),
})

const [fromMs, toMs] = [Date.UTC(1971), Date.UTC(2200)]

function instantOf(text: string): Date | null {
  const moment = parseMoment(text)
  if (moment === null) return null
  const ms = moment.kind === 'day' ? moment.from : moment.at
  return ms >= fromMs && ms < toMs ? new Date(ms) : null
}

/** Shows whether a campaign may call a number at an instant, and why (Rule 153). */
export function getOpening(app: App, { db, clock }: { db: Db; clock: Clock }): void {
  app.get(
    projectPath('/campaigns/:campaign_id/opening'),
    {
      schema: {
        operationId: 'getOpening',
        summary: 'Get when a number may be called',
        description:
          'Returns the time zones that decide for a call to the number, why those, and when the calling hours of the campaign are open in all of them. Stores nothing.',
        tags: ['Campaigns'],
        params: CampaignParams,
        querystring: Query,
        response: { 200: successOf(Opening), ...refusalsOf(400, 401, 403, 404, 500) },
      },
    },
    async (request) => {
      const { organization_id, project_id, campaign_id } = request.params
      const { phone_number, timezone = null, at } = request.query
      const found = isUuid(campaign_id)
        ? await selectCampaignForCalls(db, organization_id, project_id, campaign_id)
        : null
      if (!found?.campaign) throw refusals.campaignNotFound()
      const opening = await previewForNumber(db, {
        organization_id,
        project_id,
        hours: found.campaign.calling_hours,
        phone_number,
        default_country: found.default_country,
        timezone,
        at: (at === undefined ? null : instantOf(at)) ?? clock.now(),
      })
      return success(opening, 'OK')
    },
  )
}
