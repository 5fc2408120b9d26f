import type { Queryable, Transaction } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'

/** How a voice conversation stands (Decision 20). */
export type ConversationStatus =
  | 'initiated'
  | 'ringing'
  | 'live'
  | 'completed'
  | 'no_answer'
  | 'busy'
  | 'failed'
  | 'canceled'

/** How a conversation stands after what the carrier told. Times are ISO 8601 UTC, null where they have not come. */
export interface ConversationStanding {
  status: ConversationStatus
  answered_at: string | null
  end_time: string | null
  duration_seconds: number | null
}

export interface NewVoiceConversation extends ConversationStanding {
  organization_id: string
  project_id: string
  _id: string
  campaign_id: string
  phone_number: string
  /** When the dial was decided. */
  start_time: string
  created_at: Date
}

/** The conversation of an outbound dial. */
export async function insertVoiceConversation(
  transaction: Transaction,
  conversation: NewVoiceConversation,
): Promise<void> {
  await transaction.query(sql`
    insert into conversations (organization_id, project_id, _id, channel_type, conversation_type, status,
      phone_number, campaign_id, start_time, answered_at, end_time, duration_seconds, created_at)
    values (${conversation.organization_id}, ${conversation.project_id}, ${conversation._id}, 'voice', 'outbound',
      ${conversation.status}, ${conversation.phone_number}, ${conversation.campaign_id}, ${conversation.start_time},
      ${conversation.answered_at}, ${conversation.end_time}, ${conversation.duration_seconds},
      ${conversation.created_at})`)
}

/**
 * The same as a part of a statement that has the dial's row as `dial`: the conversation is made where the dial is
 * written, and only then.
 */
export function insertConversationOfDial(conversationId: string, now: Date): Sql {
  return sql`
    insert into conversations (organization_id, project_id, _id, channel_type, conversation_type, status, phone_number,
      campaign_id, start_time, created_at)
    select organization_id, project_id, ${conversationId}::uuid, 'voice', 'outbound', 'initiated', phone_number,
      campaign_id, created_at, ${now}::timestamptz from dial`
}

export async function updateConversation(
  transaction: Transaction,
  organizationId: string,
  conversationId: string,
  standing: ConversationStanding,
): Promise<void> {
  await transaction.query(sql`
    update conversations set status = ${standing.status}, answered_at = ${standing.answered_at},
      end_time = ${standing.end_time}, duration_seconds = ${standing.duration_seconds}
    where organization_id = ${organizationId} and _id = ${conversationId}`)
}

/** Removes the conversation of a dial that was never placed (Decision 62). */
export async function deleteConversation(
  transaction: Transaction,
  organizationId: string,
  conversationId: string,
): Promise<void> {
  await transaction.query(sql`
    delete from conversation_lines where organization_id = ${organizationId} and conversation_id = ${conversationId}`)
  await transaction.query(sql`
    delete from conversations where organization_id = ${organizationId} and _id = ${conversationId}`)
}

/** Something that was said, or that happened on the line (`system`). */
export interface ConversationLine {
  role: 'agent' | 'customer' | 'system'
  text: string
}

/** Writes what was said in one turn; writing the same turn again changes nothing. */
export async function insertConversationLines(
  transaction: Transaction,
  organizationId: string,
  conversationId: string,
  turn: number,
  lines: readonly ConversationLine[],
  saidAt: Date,
): Promise<void> {
  if (lines.length === 0) return
  await transaction.query(sql`
    insert into conversation_lines (organization_id, conversation_id, turn, line, role, text, said_at)
    select ${organizationId}::uuid, ${conversationId}::uuid, ${turn}::integer, place - 1, role, text, ${saidAt}::timestamptz
    from unnest(${lines.map((line) => line.role)}::text[], ${lines.map((line) => line.text)}::text[])
      with ordinality as said (role, text, place)
    on conflict do nothing`)
}

/** The transcript, in the order in which it was spoken. */
export async function selectConversationLines(
  db: Queryable,
  organizationId: string,
  conversationId: string,
): Promise<(ConversationLine & { said_at: string })[]> {
  return db.query(sql`
    select role, text, said_at from conversation_lines
    where organization_id = ${organizationId} and conversation_id = ${conversationId}
    order by turn, line`)
}
