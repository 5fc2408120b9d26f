import { z } from 'zod'
import type { Db } from '../../db/database.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { ProjectParams, projectPath } from '../../http/paths.ts'
import { messageStatuses } from '../send/message-status.ts'
import { readProjectMessage } from '../view/project-messages.ts'
import { Preview } from '../view/shown-parts.ts'
import { projectMessageFields } from './shown-project-message.ts'

export const ProjectMessageParams = ProjectParams.extend({
  message_id: z.string().describe('Id of the message, one of this project.'),
})

export const WholeMessage = z
  .object({
    ...projectMessageFields,
    request: z.record(z.string(), z.unknown()).describe('The body of the request that sent it.'),
    whatsapp_sender_id: z.string(),
    settled: z
      .object({ by: z.string(), why: z.string() })
      .nullable()
      .describe('Set if somebody settled the message.'),
    resend_of_status: z.enum(messageStatuses).nullable(),
    resent_as_status: z.enum(messageStatuses).nullable(),
    preview: Preview.nullable().describe(
      'What the recipient saw, by the request and today’s template; null where that is not known.',
    ),
  })
  .meta({ id: 'ProjectWholeMessage', description: 'A message with its history and what it belongs to.' })

/** Returns a message of any broadcast with what its page shows. */
export function getProjectMessage(app: App, { db }: { db: Db }): void {
  app.get(
    projectPath('/messages/:message_id'),
    {
      config: { role: 'viewer' },
      schema: {
        operationId: 'getProjectMessage',
        summary: 'Get a message of the project',
        description: 'Its request, every status, why it failed, what it cost, and what it was sent again as.',
        tags: ['WhatsApp'],
        params: ProjectMessageParams,
        response: { 200: successOf(WholeMessage), ...refusalsOf(401, 403, 404, 500) },
      },
    },
    async ({ params }) => success(await readProjectMessage(db, params, params.message_id), 'OK'),
  )
}
