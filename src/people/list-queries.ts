import type { ChannelType } from '../base/conversation-kinds.ts'
import { selectRowCount } from '../counters/row-counts.ts'
import type { Db } from '../db/database.ts'
import type { Queryable } from '../db/queryable.ts'
import { join, typedParam, sql, genericPlanParam } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'
import {
  arrayField,
  jsonbField,
  fieldsOf,
  idField,
  numberField,
  textField,
  timestampField,
} from '../filters/fields.ts'
import { sortToSql } from '../filters/sort.ts'
import type { SortKey } from '../filters/sort.ts'
import { filterToSql } from '../filters/to-sql.ts'
import type { Filter } from '../filters/tree.ts'
import { contactsOf, identities } from './profile-parts.ts'

export interface ShownContact {
  /** The form in which it was first given. */
  value: string
  /** E.164, or the address in lower case. */
  normalized: string
  /** The channel that it came by, or `import`. */
  source: string
}

export interface ShownIdentity {
  channel_type: ChannelType
  identity_key: string
  first_seen_at: string
  last_seen_at: string
}

/** A profile as the API shows it. */
export interface ProfileRow {
  _id: string
  name: string | null
  display_id: string
  phone_numbers: ShownContact[]
  emails: ShownContact[]
  channel_identities: ShownIdentity[]
  properties: Record<string, unknown>
  conversation_count: number
  call_count: number
  chat_count: number
  last_interaction_at: string | null
  created_at: string
  updated_at: string
}

const contactItems = { value: 'string', normalized: 'string', source: 'string' } as const
const given = { nullable: false }

/** The fields that a filter or sort may name: all that a list item shows. */
export const profileFields = fieldsOf({
  _id: idField(sql`p._id`, given),
  name: textField(sql`p.name`),
  display_id: textField(sql`p.display_id`, given),
  phone_numbers: arrayField(contactsOf('phone'), contactItems),
  emails: arrayField(contactsOf('email'), contactItems),
  channel_identities: arrayField(identities, {
    channel_type: 'string',
    identity_key: 'string',
    first_seen_at: 'timestamp',
    last_seen_at: 'timestamp',
  }),
  properties: jsonbField(sql`p.properties`),
  conversation_count: numberField(sql`p.conversation_count`, given),
  call_count: numberField(sql`p.call_count`, given),
  chat_count: numberField(sql`p.chat_count`, given),
  last_interaction_at: timestampField(sql`p.last_interaction_at`),
  created_at: timestampField(sql`p.created_at`, given),
  updated_at: timestampField(sql`p.updated_at`, given),
})

const columns = sql`p._id, p.name, p.display_id, ${contactsOf('phone')} as phone_numbers,
  ${contactsOf('email')} as emails, ${identities} as channel_identities, p.properties, p.conversation_count,
  p.call_count, p.chat_count, p.last_interaction_at, p.created_at, p.updated_at`

export interface ProfileList {
  organization_id: string
  project_id: string
  /** Part of a name, address, display id or number; null for any. */
  search: string | null
  /** Only people who were met on this channel; null for all. */
  channel: string | null
  /** Bounds of the last interaction, in milliseconds since 1970: `from` included, `before` excluded. */
  from: number | null
  before: number | null
  filter: Filter
  sort: readonly SortKey[]
  skip: number
  limit: number
}

/**
 * Returns one page of a project's profiles, and how many match before paging. Indexes: profiles_by_interaction for the
 * default order, profile_search_words and profile_search_digits for the search, channel_identities_by_channel and
 * channel_identities_by_profile.
 */
export async function selectProfiles(
  db: Db,
  list: ProfileList,
): Promise<{ items: ProfileRow[]; total: number }> {
  const conditions = conditionsOf(list)
  if (list.search !== null && conditions.length === 1)
    return selectSearched(db, list, list.search, conditions)
  const isWhole = conditions.length === 0
  const found = foundBy(list, conditions)
  const [items, total] = await Promise.all([
    selectPage(db, list, found, isWhole),
    selectTotal(db, list, found, conditions.length),
  ])
  return { items, total }
}

/**
 * Finds the ids of the page first, and reads only those profiles in full.
 *
 * @param found the `from` and `where` clauses.
 * @param isWhole whether these find all profiles of the project.
 */
async function selectPage(db: Db, list: ProfileList, found: Sql, isWhole: boolean): Promise<ProfileRow[]> {
  const { skip, limit } = list
  const order = sortToSql(list.sort, profileFields)
  const hasPreparedStatement = isWhole && isOwnOrder(list.sort) && skip <= preparedSkipMax
  const [queryable, param] = hasPreparedStatement
    ? [db, genericPlanParam]
    : [db.limited(list.organization_id), typedParam]
  return queryable.query<ProfileRow>(sql`
    with page as materialized (
      select p._id ${found} order by ${order} limit ${param(limit, 'bigint')} offset ${param(skip, 'bigint')})
    select ${columns} from profiles p
    where p.organization_id = ${list.organization_id} and p._id = any(array(select _id from page)) order by ${order}`)
}

