import { z } from 'zod'
import type { ListReads } from '../../db/replicas/list-reads.ts'
import { parseProjection, project } from '../../filters/projection.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf } from '../../http/envelope.ts'
import { listQuery, projectionParameter } from '../../http/list-query.ts'
import { listOf } from '../../http/list.ts'
import { page, pageOf } from '../../http/page.ts'
import { organizationPath, OrganizationParams } from '../../http/paths.ts'
import { timestamp } from '../../http/timestamp.ts'
import { changeFields, selectAudit } from '../audit-queries.ts'
import { actorKinds, changeVias } from '../record-change.ts'

const AuditEntry = z
  .object({
    _id: z.string(),
    at: timestamp(),
    actor: z
      .object({
        kind: z.enum(actorKinds),
        id: z.string().nullable().describe('Null for a command and a sync.'),
        name: z.string().describe('The name at the time of the change.'),
        via: z.enum(changeVias),
      })
      .partial(),
    request_id: z.string().nullable(),
    project_id: z.string().nullable().describe('Null: the record belongs to no project.'),
    kind: z.string().describe('What the record is, such as `campaign`.'),
    record_id: z.string(),
    record_name: z.string().describe('The name at the time of the change.'),
    action: z.string().describe('`created`, `updated`, `removed`, or another word for what is no edit.'),
    revision: z.int().nullable().describe('The revision after the change; null if such records have none.'),
    fields: z
      .array(
        z
          .object({ path: z.string(), before: z.unknown(), after: z.unknown() })
          .partial()
          .describe('A secret has `before: null` and `after: "changed"`.'),
      )
      .describe('What the change set.'),
  })
  .partial()
  .meta({
    id: 'AuditEntry',
    description: 'A change of the configuration; without a projection it has every field.',
  })

const Query = listQuery(changeFields, '`at` descending').extend({ projection: projectionParameter.object })

/** Lists who changed what in the organization's configuration. */
export function listAudit(app: App, { lists }: { lists: ListReads }): void {
  app.get(
    organizationPath('/audit'),
    {
      config: { scope: 'audit:read' },
      schema: {
        operationId: 'listAudit',
        summary: 'List changes of the configuration',
        description:
          'Who changed what, by which way, newest first, of the last 400 days as a rule: `retention` of a project may keep its ' +
          'own longer or shorter. Needs the scope `audit:read`.',
        tags: ['Audit'],
        params: OrganizationParams,
        querystring: Query,
        response: { 200: pageOf(AuditEntry), ...refusalsOf(400, 401, 403, 500) },
      },
    },
    async (request) => {
      const { params, query } = request
      const projection = parseProjection(query.projection, changeFields, { lists: false })
      const list = listOf(query, changeFields, [{ field: 'at', path: [], direction: -1 }])
      const { items, total } = await selectAudit(lists.of(request), params.organization_id, list)
      return page(
        items.map((item) => project(projection, { ...item })),
        total,
        query,
      )
    },
  )
}
