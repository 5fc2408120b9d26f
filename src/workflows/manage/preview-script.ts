import { z } from 'zod'
import { templateCharsMax } from '../../base/fill-text.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { ProjectParams, projectPath } from '../../http/paths.ts'
import { previewScript as preview } from '../preview-script.ts'

const Body = z.strictObject({
  // Ten times the limit, so that the preview itself says what is wrong with a script that is too long.
  script: z
    .string()
    .max(10 * templateCharsMax)
    .describe('Liquid.'),
  customer: z
    .record(z.string().max(64), z.union([z.string().max(4_096), z.number(), z.boolean()]))
    .default({})
    .describe('A sample customer.'),
})

const ScriptPreview = z
  .object({
    text: z.string().nullable().describe('What is spoken; null if the script can not be read.'),
    fault: z.string().nullable(),
    variables: z.array(z.string()).describe('The customer variables that the script names.'),
    missing: z
      .array(z.string())
      .describe('Those that the sample customer lacks; they are empty in the text.'),
    unknown: z.array(z.string()).describe('Other values that the script reads; a call has none of them.'),
  })
  .meta({ id: 'ScriptPreview', description: 'What a script would speak.' })

/** Shows what a script would speak to a customer. */
export function previewScript(app: App): void {
  app.post(
    projectPath('/scripts/preview'),
    {
      config: { role: 'viewer' },
      schema: {
        operationId: 'previewScript',
        summary: 'Preview what a script would speak',
        description: 'Nothing is stored and nobody is called.',
        tags: ['Campaigns'],
        params: ProjectParams,
        body: Body,
        response: { 200: successOf(ScriptPreview), ...refusalsOf(400, 401, 403, 404, 500) },
      },
    },
    async (request) => success(preview(request.body.script, request.body.customer), 'OK'),
  )
}
