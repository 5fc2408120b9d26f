import type { SpeakerRole } from '../base/conversation-kinds.ts'
import type { Queryable } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'
import { selectPersonLabels } from '../people/label-queries.ts'
import type { PersonLabel } from '../people/label-queries.ts'
import { conversationColumns } from './list-queries.ts'
import type { ConversationRow } from './list-queries.ts'

/** The most lines of a transcript that are shown, the latest; a call of an hour has some hundred. */
export const linesMax = 2_000

/** A line of a transcript: what was said, written or happened, oldest first. */
export interface TranscriptLine {
  role: SpeakerRole
  text: string
  at: string
  /** The type of a written message, such as `image`; null for text and for calls. */
  kind: string | null
}

/** A conversation with what its page shows. */
export interface ConversationDetail extends ConversationRow {
  campaign_name: string | null
  customer_name: string | null
  /** The person that it is with. */
  customer: PersonLabel | null
  /** The id of a person on WhatsApp whose number is unknown. */
  whatsapp_user_id: string | null
  /** The call and the attempt that the conversation belongs to; null where it is none. */
  call_id: string | null
  attempt_id: string | null
  tickets: { _id: string; subject: string | null; status: string; created_at: string }[]
}

/**
 * Returns a conversation of the project; null if it has none with this id. By primary keys and
 * call_attempts_by_conversation.
 */
export async function selectConversation(
  db: Queryable,
  { organization_id, project_id }: { organization_id: string; project_id: string },
  conversationId: string,
): Promise<ConversationDetail | null> {
  const [found] = await db.query<Omit<ConversationDetail, 'tickets' | 'customer'>>(sql`
    select ${conversationColumns}, c.whatsapp_user_id, g.name as campaign_name, p.name as customer_name, a.call_id, a._id as attempt_id
    from conversations c
    left join campaigns g on g.organization_id = c.organization_id and g._id = c.campaign_id
    left join profiles p on p.organization_id = c.organization_id and p._id = c.profile_id
    left join lateral (
      select call_id, _id from call_attempts where organization_id = c.organization_id and conversation_id = c._id
      limit 1) a on true
    where c.organization_id = ${organization_id} and c._id = ${conversationId} and c.project_id = ${project_id}`)
  if (found === undefined) return null
  const profileId = found.customer_profile_id
  const [tickets, people] = await Promise.all([
    db.query<ConversationDetail['tickets'][number]>(sql`
      select _id, subject, status, created_at from tickets
      where organization_id = ${organization_id} and conversation_id = ${conversationId} order by created_at, _id limit 100`),
    selectPersonLabels(db, organization_id, profileId === null ? [] : [profileId]),
  ])
  return { ...found, tickets, customer: people.get(profileId ?? '') ?? null }
}

/**
 * Returns the latest `linesMax` lines of a conversation in their order: what a call said, and the messages of a chat.
 * Indexes: conversation_lines_pkey, messages_by_conversation.
 */
export async function selectTranscript(
  db: Queryable,
  organizationId: string,
  conversationId: string,
): Promise<TranscriptLine[]> {
  const [spoken, written] = await Promise.all([
    db.query<TranscriptLine>(sql`
      select role, text, said_at as at, null as kind from conversation_lines
      where organization_id = ${organizationId} and conversation_id = ${conversationId}
      order by turn desc, line desc limit ${linesMax}`),
    db.query<TranscriptLine>(sql`
      select case direction when 'inbound' then 'customer' else 'agent' end as role, coalesce(text, '') as text,
        created_at as at, kind
      from messages where organization_id = ${organizationId} and conversation_id = ${conversationId}
      order by created_at desc, _id desc limit ${linesMax}`),
  ])
  // A call has no messages, and a chat no spoken lines.
  return [...spoken, ...written].toReversed()
}
