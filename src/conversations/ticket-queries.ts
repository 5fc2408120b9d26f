import type { ChannelType } from '../base/conversation-kinds.ts'
import type { NewId } from '../base/ids.ts'
import type { Queryable, Transaction } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'
import { eventsOf } from '../events/event-of.ts'
import { factsOfTickets } from './conversation-events.ts'
import type { NewTicket } from './ticket.ts'

/**
 * Opens a ticket. Returns its id, or null where a ticket with the same opening key exists.
 *
 * The profile is locked while the ticket is inserted: a concurrent merge waits, and then moves the ticket too. Where a
 * merge has just happened, the transaction is run again and finds the survivor.
 */
export async function insertTicket(
  { newId }: { newId: NewId },
  transaction: Transaction,
  ticket: NewTicket,
  openedAt: Date,
): Promise<string | null> {
  return insert(transaction, { ...ticket, _id: newId() }, openedAt, sql`true`)
}

/**
 * Opens a ticket for a conversation, unless the conversation has an open ticket of any origin. If two keywords open
 * tickets at the same time, a unique index admits only one.
 */
export async function insertOnlyTicket(
  { newId }: { newId: NewId },
  transaction: Transaction,
  ticket: NewTicket & { conversation_id: string },
  openedAt: Date,
): Promise<string | null> {
  const hasNone = sql`not exists (
    select from tickets where organization_id = ${ticket.organization_id}
      and conversation_id = ${ticket.conversation_id} and status = 'open')`
  return insert(transaction, { ...ticket, _id: newId() }, openedAt, hasNone)
}

async function insert(
  transaction: Transaction,
  ticket: NewTicket & { _id: string },
  openedAt: Date,
  condition: Sql,
): Promise<string | null> {
  const { organization_id, project_id, conversation_id } = ticket
  const [opened] = await transaction.query<{ _id: string }>(sql`
    with talk as materialized (
      -- Waits for a merge or separation that moves the conversation, and then reads its new profile.
      select profile_id, met_as from conversations
      where organization_id = ${organization_id} and _id = ${conversation_id} for share
    ), person as materialized (
      select coalesce(${ticket.profile_id}::uuid, (select profile_id from talk)) as profile_id
    ), held as materialized (
      select p._id from profiles p
      where p.organization_id = ${organization_id} and p._id = (select profile_id from person)
      for key share
    ), opened as (
    insert into tickets (organization_id, project_id, _id, conversation_id, profile_id, met_as, channel_type, subject,
      status, opened_by, opened_by_name, opening_key, created_at)
    select ${organization_id}::uuid, ${project_id}::uuid, ${ticket._id}::uuid, ${conversation_id}::uuid,
      (select _id from held), (select met_as from talk where profile_id = (select _id from held)),
      ${ticket.channel_type}, ${ticket.subject}, 'open', ${ticket.opened_by},
      ${ticket.opened_by_name ?? null}, ${ticket.opening_key}, ${openedAt}::timestamptz
    where ${condition} and conflict_unless((select count(*) from held) = (select count(profile_id) from person))
    on conflict do nothing
    returning *
    ), ${eventsOf(ticket, factsOfTickets(sql`select * from opened`, 'ticket.opened', openedAt))}
    select _id from opened`)
  return opened?._id ?? null
}

/** Returns the channel of a conversation of the project; null where there is none. */
export async function selectTicketConversation(
  db: Queryable,
  { organization_id, project_id }: { organization_id: string; project_id: string },
  conversationId: string,
): Promise<{ channel_type: ChannelType } | null> {
  const [conversation] = await db.query<{ channel_type: ChannelType }>(sql`
    select channel_type from conversations
    where organization_id = ${organization_id} and project_id = ${project_id} and _id = ${conversationId}`)
  return conversation ?? null
}

