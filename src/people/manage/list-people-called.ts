import type { ListReads } from '../../db/replicas/list-reads.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf } from '../../http/envelope.ts'
import { page, pageOf } from '../../http/page.ts'
import { ProjectParams, projectPath } from '../../http/paths.ts'
import { ProfileQuery, profileListOf } from '../api/list-profiles.ts'
import { selectPersonLabels } from '../label-queries.ts'
import { limitsOf } from '../limits.ts'
import { selectProfiles } from '../list-queries.ts'
import { PersonCalled } from './shown-person.ts'

/** Lists the customer profiles of a project, each with username and limits. */
export function listPeopleCalled(app: App, { lists }: { lists: ListReads }): void {
  app.get(
    projectPath('/customer-profiles'),
    {
      config: { role: 'viewer' },
      schema: {
        operationId: 'listCustomerProfiles',
        summary: 'List customer profiles',
        description:
          'Lists them as the project API does, with the username of each and what can not be done for them.',
        tags: ['Customer profiles'],
        params: ProjectParams,
        querystring: ProfileQuery,
        response: { 200: pageOf(PersonCalled), ...refusalsOf(400, 401, 403, 404, 429, 500) },
      },
    },
    async (request) => {
      const { params, query } = request
      const db = lists.of(request)
      const { items, total } = await selectProfiles(db, profileListOf(params, query))
      const labels = await selectPersonLabels(
        db,
        params.organization_id,
        items.map(({ _id }) => _id),
      )
      const people = items.map((item) => ({
        ...item,
        username: labels.get(item._id)?.username ?? null,
        limits: limitsOf(item),
      }))
      return page(people, total, query)
    },
  )
}
