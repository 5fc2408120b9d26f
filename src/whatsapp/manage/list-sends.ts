import { z } from 'zod'
import type { Db } from '../../db/database.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { expecting, PageQuery } from '../../http/list-query.ts'
import { page, pageOf } from '../../http/page.ts'
import { ProjectParams, projectPath } from '../../http/paths.ts'
import { sendStates } from '../broadcast-counts.ts'
import { readLedger } from '../view/project-messages.ts'
import { ProjectMessage } from './shown-project-message.ts'

const Query = PageQuery.extend({
  state: z
    .enum(sendStates, expecting(`must be one of ${sendStates.join(', ')}`))
    .optional()
    .describe('Sends that are held, counted or given back only.'),
})

const Count = z.int().min(0)

const Data = pageOf(ProjectMessage).shape.data.extend({
  sums: z
    .object({ reserved: Count, consumed: Count, released: Count })
    .describe(
      'Counts the messages of the project, whatever the filter. Together the counts are as many as its messages.',
    ),
  plan: z
    .object({
      status: z.enum(['active', 'inactive']),
      sends: Count.describe('What the plan allows.'),
      reserved: Count,
      consumed: Count,
      left: z.int().describe('Below 0 if the plan was lowered below what was used.'),
    })
    .describe('Counts for the whole organization.'),
})

/** Lists what each message of a project took of the plan. */
export function listSends(app: App, { db }: { db: Db }): void {
  app.get(
    projectPath('/sends'),
    {
      config: { role: 'viewer' },
      schema: {
        operationId: 'listSends',
        summary: 'List the sends of the plan',
        description:
          'One line a message, newest first: its send is reserved before it is sent, and then consumed or released.',
        tags: ['WhatsApp'],
        params: ProjectParams,
        querystring: Query,
        response: { 200: successOf(Data), ...refusalsOf(400, 401, 403, 404, 500) },
      },
    },
    async ({ params, query }) => {
      const { items, total, sums, plan } = await readLedger(db, params, query.state ?? null, query)
      const { plan_status: status, ...used } = plan
      const left = used.sends - used.reserved - used.consumed
      return success({ ...page(items, total, query).data, sums, plan: { status, ...used, left } }, 'OK')
    },
  )
}
