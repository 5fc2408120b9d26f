import { z } from 'zod'
import { channelTypes } from '../../base/conversation-kinds.ts'
import { refusals } from '../../base/refusals.ts'
import type { ListReads } from '../../db/replicas/list-reads.ts'
import type { Moment } from '../../filters/instants.ts'
import { parseFilters } from '../../filters/parse.ts'
import { parseSort, parseSortField } from '../../filters/sort.ts'
import type { SortKey } from '../../filters/sort.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf } from '../../http/envelope.ts'
import { expecting, listQuery, momentParameter, wholeNumber } from '../../http/list-query.ts'
import { page, pageOf } from '../../http/page.ts'
import { ProjectParams, projectPath } from '../../http/paths.ts'
import { lastSeenFirst, profileFields, selectProfiles } from '../list-queries.ts'
import type { ProfileList } from '../list-queries.ts'
import { Profile } from './shown-profile.ts'

const searchCharactersMax = 200
export const ProfileQuery = listQuery(profileFields, 'by `sort_field` and `sort_order`').extend({
  limit: wholeNumber({ min: 1, max: 1_000, default: 20, description: 'Page size.' }),
  search: z
    .string(expecting('must be text'))
    .max(searchCharactersMax, `must have at most ${searchCharactersMax} characters`)
    .refine((text) => !text.includes('\0'), 'contains a NUL character')
    .refine((text) => text.isWellFormed(), 'is not valid Unicode')
    .transform((text) => text.trim())
    .optional()
    .describe(
      'Part of a name, an email address, a phone number, a display id, or of the id or username of a person on WhatsApp, whatever the case and accents.',
    ),
  channel: z
    .enum(channelTypes, expecting(`must be one of ${channelTypes.join(', ')}`))
    .optional()
    .describe('Only people with an identity on this channel.'),
  sort_field: z
    .string(expecting('must be text'))
    .optional()
    .meta({
      description: 'The field to sort by, or a path below one. For several fields use `sort`.',
      jsonSchema: { type: 'string', default: lastSeenFirst[0].field },
    }),
  sort_order: z
    .enum(['1', '-1'], expecting('must be 1 (ascending) or -1 (descending)'))
    .transform((text) => (text === '1' ? 1 : -1))
    .optional()
    .meta({
      description: '1 ascending, -1 descending.',
      jsonSchema: { type: 'integer', enum: [1, -1], default: -1 },
    }),
  date_from: momentParameter('Last interaction not before; a date alone counts from its start (UTC).'),
  date_to: momentParameter('Last interaction not after; a date alone counts to its end (UTC).'),
})

/** Lists the customer profiles of a project, with `filters` and `sort` as in the other lists. */
export function listProfiles(app: App, { lists }: { lists: ListReads }): void {
  app.get(
    projectPath('/customer-profiles'),
    {
      schema: {
        operationId: 'listCustomerProfiles',
        summary: 'List customer profiles',
        tags: ['Customer profiles'],
        params: ProjectParams,
        querystring: ProfileQuery,
        response: { 200: pageOf(Profile), ...refusalsOf(400, 401, 403, 500) },
      },
    },
    async (request) => {
      const { params, query } = request
      const { items, total } = await selectProfiles(lists.of(request), profileListOf(params, query))
      return page(items, total, query)
    },
  )
}

/** Returns the list that a request asks for. */
export function profileListOf(
  place: { organization_id: string; project_id: string },
  query: z.output<typeof ProfileQuery>,
): ProfileList {
  return {
    ...place,
    skip: query.skip,
    limit: query.limit,
    search: query.search === undefined || query.search === '' ? null : query.search,
    channel: query.channel ?? null,
    ...span(query),
    filter: parseFilters(query.filters, profileFields),
    sort: orderOf(query),
  }
}

/** Returns the order, which a request gives either as `sort` or as `sort_field` and `sort_order`. */
function orderOf({
  sort,
  sort_field,
  sort_order,
}: {
  sort?: string | undefined
  sort_field?: string | undefined
  sort_order?: 1 | -1 | undefined
}): readonly SortKey[] {
  const keys = parseSort(sort, profileFields, [])
  const [own] = lastSeenFirst
  if (keys.length === 0) {
    const key = sort_field === undefined ? own : parseSortField(sort_field, profileFields)
    return [{ ...key, direction: sort_order ?? own.direction }]
  }
  if (sort_field !== undefined || sort_order !== undefined)
    throw refusals.faultyRequest({
      path: 'sort',
      message: 'can not be combined with sort_field and sort_order; give one or the other',
    })
  return keys
}

/**
 * Returns the span of the last interaction, both ends included (Rule 5). Refuses a span that ends before it begins
 * (Rule 72).
 */
function span({ date_from, date_to }: { date_from?: Moment | undefined; date_to?: Moment | undefined }) {
  const from = date_from === undefined ? null : date_from.kind === 'day' ? date_from.from : date_from.at
  const before = date_to === undefined ? null : date_to.kind === 'day' ? date_to.to : date_to.at + 1
  if (from !== null && before !== null && from >= before)
    throw refusals.faultyRequest({ path: 'date_to', message: 'must not be before date_from' })
  return { from, before }
}
