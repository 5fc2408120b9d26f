import { z } from 'zod'
import { refusals } from '../../base/refusals.ts'
import type { Db } from '../../db/database.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf } from '../../http/envelope.ts'
import { PageQuery } from '../../http/list-query.ts'
import { page, pageOf } from '../../http/page.ts'
import { selectOpenOrganizations } from '../membership-queries.ts'
import { selectUser } from '../queries.ts'
import { lesserRole, roles } from '../roles.ts'

const Organization = z
  .object({
    _id: z.string(),
    name: z.string(),
    role: z.enum(roles).describe('What you may do in it; `operator` for operators of the installation.'),
    project_ids: z.array(z.string()).nullable().describe('The projects that your role is for; null: all.'),
    plan: z
      .object({
        status: z.enum(['active', 'inactive']),
        whatsapp_sends: z.int(),
        sends_used: z.int(),
        links: z.int(),
        links_used: z.int(),
      })
      .describe('What the plan allows, and what is used of it.'),
    is_demo: z.boolean().describe('Whether it has the demo, which can place calls by itself.'),
    projects: z
      .array(
        z.object({
          _id: z.string(),
          name: z.string(),
          status: z.string(),
          timezone: z.string(),
          language: z.string(),
        }),
      )
      .describe('Those that you may see, by name.'),
  })
  .meta({ id: 'OpenOrganization', description: 'An organization that you may see.' })

/** Lists the organizations and projects that the person may see. */
export function listOrganizations(app: App, { db }: { db: Db }): void {
  app.get(
    '/organizations',
    {
      config: { role: 'signed_in' },
      schema: {
        operationId: 'listOrganizations',
        summary: 'List what is open to you',
        description: 'Organizations with their projects, by name. Operators see all.',
        tags: ['Organizations'],
        querystring: PageQuery,
        response: { 200: pageOf(Organization), ...refusalsOf(400, 401) },
      },
    },
    async ({ user, query }) => {
      const { user_id, token_role } = user
      const found = await selectUser(db, user_id)
      if (found === null) throw refusals.signInNeeded()
      const isOperator = found.is_operator
      const { items, total } = await selectOpenOrganizations(db, { userId: user_id, isOperator }, query)
      const shown = items.map((item) => {
        const role = isOperator ? 'operator' : item.role!
        return {
          ...item,
          role: token_role === null ? role : lesserRole(role, token_role),
          project_ids: isOperator ? null : item.project_ids,
        }
      })
      return page(shown, total, query)
    },
  )
}
