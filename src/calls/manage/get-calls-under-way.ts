import { z } from 'zod'
import type { Db } from '../../db/database.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { ProjectParams, projectPath } from '../../http/paths.ts'
import { timestamp } from '../../http/timestamp.ts'
import { readUnderWay, waitingMax } from '../view/under-way.ts'

const UnderWay = z
  .object({
    under_way: z.int().min(0).describe('Calls that are dialed, ring or are live.'),
    is_held: z
      .boolean()
      .describe('The whole database is held: nothing is dialed until an operator releases it.'),
    worker: z
      .object({
        host: z.string(),
        version: z.string(),
        seen_at: timestamp(),
        is_alive: z.boolean().describe('False: no worker was seen for 30 seconds, so nothing is dialed.'),
      })
      .nullable()
      .describe('The worker that was seen last; null: none for a day.'),
    waiting: z
      .int()
      .nullable()
      .describe(
        `Calls that wait, at most ${waitingMax + 1}; null while a worker is there, which dials them in their turn.`,
      ),
  })
  .meta({ id: 'CallsUnderWay', description: 'What every page shows of calls.' })

/** Shows how many calls are under way, and whether something keeps all from being dialed. */
export function getCallsUnderWay(app: App, { db }: { db: Db }): void {
  app.get(
    projectPath('/calls-under-way'),
    {
      config: { role: 'viewer' },
      schema: {
        operationId: 'getCallsUnderWay',
        summary: 'Count the calls under way',
        description: 'Also says whether nothing is dialed: without a worker, or while the database is held.',
        tags: ['Calls'],
        params: ProjectParams,
        response: { 200: successOf(UnderWay), ...refusalsOf(401, 403, 404) },
      },
    },
    async ({ params }) => success(await readUnderWay(db, params), 'OK'),
  )
}
