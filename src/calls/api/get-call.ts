import { z } from 'zod'
import type { Clock } from '../../base/clock.ts'
import type { Db } from '../../db/database.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { projectPath } from '../../http/paths.ts'
import { timestamp } from '../../http/timestamp.ts'
import { attemptStates, callStates } from '../call.ts'
import { readCall } from '../view/list-calls.ts'
import { readServiceHalt, reasonOrHalt } from '../view/service-halt.ts'
import { CallError, CallParams, WaitOrHalt, callFields } from './shown-call.ts'

const Move = z.object({
  from_state: z.enum(callStates).nullable().describe('Null for the first.'),
  to_state: z.enum(callStates),
  reason: z.string().describe('A few words.'),
  moved_at: timestamp(),
})

const Attempt = z.object({
  _id: z.string(),
  attempt_number: z
    .int()
    .min(1)
    .describe('Counts from 1; one that was never placed leaves its number to the next.'),
  state: z.enum(attemptStates),
  state_since: timestamp(),
  created_at: timestamp(),
  answered_at: timestamp().nullable(),
  ended_at: timestamp().nullable(),
  duration_seconds: z
    .number()
    .nullable()
    .describe('Runs from the answer to the end; 0 where nobody answered.'),
  answered_by: z.string().nullable().describe('The carrier’s word; null where no detection ran.'),
  conversation_id: z.string().nullable().describe('Null until the carrier has taken or refused it.'),
  carrier_call_sid: z.string().nullable().describe('Null while the carrier has not named it.'),
  error: CallError,
})

export const WholeCall = z
  .object({
    ...callFields,
    waiting: WaitOrHalt.extend({
      place: z.int().min(1).describe('Among the waiting calls of the campaign; 1 came first.'),
    })
      .nullable()
      .describe('Null unless its state is `waiting`.'),
    customer: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
      .describe('What the caller sent, `phone_number` in E.164.'),
    moves: z.array(Move).describe('The changes of its state, oldest first; the last 500.'),
    attempts: z.array(Attempt).describe('Its attempts, oldest first; the last 500.'),
  })
  .meta({ id: 'WholeCall', description: 'A call with its history.' })

/** Returns a call with its state, why it waits, and its history. */
export function getCall(app: App, context: { db: Db; clock: Clock }): void {
  app.get(
    projectPath('/campaigns/:campaign_id/calls/:campaign_queue_id'),
    {
      schema: {
        operationId: 'getCall',
        summary: 'Get a call',
        description: 'Its state, why it waits, and its last moves and attempts.',
        tags: ['Calls'],
        params: CallParams,
        response: { 200: successOf(WholeCall), ...refusalsOf(401, 403, 404, 500) },
      },
    },
    async (request) => {
      const call = await readCall(context, request.params, request.params.campaign_queue_id)
      const { waiting } = call
      const halt = await readServiceHalt(context.db, [waiting])
      return success({ ...call, waiting: waiting && { ...waiting, ...reasonOrHalt(waiting, halt) } }, 'OK')
    },
  )
}
