import { z } from 'zod'
import { isUuid } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import type { Db } from '../../db/database.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { ProjectParams, projectPath } from '../../http/paths.ts'
import { selectProfile } from '../list-queries.ts'
import { Profile } from './shown-profile.ts'

export const ProfileParams = ProjectParams.extend({
  customer_profile_id: z.string().describe('Id of the profile, or of one that was merged into it.'),
})

/** Shows one profile. The id of a merged profile leads to the survivor (Rule 56). */
export function getProfile(app: App, { db }: { db: Db }): void {
  app.get(
    projectPath('/customer-profiles/:customer_profile_id'),
    {
      schema: {
        operationId: 'getCustomerProfile',
        summary: 'Get a customer profile',
        tags: ['Customer profiles'],
        params: ProfileParams,
        response: { 200: successOf(Profile), ...refusalsOf(401, 403, 404, 500) },
      },
    },
    async ({ params: { organization_id, project_id, customer_profile_id: id } }) => {
      const profile = isUuid(id) ? await selectProfile(db, organization_id, project_id, id) : null
      if (profile === null) throw refusals.profileNotFound()
      return success(profile, 'OK')
    },
  )
}
