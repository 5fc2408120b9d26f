import type { Db } from '../../../src/db/database.ts'
import { sql } from '../../../src/db/sql.ts'

/** A committed input of a conversation. */
export interface InputRow {
  conversation_id: string
  channel: 'voice' | 'web'
  text: string
  /** Null: unanswered; 0: the conversation ended before. */
  turn: number | null
  /** Whether the conversation has ended. */
  has_ended: boolean
}

export interface TurnRow {
  conversation_id: string
  channel: 'voice' | 'web'
  turn: number
  state: string
  outcome: string | null
  text: string
  /** The called number; null for chats. */
  number: string | null
}

export interface MessageRow {
  conversation_id: string
  direction: 'inbound' | 'outbound'
  text: string
}

/** The service's own rows after the run. */
export interface AgentRows {
  inputs: InputRow[]
  turns: TurnRow[]
  messages: MessageRow[]
}

export async function selectAgentRows(db: Db): Promise<AgentRows> {
  const inputs = await db.query<InputRow>(sql`
    select i.conversation_id, c.channel_type as channel, i.text, i.turn, c.ended_at is not null as has_ended
    from agent_inputs i join agent_conversations c
      on c.organization_id = i.organization_id and c.conversation_id = i.conversation_id`)
  const turns = await db.query<TurnRow>(sql`
    select t.conversation_id, c.channel_type as channel, t.turn, t.state, t.outcome, t.text, k.phone_number as number
    from agent_turns t join agent_conversations c
      on c.organization_id = t.organization_id and c.conversation_id = t.conversation_id
    left join call_attempts a on a.organization_id = t.organization_id and a.conversation_id = t.conversation_id
    left join calls k on k.organization_id = a.organization_id and k._id = a.call_id
    order by t.conversation_id, t.turn`)
  const messages = await db.query<MessageRow>(sql`
    select conversation_id, direction, text from messages where channel_type = 'web'`)
  return { inputs, turns, messages }
}

/** Returns how many conversations have inputs that no turn has, or turns that have not ended. */
export async function countOpen(db: Db): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*) as count from agent_conversations c where ended_at is null and (
      exists (select from agent_inputs i where i.organization_id = c.organization_id
        and i.conversation_id = c.conversation_id and i.turn is null)
      or exists (select from agent_turns t where t.organization_id = c.organization_id
        and t.conversation_id = c.conversation_id and t.state in ('thinking', 'acting', 'replying')))`)
  return row?.count ?? 0
}

/** Ends the lease of every conversation, as if its process had been silent for the whole lease. */
export async function lapseLeases(db: Db): Promise<void> {
  await db.query(sql`
    update agent_conversations set lease_until = now() - interval '1 second'
    where lease_token is not null and channel_type = 'web'`)
}
