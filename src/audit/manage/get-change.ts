import { z } from 'zod'
import { isUuid } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import type { Db } from '../../db/database.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { OrganizationParams, organizationPath } from '../../http/paths.ts'
import { selectChange } from '../queries.ts'
import { shownChange, ShownChange } from './shown-change.ts'

/** Returns one change. */
export function getChange(app: App, { db }: { db: Db }): void {
  app.get(
    organizationPath('/changes/:change_id'),
    {
      config: { role: 'viewer', leavesOutProjects: true },
      schema: {
        operationId: 'getChange',
        summary: 'Get a change',
        tags: ['Changes'],
        params: OrganizationParams.extend({ change_id: z.string().describe('Id of the change.') }),
        response: { 200: successOf(ShownChange), ...refusalsOf(401, 403, 404) },
      },
    },
    async ({ params, user }) => {
      const { organization_id, change_id } = params
      const change = isUuid(change_id)
        ? await selectChange(db, organization_id, change_id, user.project_ids)
        : null
      if (change === null) throw refusals.changeNotFound()
      return success(shownChange(change), 'OK')
    },
  )
}
