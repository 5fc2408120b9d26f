import { z } from 'zod'
import { isUuid } from '../../base/ids.ts'
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
    owners: z
      .array(z.string())
      .optional()
      .describe('The names of up to three owners, who may give any role in it.'),
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

const Query = PageQuery.extend({
  organization_id: z.string().optional().describe('The organization with this id only.'),
})

/** What is asked of other cells about organizations. */
interface OrganizationPeers {
  organizationsOf: (email: string, cookie: string, organizationId: string | null) => Promise<unknown[]>
}

/** Lists the organizations and projects that the person may see, those of other cells too. */
export function listOrganizations(
  app: App,
  { db, peers }: { db: Db; peers: OrganizationPeers | null },
): void {
  app.get(
    '/organizations',
    {
      config: { role: 'signed_in', isAskedByCells: true },
      schema: {
        operationId: 'listOrganizations',
        summary: 'List what is open to you',
        description: 'Organizations with their projects, by name. Operators see all.',
        tags: ['Organizations'],
        querystring: Query,
        response: { 200: pageOf(Organization), ...refusalsOf(400, 401) },
      },
    },
    async ({ user, query, headers }) => {
      const { user_id, token_role, session_id, session_cell } = user
      const { skip, limit, organization_id = null } = query
      if (organization_id !== null && !isUuid(organization_id)) return page([], 0, query)
      const found = await selectUser(db, user_id)
      if (found === null) throw refusals.signInNeeded()
      const isOperator = found.is_operator && session_cell === null
      const others =
        peers === null || session_id === null || session_cell !== null
          ? []
          : ((await peers.organizationsOf(found.email, headers.cookie ?? '', organization_id)) as z.infer<
              typeof Organization
            >[])
      // A page of all cells begins somewhere on the pages of this one.
      const paging = others.length === 0 ? { skip, limit } : { skip: 0, limit: skip + limit }
      const asked = { ...paging, organizationId: organization_id }
      const { items, total } = await selectOpenOrganizations(db, { userId: user_id, isOperator }, asked)
      const shown = items.map((item) => {
        const role = isOperator ? 'operator' : item.role!
        return {
          ...item,
          role: token_role === null ? role : lesserRole(role, token_role),
          project_ids: isOperator ? null : item.project_ids,
        }
      })
      if (others.length === 0) return page(shown, total, query)
      // Both cells have an organization at the end of its move.
      const own = new Set(shown.map(({ _id }) => _id))
      const elsewhere = others.filter(
        ({ _id }) => !own.has(_id) && (organization_id === null || _id === organization_id),
      )
      const all = [...shown, ...elsewhere].toSorted((one, other) => (one.name < other.name ? -1 : 1))
      return page(all.slice(skip, skip + limit), total + elsewhere.length, query)
    },
  )
}
