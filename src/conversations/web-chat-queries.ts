import type { NewId } from '../base/ids.ts'
import { countCaller, countChange, countMessages } from '../counters/count-changes.ts'
import type { Queryable, Transaction } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'
import { eventsOf } from '../events/event-of.ts'
import { factsOfConversations } from './conversation-events.ts'

/** A conversation on a website of the operator. */
export interface WebChat {
  organization_id: string
  project_id: string
  conversation_id: string
}

/**
 * Inserts a conversation on the web, begun by the customer, and counts it. The person has neither number nor profile.
 */
export async function insertWebChat(transaction: Transaction, chat: WebChat, now: Date): Promise<void> {
  const started = sql`
    select *, 'live' as status, 'web' as channel_type, 'inbound' as conversation_type, null::text as phone_number,
      null::uuid as campaign_id, null::uuid as profile_id, null::timestamptz as answered_at, null::timestamptz as end_time,
      null::double precision as duration_seconds, start_time as created_at
    from made`
  await transaction.query(sql`
    with made as (
      select ${chat.organization_id}::uuid as organization_id, ${chat.project_id}::uuid as project_id,
        ${chat.conversation_id}::uuid as _id, ${now}::timestamptz(3) as start_time
    ), ${countChange(sql`
      select organization_id, project_id, start_time, 'web' as channel_type, 'inbound' as conversation_type,
        'live' as status, null::uuid as campaign_id, 1 as times, null::double precision as duration_seconds
      from made`)},
    ${countCaller(sql`select organization_id, project_id, _id::text as caller from made`, 1)},
    ${eventsOf(chat, factsOfConversations(started, { type: 'conversation.started', at: now }))}
    insert into conversations (organization_id, project_id, _id, channel_type, conversation_type, status, start_time,
      last_message_at, created_at)
    select organization_id, project_id, _id, 'web', 'inbound', 'live', start_time, start_time, start_time from made`)
}

/**
 * Adds a message to a conversation on the web, and counts it. Returns false, with nothing written, where the
 * conversation has ended or the project has none.
 */
export async function addWebMessage(
  { newId }: { newId: NewId },
  transaction: Transaction,
  { organization_id, project_id, conversation_id }: WebChat,
  message: { direction: 'inbound' | 'outbound'; text: string; at: Date },
): Promise<boolean> {
  const added = await transaction.query(sql`
    with chat as (
      update conversations set last_message_at = greatest(last_message_at, ${message.at})
      where organization_id = ${organization_id} and project_id = ${project_id} and _id = ${conversation_id}
        and channel_type = 'web' and status = 'live'
      returning organization_id, project_id, _id, profile_id, met_as
    ), made as (
      insert into messages (organization_id, project_id, _id, conversation_id, profile_id, met_as, channel_type, direction,
        text, kind, created_at)
      select organization_id, project_id, ${newId()}::uuid, _id, profile_id, met_as, 'web', ${message.direction}, ${message.text},
        'text', ${message.at}::timestamptz
      from chat
      returning organization_id, project_id, channel_type, direction, created_at
    ), ${countMessages(sql`made`)}
    select from chat`)
  return added.length === 1
}

/** Returns the web conversation of the project and whether it goes on; null where there is none. */
export async function selectWebChat(
  db: Queryable,
  { organization_id, project_id, conversation_id }: WebChat,
): Promise<{ status: string } | null> {
  const [chat] = await db.query<{ status: string }>(sql`
    select status from conversations where organization_id = ${organization_id} and project_id = ${project_id}
      and _id = ${conversation_id} and channel_type = 'web'`)
  return chat ?? null
}
