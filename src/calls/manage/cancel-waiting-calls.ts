import { z } from 'zod'
import { momentForm, parseUntil } from '../../filters/instants.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { CampaignParams, projectPath } from '../../http/paths.ts'
import type { DialContext } from '../call-context.ts'
import { cancelWaitingCalls as cancelWaiting, cancelWaitingMax } from '../cancel/cancel-waiting-calls.ts'

const Body = z.strictObject({
  until: z
    .string()
    .refine((text) => parseUntil(text) !== null, { error: momentForm })
    .describe(
      'Calls that were accepted later stay, such as those that a person has not seen yet. ISO 8601; a date alone is the ' +
        'end of that day in UTC.',
    ),
})

/** Cancels what waits in one campaign. */
export function cancelWaitingCalls(app: App, context: DialContext): void {
  app.post(
    projectPath('/campaigns/:campaign_id/calls/cancel-waiting'),
    {
      config: { role: 'editor' },
      schema: {
        operationId: 'cancelWaitingCalls',
        summary: 'Cancel all calls that wait',
        description: `At most ${cancelWaitingMax} a request, in the order of the queue; \`is_more\` says that others are left. Calls under way go on.`,
        tags: ['Calls'],
        params: CampaignParams,
        body: Body,
        response: {
          200: successOf(z.object({ canceled: z.int().min(0), is_more: z.boolean() })),
          ...refusalsOf(400, 401, 403, 404, 500),
        },
      },
    },
    async ({ params, body, user }) => {
      const until = parseUntil(body.until)!
      const { canceled, isMore } = await cancelWaiting(context, params, until, user.actor)
      return success({ canceled, is_more: isMore }, `${canceled} canceled`)
    },
  )
}
