import type { ChannelType, ConversationStatus, ConversationType } from '../base/conversation-kinds.ts'
import { selectCallersByBitmaps } from '../counters/caller-bitmaps.ts'
import { bound, selectCountedTotal } from '../counters/conversation-totals.ts'
import { countedFilter } from '../counters/counted-filter.ts'
import type { CountedFilter } from '../counters/counted-filter.ts'
import { selectRowCount } from '../counters/row-counts.ts'
import type { Db } from '../db/database.ts'
import { join, typedParam, sql, genericPlanParam } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'
import { fieldsOf, idField, numberField, textField, timestampField } from '../filters/fields.ts'
import type { Fields } from '../filters/fields.ts'
import { sortToSql } from '../filters/sort.ts'
import type { SortKey } from '../filters/sort.ts'
import { filterToSql } from '../filters/to-sql.ts'
import type { Filter } from '../filters/tree.ts'
import { openStates } from './conversation-events.ts'

/** A conversation as the API lists it. Times are ISO 8601 UTC, null where the event has not happened. */
export interface ConversationRow {
  _id: string
  status: ConversationStatus
  /** How the conversation ended; null while it goes on. */
  outcome: ConversationStatus | null
  conversation_type: ConversationType
  channel_type: ChannelType
  /** E.164, where the channel has numbers. */
  phone_number: string | null
  campaign_id: string | null
  customer_profile_id: string | null
  start_time: string
  answered_at: string | null
  end_time: string | null
  duration_seconds: number | null
  created_at: string
}

const given = { nullable: false }

function fieldsAs(as: Sql) {
  return fieldsOf({
    _id: idField(sql`${as}._id`, given),
    status: textField(sql`${as}.status`, given),
    outcome: textField(outcomeOf(as)),
    conversation_type: textField(sql`${as}.conversation_type`, given),
    channel_type: textField(sql`${as}.channel_type`, given),
    phone_number: textField(sql`${as}.phone_number`),
    campaign_id: idField(sql`${as}.campaign_id`),
    customer_profile_id: idField(sql`${as}.profile_id`),
    start_time: timestampField(sql`${as}.start_time`, given),
    answered_at: timestampField(sql`${as}.answered_at`),
    end_time: timestampField(sql`${as}.end_time`),
    duration_seconds: numberField(sql`${as}.duration_seconds`),
    created_at: timestampField(sql`${as}.created_at`, given),
  })
}

function outcomeOf(as: Sql): Sql {
  return sql`case when ${as}.status not in ${openStates} then ${as}.status end`
}

/** The fields that a filter or sort may name: all that a list item shows. */
export const conversationFields = fieldsAs(sql`c`)
const shown = { as: sql`c`, fields: conversationFields }
/** The same fields of a second row, to look for a newer conversation of the same caller. */
const newer = { as: sql`n`, fields: fieldsAs(sql`n`) }

/** The columns of `ConversationRow`, from `conversations c`. */
export const conversationColumns = sql`c._id, c.status, ${outcomeOf(sql`c`)} as outcome, c.conversation_type, c.channel_type, c.phone_number,
  c.campaign_id, c.profile_id as customer_profile_id, c.start_time, c.answered_at, c.end_time, c.duration_seconds,
  c.created_at`

/** The default order of the endpoint (Rule 8). */
export const newestFirst: readonly SortKey[] = [{ field: 'start_time', path: [], direction: -1 }]

export interface ConversationList {
  organization_id: string
  project_id: string
  filter: Filter
  sort: readonly SortKey[]
  skip: number
  limit: number
  /** Whether to show only the latest matching conversation of each caller (Rules 56 and 65). */
  unique: boolean
}

/**
 * Larger skips use the composed query, which reads skipped entries from the index alone and returns at once past the
 * end.
 */
const preparedSkipMax = 1_000

/**
 * Returns one page of a project's conversations, and how many match before paging.
 *
 * Most requests ask for the latest conversations, of one status or all, in a span of time. Prepared statements serve
 * these at a cost that does not depend on the number of conversations: the page comes from conversations_by_start or
 * conversations_by_status, the total from the counters. All other queries are composed, and have a time limit.
 */
export async function selectConversations(
  db: Db,
  list: ConversationList,
): Promise<{ items: ConversationRow[]; total: number }> {
  const counted = countedFilter(list.filter)
  if (list.skip <= preparedSkipMax) {
    const [items, total] = await Promise.all([selectItems(db, list, counted), selectTotal(db, list, counted)])
    return { items, total }
  }
  const total = await selectTotal(db, list, counted)
  return { items: list.skip >= total ? [] : await selectItems(db, list, counted), total }
}

