import { isUuid } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import { publishConfig } from '../../hints/publish-config.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { projectPath } from '../../http/paths.ts'
import { revokeKey } from '../change-keys.ts'
import { lockProjectKey } from '../queries.ts'
import type { KeyContext } from './create-api-key.ts'
import { ApiKey, KeyParams, shownKey } from './shown-key.ts'

/** Revokes a key, at once and in every process. */
export function revokeApiKey(app: App, { db, clock, newId, hints }: KeyContext): void {
  app.post(
    projectPath('/api-keys/:api_key_id/revoke'),
    {
      config: { role: 'admin' },
      schema: {
        operationId: 'revokeApiKey',
        summary: 'Revoke an API key',
        description: 'It stops working at once. A revoked key stays revoked.',
        tags: ['Keys'],
        params: KeyParams,
        response: { 200: successOf(ApiKey), ...refusalsOf(401, 403, 404) },
      },
    },
    async ({ params, user }) => {
      if (!isUuid(params.api_key_id)) throw refusals.recordNotFound('api_key')
      const now = clock.now()
      const revoked = await db.transaction(async (transaction) => {
        const key = await lockProjectKey(transaction, params, params.api_key_id)
        if (key === null) throw refusals.recordNotFound('api_key')
        await revokeKey(transaction, { now, newId, actor: user.actor }, key)
        return lockProjectKey(transaction, params, key._id)
      })
      publishConfig({ hints }, params.organization_id, params.project_id, [params.api_key_id])
      return success(shownKey(revoked!, now), 'Revoked')
    },
  )
}
