import { z } from 'zod'
import type { Db } from '../../db/database.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { projectPath } from '../../http/paths.ts'
import { timestamp } from '../../http/timestamp.ts'
import { BroadcastParams } from '../api/shown-message.ts'
import { readBroadcastFigures } from '../view/project-messages.ts'
import { StatusCounts } from '../view/shown-parts.ts'
import { About } from './shown-project-message.ts'

const Count = z.int().min(0)

const Figures = z
  .object({
    counts: StatusCounts,
    sends: z.object({ reserved: Count, consumed: Count, released: Count }),
    failures: z
      .array(
        z.object({
          code: z.string().nullable().describe('WhatsApp’s code; null where it gave none.'),
          reason: z.string().nullable(),
          about: About.nullable(),
          messages: Count,
        }),
      )
      .describe('Counts by code, the most frequent first.'),
    first_message_at: timestamp().nullable(),
  })
  .meta({ id: 'BroadcastFigures', description: 'The messages of a broadcast in figures.' })

/** Returns how many messages of a broadcast have each status, and why those that failed did. */
export function broadcastFigures(app: App, { db }: { db: Db }): void {
  app.get(
    projectPath('/broadcasts/:broadcast_id/figures'),
    {
      config: { role: 'viewer' },
      schema: {
        operationId: 'getBroadcastFigures',
        summary: 'Get the messages of a broadcast in figures',
        description: 'They are of this moment.',
        tags: ['WhatsApp'],
        params: BroadcastParams,
        response: { 200: successOf(Figures), ...refusalsOf(401, 403, 404, 500) },
      },
    },
    async ({ params }) => success(await readBroadcastFigures(db, params, params.broadcast_id), 'OK'),
  )
}
