import { z } from 'zod'
import type { SecretBox } from '../../base/secret-box.ts'
import { publishConfig } from '../../hints/publish-config.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { timestamp } from '../../http/timestamp.ts'
import { actorOf } from '../../keys/actor-of.ts'
import { rotateSecret } from '../endpoints/change-endpoint.ts'
import { access, EndpointParams, endpointPath, findAndLock } from './endpoint-params.ts'
import type { ChangeContext } from './endpoint-params.ts'

/** A week. */
const keepOldHoursMax = 168
const expected = `must be a whole number from 0 to ${keepOldHoursMax}`

const Body = z
  .strictObject({
    keep_old_hours: z
      .int(expected)
      .min(0, expected)
      .max(keepOldHoursMax, expected)
      .default(24)
      .describe('How long the former secret signs beside the new one.'),
  })
  .meta({ id: 'WebhookSecretRotation' })

const Rotated = z
  .object({
    secret: z.string().describe('The new secret, which is shown this once.'),
    old_secret_until: timestamp().nullable().describe('Null: the former secret signs no more.'),
  })
  .meta({ id: 'RotatedWebhookSecret' })

/** Gives an endpoint a new secret. */
export function rotateWebhookSecret(app: App, context: ChangeContext & { secretBox: SecretBox }): void {
  const { db, clock, newId, secretBox } = context
  app.post(
    endpointPath('/rotate-secret'),
    {
      config: { ...access, asksPassword: true },
      schema: {
        operationId: 'rotateWebhookSecret',
        summary: "Replace a webhook endpoint's secret",
        description:
          'While the former secret is kept, each request has the signatures of both, so that the receiver can change over. ' +
          'Only the last two secrets sign: replaced again meanwhile, the one before ends at once. ' +
          'Scope: `webhooks:manage`.',
        tags: ['Webhooks'],
        params: EndpointParams,
        body: Body,
        response: { 200: successOf(Rotated), ...refusalsOf(400, 401, 403, 404) },
      },
    },
    async (request) => {
      const { params, body } = request
      const now = clock.now()
      const actor = await actorOf(db, request)
      const { secret, oldUntil } = await db.transaction(async (transaction) => {
        const endpoint = await findAndLock(transaction, params, now)
        return rotateSecret(transaction, { now, newId, actor, secretBox }, endpoint, body.keep_old_hours)
      })
      publishConfig(context, params.organization_id, params.project_id, [params.endpoint_id])
      return success({ secret, old_secret_until: oldUntil?.toISOString() ?? null }, 'The secret is replaced')
    },
  )
}
