import { z } from 'zod'
import { acceptBodies, jsonParser } from '../../http/accept-bodies.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { projectPath } from '../../http/paths.ts'
import type { DialContext } from '../call-context.ts'
import { callStates } from '../call.ts'
import { cancelCall as cancel } from '../cancel/cancel-call.ts'
import type { CancelResult } from '../cancel/cancel-call.ts'
import { CallParams } from './shown-call.ts'

/** The body has no members yet. Unknown ones are refused, so that they can get a meaning later. */
const EmptyBody = z
  .strictObject({}, { error: ({ code }) => (code === 'invalid_type' ? 'must be {} or left out' : undefined) })
  .nullable()
  .meta({ jsonSchema: { type: 'object', additionalProperties: false } })

const CanceledCall = z
  .object({
    campaign_queue_id: z.string().describe('Id of the call.'),
    state_before: z.enum(callStates).describe('The state of the call before the request.'),
    state: z
      .enum(callStates)
      .describe(
        'The state now. A call that is ended at the carrier keeps its state until the carrier reports the end.',
      ),
    canceled: z.boolean().describe('True: it will not be dialed, or not go on. False: it was over already.'),
    message: z.string().describe('What was done.'),
  })
  .meta({ id: 'CanceledCall', description: 'The result of a request to end a call.' })

const messages: Record<CancelResult, string> = {
  canceled: 'The call was waiting and is canceled; it will not be dialed',
  awaits_carrier: 'The call is being dialed; it will be ended as soon as the carrier confirms it',
  ended: 'The call was ended at the carrier',
  end_unconfirmed:
    'The carrier has not confirmed the end of the call yet; it is asked again until the call is over',
  over: 'The call was over already',
}

/** Ends a call in whatever state it is. */
export function cancelCall(app: App, context: DialContext): void {
  app.register(async (scope: App) => {
    acceptEmptyBodies(scope)
    scope.post(
      projectPath('/campaigns/:campaign_id/calls/:campaign_queue_id/cancel'),
      {
        config: { scope: 'calls:create' },
        schema: {
          operationId: 'cancelCall',
          summary: 'End a call wherever it stands',
          description:
            'A waiting call is canceled, one under way is ended at the carrier and not dialed again, one that is over ' +
            'stays as it is. The body may be left out. Scope: `calls:create`.',
          tags: ['Calls'],
          params: CallParams,
          body: EmptyBody,
          response: { 200: successOf(CanceledCall), ...refusalsOf(400, 401, 403, 404, 500) },
        },
      },
      async (request) => {
        const { campaign_queue_id, ...campaign } = request.params
        const { stateBefore, state, result } = await cancel(context, {
          ...campaign,
          call_id: campaign_queue_id,
        })
        const message = result === 'over' ? `${messages.over}: ${state}` : messages[result]
        const data = {
          campaign_queue_id,
          state_before: stateBefore,
          state,
          canceled: result !== 'over',
          message,
        }
        return success(data, message)
      },
    )
  })
}

/** Accepts requests that announce JSON and send no body, as many clients do. */
function acceptEmptyBodies(scope: App): void {
  const parse = jsonParser(scope)
  scope.removeContentTypeParser('application/json')
  acceptBodies(scope, 'application/json', (bytes, request) =>
    bytes.length === 0 ? null : parse(bytes, request),
  )
}