async function selectTotal(db: Db, list: ProfileList, found: Sql, conditions: number): Promise<number> {
  const { organization_id, project_id, channel } = list
  if (conditions === 0) return selectRowCount(db, list, 'profiles')
  const [row] = await db.limited(list.organization_id).query<{ total: number }>(
    channel !== null && conditions === 1
      ? sql`
          select count(distinct profile_id) as total from channel_identities
          where organization_id = ${organization_id} and project_id = ${project_id} and channel_type = ${channel}`
      : sql`select count(*) as total ${found}`,
  )
  return row?.total ?? 0
}

/** With more results than this, it is quicker to find the page again in its own order. */
const foundIdsMax = 1_000

/**
 * Runs a search without other conditions once for total and page: if few profiles match, the page is made of their
 * ids. A search that no trigram index serves, such as two letters, reads all searched text each time that it runs.
 */
async function selectSearched(
  db: Db,
  list: ProfileList,
  search: string,
  conditions: readonly Sql[],
): Promise<{ items: ProfileRow[]; total: number }> {
  const { organization_id, project_id } = list
  const [row] = await db.limited(list.organization_id).query<{ total: number; found: string[] | null }>(sql`
    select count(*) as total, case when count(*) <= ${foundIdsMax} then array_agg(s.profile_id) end as found
    from profile_search s
    where s.organization_id = ${organization_id} and s.project_id = ${project_id} and ${matchesSearch(search)}`)
  const total = row?.total ?? 0
  if (list.skip >= total) return { items: [], total }
  const found = row?.found ?? null
  const among = sql`from profiles p where p.organization_id = ${organization_id} and p._id = any(${found}::uuid[])`
  return {
    items: await selectPage(db, list, found === null ? foundBy(list, conditions) : among, false),
    total,
  }
}

const preparedSkipMax = 1_000

/** The default order of the endpoint. */
export const lastSeenFirst: readonly [SortKey] = [{ field: 'last_interaction_at', path: [], direction: -1 }]

function isOwnOrder([first, ...others]: readonly SortKey[]): boolean {
  const [own] = lastSeenFirst
  return first?.field === own.field && first.direction === own.direction && others.length === 0
}

/** Returns the `from` and `where` clauses for the profiles that match. */
function foundBy(list: ProfileList, conditions: readonly Sql[]): Sql {
  const { organization_id, project_id, search } = list
  const mine = sql`p.organization_id = ${organization_id} and p.project_id = ${project_id}`
  const where = join([mine, ...conditions], sql` and `)
  if (search === null) return sql`from profiles p where ${where}`
  return sql`from profile_search s join profiles p on p.organization_id = s.organization_id and p._id = s.profile_id
    where s.organization_id = ${organization_id} and s.project_id = ${project_id} and ${where}`
}

function isEmpty(filter: Filter): boolean {
  return filter.kind === 'and' && filter.parts.length === 0
}

/** Returns the conditions of a list. Compiling a large filter takes long, so this is called once for a request. */
function conditionsOf({ search, channel, from, before, filter }: ProfileList): Sql[] {
  return [
    ...(search === null ? [] : [matchesSearch(search)]),
    ...(channel === null
      ? []
      : [
          sql`exists (select from channel_identities i where i.organization_id = p.organization_id
            and i.profile_id = p._id and i.channel_type = ${channel})`,
        ]),
    ...(from === null ? [] : [sql`p.last_interaction_at >= ${new Date(from)}`]),
    ...(before === null ? [] : [sql`p.last_interaction_at < ${new Date(before)}`]),
    ...(isEmpty(filter) ? [] : [filterToSql(filter, profileFields)]),
  ]
}

/** Text that may be a number: digits with the usual separators. */
const numberForm = /^[\d\s()+./-]*\d[\d\s()+./-]*$/

/**
 * Matches a search text (Rule 55). Text is compared with name, addresses and display id. Text that may be a number is
 * also compared with the numbers, digits with digits. The row of `profile_search` is `s`.
 */
export function matchesSearch(search: string): Sql {
  // Each name, address or number is a line of the searched text, so that none contains a line break.
  if (search.includes('\n')) return sql`false`
  const words = containsFolded(sql`s.words`, search)
  return numberForm.test(search)
    ? sql`(${words} or s.digits like ${`%${search.replace(/\D/g, '')}%`})`
    : words
}

/**
 * Returns the condition that a text, folded by `search_form`, has the search text in it. An accent alone is in none:
 * folded it is empty or a blank.
 */
export function containsFolded(text: Sql, search: string): Sql {
  const letters = search.normalize('NFKD').replaceAll(/[\u0300-\u036f]/g, '')
  if (letters.trim() === '') return sql`false`
  // Escaped after folding, because folding can produce a character that has a meaning in patterns.
  return sql`${text} like '%' || regexp_replace(search_form(${search}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`
}

/**
 * Returns the profile with this id, or the one that it was merged into (Rule 56); null if the project has neither.
 */
export async function selectProfile(
  db: Queryable,
  organizationId: string,
  projectId: string,
  profileId: string,
): Promise<ProfileRow | null> {
  const [profile] = await db.query<ProfileRow>(sql`
    select ${columns} from profiles p
    where p.organization_id = ${organizationId} and p.project_id = ${projectId}
      and p._id = coalesce((select survivor_id from merged_profiles
        where organization_id = ${organizationId} and _id = ${profileId}), ${profileId}::uuid)`)
  return profile ?? null
}
