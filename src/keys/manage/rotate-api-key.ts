import { z } from 'zod'
import { isUuid } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import { publishConfig } from '../../hints/publish-config.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { projectPath } from '../../http/paths.ts'
import { overlapSeconds, rotateKey, refuseOrganizationScopes } from '../change-keys.ts'
import { lockProjectKey } from '../queries.ts'
import type { KeyContext } from './create-api-key.ts'
import { ApiKey, KeyParams, MadeApiKey, shownKey } from './shown-key.ts'

const Body = z
  .strictObject({
    overlap_seconds: z
      .literal([...overlapSeconds], `must be one of ${overlapSeconds.join(', ')}`)
      .describe('How long the old key works beside the new one.'),
  })
  .meta({ id: 'KeyRotation' })

const Rotated = z.object({ made: MadeApiKey, replaced: ApiKey }).meta({ id: 'RotatedApiKey' })

/** Replaces a key by a new one with the same name and scopes. */
export function rotateApiKey(app: App, { db, clock, newId, hints }: KeyContext): void {
  app.post(
    projectPath('/api-keys/:api_key_id/rotate'),
    {
      config: { role: 'admin', asksPassword: true },
      schema: {
        operationId: 'rotateApiKey',
        summary: 'Replace an API key',
        description:
          'The new key has the name and the scopes of the old one. The old one gets another name, and ends after the overlap.',
        tags: ['Keys'],
        params: KeyParams,
        body: Body,
        response: { 201: successOf(Rotated, 201), ...refusalsOf(400, 401, 403, 404, 409) },
      },
    },
    async ({ params, body, user }, reply) => {
      if (!isUuid(params.api_key_id)) throw refusals.recordNotFound('api_key')
      const now = clock.now()
      const rotated = await db.transaction(async (transaction) => {
        const old = await lockProjectKey(transaction, params, params.api_key_id)
        if (old === null) throw refusals.recordNotFound('api_key')
        refuseOrganizationScopes(user.project_ids, old.scopes)
        if (old.revoked_at !== null || old.ends_at !== null) throw refusals.keyEnded()
        const { made } = await rotateKey(
          transaction,
          { now, newId, actor: user.actor },
          old,
          body.overlap_seconds,
        )
        const stored = await lockProjectKey(transaction, params, made._id)
        const replaced = await lockProjectKey(transaction, params, old._id)
        return { made: { ...shownKey(stored!, now), key: made.key }, replaced: shownKey(replaced!, now) }
      })
      const ids = [rotated.made._id, rotated.replaced._id]
      publishConfig({ hints }, params.organization_id, params.project_id, ids)
      void reply.code(201)
      return success(rotated, 'Replaced', 201)
    },
  )
}
