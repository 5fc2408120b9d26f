import { z } from 'zod'
import type { Clock } from '../../base/clock.ts'
import type { NewId } from '../../base/ids.ts'
import { normalizePhoneNumber } from '../../base/phone-number.ts'
import { refusals } from '../../base/refusals.ts'
import type { SecretBox } from '../../base/secret-box.ts'
import type { Db } from '../../db/database.ts'
import { publishConfig } from '../../hints/publish-config.ts'
import type { ConfigHints } from '../../hints/publish-config.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { organizationPath, OrganizationParams } from '../../http/paths.ts'
import { actorOf } from '../../keys/actor-of.ts'
import { endNumber } from '../do-not-call/end-number.ts'
import { expectedNumber } from '../do-not-call/read-numbers.ts'
import { Why } from './add-do-not-call.ts'

const Params = OrganizationParams.extend({
  number: z.string().describe('The number with its country code, such as `+14155550123`.'),
})
const Body = z
  .strictObject({ why: Why.describe('Why it may be called again; the changes keep it.') })
  .meta({ id: 'EndDoNotCall' })
const Ended = z
  .object({
    number: z.string().describe('E.164.'),
    ended: z.boolean().describe('False: it was not on the list.'),
  })
  .meta({ id: 'EndedDoNotCall' })

/** Ends the entry of a number. */
export function endDoNotCall(
  app: App,
  context: ConfigHints & { db: Db; clock: Clock; newId: NewId; secretBox: SecretBox },
): void {
  app.post(
    organizationPath('/do-not-call/:number/end'),
    {
      config: { scope: 'suppressions:manage' },
      schema: {
        operationId: 'endDoNotCall',
        summary: 'End an entry of the do-not-call list',
        description:
          'The number may be called again. Calls that were canceled stay canceled, and the entry stays in the history. ' +
          'Scope: `suppressions:manage`.',
        tags: ['Do not call'],
        params: Params,
        body: Body,
        response: { 200: successOf(Ended), ...refusalsOf(400, 401, 403) },
      },
    },
    async (request) => {
      const { params, body } = request
      const { organization_id } = params
      const number = normalizePhoneNumber(params.number, null)
      if (number === null) throw refusals.faultyRequest({ path: 'number', message: expectedNumber(null) })
      const actor = await actorOf(context.db, request)
      const ended = await endNumber(context, { organization_id, number }, body.why, actor)
      if (ended) publishConfig(context, organization_id, null, null)
      return success({ number, ended }, ended ? 'Ended' : 'Was not on the list')
    },
  )
}
