import type { Db } from '../../../src/db/database.ts'
import { sql } from '../../../src/db/sql.ts'
import { lapseLeases as lapseSends, lapsePauses } from '../whatsapp/watch-database.ts'

type Channel = 'voice' | 'web' | 'whatsapp'

/** A committed input of a conversation. */
export interface InputRow {
  conversation_id: string
  channel: Channel
  text: string
  /** When it was committed, in ms since 1970. */
  received_at: number
  /** The person's number; null for chats on the web. */
  number: string | null
  /** Null: unanswered; 0: the conversation ended before. */
  turn: number | null
  /** Whether the conversation has ended. */
  has_ended: boolean
}

export interface TurnRow {
  conversation_id: string
  channel: Channel
  turn: number
  state: string
  outcome: string | null
  text: string
  /** When it began, in ms since 1970. */
  created_at: number
  /** The person's number; null for chats on the web. */
  number: string | null
}

export interface MessageRow {
  conversation_id: string
  direction: 'inbound' | 'outbound'
  text: string
}

/** A message that a person wrote on WhatsApp. */
export interface ReceivedRow {
  number: string
  text: string
}

/** A message that an agent sent on WhatsApp, or was about to. */
export interface SentRow {
  recipient: string
  /** When it was committed, in ms since 1970. */
  created_at: number
}

/** The service's own rows after the run. */
export interface AgentRows {
  received: ReceivedRow[]
  sent: SentRow[]
  inputs: InputRow[]
  turns: TurnRow[]
  messages: MessageRow[]
}

const ms = (column: ReturnType<typeof sql>) => sql`(extract(epoch from ${column}) * 1000)::float8`

export async function selectAgentRows(db: Db): Promise<AgentRows> {
  const inputs = await db.query<InputRow>(sql`
    select i.conversation_id, c.channel_type as channel, i.text, i.turn, c.ended_at is not null as has_ended,
      ${ms(sql`i.received_at`)} as received_at, v.phone_number as number
    from agent_inputs i join agent_conversations c
      on c.organization_id = i.organization_id and c.conversation_id = i.conversation_id
    join conversations v on v.organization_id = c.organization_id and v._id = c.conversation_id`)
  const turns = await db.query<TurnRow>(sql`
    select t.conversation_id, c.channel_type as channel, t.turn, t.state, t.outcome, t.text,
      ${ms(sql`t.created_at`)} as created_at, coalesce(k.phone_number, v.phone_number) as number
    from agent_turns t join agent_conversations c
      on c.organization_id = t.organization_id and c.conversation_id = t.conversation_id
    join conversations v on v.organization_id = c.organization_id and v._id = c.conversation_id
    left join call_attempts a on a.organization_id = t.organization_id and a.conversation_id = t.conversation_id
    left join calls k on k.organization_id = a.organization_id and k._id = a.call_id
    order by t.conversation_id, t.turn`)
  const messages = await db.query<MessageRow>(sql`
    select conversation_id, direction, text from messages where channel_type = 'web'`)
  const received = await db.query<ReceivedRow>(sql`
    select v.phone_number as number, m.text from messages m
    join conversations v on v.organization_id = m.organization_id and v._id = m.conversation_id
    where m.channel_type = 'whatsapp' and m.direction = 'inbound'`)
  const sent = await db.query<SentRow>(sql`
    select m.recipient, ${ms(sql`m.created_at`)} as created_at from idempotency_keys k
    join whatsapp_messages m on m.organization_id = k.organization_id and m._id = k.subject_id
    where k.key like 'agent:%'`)
  return { inputs, turns, messages, received, sent }
}

/** Returns how many conversations of agents have inputs that no turn has, or turns that have not ended. */
export async function countOpen(db: Db): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*) as count from agent_conversations c where ended_at is null and mode = 'agent' and (
      exists (select from agent_inputs i where i.organization_id = c.organization_id
        and i.conversation_id = c.conversation_id and i.turn is null)
      or exists (select from agent_turns t where t.organization_id = c.organization_id
        and t.conversation_id = c.conversation_id and t.state in ('thinking', 'acting', 'replying')))`)
  return row?.count ?? 0
}

/**
 * Ends the lease of every chat, of every message in flight and the pause of every event, as if the process had been
 * silent for the whole of it.
 */
export async function lapseLeases(db: Db): Promise<void> {
  await lapseChats(db)
  await lapseSends(db)
  await lapsePauses(db)
}

/** Ends the lease of every chat, also of those whose leader is at work. */
export async function lapseChats(db: Db): Promise<void> {
  await db.query(sql`
    update agent_conversations set lease_until = now() - interval '1 second'
    where lease_token is not null and channel_type in ('web', 'whatsapp')`)
}
