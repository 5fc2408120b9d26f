import type { ChannelType } from '../base/conversation-kinds.ts'
import { isUuid } from '../base/ids.ts'
import type { Db } from '../db/database.ts'
import { sql, typedParam } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'
import { selectPersonLabels } from '../people/label-queries.ts'
import type { PersonLabel } from '../people/label-queries.ts'
import { containsFolded, matchesSearch } from '../people/list-queries.ts'
import type { NewTicket } from './ticket.ts'

/** A ticket as the dashboard shows it. */
export interface TicketRow {
  _id: string
  /** `open` or `closed`; imported tickets may have any status. */
  status: string
  subject: string | null
  channel_type: ChannelType
  /** Null for imported tickets. */
  opened_by: NewTicket['opened_by'] | null
  opened_by_name: string | null
  conversation_id: string | null
  customer_profile_id: string | null
  created_at: string
  closed_at: string | null
  closed_by_name: string | null
  closing_note: string | null
}

export const shownTickets = ['open', 'closed'] as const

export interface TicketList {
  organization_id: string
  project_id: string
  show: (typeof shownTickets)[number]
  /** The id of the ticket, or part of the subject or of what finds the person; null for any. */
  search: string | null
  skip: number
  limit: number
}

/** Tickets that a search finds by their subject, at most, and by their person: the first ones of the list. */
const foundMax = 10_000

/**
 * Returns one page of the project's tickets, and how many match: open ones oldest first, closed ones latest first.
 * Indexes: tickets_open, tickets_closed; for a search tickets_by_subject, profile_search_words,
 * tickets_by_person and the primary key.
 */
export async function selectTicketPage(
  db: Db,
  list: TicketList,
): Promise<{ items: (TicketRow & { customer: PersonLabel | null })[]; total: number }> {
  const reader = db.limited(list.organization_id)
  const from = foundBy(list)
  const order = orderOf(list, sql`t`)
  const [rows, [counted]] = await Promise.all([
    reader.query<TicketRow>(sql`
      select ${ticketColumns} ${from} order by ${order}
      limit ${typedParam(list.limit, 'bigint')} offset ${typedParam(list.skip, 'bigint')}`),
    reader.query<{ total: number }>(sql`select count(*) as total ${from}`),
  ])
  const people = await selectPersonLabels(
    db,
    list.organization_id,
    rows.flatMap(({ customer_profile_id: id }) => id ?? []),
  )
  const items = rows.map((row) => ({ ...row, customer: people.get(row.customer_profile_id ?? '') ?? null }))
  return { items, total: counted?.total ?? 0 }
}

/** The columns of `TicketRow`, from `tickets t`. */
const ticketColumns = sql`t._id, t.status, t.subject, t.channel_type, t.opened_by, t.opened_by_name, t.conversation_id,
  t.profile_id as customer_profile_id, t.created_at, t.closed_at, t.closed_by_name, t.closing_note`

function orderOf({ show }: TicketList, as: Sql): Sql {
  return show === 'open'
    ? sql`${as}.created_at, ${as}._id desc`
    : sql`coalesce(${as}.closed_at, ${as}.created_at) desc, ${as}._id`
}

function foundBy(list: TicketList): Sql {
  const { organization_id, project_id, show, search } = list
  const mineAs = (
    as: Sql,
  ) => sql`${as}.organization_id = ${organization_id} and ${as}.project_id = ${project_id}
    and ${show === 'open' ? sql`${as}.status = 'open'` : sql`${as}.status <> 'open'`}`
  const mine = sql`from tickets t where ${mineAs(sql`t`)}`
  if (search === null) return mine
  // `offset 0` has the index of the search read, and not the whole list in its order.
  const first = (found: Sql) => sql`
    (select f._id from (${found} offset 0) f order by ${orderOf(list, sql`f`)} limit ${foundMax})`
  const byId = isUuid(search)
    ? sql`select o._id from tickets o where ${mineAs(sql`o`)} and o._id = ${search}::uuid union `
    : sql``
  return sql`from (
    ${byId}${first(sql`
      select o.* from tickets o where ${mineAs(sql`o`)} and ${containsFolded(sql`search_form(o.subject)`, search)}`)}
    union
    ${first(sql`
      select o.* from profile_search s
      join tickets o on o.organization_id = s.organization_id and o.profile_id = s.profile_id
      where s.organization_id = ${organization_id} and s.project_id = ${project_id} and ${matchesSearch(search)}
        and ${mineAs(sql`o`)}`)}) found
    cross join lateral (
      select * from tickets o where o.organization_id = ${organization_id} and o._id = found._id offset 0) t`
}
