import { z } from 'zod'
import { isUuid } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import type { Db } from '../../db/database.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf } from '../../http/envelope.ts'
import { PageQuery } from '../../http/list-query.ts'
import { page, pageOf } from '../../http/page.ts'
import { ProjectParams, projectPath } from '../../http/paths.ts'
import { timestamp } from '../../http/timestamp.ts'
import { selectAgentConversation } from '../conversation/queries.ts'
import { countTurns, selectTurns } from '../turn/turn-queries.ts'
import { toolOutcomes, turnStates } from '../turn/turn-state.ts'
import type { AgentTurn, ModelStepContent, ToolStepContent } from '../turn/turn-state.ts'

const Step = z.object({
  step: z.int(),
  kind: z.enum(['model', 'tool']),
  state: z.enum(['begun', 'done', 'unknown']),
  text: z.string().nullable().describe('What the model said in this step; null for a tool, or once removed.'),
  tool: z.string().nullable().describe('The name of the tool; null for a model, or once removed.'),
  arguments: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('Null for a model, or where they did not fit.'),
  result: z.string().nullable().describe('What the tool answered; null while it runs.'),
  outcome: z
    .enum(toolOutcomes)
    .nullable()
    .describe('How a tool ended; null for a model, and while the tool runs.'),
  reason: z.string().nullable().describe('How the answer of the model ended; null for a tool.'),
  begun_at: timestamp(),
  ended_at: timestamp().nullable(),
})

export const Turn = z
  .object({
    turn: z.int(),
    state: z.enum(turnStates),
    input: z.string(),
    text: z.string().describe('Everything that was said or written.'),
    heard: z.string().nullable().describe('What was heard of it; null: all.'),
    citations: z.array(z.object({ id: z.string(), title: z.string(), url: z.string().nullable() })),
    outcome: z.string().nullable().describe('Why the turn ended; null while it goes on.'),
    model: z
      .string()
      .nullable()
      .describe('The name of the account that answered last; null: no model was asked.'),
    input_tokens: z.int(),
    output_tokens: z.int(),
    tokens_estimated: z.boolean(),
    created_at: timestamp(),
    asked_at: timestamp().nullable(),
    first_text_at: timestamp().nullable(),
    ended_at: timestamp().nullable(),
    steps: z.array(Step),
  })
  .meta({ id: 'AgentTurn', description: 'One input of a customer and what answered it.' })

/** Lists what an agent did in a conversation, oldest first. */
export function listTurns(app: App, { db }: { db: Db }): void {
  app.get(
    projectPath('/conversations/:conversation_id/turns'),
    {
      schema: {
        operationId: 'listTurns',
        summary: 'List the turns of an agent in a conversation',
        description: 'Oldest first. No scope is needed.',
        tags: ['Agents'],
        params: ProjectParams.extend({ conversation_id: z.string().describe('Id of the conversation.') }),
        querystring: PageQuery,
        response: { 200: pageOf(Turn), ...refusalsOf(400, 401, 403, 404) },
      },
    },
    async ({ params, query }) => {
      if (!isUuid(params.conversation_id)) throw refusals.conversationNotFound()
      const conversation = await selectAgentConversation(db, params)
      if (conversation?.project_id !== params.project_id) throw refusals.conversationNotFound()
      const [turns, total] = await Promise.all([selectTurns(db, params, query), countTurns(db, params)])
      return page(turns.map(shownTurn), total, query)
    },
  )
}

/**
 * Returns a turn as the API shows it. Nothing stands in its steps any more once an erasure or the retention has removed
 * it.
 */
function shownTurn(turn: AgentTurn): z.input<typeof Turn> {
  return {
    ...turn,
    steps: turn.steps.map(({ step, kind, state, begun_at, ended_at, content }) => {
      const said: Partial<ModelStepContent> = kind === 'model' ? content : {}
      const done: Partial<ToolStepContent> = kind === 'tool' ? content : {}
      return {
        step,
        kind,
        state,
        begun_at,
        ended_at,
        text: said.text ?? null,
        reason: said.reason ?? null,
        tool: done.name ?? null,
        arguments: done.arguments ?? null,
        result: done.result ?? null,
        outcome: done.outcome ?? null,
      }
    }),
  }
}
