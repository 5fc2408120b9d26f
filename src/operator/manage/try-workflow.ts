import { z } from 'zod'
import { speakerRoles } from '../../base/conversation-kinds.ts'
import type { Log } from '../../base/log.ts'
import { refusals } from '../../base/refusals.ts'
import type { Db } from '../../db/database.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { ProjectParams, projectPath } from '../../http/paths.ts'
import { checkWorkflow } from '../../workflows/check-definition.ts'
import { agentOutcomes, stepNamed } from '../../workflows/definition.ts'
import type { WorkflowDefinition } from '../../workflows/definition.ts'
import { lookUp } from '../../workflows/look-up.ts'
import { answerCharsMax } from '../../workflows/run-workflow.ts'
import { trialInputsMax, tryWorkflow as tryRun } from '../../workflows/try-workflow.ts'
import type { TriedTurn } from '../../workflows/try-workflow.ts'

const transferStatuses = ['completed', 'busy', 'no_answer', 'failed'] as const

const Input = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('speech'),
      text: z.string().max(answerCharsMax).describe('What the customer says.'),
    }),
    z.strictObject({
      kind: z.literal('keys'),
      digits: z.string().regex(/^[0-9*#]{1,32}$/, 'must be up to 32 keys out of 0 to 9, * and #'),
    }),
    z.strictObject({ kind: z.literal('silence') }),
    z.strictObject({ kind: z.literal('transfer_ended'), status: z.enum(transferStatuses) }),
    z.strictObject({ kind: z.literal('agent_ended'), outcome: z.enum(agentOutcomes) }),
  ])
  .meta({ id: 'TrialInput', description: 'What happens at the step that waits.' })

const Body = z
  .strictObject({
    definition: z.record(z.string(), z.unknown()).describe('The workflow, stored or not.'),
    customer: z
      .record(z.string().max(64), z.union([z.string().max(4_096), z.number(), z.boolean()]))
      .default({})
      .describe('A sample customer.'),
    inputs: z.array(Input).max(trialInputsMax).default([]).describe('All inputs so far, in order.'),
  })
  .meta({ id: 'TrialOfWorkflow' })

const TrialTurn = z.object({
  input: Input.nullable().describe('What it answers; null for the start of the call.'),
  steps: z.array(z.string()).describe('The steps that were taken.'),
  lines: z.array(z.object({ role: z.enum(speakerRoles), text: z.string() })),
  tickets: z.array(z.object({ subject: z.string().nullable() })).describe('Those that a call would open.'),
  variables: z.record(z.string(), z.string()).describe('The stored values after this turn.'),
})

const Trial = z
  .object({
    turns: z.array(TrialTurn),
    waits: z
      .object({
        step: z.string(),
        kind: z.enum(['listen', 'transfer', 'agent']),
        input: z.enum(['speech', 'keys', 'both']).nullable().describe('What a listen step takes.'),
      })
      .nullable()
      .describe('The step that waits for the next input; null: the call has ended.'),
  })
  .meta({ id: 'WorkflowTrial', description: 'What a call would have said and done.' })

/** Tries a workflow with what a customer might say. */
export function tryWorkflow(app: App, context: { db: Db; log: Log; lookUpMs: number }): void {
  app.post(
    projectPath('/workflows/try'),
    {
      config: { role: 'viewer' },
      schema: {
        operationId: 'tryWorkflow',
        summary: 'Try a workflow',
        description:
          'Runs it as a call would, with all inputs so far. Look-ups search the knowledge base; nothing is stored and nobody is called.',
        tags: ['Workflows'],
        params: ProjectParams,
        body: Body,
        response: { 200: successOf(Trial), ...refusalsOf(400, 401, 403, 404, 500) },
      },
    },
    async ({ params, body }) => {
      const checked = checkWorkflow(body.definition)
      if (!checked.ok) {
        const [first, ...rest] = checked.faults.map(({ path, message }) => ({
          path: path === '' ? 'definition' : `definition.${path}`,
          message,
        }))
        throw refusals.faultyRequest(first!, ...rest)
      }
      const { db, log, lookUpMs: timeoutMs } = context
      const asking = { ...params, attempt_id: null }
      const inputs = body.inputs.map((input) =>
        input.kind === 'speech' ? { ...input, confidence: null } : input,
      )
      const call = { customer: body.customer, voice: null, language: null }
      const tried = await tryRun(checked.definition, call, inputs, (asked) =>
        lookUp({ db, log, timeoutMs, use: 'search' }, asking, asked),
      )
      return success(shownTrial(checked.definition, tried), 'OK')
    },
  )
}

function shownTrial(definition: WorkflowDefinition, tried: readonly TriedTurn[]): z.input<typeof Trial> {
  const name = tried.at(-1)?.turn.state.step ?? null
  const step = name === null ? undefined : stepNamed(definition, name)
  return {
    turns: tried.map(({ input, turn }) => ({
      input: input?.kind === 'speech' ? { kind: 'speech' as const, text: input.text } : input,
      steps: turn.steps,
      lines: turn.transcript,
      tickets: turn.tickets,
      variables: turn.state.variables,
    })),
    waits:
      name === null || (step?.kind !== 'listen' && step?.kind !== 'transfer' && step?.kind !== 'agent')
        ? null
        : { step: name, kind: step.kind, input: step.kind === 'listen' ? step.input : null },
  }
}
