import { z } from 'zod'
import { isUuid } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import { publishConfig } from '../../hints/publish-config.ts'
import type { ConfigHints } from '../../hints/publish-config.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { ProjectParams, projectPath } from '../../http/paths.ts'
import { timestamp } from '../../http/timestamp.ts'
import { checkCarrier } from '../check-carrier.ts'
import type { CheckContext } from '../check-carrier.ts'
import { checkStates } from '../check-queries.ts'
import type { CarrierCheck } from '../check-queries.ts'

const Checked = z
  .object({
    state: z
      .enum(checkStates)
      .describe('`unknown`: the carrier could not be reached, or its answer says nothing about the account.'),
    reason: z.string().nullable().describe('Why, in English; null where the carrier accepts the account.'),
    since: timestamp().describe('Since when every check of these credentials has said so.'),
    checked_at: timestamp(),
    todo: z.string().nullable().describe('What to do, in English; null where there is nothing to do.'),
  })
  .meta({
    id: 'CheckedCarrier',
    description: 'Whether the carrier takes the credentials of an account, and the account is active.',
  })

const todos: Record<CarrierCheck['state'], string | null> = {
  accepted: null,
  refused:
    'See at the carrier whether the account is active, set the account SID and auth token that it shows, then check again.',
  unknown: 'See whether this service reaches the carrier, and whether the address of its API is right.',
}

/** Asks the carrier about an account. Requests for one account at the same time share one question. */
export function checkVoiceCarrier(app: App, context: CheckContext & ConfigHints): void {
  const running = new Map<string, Promise<CarrierCheck | null>>()
  app.post(
    projectPath('/voice-carriers/:voice_carrier_id/check'),
    {
      config: { role: 'admin' },
      schema: {
        operationId: 'checkVoiceCarrier',
        summary: 'Check an account at its carrier',
        description:
          'Asks the carrier for the account, which it shows only to the right token. No call is placed.',
        tags: ['Carriers'],
        params: ProjectParams.extend({ voice_carrier_id: z.string().describe('Id of the voice carrier.') }),
        response: { 200: successOf(Checked), ...refusalsOf(401, 403, 404) },
      },
    },
    async ({ params: { voice_carrier_id: id, ...place } }) => {
      const key = `${place.organization_id} ${place.project_id} ${id}`
      const asked =
        running.get(key) ?? (isUuid(id) ? checkCarrier(context, place, id) : Promise.resolve(null))
      running.set(key, asked)
      const check = await asked.finally(() => running.delete(key))
      if (check === null) throw refusals.recordNotFound('voice carrier')
      publishConfig(context, place.organization_id, place.project_id, [id])
      return success({ ...check, todo: todos[check.state] }, 'Checked')
    },
  )
}
