import { z } from 'zod'
import { isUuid } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import { publishConfig } from '../../hints/publish-config.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { projectPath } from '../../http/paths.ts'
import { setRateOfKey } from '../change-keys.ts'
import { DeclaredRate, rateOf } from '../limits/rates.ts'
import { lockProjectKey } from '../queries.ts'
import type { KeyContext } from './create-api-key.ts'
import { ApiKey, KeyParams, shownKey } from './shown-key.ts'

const Body = z.strictObject({ rate: DeclaredRate }).meta({ id: 'ApiKeyEdit' })

/** Changes how many requests a key may make. */
export function updateApiKey(app: App, { db, clock, newId, hints }: KeyContext): void {
  app.patch(
    projectPath('/api-keys/:api_key_id'),
    {
      config: { role: 'admin' },
      schema: {
        operationId: 'updateApiKey',
        summary: 'Change the rate of an API key',
        description: 'It holds from the next request on, in every process.',
        tags: ['Keys'],
        params: KeyParams,
        body: Body,
        response: { 200: successOf(ApiKey), ...refusalsOf(400, 401, 403, 404, 409) },
      },
    },
    async ({ params, body: { rate }, user }) => {
      if (!isUuid(params.api_key_id)) throw refusals.recordNotFound('api_key')
      const now = clock.now()
      const changed = await db.transaction(async (transaction) => {
        const key = await lockProjectKey(transaction, params, params.api_key_id)
        if (key === null) throw refusals.recordNotFound('api_key')
        if (key.revoked_at !== null) throw refusals.keyEnded()
        const writing = { now, newId, actor: user.actor }
        await setRateOfKey(transaction, writing, key, rateOf(rate))
        return lockProjectKey(transaction, params, key._id)
      })
      publishConfig({ hints }, params.organization_id, params.project_id, [params.api_key_id])
      return success(shownKey(changed!, now), 'Changed')
    },
  )
}