function selectTotal(db: Db, list: ConversationList, counted: CountedFilter | null): Promise<number> {
  const { organization_id, project_id } = list
  if (list.unique) return selectTotalOfCallers(db, list, counted)
  if (counted !== null) return selectCountedTotal(db, organization_id, project_id, counted)
  return selectCount(
    db.limited(list.organization_id),
    sql`from conversations c where ${conditionsOf(list, counted)}`,
  )
}

/**
 * Returns how many callers match. Without a filter the number is a kept total; with statuses and a span it comes from
 * the bitmaps of past days; otherwise, and without bitmaps, the callers are counted.
 *
 * Where the index conversations_by_caller has every column that the filter needs, rows arrive in caller order. Counting
 * them in that order takes half the time of hashing them, and no memory. Other filters read the table, where that order
 * would need a sort.
 */
async function selectTotalOfCallers(
  db: Db,
  list: ConversationList,
  counted: CountedFilter | null,
): Promise<number> {
  if (counted !== null && takesAll(counted)) return selectRowCount(db, list, 'callers')
  const ofBitmaps = counted === null ? null : await selectCallersByBitmaps(db, list, counted)
  if (ofBitmaps !== null) return ofBitmaps
  const matching = sql`from conversations c where ${conditionsOf(list, counted)}`
  return counted === null
    ? selectCount(db.limited(list.organization_id), sql`from (select distinct c.caller ${matching}) callers`)
    : selectCount(db.limited(list.organization_id), matching, sql`count(distinct c.caller)`)
}

async function selectCount(db: Pick<Db, 'query'>, from: Sql, count = sql`count(*)`): Promise<number> {
  const [row] = await db.query<{ total: number }>(sql`select ${count} as total ${from}`)
  return row?.total ?? 0
}

async function selectItems(
  db: Db,
  list: ConversationList,
  counted: CountedFilter | null,
): Promise<ConversationRow[]> {
  const { skip, limit } = list
  if (counted !== null && hasPreparedStatement(list, counted)) return selectLatest(db, list, counted)
  const matching = list.unique
    ? sql`${conditionsOf(list, counted)} and ${isLatestOfCaller(list, counted)}`
    : conditionsOf(list, counted)
  const order = sortToSql(list.sort, conversationFields)
  if (skip <= preparedSkipMax)
    return db.limited(list.organization_id).query<ConversationRow>(sql`
      select ${conversationColumns} from conversations c where ${matching} order by ${order} limit ${limit} offset ${skip}`)
  // Rows that are skipped are not read where an index has all columns of filter and order.
  return db.limited(list.organization_id).query<ConversationRow>(sql`
    with page as materialized (
      select c._id from conversations c where ${matching} order by ${order} limit ${limit} offset ${skip})
    select ${conversationColumns} from conversations c
    where c.organization_id = ${list.organization_id} and c._id = any(array(select _id from page)) order by ${order}`)
}

/**
 * Returns whether an index has exactly the matching conversations, newest first, and the page lies near its beginning.
 * Not for the latest of each caller: where few callers have many conversations, these lie far apart.
 */
function hasPreparedStatement(
  { sort, skip, unique }: ConversationList,
  { status, channel_type, conversation_type }: CountedFilter,
): boolean {
  const isServed =
    (status === null || status.length === 1) && channel_type === null && conversation_type === null
  return sort === newestFirst && isServed && skip <= preparedSkipMax && !unique
}

/** Selects a page by a prepared statement. Indexes: conversations_by_start, conversations_by_status. */
function selectLatest(db: Db, list: ConversationList, counted: CountedFilter): Promise<ConversationRow[]> {
  return db.query<ConversationRow>(sql`
    select ${conversationColumns} from conversations c where ${conditionsAs(shown, list, counted, genericPlanParam)}
    order by c.start_time desc, c._id limit ${genericPlanParam(list.limit, 'bigint')} offset ${genericPlanParam(list.skip, 'bigint')}`)
}

/** Where a walk over a list goes on: after the conversation with this start and id. */
export interface ConversationCursor {
  start_time: string
  _id: string
}

/** A conversation of a walk, and whether it is the latest of its caller that matches. */
export interface WalkedConversation extends ConversationRow {
  is_latest: boolean
}

/**
 * Returns the next conversations of a walk over the whole list, newest first. With `unique` each says whether it is its
 * caller's latest of the walk; the others are returned too, so that one statement never reads more than `limit` rows.
 * Index: conversations_by_start or _status.
 *
 * @param walked the first and the last row returned so far; conversations newer than the first are ignored. Null: none.
 */
