import type { ConversationStatus, SpeakerRole } from '../base/conversation-kinds.ts'
import type { Transaction } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'
import { interaction, undoneInteraction, personWasCounted } from '../people/interactions.ts'
import { countCaller, countChange } from '../counters/count-changes.ts'

/**
 * The state of a conversation according to the carrier's events. Times are ISO 8601 UTC, null where the event has not
 * happened.
 */
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
  /** When the service decided to dial. */
  start_time: string
  created_at: Date
}

/** Inserts the conversation of an outbound call attempt. */
export async function insertVoiceConversation(
  transaction: Transaction,
  conversation: NewVoiceConversation,
): Promise<void> {
  const { organization_id, project_id, _id, campaign_id, phone_number, created_at } = conversation
  await transaction.query(sql`
    with made as (
      select ${organization_id}::uuid as organization_id, ${project_id}::uuid as project_id, ${_id}::uuid as _id,
        ${conversation.status} as status, ${phone_number} as phone_number, ${campaign_id}::uuid as campaign_id,
        ${conversation.start_time}::timestamptz(3) as start_time,
        ${conversation.answered_at}::timestamptz as answered_at, ${conversation.end_time}::timestamptz as end_time,
        ${conversation.duration_seconds}::double precision as duration_seconds, ${created_at}::timestamptz as created_at
    ), ${insertedVoiceConversation()}`)
}

/**
 * Returns the insert of an attempt's conversation, as part of a statement whose subquery `attempt` reads the attempt.
 * If `attempt` has no row, nothing is inserted.
 */
export function insertConversationOfAttempt(conversationId: string, now: Date): Sql {
  return sql`
    made as (
      select organization_id, project_id, ${conversationId}::uuid as _id, 'initiated' as status, phone_number,
        campaign_id, created_at as start_time, null::timestamptz as answered_at, null::timestamptz as end_time,
        null::double precision as duration_seconds, ${now}::timestamptz as created_at
      from attempt
    ), ${insertedVoiceConversation()}`
}

/**
 * Returns the part of a statement that inserts the conversation of its subquery `made`, and updates all counts of it.
 */
function insertedVoiceConversation(): Sql {
  return sql`
    ${interaction(sql`
      select organization_id, project_id, 'voice' as channel_type, phone_number as identity_key, start_time as met_at
      from made`)},
    ${countChange(sql`
      select organization_id, project_id, start_time, 'voice' as channel_type, 'outbound' as conversation_type, status,
        campaign_id, 1 as times, duration_seconds from made`)},
    ${countCaller(sql`select organization_id, project_id, phone_number as caller from made`, 1)}
    insert into conversations (organization_id, project_id, _id, channel_type, conversation_type, status, phone_number,
      campaign_id, profile_id, start_time, answered_at, end_time, duration_seconds, created_at)
    select organization_id, project_id, _id, 'voice', 'outbound', status, phone_number, campaign_id,
      (select profile_id from reached), start_time, answered_at, end_time, duration_seconds, created_at
    from made
    where ${personWasCounted(sql`select count(*) from reached`)}`
}

export async function updateConversation(
  transaction: Transaction,
  organizationId: string,
  conversationId: string,
  standing: ConversationStanding,
): Promise<void> {
  await transaction.query(sql`
    with old as (
      select organization_id, project_id, _id, start_time, channel_type, conversation_type, status, campaign_id,
        duration_seconds
      from conversations where organization_id = ${organizationId} and _id = ${conversationId}
      for update
    ), ${countChange(sql`
      select organization_id, project_id, start_time, channel_type, conversation_type, r.status, campaign_id,
        r.times, r.duration_seconds
      from old, lateral (values (-1, old.status, old.duration_seconds),
        (1, ${standing.status}, ${standing.duration_seconds}::double precision)) r (times, status, duration_seconds)
      where (old.status, old.duration_seconds)
        is distinct from (${standing.status}, ${standing.duration_seconds}::double precision)`)}
    update conversations c set status = ${standing.status}, answered_at = ${standing.answered_at},
      end_time = ${standing.end_time}, duration_seconds = ${standing.duration_seconds}
    where c.organization_id = ${organizationId} and c._id = (select _id from old)`)
}

/**
 * Deletes the conversation of an attempt that never reached the carrier (Rule 62). A ticket that an operator opened
 * stays, without a conversation.
 */
export async function deleteConversation(
  transaction: Transaction,
  organizationId: string,
  conversationId: string,
): Promise<void> {
  await transaction.query(sql`
    delete from conversation_lines where organization_id = ${organizationId} and conversation_id = ${conversationId}`)
  await transaction.query(sql`
    update tickets set conversation_id = null
    where organization_id = ${organizationId} and conversation_id = ${conversationId}`)
  await transaction.query(sql`
    with gone as (
      delete from conversations where organization_id = ${organizationId} and _id = ${conversationId}
      returning organization_id, project_id, start_time, channel_type, conversation_type, status, campaign_id,
        duration_seconds, profile_id, caller
    ), ${undoneInteraction(sql`gone`)},
    ${countCaller(sql`select organization_id, project_id, caller from gone`, -1)},
    ${countChange(sql`
      select organization_id, project_id, start_time, channel_type, conversation_type, status, campaign_id, -1 as times,
        duration_seconds
      from gone`)}
    select from gone where ${personWasCounted(sql`select count(profile_id) from gone`)}`)
}

/** Something that a party said, or an event of the call (`system`). */
export interface ConversationLine {
  role: SpeakerRole
  text: string
}

/** Inserts the lines of one turn. Inserting the same turn again changes nothing. */
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
