import { z } from 'zod'
import type { Clock } from '../../base/clock.ts'
import { channelTypes, conversationStatuses } from '../../base/conversation-kinds.ts'
import type { Db } from '../../db/database.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { ProjectParams, projectPath } from '../../http/paths.ts'
import { timestamp } from '../../http/timestamp.ts'
import { needCodes, readToday } from '../today/today.ts'

const DayCounts = z.object({
  from: timestamp(),
  to: timestamp().describe('Excluded.'),
  conversations: z
    .array(
      z.object({
        channel_type: z.enum(channelTypes),
        status: z.enum(conversationStatuses),
        conversations: z.int().min(1),
      }),
    )
    .describe('Those that began in the span.'),
})

const Today = z
  .object({
    at: timestamp(),
    timezone: z.string().describe('The project’s; days are days of it.'),
    needs: z
      .array(
        z.object({
          code: z.enum(needCodes),
          count: z.int().min(1).describe('At most 1,000.'),
          is_more: z.boolean().describe('Whether there may be more than `count` says.'),
          since: timestamp()
            .nullable()
            .describe('When the first of them began to need it. Null: that is not known.'),
          ids: z.array(z.string()).describe('The first 20.'),
        }),
      )
      .describe('What needs a person; empty where all is well.'),
    first_steps: z
      .object({
        voice: z.object({
          carrier: z.boolean(),
          caller_id: z.boolean(),
          campaign: z.boolean(),
          call: z
            .boolean()
            .describe('True where a call was placed; in the demo, one that a person has placed.'),
        }),
        whatsapp: z.object({
          sender: z.boolean(),
          template: z.boolean().describe('An approved one.'),
          broadcast: z.boolean(),
          message: z
            .boolean()
            .describe('True where a message was sent; in the demo, one that is not of its history.'),
        }),
      })
      .describe('What is done on the way to a first call and a first message.'),
    demo: z
      .object({ places_calls: z.boolean() })
      .nullable()
      .describe('Null: the project is not the demo, which places calls while somebody watches.'),
    today: DayCounts,
    week_before: DayCounts.describe('The same weekday before, until the same time of day.'),
    plan: z.object({
      plan_status: z.string(),
      sends: z.int(),
      sends_used: z.int(),
      links: z.int(),
      links_used: z.int(),
    }),
  })
  .meta({ id: 'Today', description: 'What needs a person, and how today compares.' })

/** Shows what needs a person in a project. */
export function getToday(app: App, context: { db: Db; clock: Clock }): void {
  app.get(
    projectPath('/today'),
    {
      config: { role: 'viewer' },
      schema: {
        operationId: 'getToday',
        summary: 'Get what needs a person',
        description: 'Also has today’s conversations beside those of the same weekday before.',
        tags: ['Projects'],
        params: ProjectParams,
        response: { 200: successOf(Today), ...refusalsOf(400, 401, 403, 404, 500) },
      },
    },
    async (request) => success(await readToday(context, request.params), 'OK'),
  )
}
