import { z } from 'zod'
import { refusals } from '../../base/refusals.ts'
import type { Db } from '../../db/database.ts'
import type { Moment } from '../../filters/instants.ts'
import { parseFilters } from '../../filters/parse.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf } from '../../http/envelope.ts'
import { listQuery, momentParameter, wholeNumber } from '../../http/list-query.ts'
import { page, pageOf } from '../../http/page.ts'
import { ProjectParams, projectPath } from '../../http/paths.ts'
import { channelTypes } from '../contact.ts'
import { profileFields, selectProfiles } from '../list-queries.ts'
import { Profile } from './shown-profile.ts'

const searchCharactersMax = 200
const sortFields = [...profileFields]
  .filter(([, { kind }]) => kind !== 'bag' && kind !== 'array')
  .map(([name]) => name)
const Query = listQuery(profileFields, 'by `sort_field`')
  .omit({ sort: true })
  .extend({
    limit: wholeNumber({ min: 1, max: 1_000, default: 20, description: 'Page size.' }),
    search: z
      .string('must be given once')
      .max(searchCharactersMax, `must have at most ${searchCharactersMax} characters`)
      .refine((text) => !text.includes('\0'), 'contains a NUL character')
      .transform((text) => text.trim())
      .optional()
      .describe(
        'Part of a name, an email address, a phone number or a display id, whatever the case and accents.',
      ),
    channel: z
      .enum(channelTypes, `must be one of ${channelTypes.join(', ')}`)
      .optional()
      .describe('Only those who were met on this channel.'),
    sort_field: z.enum(sortFields, `must be one of ${sortFields.join(', ')}`).default('last_interaction_at'),
    sort_order: z
      .enum(['1', '-1'], 'must be 1 (ascending) or -1 (descending)')
      .transform((text) => (text === '1' ? 1 : -1))
      .default(-1)
      .meta({
        description: '1 ascending, -1 descending.',
        jsonSchema: { type: 'integer', enum: [1, -1], default: -1 },
      }),
    date_from: momentParameter('Last interaction not before; a date alone counts from its start (UTC).'),
    date_to: momentParameter('Last interaction not after; a date alone counts to its end (UTC).'),
  })

/** Spec: endpoint 5; `filters` is beyond it, as on the other lists. */
export function listProfiles(app: App, { db }: { db: Db }): void {
  app.get(
    projectPath('/customer-profiles'),
    {
      schema: {
        operationId: 'listCustomerProfiles',
        summary: 'List customer profiles',
        tags: ['Customer profiles'],
        params: ProjectParams,
        querystring: Query,
        response: { 200: pageOf(Profile), ...refusalsOf(400, 401, 403, 500) },
      },
    },
    async ({ params, query }) => {
      const { from, before } = span(query)
      const { items, total } = await selectProfiles(db, {
        ...params,
        skip: query.skip,
        limit: query.limit,
        search: query.search === undefined || query.search === '' ? null : query.search,
        channel: query.channel ?? null,
        from,
        before,
        filter: parseFilters(query.filters, profileFields),
        sort: { field: query.sort_field, path: [], direction: query.sort_order },
      })
      return page(items, total, query)
    },
  )
}

/** Both ends belong to the span (Decision 5). */
function span({ date_from, date_to }: { date_from?: Moment | undefined; date_to?: Moment | undefined }) {
  const from = date_from === undefined ? null : date_from.kind === 'day' ? date_from.from : date_from.at
  const before = date_to === undefined ? null : date_to.kind === 'day' ? date_to.to : date_to.at + 1
  if (from !== null && before !== null && from >= before)
    throw refusals.invalidRequest('date_to: must not be before date_from')
  return { from, before }
}
