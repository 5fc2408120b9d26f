import { z } from 'zod'
import type { Db } from '../../db/database.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, successOf } from '../../http/envelope.ts'
import { expecting, PageQuery } from '../../http/list-query.ts'
import { page, pageOf } from '../../http/page.ts'
import { ProjectParams, projectPath } from '../../http/paths.ts'
import { selectTemplatePage } from '../templates/show-queries.ts'
import { templateStatuses } from '../templates/template-status.ts'
import { shownTemplate, TemplateItem } from './shown-template.ts'

const Query = PageQuery.extend({
  status: z
    .enum(templateStatuses, expecting(`must be one of ${templateStatuses.join(', ')}`))
    .optional()
    .describe('Only templates with this status.'),
  whatsapp_sender_id: z
    .uuid(expecting('must be the id of a sender'))
    .optional()
    .describe('Only templates of this sender.'),
  q: z.string(expecting('must be text')).max(100).optional().describe('A part of the name.'),
})

const Counts = z
  .object(Object.fromEntries(templateStatuses.map((status) => [status, z.int().min(0)])))
  .describe('How many have each status, whatever `status` is.')

const Answer = successOf(pageOf(TemplateItem).shape.data.extend({ counts: Counts }))

/** Lists the templates of a project as WhatsApp had them when they were last read. */
export function listTemplates(app: App, { db }: { db: Db }): void {
  app.get(
    projectPath('/whatsapp-templates'),
    {
      config: { role: 'viewer' },
      schema: {
        operationId: 'listWhatsappTemplates',
        summary: 'List templates',
        description: 'Lists them by name. Each language of a template is an item.',
        tags: ['Templates'],
        params: ProjectParams,
        querystring: Query,
        response: { 200: Answer, ...refusalsOf(400, 401, 403, 404) },
      },
    },
    async ({ params, query }) => {
      const filter = {
        status: query.status ?? null,
        senderId: query.whatsapp_sender_id ?? null,
        text: query.q?.trim() || null,
      }
      const { items, counts } = await selectTemplatePage(db, params, filter, query)
      const all = Object.fromEntries(templateStatuses.map((status) => [status, counts[status] ?? 0]))
      const total = Object.entries(all)
        .filter(([status]) => filter.status === null || filter.status === status)
        .reduce((sum, [, count]) => sum + count, 0)
      const shown = items.map(({ broadcasts, ...row }) => ({ ...shownTemplate(row), broadcasts }))
      const answer = page(shown, total, query)
      return { ...answer, data: { ...answer.data, counts: all } }
    },
  )
}