/** A ticket as an operator sees it. */
export interface ListedTicket {
  _id: string
  /** Names of the organization and the project. */
  organization: string
  project: string
  channel_type: ChannelType
  subject: string | null
  /** Imported tickets may have any status. */
  status: string
  /** Null for imported tickets. */
  opened_by: NewTicket['opened_by'] | null
  conversation_id: string | null
  customer_profile_id: string | null
  created_at: string
  closed_at: string | null
}

/** The most tickets in one list. */
const listedMax = 1_000

/**
 * Returns the latest tickets, and how many there are. `organization` and `project` select projects by name or id; null
 * selects all. Returns null where they match none. Index: tickets_open, or tickets_by_creation where all are listed.
 * The latest tickets are read from each project separately, so that no project is read in full.
 *
 * @param which `open`: only open tickets; `all`: tickets of any status.
 */
export async function selectTickets(
  db: Queryable,
  { organization, project }: { organization: string | null; project: string | null },
  which: 'open' | 'all',
): Promise<{ tickets: ListedTicket[]; total: number } | null> {
  const named = sql`(
    select p.organization_id, p._id, p.name, o.name as organization
    from projects p join organizations o on o._id = p.organization_id
    where (${organization}::text is null or o.name = ${organization} or o._id::text = lower(${organization}))
      and (${project}::text is null or p.name = ${project} or p._id::text = lower(${project}))) p`
  const mine = sql`organization_id = p.organization_id and project_id = p._id
    and ${which === 'open' ? sql`status = 'open'` : sql`true`}`
  const [tickets, [counted]] = await Promise.all([
    db.query<ListedTicket>(sql`
      select t._id, p.organization, p.name as project, t.channel_type, t.subject, t.status, t.opened_by,
        t.conversation_id, t.profile_id as customer_profile_id, t.created_at, t.closed_at
      from ${named}
      cross join lateral (
        select * from tickets where ${mine} order by created_at desc, _id limit ${listedMax}) t
      order by t.created_at desc, t._id limit ${listedMax}`),
    db.query<{ total: number; projects: number }>(sql`
      select coalesce(sum(t.count), 0)::bigint as total, count(*) as projects
      from ${named}
      cross join lateral (select count(*) as count from tickets where ${mine}) t`),
  ])
  const { total = 0, projects = 0 } = counted ?? {}
  return projects === 0 && organization !== null ? null : { tickets, total }
}

/** A ticket that somebody closes. */
export interface ClosingTicket {
  organization_id: string
  project_id: string
  subject: string | null
  status: string
  closed_at: string | null
}

/**
 * Closes a ticket. Returns its state before, null where there is none. Looks it up by primary key in each organization,
 * or in one project alone.
 *
 * @param place null: of any tenant.
 */
export async function updateTicketClosed(
  transaction: Transaction,
  { ticketId, place }: { ticketId: string; place: { organization_id: string; project_id: string } | null },
  { now, by, note }: { now: Date; by: string | null; note: string | null },
): Promise<ClosingTicket | null> {
  const columns = sql`t.organization_id, t.project_id, t.subject, t.status, t.closed_at`
  const [ticket] = await transaction.query<ClosingTicket>(
    place === null
      ? sql`
          select ${columns} from organizations o
          join tickets t on t.organization_id = o._id and t._id = ${ticketId}
          for update of t`
      : sql`
          select ${columns} from tickets t
          where t.organization_id = ${place.organization_id} and t.project_id = ${place.project_id}
            and t._id = ${ticketId}
          for update`,
  )
  if (ticket === undefined) return null
  if (ticket.status !== 'closed')
    await transaction.query(sql`
      with closed as (
        update tickets set status = 'closed', closed_at = ${now}, closed_by_name = ${by}, closing_note = ${note}
        where organization_id = ${ticket.organization_id} and _id = ${ticketId}
        returning *
      ), ${eventsOf(ticket, factsOfTickets(sql`select * from closed`, 'ticket.closed', now))}
      select`)
  return ticket
}
