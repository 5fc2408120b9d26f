import type { ConversationStanding, NewVoiceConversation } from '../../src/conversations/queries.ts'
import { countCaller, countChange } from '../../src/counters/count-changes.ts'
import type { Transaction } from '../../src/db/queryable.ts'
import { sql } from '../../src/db/sql.ts'
import { interaction, personWasCounted } from '../../src/people/interactions.ts'

/** The counting parts that a statement has. */
export interface Counted {
  changes: boolean
  callers: boolean
}

// These are the statements of src/conversations/queries.ts with some counting parts left out. Change both together.

/** Returns `insertVoiceConversation` with fewer counting parts. */
export async function insertUncounted(
  transaction: Transaction,
  conversation: NewVoiceConversation,
  { changes, callers }: Counted,
): Promise<void> {
  const { organization_id, project_id, _id, campaign_id, phone_number, created_at } = conversation
  const change = countChange(sql`
    select organization_id, project_id, start_time, 'voice' as channel_type, 'outbound' as conversation_type, status,
      campaign_id, 1 as times, duration_seconds from made`)
  const caller = countCaller(sql`select organization_id, project_id, phone_number as caller from made`, 1)
  await transaction.query(sql`
    with made as (
      select ${organization_id}::uuid as organization_id, ${project_id}::uuid as project_id, ${_id}::uuid as _id,
        ${conversation.status} as status, ${phone_number} as phone_number, ${campaign_id}::uuid as campaign_id,
        ${conversation.start_time}::timestamptz(3) as start_time,
        ${conversation.answered_at}::timestamptz as answered_at, ${conversation.end_time}::timestamptz as end_time,
        ${conversation.duration_seconds}::double precision as duration_seconds, ${created_at}::timestamptz as created_at
    ), ${interaction(sql`
      select organization_id, project_id, 'voice' as channel_type, phone_number as identity_key, start_time as met_at
      from made`)}
    ${changes ? sql`, ${change}` : sql``} ${callers ? sql`, ${caller}` : sql``}
    insert into conversations (organization_id, project_id, _id, channel_type, conversation_type, status, phone_number,
      campaign_id, profile_id, start_time, answered_at, end_time, duration_seconds, created_at)
    select organization_id, project_id, _id, 'voice', 'outbound', status, phone_number, campaign_id,
      (select profile_id from reached), start_time, answered_at, end_time, duration_seconds, created_at
    from made
    where ${personWasCounted(sql`select count(*) from reached`)}`)
}

/** Returns `updateConversation` with fewer counting parts. */
export async function updateUncounted(
  transaction: Transaction,
  [organizationId, conversationId, standing]: [string, string, ConversationStanding],
  { changes }: Counted,
): Promise<void> {
  const change = countChange(sql`
    select organization_id, project_id, start_time, channel_type, conversation_type, r.status, campaign_id,
      r.times, r.duration_seconds
    from old, lateral (values (-1, old.status, old.duration_seconds),
      (1, ${standing.status}, ${standing.duration_seconds}::double precision)) r (times, status, duration_seconds)
    where (old.status, old.duration_seconds)
      is distinct from (${standing.status}, ${standing.duration_seconds}::double precision)`)
  await transaction.query(sql`
    with old as (
      select organization_id, project_id, _id, start_time, channel_type, conversation_type, status, campaign_id,
        duration_seconds
      from conversations where organization_id = ${organizationId} and _id = ${conversationId}
      for update
    ) ${changes ? sql`, ${change}` : sql``}
    update conversations c set status = ${standing.status}, answered_at = ${standing.answered_at},
      end_time = ${standing.end_time}, duration_seconds = ${standing.duration_seconds}
    where c.organization_id = ${organizationId} and c._id = (select _id from old)`)
}
