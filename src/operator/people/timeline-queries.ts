import type { ChannelType } from '../../base/conversation-kinds.ts'
import type { Queryable } from '../../db/queryable.ts'
import { join, sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'

export const timelineKinds = ['calls', 'messages', 'tickets', 'opt_outs', 'merges'] as const
export type TimelineKind = (typeof timelineKinds)[number]

export const entryKinds = [
  'call',
  'chat',
  'message',
  'ticket_opened',
  'ticket_closed',
  'opted_out',
  'opted_in',
  'merged',
] as const
export type EntryKind = (typeof entryKinds)[number]

/** Something that happened with a person. What does not belong to its kind is null. */
export interface TimelineEntry {
  /** Unique within the timeline; it is also the cursor, together with `at`. */
  _id: string
  kind: EntryKind
  at: string
  channel_type: ChannelType | null
  direction: string | null
  /** The state of a call, the delivery of a message, the scope of an opt-out. */
  status: string | null
  /** The words of a message, the subject of a ticket, the reason of an opt-out. */
  text: string | null
  /** The type of a message; who opened a ticket; the source of an opt-out. */
  type: string | null
  error_code: string | null
  error_reason: string | null
  /** Who did it, where that is known by name. */
  by: string | null
  /** The number or id that it was with. */
  address: string | null
  campaign_name: string | null
  duration_seconds: number | null
  call_id: string | null
  conversation_id: string | null
  message_id: string | null
  broadcast_id: string | null
  ticket_id: string | null
  profile_id: string | null
}

/** Whose timeline it is. */
export interface TimelinePerson {
  organization_id: string
  project_id: string
  profile_id: string
  /** All numbers of the person in E.164. */
  numbers: readonly string[]
  /** All numbers and ids by which the person is known on WhatsApp. */
  addresses: readonly string[]
}

/** The entry after which a page begins. */
export interface TimelineCursor {
  at: string
  _id: string
}

interface Part extends Partial<Record<Exclude<keyof TimelineEntry, '_id' | 'kind' | 'at'>, Sql>> {
  kind: Sql
  at: Sql
  _id: Sql
  /** From the word `from` on, with a condition. */
  from: Sql
}

/**
 * Returns the latest entries of a person before the cursor, latest first. Each part reads at most `limit` rows from an
 * index in the order of time: conversations_by_profile, call_attempts_by_number, calls_waiting_by_number,
 * calls_never_dialed, messages_by_person, whatsapp_messages_not_accepted, tickets_by_person,
 * merged_profiles_by_survivor and the primary key of whatsapp_opt_outs. All rows of the last two are read: a person has
 * few.
 */
export async function selectTimeline(
  db: Queryable,
  person: TimelinePerson,
  kinds: readonly TimelineKind[],
  { before, limit }: { before: TimelineCursor | null; limit: number },
): Promise<TimelineEntry[]> {
  const parts = kinds.flatMap((kind) => partsOf[kind](person))
  const cursorAt = before?.at ?? 'infinity'
  const cursorId = before?._id ?? ''
  const bounded = parts.map(
    (part) => sql`(
      select ${columnsOf(part)} ${part.from} and ${part.at} <= ${cursorAt}::timestamptz
        and (${part.at} < ${cursorAt}::timestamptz or ${part._id} < ${cursorId} collate "C")
      order by ${part.at} desc, ${part._id} collate "C" desc limit ${limit})`,
  )
  return db.query<TimelineEntry>(sql`
    select * from (${join(bounded, sql` union all `)}) entries
    order by at desc, _id collate "C" desc limit ${limit}`)
}

const empty = sql`null::text`
const emptyId = sql`null::uuid`

function columnsOf(part: Part): Sql {
  const text = (name: 'channel_type' | 'direction' | 'status' | 'text' | 'type' | 'by') =>
    sql`${part[name] ?? empty}::text`
  return sql`${part._id} as _id, ${part.kind}::text as kind, ${part.at} as at, ${text('channel_type')} as channel_type,
    ${text('direction')} as direction, ${text('status')} as status, ${text('text')} as text, ${text('type')} as type,
    ${part.error_code ?? empty} as error_code, ${part.error_reason ?? empty} as error_reason, ${text('by')} as by,
    ${part.address ?? empty} as address, ${part.campaign_name ?? empty} as campaign_name,
    ${part.duration_seconds ?? sql`null::double precision`} as duration_seconds, ${part.call_id ?? emptyId} as call_id,
    ${part.conversation_id ?? emptyId} as conversation_id, ${part.message_id ?? emptyId} as message_id,
    ${part.broadcast_id ?? emptyId} as broadcast_id, ${part.ticket_id ?? emptyId} as ticket_id,
    ${part.profile_id ?? emptyId} as profile_id`
}

const partsOf: Record<TimelineKind, (person: TimelinePerson) => Part[]> = {
  calls: (person) => [conversations(person), attempts(person), waitingCalls(person), neverDialed(person)],
  messages: (person) => [messages(person), notAccepted(person)],
  tickets: (person) => [ticketsOpened(person), ticketsClosed(person)],
  opt_outs: (person) => [optOuts(person)],
  merges: (person) => [merges(person)],
}

/** Calls that a conversation was made of, and the beginnings of chats. */
function conversations({ organization_id, profile_id }: TimelinePerson): Part {
  return {
    _id: sql`c._id::text`,
    kind: sql`case when c.channel_type = 'voice' then 'call' else 'chat' end`,
    at: sql`c.start_time`,
    channel_type: sql`c.channel_type`,
    direction: sql`c.conversation_type`,
    status: sql`c.status`,
    address: sql`coalesce(c.phone_number, c.whatsapp_user_id)`,
    campaign_name: sql`(select name from campaigns g where g.organization_id = c.organization_id and g._id = c.campaign_id)`,
    error_code: sql`a.error_code`,
    error_reason: sql`a.error_reason`,
    duration_seconds: sql`c.duration_seconds`,
    call_id: sql`a.call_id`,
    conversation_id: sql`c._id`,
    from: sql`from conversations c left join lateral (
        select call_id, error_code, error_reason from call_attempts
        where organization_id = c.organization_id and conversation_id = c._id limit 1) a on c.channel_type = 'voice'
      where c.organization_id = ${organization_id} and c.profile_id = ${profile_id}`,
  }
}

/** What the parts have in common that are made of a call `c` without conversation. */
const ofCall = {
  kind: sql`'call'`,
  channel_type: sql`'voice'`,
  direction: sql`'outbound'`,
  address: sql`c.phone_number`,
  campaign_name: sql`(select name from campaigns g where g.organization_id = c.organization_id and g._id = c.campaign_id)`,
  call_id: sql`c._id`,
}

/** Attempts without conversation: those that have just begun, and those that the carrier did not take. */
function attempts({ organization_id, project_id, numbers }: TimelinePerson): Part {
  return {
    ...ofCall,
    _id: sql`a._id::text`,
    at: sql`a.created_at`,
    status: sql`a.state`,
    error_code: sql`a.error_code`,
    error_reason: sql`a.error_reason`,
    from: sql`from call_attempts a join calls c on c.organization_id = a.organization_id and c._id = a.call_id
      where a.organization_id = ${organization_id} and a.phone_number = any(${numbers}::text[])
        and a.conversation_id is null and c.project_id = ${project_id}`,
  }
}

function waitingCalls({ organization_id, project_id, numbers }: TimelinePerson): Part {
  return {
    ...ofCall,
    _id: sql`c._id::text`,
    at: sql`c.created_at`,
    status: sql`c.state`,
    from: sql`from calls c where c.organization_id = ${organization_id} and c.project_id = ${project_id}
      and c.phone_number = any(${numbers}::text[]) and c.state = 'waiting'`,
  }
}

function neverDialed({ organization_id, project_id, numbers }: TimelinePerson): Part {
  return {
    ...ofCall,
    _id: sql`c._id::text`,
    at: sql`c.created_at`,
    status: sql`c.state`,
    error_code: sql`c.error_code`,
    error_reason: sql`c.error_reason`,
    from: sql`from calls c where c.organization_id = ${organization_id} and c.project_id = ${project_id}
      and c.phone_number = any(${numbers}::text[]) and c.attempts_count = 0
      and c.state in ('canceled', 'expired', 'failed')`,
  }
}

/** Selects what was written both ways, and how the delivery of the service's messages goes. */
function messages({ organization_id, profile_id }: TimelinePerson): Part {
  return {
    _id: sql`m._id::text`,
    kind: sql`'message'`,
    at: sql`m.created_at`,
    channel_type: sql`m.channel_type`,
    direction: sql`m.direction`,
    status: sql`w.status`,
    text: sql`left(m.text, 500)`,
    type: sql`m.kind`,
    error_code: sql`w.error_code`,
    error_reason: sql`w.error_reason`,
    conversation_id: sql`m.conversation_id`,
    message_id: sql`w._id`,
    broadcast_id: sql`w.broadcast_id`,
    from: sql`from messages m left join lateral (
        select _id, broadcast_id, status, error_code, error_reason from whatsapp_messages
        where organization_id = m.organization_id and provider_message_id = m.provider_message_id limit 1) w
        on m.direction = 'outbound'
      where m.organization_id = ${organization_id} and m.profile_id = ${profile_id}`,
  }
}

/** Messages that the provider did not accept, or has not yet. */
function notAccepted({ organization_id, project_id, addresses }: TimelinePerson): Part {
  return {
    _id: sql`w._id::text`,
    kind: sql`'message'`,
    at: sql`w.created_at`,
    channel_type: sql`'whatsapp'`,
    direction: sql`'outbound'`,
    status: sql`w.status`,
    type: sql`w.type`,
    error_code: sql`w.error_code`,
    error_reason: sql`w.error_reason`,
    address: sql`w.recipient`,
    message_id: sql`w._id`,
    broadcast_id: sql`w.broadcast_id`,
    from: sql`from whatsapp_messages w where w.organization_id = ${organization_id} and w.project_id = ${project_id}
      and w.recipient = any(${addresses}::text[]) and w.conversation_id is null`,
  }
}

function ticketsOpened({ organization_id, profile_id }: TimelinePerson): Part {
  return {
    _id: sql`t._id::text`,
    kind: sql`'ticket_opened'`,
    at: sql`t.created_at`,
    channel_type: sql`t.channel_type`,
    status: sql`t.status`,
    text: sql`t.subject`,
    type: sql`t.opened_by`,
    by: sql`t.opened_by_name`,
    ticket_id: sql`t._id`,
    conversation_id: sql`t.conversation_id`,
    from: sql`from tickets t where t.organization_id = ${organization_id} and t.profile_id = ${profile_id}`,
  }
}

function ticketsClosed({ organization_id, profile_id }: TimelinePerson): Part {
  return {
    _id: sql`t._id::text || ' closed'`,
    kind: sql`'ticket_closed'`,
    at: sql`t.closed_at`,
    channel_type: sql`t.channel_type`,
    status: sql`t.status`,
    text: sql`coalesce(t.closing_note, t.subject)`,
    by: sql`t.closed_by_name`,
    ticket_id: sql`t._id`,
    conversation_id: sql`t.conversation_id`,
    from: sql`from tickets t where t.organization_id = ${organization_id} and t.profile_id = ${profile_id}
      and t.closed_at is not null`,
  }
}

/** Selects the last opt-out and its end for each address and scope. An end without an opt-out before it is left out. */
function optOuts({ organization_id, project_id, addresses }: TimelinePerson): Part {
  return {
    _id: sql`concat_ws(' ', o.recipient, o.scope, e.kind)`,
    kind: sql`e.kind`,
    at: sql`e.at`,
    channel_type: sql`'whatsapp'`,
    status: sql`o.scope`,
    text: sql`case when e.kind = 'opted_out' then o.why end`,
    type: sql`case when e.kind = 'opted_out' then o.source end`,
    address: sql`o.recipient`,
    from: sql`from whatsapp_opt_outs o
      cross join lateral (values ('opted_out', o.since), ('opted_in', o.ended_at)) e (kind, at)
      where o.organization_id = ${organization_id} and o.project_id = ${project_id}
        and o.recipient = any(${addresses}::text[]) and o.since > '-infinity' and e.at is not null`,
  }
}

function merges({ organization_id, profile_id }: TimelinePerson): Part {
  return {
    _id: sql`g._id::text`,
    kind: sql`'merged'`,
    at: sql`g.merged_at`,
    profile_id: sql`g._id`,
    from: sql`from merged_profiles g where g.organization_id = ${organization_id} and g.survivor_id = ${profile_id}`,
  }
}
