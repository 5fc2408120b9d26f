import { z } from 'zod'
import {
  conversationStatuses,
  channelTypes,
  conversationTypes,
  speakerRoles,
} from '../../base/conversation-kinds.ts'
import { isUuid } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import type { Db } from '../../db/database.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { ProjectParams, projectPath } from '../../http/paths.ts'
import { timestamp } from '../../http/timestamp.ts'
import { ShownPerson } from '../../people/shown-label.ts'
import { linesMax, selectConversation, selectTranscript } from '../detail-queries.ts'

const WholeConversation = z
  .object({
    _id: z.string(),
    status: z.enum(conversationStatuses),
    outcome: z.enum(conversationStatuses).nullable().describe('How it ended; null while it goes on.'),
    conversation_type: z.enum(conversationTypes),
    channel_type: z.enum(channelTypes),
    phone_number: z.string().nullable().describe('E.164, where the channel has numbers.'),
    campaign_id: z.string().nullable(),
    campaign_name: z.string().nullable(),
    customer_profile_id: z.string().nullable(),
    customer_name: z.string().nullable(),
    customer: ShownPerson.nullable(),
    whatsapp_user_id: z
      .string()
      .nullable()
      .describe('The id of a person on WhatsApp whose number is unknown.'),
    call_id: z
      .string()
      .nullable()
      .describe('The call of which it is an attempt; null for chats and imported ones.'),
    attempt_id: z.string().nullable(),
    start_time: timestamp(),
    answered_at: timestamp().nullable(),
    end_time: timestamp().nullable(),
    duration_seconds: z.number().nullable(),
    created_at: timestamp(),
    transcript: z
      .array(
        z.object({
          role: z.enum(speakerRoles),
          text: z.string(),
          at: timestamp(),
          kind: z
            .string()
            .nullable()
            .describe('The type of a written message, such as `image`; null for spoken words.'),
        }),
      )
      .describe(`Oldest first, the latest ${linesMax}; of one that goes on, the lines so far.`),
    tickets: z.array(
      z.object({
        _id: z.string(),
        subject: z.string().nullable(),
        status: z.string(),
        created_at: timestamp(),
      }),
    ),
  })
  .meta({ id: 'WholeConversation', description: 'A conversation with its transcript.' })

/** Returns a conversation with what was said and written. */
export function getConversation(app: App, { db }: { db: Db }): void {
  app.get(
    projectPath('/conversations/:conversation_id'),
    {
      config: { role: 'viewer' },
      schema: {
        operationId: 'getConversation',
        summary: 'Get a conversation',
        description: 'Returns it with its transcript, which grows while the conversation goes on.',
        tags: ['Conversations'],
        params: ProjectParams.extend({ conversation_id: z.string().describe('Id of the conversation.') }),
        response: { 200: successOf(WholeConversation), ...refusalsOf(401, 403, 404, 500) },
      },
    },
    async (request) => {
      const { conversation_id, ...project } = request.params
      const found = isUuid(conversation_id) ? await selectConversation(db, project, conversation_id) : null
      if (found === null) throw refusals.conversationNotFound()
      const transcript = await selectTranscript(db, project.organization_id, conversation_id)
      return success({ ...found, transcript }, 'OK')
    },
  )
}
