import { z } from 'zod'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { ProjectParams, projectPath } from '../../http/paths.ts'
import { checkSource, sourceCharsMax } from '../check-source.ts'

const WorkflowCheck = z
  .object({
    ok: z.boolean(),
    faults: z
      .array(
        z.object({
          path: z.string().describe('Such as `steps.ask.next`; empty for a fault of the syntax.'),
          message: z.string(),
          line: z.int().min(1),
          column: z.int().min(1),
        }),
      )
      .describe('In the order of the lines.'),
  })
  .meta({ id: 'WorkflowCheck', description: 'What is wrong with the source of a workflow.' })

/** Checks the source of a workflow, and says at which lines it is at fault. */
export function checkWorkflow(app: App): void {
  app.post(
    projectPath('/workflows/check'),
    {
      config: { role: 'viewer' },
      schema: {
        operationId: 'checkWorkflow',
        summary: 'Check the source of a workflow',
        description: 'Nothing is stored.',
        tags: ['Workflows'],
        params: ProjectParams,
        body: z.strictObject({ source: z.string().max(sourceCharsMax).describe('YAML or JSON.') }),
        response: { 200: successOf(WorkflowCheck), ...refusalsOf(400, 401, 403, 404, 500) },
      },
    },
    async (request) => {
      const faults = checkSource(request.body.source)
      return success({ ok: faults.length === 0, faults }, 'OK')
    },
  )
}
