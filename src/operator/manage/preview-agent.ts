import { z } from 'zod'
import { agentChannels, agentFields } from '../../agents/definition.ts'
import { fillPrompt } from '../../agents/prompt/fill-prompt.ts'
import { servicePart } from '../../agents/prompt/service-part.ts'
import type { Clock } from '../../base/clock.ts'
import { checkText } from '../../base/fill-text.ts'
import { refusals } from '../../base/refusals.ts'
import type { Db } from '../../db/database.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { ProjectParams, projectPath } from '../../http/paths.ts'
import { selectConfigured } from '../configured/queries.ts'

const valuesMax = 100

const Body = z
  .strictObject({
    purpose: agentFields.purpose,
    prompt: agentFields.prompt,
    first_line: agentFields.first_line,
    disclosure: agentFields.disclosure,
    languages: agentFields.languages,
    tools: z
      .array(z.string().min(1).max(64))
      .max(50)
      .default([])
      .describe('The names of the tools, by which a model calls them.'),
    reply_characters: agentFields.limits.unwrap().shape.reply_characters,
    channel: z.enum(agentChannels).default('voice'),
    customer: z
      .record(z.string().min(1).max(64), z.union([z.string().max(4_096), z.number(), z.boolean()]))
      .refine((values) => Object.keys(values).length <= valuesMax, `must have at most ${valuesMax} values`)
      .default({})
      .describe('Values of `{{ customer.<name> }}`.'),
  })
  .meta({ id: 'AgentToPreview', description: 'The texts of an agent, and with whom it would talk.' })

const Preview = z
  .object({
    prompt: z.string(),
    service_part: z.string().describe('What the service adds after the prompt.'),
    first_line: z
      .string()
      .describe('What is said first, with the disclosure; empty where the customer speaks first.'),
    cut: z
      .array(z.object({ text: z.string(), reason: z.string() }))
      .describe('The texts that reached a limit, such as `prompt`.'),
  })
  .meta({ id: 'AgentPreview', description: 'What a model would read, and what would be said first.' })

/** Shows the texts of an agent, filled for a customer. */
export function previewAgent(app: App, { db, clock }: { db: Db; clock: Clock }): void {
  app.post(
    projectPath('/agents/preview'),
    {
      config: { role: 'viewer' },
      schema: {
        operationId: 'previewAgent',
        summary: 'Preview the filled prompt of an agent',
        description: 'Fills the texts as a conversation would. Nothing is stored, and no model is asked.',
        tags: ['Agents'],
        params: ProjectParams,
        body: Body,
        response: { 200: successOf(Preview), ...refusalsOf(400, 401, 403, 404) },
      },
    },
    async ({ params: { organization_id, project_id }, body }) => {
      const texts = { prompt: body.prompt, first_line: body.first_line ?? '' }
      const faults = Object.entries(texts).flatMap(([path, text]) => {
        const fault = checkText(text)
        return fault === null ? [] : [{ path, message: `must be Liquid: ${fault}` }]
      })
      const [first, ...rest] = faults
      if (first !== undefined) throw refusals.faultyRequest(first, ...rest)
      const [project] = await selectConfigured(db, [organization_id], [project_id])
      if (project === undefined) throw refusals.projectNotFound()
      const { name, language, timezone } = project.fields as Record<string, string>
      const filled = fillPrompt(
        { prompt: body.prompt, firstLine: body.first_line, lines: {} },
        {
          customer: body.customer,
          project: { name: name!, language: language! },
          channel: body.channel,
          timezone: timezone!,
          language: body.languages[0]!,
          beginsAt: clock.now(),
        },
      )
      const said = [filled.firstLine, body.disclosure === false ? null : body.disclosure]
      const preview = {
        prompt: filled.prompt,
        service_part: servicePart({
          purpose: body.purpose,
          channel: body.channel,
          languages: body.languages,
          replyCharacters: body.reply_characters,
          tools: new Set(body.tools),
          openHours: null,
        }),
        first_line: said.filter((line) => line !== null && line !== '').join(' '),
        cut: [...filled.cut],
      }
      return success(preview, 'OK')
    },
  )
}
