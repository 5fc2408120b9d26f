import { z } from 'zod'
import { isStorableJson, unstorable } from '../../base/storable-text.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { ProjectParams, projectPath } from '../../http/paths.ts'
import { IdempotencyHeaders, replayedHeader } from '../../idempotency/idempotency-key.ts'
import type { AgentContext } from '../turn/turn-context.ts'
import { beginWebConversation } from '../web/begin-web-conversation.ts'

const valuesMax = 100
const value = z.union([z.string().max(4_096), z.number(), z.boolean()], {
  error: 'must be a text of at most 4096 characters, a number, true or false',
})

const Body = z
  .strictObject(
    {
      customer: z
        .record(z.string().min(1).max(64), value)
        .refine(isStorableJson, unstorable)
        .refine((values) => Object.keys(values).length <= valuesMax, `must have at most ${valuesMax} values`)
        .default({})
        .describe('Values that the prompt can use as `{{ customer.<name> }}`.'),
    },
    {
      error: ({ code }) =>
        code === 'invalid_type'
          ? 'The body must be a JSON object such as {"customer":{"name":"Ada"}}'
          : undefined,
    },
  )
  .meta({ id: 'BeginAgentConversation', description: 'With whom the agent talks.' })

const Begun = z
  .object({
    conversation_id: z.string(),
    text: z.string().describe('What the agent says first; empty where it waits for the customer.'),
    language: z.string().describe('BCP 47.'),
  })
  .meta({ id: 'AgentConversation', description: 'A conversation with an agent that has begun.' })

/** Begins a conversation with an agent over the web channel. */
export function beginAgentConversation(app: App, context: AgentContext): void {
  app.post(
    projectPath('/agents/:agent_id/conversations'),
    {
      config: { scope: 'agents:chat' },
      schema: {
        operationId: 'beginAgentConversation',
        summary: 'Begin a conversation with an agent',
        description: 'A chat of your own with an agent. Scope: `agents:chat`.',
        tags: ['Agents'],
        params: ProjectParams.extend({
          agent_id: z.string().describe('Id of the agent, one of this project.'),
        }),
        headers: IdempotencyHeaders,
        body: Body,
        response: { 201: successOf(Begun, 201), ...refusalsOf(400, 401, 403, 404, 409) },
      },
    },
    async (request, reply) => {
      const { begun, replayed } = await beginWebConversation(context, {
        ...request.params,
        customer: request.body.customer,
        idempotencyKey: request.headers['idempotency-key'] ?? null,
      })
      if (replayed) reply.headers(replayedHeader)
      return reply.code(201).send(success(begun, 'The conversation has begun', 201))
    },
  )
}
