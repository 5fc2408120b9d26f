import type { AgentMode, ConversationKey } from '../../agents/conversation/conversation.ts'
import type { Clock } from '../../base/clock.ts'
import type { ChannelType } from '../../base/conversation-kinds.ts'
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import { selectPersonLabels } from '../../people/label-queries.ts'
import type { PersonLabel } from '../../people/label-queries.ts'
import { addressesOfConversation } from '../people/user-id-queries.ts'
import { windowMs } from '../send/send-rules.ts'

/** A conversation that an agent leads or has led, and who answers it. Times are ISO 8601 UTC. */
export interface LedConversation {
  conversation_id: string
  channel_type: ChannelType
  agent_id: string
  agent_name: string
  customer: PersonLabel | null
  phone_number: string | null
  /** The id of a person on WhatsApp whose number is unknown. */
  whatsapp_user_id: string | null
  mode: AgentMode
  mode_since: string
  /** The user who leads it; null: the agent, or nobody yet. */
  mode_by: string | null
  /** What the agent says of it; null: nothing. */
  summary: string | null
  /** When a user last wrote since `mode_since`; null: none has. */
  person_wrote_at: string | null
  last_message_at: string | null
  /** When the agent's part ended; null: it goes on. */
  ended_at: string | null
  /** WhatsApp takes texts until then; null on other channels. In the past if the window is closed. */
  window_closes_at: string | null
  is_window_open: boolean | null
}

type Row = Omit<LedConversation, 'customer' | 'is_window_open'> & { customer_profile_id: string | null }

const columns = sql`c.conversation_id, c.channel_type, c.agent_id, a.name as agent_name, v.profile_id as customer_profile_id,
  v.phone_number, v.whatsapp_user_id, c.mode, c.mode_since, c.mode_by, c.summary, c.person_wrote_at, v.last_message_at,
  c.ended_at, (
    select max(w.last_inbound_at) + ${windowMs} * interval '1 millisecond' from whatsapp_windows w
    where c.channel_type = 'whatsapp' and w.organization_id = v.organization_id
      and w.whatsapp_sender_id = v.whatsapp_sender_id and w.recipient = any(array(${addressesOfConversation(sql`v`)}))
  ) as window_closes_at`

const joined = sql`agent_conversations c
  join agents a on a.organization_id = c.organization_id and a._id = c.agent_id
  join conversations v on v.organization_id = c.organization_id and v._id = c.conversation_id`

/** Where a page begins, and how long it is. */
interface InboxList {
  organization_id: string
  project_id: string
  skip: number
  limit: number
}

/**
 * Returns one page of the conversations that wait for a person or that a person leads, and how many there are. Those
 * without a person's word come first, then the longest wait. Index: agent_conversations_of_people.
 */
export async function selectInbox(
  { db, clock }: { db: Db; clock: Clock },
  { organization_id, project_id, skip, limit }: InboxList,
): Promise<{ items: LedConversation[]; total: number }> {
  const mine = sql`c.organization_id = ${organization_id} and c.project_id = ${project_id} and c.mode = 'person'
    and c.ended_at is null`
  const [rows, [counted]] = await Promise.all([
    db.query<Row>(sql`
      select ${columns} from ${joined} where ${mine}
      order by c.person_wrote_at is not null, c.mode_since, c.conversation_id limit ${limit} offset ${skip}`),
    db.query<{ total: number }>(
      sql`select count(*)::integer as total from agent_conversations c where ${mine}`,
    ),
  ])
  return { items: await withPeople({ db, clock }, organization_id, rows), total: counted?.total ?? 0 }
}

/** Returns who answers a conversation of the project; null where no agent leads it. By primary keys. */
export async function selectLedConversation(
  context: { db: Db; clock: Clock },
  { organization_id, project_id, conversation_id }: ConversationKey & { project_id: string },
): Promise<LedConversation | null> {
  const key: Sql = sql`c.organization_id = ${organization_id} and c.conversation_id = ${conversation_id}`
  const rows = await context.db.query<Row>(
    sql`select ${columns} from ${joined} where ${key} and c.project_id = ${project_id}`,
  )
  const [found] = await withPeople(context, organization_id, rows)
  return found ?? null
}

async function withPeople(
  { db, clock }: { db: Db; clock: Clock },
  organizationId: string,
  rows: readonly Row[],
): Promise<LedConversation[]> {
  const people = await selectPersonLabels(
    db,
    organizationId,
    rows.flatMap(({ customer_profile_id: id }) => id ?? []),
  )
  const now = clock.now().getTime()
  return rows.map(({ customer_profile_id, ...row }) => ({
    ...row,
    customer: people.get(customer_profile_id ?? '') ?? null,
    is_window_open:
      row.channel_type === 'whatsapp'
        ? row.window_closes_at !== null && now < Date.parse(row.window_closes_at)
        : null,
  }))
}