export async function selectConversationsAfter(
  db: Db,
  list: Omit<ConversationList, 'sort' | 'skip'>,
  walked: { first: ConversationCursor; last: ConversationCursor } | null,
): Promise<WalkedConversation[]> {
  const whole = { ...list, sort: newestFirst, skip: 0 }
  const counted = countedFilter(list.filter)
  const { start_time, _id } = walked?.last ?? { start_time: 'infinity', _id: null }
  const isWalked =
    walked === null
      ? sql`true`
      : sql`(n.start_time < ${walked.first.start_time}::timestamptz
        or (n.start_time = ${walked.first.start_time}::timestamptz and n._id >= ${walked.first._id}::uuid))`
  return db.limited(list.organization_id).query<WalkedConversation>(sql`
    with page as materialized (
      select c._id from conversations c
      where ${conditionsOf(whole, counted)} and c.start_time <= ${start_time}::timestamptz
        and (c.start_time < ${start_time}::timestamptz or c._id > ${_id}::uuid)
      order by c.start_time desc, c._id limit ${typedParam(list.limit, 'bigint')})
    select ${conversationColumns}, ${list.unique ? isLatestOfCaller(whole, counted, isWalked) : sql`true`} as is_latest
    from conversations c
    where c.organization_id = ${list.organization_id} and c._id = any(array(select _id from page))
    order by c.start_time desc, c._id`)
}

/** Returns how many conversations match. */
export function selectConversationTotal(db: Db, list: ConversationList): Promise<number> {
  return selectTotal(db, list, countedFilter(list.filter))
}

function conditionsOf(list: ConversationList, counted: CountedFilter | null): Sql {
  return conditionsAs(shown, list, counted)
}

/**
 * Matches a conversation if no newer one of the same caller matches as well (Promise 38). It is checked for each row in
 * turn, newest first. This costs little near the start of the list, where most rows are their caller's latest. Index:
 * conversations_by_caller.
 *
 * @param condition on the newer one, `n`.
 */
function isLatestOfCaller(list: ConversationList, counted: CountedFilter | null, condition = sql`true`): Sql {
  return sql`not exists (
    select from conversations n
    where ${conditionsAs(newer, list, counted)} and n.caller = c.caller and ${condition}
      and (n.start_time > c.start_time or (n.start_time = c.start_time and n._id > c._id)) offset 0)`
}

/**
 * Writes the conditions that the counters support in one form, however the request spelled them, so that equal queries
 * have equal text.
 */
function conditionsAs(
  { as, fields }: { as: Sql; fields: Fields },
  list: ConversationList,
  counted: CountedFilter | null,
  param = typedParam,
): Sql {
  const { organization_id, project_id, filter } = list
  const mine = sql`${as}.organization_id = ${param(organization_id, 'uuid')}
    and ${as}.project_id = ${param(project_id, 'uuid')}`
  if (counted === null) return sql`${mine} and ${filterToSql(filter, fields)} ${ofCallers(filter, as)}`
  const { status, channel_type, conversation_type, span } = counted
  const [onlyStatus] = status ?? []
  return join(
    [
      mine,
      ...(status === null
        ? []
        : [
            status.length === 1
              ? sql`${as}.status = ${param(onlyStatus, 'text')}`
              : sql`${as}.status = any(${status}::text[])`,
          ]),
      ...(channel_type === null ? [] : [sql`${as}.channel_type = any(${channel_type}::text[])`]),
      ...(conversation_type === null
        ? []
        : [sql`${as}.conversation_type = any(${conversation_type}::text[])`]),
      ...(span.from === -Infinity
        ? []
        : [sql`${as}.start_time >= ${param(bound(span.from), 'timestamptz')}`]),
      ...(span.to === Infinity ? [] : [sql`${as}.start_time < ${param(bound(span.to), 'timestamptz')}`]),
    ],
    sql` and `,
  )
}

/**
 * Adds a condition on the caller to a filter on numbers. A number is the caller of its conversations, and only `caller`
 * has an index. The condition stands beside the filter, not in its place.
 */
function ofCallers(filter: Filter, as: Sql): Sql {
  const conditions = filter.kind === 'and' ? filter.parts : [filter]
  for (const condition of conditions) {
    if (condition.kind !== 'condition' || condition.field !== 'phone_number') continue
    if (condition.test.kind !== 'equals') continue
    const numbers = condition.test.operands.flatMap((each) => (each.kind === 'string' ? [each.value] : []))
    const isOfNumbersAlone = condition.test.operands.every(({ kind }) => kind !== 'null')
    if (isOfNumbersAlone) return sql`and ${as}.caller = any(${numbers}::text[])`
  }
  return sql``
}

function takesAll({ status, channel_type, conversation_type, span }: CountedFilter): boolean {
  const isAnyKind = status === null && channel_type === null && conversation_type === null
  return isAnyKind && span.from === -Infinity && span.to === Infinity
}
