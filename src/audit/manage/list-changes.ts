import { z } from 'zod'
import { refusals } from '../../base/refusals.ts'
import type { ListReads } from '../../db/replicas/list-reads.ts'
import type { Moment } from '../../filters/instants.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf } from '../../http/envelope.ts'
import { expecting, momentParameter, PageQuery } from '../../http/list-query.ts'
import { page, pageOf } from '../../http/page.ts'
import { OrganizationParams, organizationPath } from '../../http/paths.ts'
import { selectChanges } from '../queries.ts'
import { changedKinds } from '../record-change.ts'
import { shownChange, ShownChange } from './shown-change.ts'

const text = (description: string) =>
  z.string(expecting('must be text')).min(1, 'must not be empty').max(500).optional().describe(description)

const Query = PageQuery.extend({
  person: text('The id or the name of who made the change.'),
  kind: z
    .enum(changedKinds, expecting(`must be one of ${changedKinds.join(', ')}`))
    .optional()
    .describe('What was changed.'),
  record_id: text('The id of the changed record.'),
  field: text('A field, such as `calling_hours`, or one below it, such as `calling_hours.windows[0].to`.'),
  from: momentParameter('Only changes from this instant on; a date is the whole day.'),
  to: momentParameter('Until this instant, which is not included; a date is the whole day.'),
})

/** Lists the changes of an organization. */
export function listChanges(app: App, { lists }: { lists: ListReads }): void {
  app.get(
    organizationPath('/changes'),
    {
      config: { role: 'viewer', leavesOutProjects: true },
      schema: {
        operationId: 'listChanges',
        summary: 'List changes',
        description: 'Who changed what, newest first.',
        tags: ['Changes'],
        params: OrganizationParams,
        querystring: Query,
        response: { 200: pageOf(ShownChange), ...refusalsOf(400, 401, 403, 404) },
      },
    },
    async (request) => {
      const { params, query, user } = request
      const { person = null, kind = null, record_id = null, field = null } = query
      const filter = { person, kind, record_id, field, ...spanOf(query), project_ids: user.project_ids }
      const { items, total } = await selectChanges(lists.of(request), params.organization_id, filter, query)
      return page(items.map(shownChange), total, query)
    },
  )
}

/** Returns the span that is asked for. Refuses one that does not end after it begins (Rule 72). */
function spanOf({ from, to }: { from?: Moment | undefined; to?: Moment | undefined }) {
  const begin = from === undefined ? null : new Date(from.kind === 'day' ? from.from : from.at)
  const end = to === undefined ? null : new Date(to.kind === 'day' ? to.to : to.at)
  if (begin !== null && end !== null && end <= begin)
    throw refusals.faultyRequest({ path: 'to', message: 'must be later than from' })
  return { from: begin, to: end }
}
