import { z } from 'zod'
import { refusals } from '../../base/refusals.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { projectPath } from '../../http/paths.ts'
import { settleInOrganization } from '../send/operator-settlement.ts'
import type { SendContext } from '../send/send-context.ts'
import { readProjectMessage } from '../view/project-messages.ts'
import { ProjectMessageParams, WholeMessage } from './get-project-message.ts'

const whyCharsMax = 1_000

const Body = z.strictObject({
  as: z
    .enum(['sent', 'failed'])
    .describe(
      '`sent`: WhatsApp has it, and it counts; `failed`: it was not sent, and the send is given back.',
    ),
  why: z
    .string()
    .trim()
    .min(1, 'must say how that is known')
    .max(whyCharsMax, `must have at most ${whyCharsMax} characters`)
    .describe('How that is known. It is stored and shown with the message.'),
})

/** Records the outcome of a message of which it is unknown whether WhatsApp has it. */
export function settleMessage(app: App, context: SendContext): void {
  app.post(
    projectPath('/messages/:message_id/settle'),
    {
      config: { role: 'editor' },
      schema: {
        operationId: 'settleMessage',
        summary: 'Settle a message whose outcome is not known',
        description:
          'The message is never sent again. Its send is counted or given back, and its idempotency key gets the answer.',
        tags: ['WhatsApp'],
        params: ProjectMessageParams,
        body: Body,
        response: { 200: successOf(WholeMessage), ...refusalsOf(400, 401, 403, 404, 409, 500) },
      },
    },
    async ({ params, body, user }) => {
      const { organization_id, project_id, message_id: _id } = params
      const settlement = { ...body, by: user.actor.name, actor: user.actor }
      const outcome = await settleInOrganization(context, { organization_id, project_id, _id }, settlement)
      if (outcome.kind === 'not_found') throw refusals.messageNotFound()
      if (outcome.kind === 'not_unresolved') throw refusals.messageNotUnresolved(outcome.status)
      context.hints.publish({ topic: 'messages', organization_id, project_id, ids: [_id] })
      return success(await readProjectMessage(context.db, params, _id), `The message is ${outcome.status}`)
    },
  )
}
