import type { Queryable } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'

interface ConversationKey {
  organization_id: string
  conversation_id: string
}

/** What is read of a conversation that was rehearsed. */
export interface RehearsedConversation {
  mode: 'agent' | 'person'
  /** Whether the agent has said goodbye. */
  is_closing: boolean
  tickets: number
  /** What the agent kept of the customer in this conversation, by name. */
  properties: Record<string, unknown>
}

/**
 * Returns null where an agent has not begun the conversation. By the tables' primary keys, of a database with few rows.
 */
export async function selectRehearsedConversation(
  db: Queryable,
  { organization_id, conversation_id }: ConversationKey,
): Promise<RehearsedConversation | null> {
  const [row] = await db.query<RehearsedConversation>(sql`
    select a.mode, a.closing_since is not null as is_closing,
      (select count(*) from tickets t
       where t.organization_id = a.organization_id and t.conversation_id = a.conversation_id) as tickets,
      coalesce((select jsonb_object_agg(s.name, s.value) from said_properties s
       where s.organization_id = a.organization_id and s.conversation_id = a.conversation_id), '{}') as properties
    from agent_conversations a
    where a.organization_id = ${organization_id} and a.conversation_id = ${conversation_id}`)
  return row ?? null
}

/** The conversation of a call with an agent, and whether the call is over. */
export interface RehearsedCall {
  conversation_id: string | null
  state: string
  is_over: boolean
  /** What the agent said before the customer spoke. */
  greeting: string
}

/** Returns the latest attempt of a call; null before the first. */
export async function selectRehearsedCall(
  db: Queryable,
  organizationId: string,
  callId: string,
): Promise<RehearsedCall | null> {
  const [row] = await db.query<RehearsedCall>(sql`
    select conversation_id, state, ended_at is not null as is_over, coalesce((
      select string_agg(l.text, ' ' order by l.line) from conversation_lines l
      where l.organization_id = c.organization_id and l.conversation_id = c.conversation_id
        and l.turn = 0 and l.role = 'agent'), '') as greeting
    from call_attempts c where organization_id = ${organizationId} and call_id = ${callId}
    order by attempt_number desc limit 1`)
  return row ?? null
}

/** Returns the id of the latest WhatsApp conversation with the number; null where there is none. */
export async function selectChatWith(
  db: Queryable,
  organizationId: string,
  number: string,
): Promise<string | null> {
  const [row] = await db.query<{ _id: string }>(sql`
    select _id from conversations
    where organization_id = ${organizationId} and phone_number = ${number} and channel_type = 'whatsapp'
    order by start_time desc, _id desc limit 1`)
  return row?._id ?? null
}
