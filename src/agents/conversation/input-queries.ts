import { instant } from '../../db/instant.ts'
import type { Queryable, Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import { agentKeyPrefix } from '../../idempotency/idempotency-key.ts'
import type { ConversationKey } from './conversation.ts'
import { unansweredTurn } from './conversation.ts'
import { mine } from './queries.ts'

/** What a customer has said or written that no turn has read. */
export interface WaitingWords {
  channel_type: 'voice' | 'whatsapp'
  project_id: string
  /** The customer's number, or their WhatsApp id; null where neither is known. */
  address: string | null
  /** BCP 47, in which the agent speaks now. */
  language: string
  texts: { text: string; sent_at: string }[]
}

/**
 * Returns what waits in a call or a WhatsApp chat: what no turn has taken, and what one has taken that has not asked a
 * model yet. Null on other channels. Index: agent_inputs_open.
 */
export async function selectWaitingWords(
  transaction: Transaction,
  key: ConversationKey,
): Promise<WaitingWords | null> {
  const [words] = await transaction.query<WaitingWords>(sql`
    select c.channel_type, c.project_id, c.language, coalesce(v.phone_number, v.whatsapp_user_id) as address,
      (select coalesce(jsonb_agg(w), '[]') from (
        select text, sent_at from agent_inputs where ${mine(key)} and turn is null
        union all
        select coalesce(i.text, t.input), coalesce(i.sent_at, t.created_at)
        from agent_turns t left join lateral (select i.text, i.sent_at from agent_inputs i
          where i.organization_id = t.organization_id and i.conversation_id = t.conversation_id and i.turn = t.turn) i
          on true
        where ${mine(key)} and t.state = 'thinking' and t.asked_at is null) w) as texts
    from agent_conversations c
    join conversations v on v.organization_id = c.organization_id and v._id = c.conversation_id
    where c.organization_id = ${key.organization_id} and c.conversation_id = ${key.conversation_id}
      and c.channel_type in ('voice', 'whatsapp')`)
  return words ?? null
}

/** Returns the turn that answers an input, null where none does yet; undefined where there is no such input. */
export async function selectTurnOfInput(
  db: Queryable,
  key: ConversationKey,
  inputId: string,
): Promise<number | null | undefined> {
  const [input] = await db.query<{ turn: number | null }>(
    sql`select turn from agent_inputs where ${mine(key)} and _id = ${inputId}`,
  )
  return input?.turn
}

/** What a customer on the web has read of an answer that was stopped in its midst. */
export interface ReadText {
  project_id: string
  text: string
  /** When it came, before the answer was stopped. */
  at: string
}

/**
 * Ends a turn that the conversation was taken away from. Its inputs wait again, unless its reply may have been sent, or
 * its customer on the web has read a part of it, other than the wait line. A WhatsApp reply counts as read if a message
 * is stored under its idempotency key and has not failed; a try that certainly failed frees the key. Returns what was
 * read on the web, for the caller to keep as a message; null: none.
 */
export async function updateOpenTurnTakenOver(
  transaction: Transaction,
  key: ConversationKey,
  now: Date,
): Promise<ReadText | null> {
  const [read] = await transaction.query<ReadText>(sql`
    with open as (
      select t.turn, t.state, c.project_id,
        -- Something other than the wait line.
        c.channel_type = 'web' and t.text not in ('', coalesce(btrim(c.lines ->> 'wait', E' \\t\\r\\n'), ''))
          as is_read
      from agent_turns t join agent_conversations c using (organization_id, conversation_id)
      where ${mine(key)} and t.state in ('thinking', 'acting', 'replying')
      order by t.turn desc limit 1 for update of t
    ), released as (
      update agent_inputs set turn = null
      where ${mine(key)} and turn = (select turn from open where state <> 'replying' and not is_read)
    ), sent as (
      -- The message of sendReply(), by the key of agentKey().
      select m.request #>> '{payload,body}' as text
      from open
      join idempotency_keys k on k.organization_id = ${key.organization_id} and k.project_id = open.project_id
        and k.key = ${`${agentKeyPrefix}${key.conversation_id}:`}::text || open.turn || ':1'
      join whatsapp_messages m on m.organization_id = k.organization_id and m._id = k.subject_id
      where open.state = 'replying' and m.status <> 'failed'
    ), ended as (
      update agent_turns t set outcome = 'taken_over', ended_at = ${now},
        state = case when open.is_read then 'done' when open.state = 'replying' then 'failed' else 'superseded' end,
        spoken = case when open.state = 'replying' and not open.is_read then coalesce((select text from sent), '')
          else t.spoken end
      from open where ${mine(key)} and t.turn = open.turn
      returning t.text, t.first_text_at
    )
    select project_id, text, ${instant(sql`least(first_text_at, ${now}::timestamptz - interval '1 ms')`)} as at
    from open, ended where is_read`)
  return read ?? null
}

/** Ends a turn of a call that was cut off by the end of the call. What was said of it stays. */
export async function updateOpenTurnCutOff(
  transaction: Transaction,
  key: ConversationKey,
  now: Date,
): Promise<void> {
  await transaction.query(sql`
    update agent_turns set ended_at = ${now}, state = case when text = '' then 'superseded' else 'done' end,
      outcome = case when text = '' then 'superseded' else 'interrupted' end
    where ${mine(key)} and state in ('thinking', 'acting', 'replying')`)
}

/** Marks what no turn is to answer: all inputs without a turn, or those said until `until`. */
export async function updateInputsAnswered(
  transaction: Transaction,
  key: ConversationKey,
  until: Date | null = null,
): Promise<void> {
  await transaction.query(sql`
    update agent_inputs set turn = ${unansweredTurn}
    where ${mine(key)} and turn is null and (${until}::timestamptz is null or sent_at <= ${until})`)
}
