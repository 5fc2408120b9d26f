import { openStatuses } from '../base/conversation-kinds.ts'
import type { ConversationStatus, ConversationType } from '../base/conversation-kinds.ts'
import { instant } from '../db/instant.ts'
import { join, literal, sql } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'
import type { EventType } from '../events/event-types.ts'

/** Returns whether a conversation with this status goes on. */
export function isOpenStatus(status: ConversationStatus): boolean {
  return openStatuses.some((open) => open === status)
}

/** The statuses of a conversation that goes on, for `in`. */
export const openStates = sql`(${join(openStatuses.map(literal), sql`, `)})`

interface Fact {
  type: Extract<EventType, `conversation.${string}`>
  /** The instant of the fact. */
  at: Date | Sql
  /** Further members of `data`, as JSON; none by default. */
  more?: Sql
  texts?: Sql
}

/**
 * Returns the facts of `eventsOf` for conversations.
 *
 * @param conversations rows of `conversations` as they are after the fact, with all columns that a list shows.
 */
export function factsOfConversations(conversations: Sql, { type, at, more, texts }: Fact): Sql {
  return sql`
    select ${type}::text as type, c._id as subject_id, ${at}::timestamptz as at, jsonb_build_object('_id', c._id,
        'status', c.status, 'outcome', case when c.status not in ${openStates} then c.status end,
        'conversation_type', c.conversation_type, 'channel_type', c.channel_type, 'phone_number', c.phone_number,
        'campaign_id', c.campaign_id, 'customer_profile_id', c.profile_id, 'start_time', ${instant(sql`c.start_time`)},
        'answered_at', ${instant(sql`c.answered_at`)}, 'end_time', ${instant(sql`c.end_time`)},
        'duration_seconds', c.duration_seconds, 'created_at', ${instant(sql`c.created_at`)})${more === undefined ? sql`` : sql` || ${more}`} as data,
      ${texts ?? sql`null::jsonb`} as texts
    from (${conversations}) c`
}

/** A conversation of a call as the statement that writes it has it. Times are ISO 8601, in any form. */
export interface KnownConversation {
  _id: string
  status: ConversationStatus
  conversation_type: ConversationType
  phone_number: string | null
  campaign_id: string
  start_time: string
  answered_at: string | null
  end_time: string | null
  duration_seconds: number | null
  /** Null: `conversations` has it. */
  created_at: string | null
}

/**
 * Returns the same for one conversation of a call of which all but its profile is known, so that PostgreSQL does not
 * build it.
 *
 * @param conversations its row with `profile_id`, and `created_at` if that is not known; or none.
 */
export function factsOfKnownConversation(
  conversations: Sql,
  known: KnownConversation,
  { type, at }: { type: Fact['type']; at: Date },
): Sql {
  const instantOf = (time: string | null) => (time === null ? null : new Date(time).toISOString())
  const data = {
    _id: known._id,
    status: known.status,
    outcome: isOpenStatus(known.status) ? null : known.status,
    conversation_type: known.conversation_type,
    channel_type: 'voice',
    phone_number: known.phone_number,
    campaign_id: known.campaign_id,
    start_time: instantOf(known.start_time),
    answered_at: instantOf(known.answered_at),
    end_time: instantOf(known.end_time),
    duration_seconds: known.duration_seconds,
    created_at: instantOf(known.created_at),
  }
  const created = known.created_at === null ? sql`, 'created_at', ${instant(sql`c.created_at`)}` : sql``
  return sql`
    select ${literal(type)} as type, ${known._id}::uuid as subject_id, ${at}::timestamptz as at,
      ${JSON.stringify(data)}::jsonb || jsonb_build_object('customer_profile_id', c.profile_id${created}) as data,
      null::jsonb as texts
    from (${conversations}) c`
}

/**
 * Returns the facts of `eventsOf` for messages that people have written.
 *
 * @param messages rows of `messages`, with `sender` (the number or id of who wrote).
 */
export function factsOfReceivedMessages(messages: Sql, at: Date): Sql {
  return sql`
    select 'message.received' as type, m._id as subject_id, ${at}::timestamptz as at, jsonb_build_object('_id', m._id,
        'direction', 'inbound', 'channel_type', m.channel_type, 'from', m.sender, 'type', m.kind,
        'provider_message_id', m.provider_message_id, 'conversation_id', m.conversation_id,
        'customer_profile_id', m.profile_id, 'created_at', ${instant(sql`m.created_at`)}) as data,
      jsonb_build_object('text', m.text) as texts
    from (${messages}) m`
}

/** Returns the facts of `eventsOf` for tickets: rows of `tickets` as they are after the fact. */
export function factsOfTickets(tickets: Sql, type: 'ticket.opened' | 'ticket.closed', at: Date): Sql {
  return sql`
    select ${type}::text as type, t._id as subject_id, ${at}::timestamptz as at, jsonb_build_object('_id', t._id,
        'status', t.status, 'channel_type', t.channel_type, 'opened_by', t.opened_by, 'opened_by_name', t.opened_by_name,
        'conversation_id', t.conversation_id, 'customer_profile_id', t.profile_id, 'created_at', ${instant(sql`t.created_at`)},
        'closed_at', ${instant(sql`t.closed_at`)}, 'closed_by_name', t.closed_by_name) as data,
      jsonb_build_object('subject', t.subject, 'closing_note', t.closing_note) as texts
    from (${tickets}) t`
}

/** Returns the condition that a conversation is over. */
export function isOver(status: Sql): Sql {
  return sql`${status} not in ${openStates}`
}
