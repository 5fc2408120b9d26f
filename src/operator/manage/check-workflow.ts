import { z } from 'zod'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { ProjectParams, projectPath } from '../../http/paths.ts'
import { checkSource } from '../edit/check-source.ts'

const Checked = z
  .object({
    definition: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('What the source says, with defaults; null if it is at fault.'),
    faults: z.array(
      z.object({
        path: z.string().describe('A path such as `steps.ask.branches[0].next`; empty for the whole.'),
        message: z.string(),
        line: z.int().min(1),
        column: z.int().min(1),
      }),
    ),
  })
  .meta({ id: 'CheckedWorkflow' })

const sourceCharactersMax = 200_000

const Body = z
  .strictObject({ source: z.string().max(sourceCharactersMax).describe('The definition, in YAML or JSON.') })
  .meta({ id: 'WorkflowSource' })

/** Checks the source of a workflow. Nothing is stored. */
export function checkWorkflowSource(app: App): void {
  app.post(
    projectPath('/workflows/check'),
    {
      config: { role: 'viewer' },
      schema: {
        operationId: 'checkWorkflow',
        summary: 'Check the source of a workflow',
        description: 'Answers every fault with its line. Nothing is stored.',
        tags: ['Workflows'],
        params: ProjectParams,
        body: Body,
        response: { 200: successOf(Checked), ...refusalsOf(400, 401, 403, 404) },
      },
    },
    async ({ body }) => {
      const checked = checkSource(body.source)
      if (checked.ok) return success({ definition: { ...checked.definition }, faults: [] }, 'OK')
      return success({ definition: null, faults: checked.faults }, 'The source is at fault')
    },
  )
}
