import { z } from 'zod'
import type { Clock } from '../../base/clock.ts'
import { campaignStatuses } from '../../campaigns/queries.ts'
import type { Db } from '../../db/database.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { ProjectParams, projectPath } from '../../http/paths.ts'
import { timestamp } from '../../http/timestamp.ts'
import type { VoiceProvider } from '../../providers/voice-carrier.ts'
import { WholeCall } from '../api/get-call.ts'
import { Wait } from '../api/shown-call.ts'
import { moveReasonCodes } from '../view/move-reason.ts'
import { readCarrierEvents, readProjectCall } from '../view/project-calls.ts'
import { carrierEventsMax } from '../view/project-queries.ts'
import { ProjectCallError } from './project-call-error.ts'

const CallParams = ProjectParams.extend({
  campaign_queue_id: z.string().describe('Id of the call, one of this project.'),
})

const { waiting, moves, attempts } = WholeCall.shape

const ProjectCall = WholeCall.extend({
  error: ProjectCallError,
  campaign: z.object({ _id: z.string(), name: z.string(), status: z.enum(campaignStatuses) }),
  customer_profile_id: z.string().nullable().describe('The person with the number.'),
  waiting: waiting
    .unwrap()
    .extend({
      reason: Wait.shape.reason,
      ends_when: z.string().describe('What ends the wait, as a sentence.'),
    })
    .nullable(),
  moves: z.array(
    moves.element.extend({
      reason_code: z.enum(moveReasonCodes).describe('The reason as a word that stays.'),
    }),
  ),
  attempts: z.array(
    attempts.element.extend({
      error: ProjectCallError,
      ringing_at: timestamp()
        .nullable()
        .describe('When the phone began to ring, as the carrier reported it.'),
      rang_seconds: z.number().nullable().describe('Until the answer, or the end if nobody answered.'),
    }),
  ),
}).meta({ id: 'ProjectWholeCall', description: 'A call with its history and what it belongs to.' })

const CarrierEvent = z
  .object({
    attempt_id: z.string(),
    attempt_number: z.int().min(1),
    source: z
      .enum(['created', 'status_callback', 'instructions', 'asked', 'machine_detection', 'inbound'])
      .describe(
        'How it was learned; `created`: the answer to the request for the call, `asked`: a poll, `inbound`: somebody called.',
      ),
    call_status: z.string().describe('The carrier’s own word.'),
    sequence_number: z.int().describe('The carrier’s own number of the event; -1 if it has none.'),
    occurred_at: timestamp().nullable().describe('The time by the carrier’s clock; null if it gave none.'),
    received_at: timestamp().describe('The time by the service’s clock.'),
    duration_seconds: z.number().nullable(),
    answered_by: z.string().nullable(),
    sip_response_code: z.string().nullable(),
    error_code: z.string().nullable(),
  })
  .meta({ id: 'CarrierEvent', description: 'One fact that the carrier reported about an attempt.' })

/** Returns a call of any campaign with what its page shows. */
export function getProjectCall(
  app: App,
  context: { db: Db; clock: Clock; voiceProvider: VoiceProvider },
): void {
  app.get(
    projectPath('/calls/:campaign_queue_id'),
    {
      config: { role: 'viewer' },
      schema: {
        operationId: 'getProjectCall',
        summary: 'Get a call of the project',
        description:
          'Its state, why it waits and what ends that, its moves and attempts, and what it belongs to.',
        tags: ['Calls'],
        params: CallParams,
        response: { 200: successOf(ProjectCall), ...refusalsOf(401, 403, 404, 500) },
      },
    },
    async (request) =>
      success(await readProjectCall(context, request.params, request.params.campaign_queue_id), 'OK'),
  )
}

/** Returns what the carrier reported about a call. */
export function listCarrierEvents(app: App, context: { db: Db; clock: Clock }): void {
  app.get(
    projectPath('/calls/:campaign_queue_id/carrier-events'),
    {
      config: { role: 'viewer' },
      schema: {
        operationId: 'listCarrierEvents',
        summary: 'List what the carrier reported about a call',
        description: `In the order of the attempts and of time; at most ${carrierEventsMax}.`,
        tags: ['Calls'],
        params: CallParams,
        response: {
          200: successOf(z.object({ items: z.array(CarrierEvent) })),
          ...refusalsOf(401, 403, 404, 500),
        },
      },
    },
    async (request) => {
      const items = await readCarrierEvents(context, request.params, request.params.campaign_queue_id)
      return success({ items }, 'OK')
    },
  )
}
