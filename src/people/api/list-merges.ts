import { z } from 'zod'
import { isUuid } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import type { Db } from '../../db/database.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf } from '../../http/envelope.ts'
import { wholeNumber } from '../../http/list-query.ts'
import { page, pageOf } from '../../http/page.ts'
import { projectPath } from '../../http/paths.ts'
import { timestamp } from '../../http/timestamp.ts'
import { selectMerges, selectSurvivor } from '../merge/separation-queries.ts'
import { ProfileParams } from './get-profile.ts'

const Merge = z
  .object({
    merged_id: z.string().describe('Id of the profile that was merged.'),
    into_id: z
      .string()
      .nullable()
      .describe('The profile that it was merged into: this one, or one that was merged into it later.'),
    name: z.string().nullable().describe('The name that it had.'),
    display_id: z.string().nullable().describe('The display id that it had.'),
    merged_at: timestamp(),
    merged_by: z
      .string()
      .nullable()
      .describe('What joined them: the channel of a call or message, or `import`.'),
    shared_contacts: z
      .array(z.string())
      .describe('The contacts that joined them, such as `email:ada@example.com`: at most 20.'),
    can_separate: z
      .boolean()
      .describe(
        'False: the version that made the merge did not store what it takes to undo it; the texts are null then.',
      ),
  })
  .meta({ id: 'ProfileMerge', description: 'A profile that was merged into another one, and why.' })

/** Lists the profiles that were merged into one, the latest first. */
export function listMerges(app: App, { db }: { db: Db }): void {
  app.get(
    projectPath('/customer-profiles/:customer_profile_id/merges'),
    {
      schema: {
        operationId: 'listProfileMerges',
        summary: 'List what was merged into a profile',
        tags: ['Customer profiles'],
        params: ProfileParams,
        querystring: z.object({
          skip: wholeNumber({ min: 0, max: 100_000, default: 0, description: 'How many to leave out.' }),
          limit: wholeNumber({ min: 1, max: 100, default: 20, description: 'Page size.' }),
        }),
        response: { 200: pageOf(Merge), ...refusalsOf(400, 401, 403, 404, 500) },
      },
    },
    async ({ params: { customer_profile_id: id, ...place }, query }) => {
      const survivor_id = isUuid(id) ? await selectSurvivor(db, place, id) : null
      if (survivor_id === null) throw refusals.profileNotFound()
      const { items, total } = await selectMerges(db, { ...place, survivor_id }, query)
      return page(items, total, query)
    },
  )
}
