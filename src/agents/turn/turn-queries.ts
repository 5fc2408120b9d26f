import type { Queryable } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import type { ConversationKey, Hold } from '../conversation/conversation.ts'
import { held } from '../conversation/lease-queries.ts'
import { mine } from '../conversation/queries.ts'
import type { AgentTurn, Citation, OpenInput, TurnState } from './turn-state.ts'

/** One turn of a conversation. */
export interface TurnKey extends ConversationKey {
  turn: number
}

const turnColumns = sql`t.turn, t.state, t.input, t.text, t.spoken as heard, t.citations, t.outcome, t.model, t.input_tokens,
  t.output_tokens, t.tokens_estimated, t.created_at, t.asked_at, t.first_text_at, t.ended_at`

/** The times of a step as the database's driver writes those of columns. */
const instant = (column: Sql) => sql`to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Returns turns of a conversation with their steps, oldest first. By the tables' primary keys. */
export async function selectTurns(
  db: Queryable,
  key: ConversationKey,
  { skip, limit }: { skip: number; limit: number | null } = { skip: 0, limit: null },
): Promise<AgentTurn[]> {
  return db.query<AgentTurn>(sql`
    select ${turnColumns}, coalesce((
      select jsonb_agg(jsonb_build_object('step', s.step, 'kind', s.kind, 'state', s.state, 'content', s.content,
        'begun_at', ${instant(sql`s.begun_at`)}, 'ended_at', ${instant(sql`s.ended_at`)}) order by s.step)
      from agent_steps s where s.organization_id = t.organization_id and s.conversation_id = t.conversation_id
        and s.turn = t.turn), '[]') as steps
    from agent_turns t where ${mine(key)} order by t.turn limit ${limit}::bigint offset ${skip}::bigint`)
}

/** Returns how many turns a conversation has. */
export async function countTurns(db: Queryable, key: ConversationKey): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    sql`select count(*) as count from agent_turns where ${mine(key)}`,
  )
  return row?.count ?? 0
}

/** Whether the conversation has the token still, and the inputs that no turn has. */
export interface Waiting {
  is_held: boolean
  /** By their own time. */
  inputs: OpenInput[]
}

/** Returns the inputs that a turn answers, by their own time. By the table's primary key. */
export async function selectInputsOfTurn(db: Queryable, key: TurnKey): Promise<OpenInput[]> {
  return db.query<OpenInput>(sql`
    select _id, kind, text, sent_at from agent_inputs where ${mine(key)} and turn = ${key.turn} order by sent_at, _id`)
}

/** Returns what waits in a conversation, and whether the caller leads it still. Index: agent_inputs_open. */
export async function selectWaiting(db: Queryable, key: ConversationKey, { token }: Hold): Promise<Waiting> {
  const [row] = await db.query<Waiting>(sql`
    select exists (select from agent_conversations where ${mine(key)} and lease_token = ${token}) as is_held,
      (select coalesce(jsonb_agg(jsonb_build_object('_id', _id, 'kind', kind, 'text', text,
          'sent_at', ${instant(sql`sent_at`)}) order by sent_at, _id), '[]')
        from agent_inputs where ${mine(key)} and turn is null) as inputs`)
  return row ?? { is_held: false, inputs: [] }
}

/**
 * Begins a turn with these inputs, and writes what the customer said into the transcript of a call. One statement: inputs
 * never have a turn that does not exist.
 *
 * @param begun `askedAt`: when a model is asked for it; null where none is.
 * @returns false where another process leads the conversation.
 */
export async function insertTurn(
  db: Queryable,
  key: TurnKey,
  { token }: Hold,
  begun: { input: string; inputIds: readonly string[]; askedAt: Date | null },
  now: Date,
): Promise<boolean> {
  const place = sql`${key.organization_id}::uuid, ${key.conversation_id}::uuid, ${key.turn}::integer`
  const rows = await db.write(sql`
    with conversation as (
      update agent_conversations set turn = ${key.turn}
      where ${mine(key)} and lease_token = ${token} and turn = ${key.turn - 1} returning channel_type
    ), taken as (
      update agent_inputs set turn = ${key.turn}
      where ${mine(key)} and turn is null and _id = any(${begun.inputIds}::uuid[]) and exists (select from conversation)
    ), line as (
      insert into conversation_lines (organization_id, conversation_id, turn, line, role, text, said_at)
      select ${place}, 0, 'customer', ${begun.input}, ${now}::timestamptz from conversation where channel_type = 'voice'
      on conflict do nothing
    )
    insert into agent_turns (organization_id, conversation_id, turn, state, input, created_at, asked_at)
    select ${place}, 'thinking', ${begun.input}, ${now}::timestamptz, ${begun.askedAt}::timestamptz from conversation
    returning turn`)
  return rows.length === 1
}

/**
 * Adds a sentence that was handed over to the turn's text, and to the transcript of a call. Returns false where another
 * process leads the conversation.
 */
export async function appendSentence(
  db: Queryable,
  key: TurnKey,
  hold: Hold,
  sentence: string,
  now: Date,
): Promise<boolean> {
  const rows = await db.write(sql`
    with ${held(key, hold)}, line as (
      insert into conversation_lines (organization_id, conversation_id, turn, line, role, text, said_at)
      select ${key.organization_id}::uuid, ${key.conversation_id}::uuid, ${key.turn}::integer, (
        select coalesce(max(line), 0) + 1 from conversation_lines where ${mine(key)} and turn = ${key.turn}), 'agent',
        ${sentence}, ${now}::timestamptz
      from held where channel_type = 'voice'
      on conflict do nothing
    )
    update agent_turns set first_text_at = coalesce(first_text_at, ${now}),
      text = case text when '' then ${sentence}::text else text || ' ' || ${sentence} end
    where ${mine(key)} and turn = ${key.turn} and exists (select from held) returning turn`)
  return rows.length === 1
}

/** Writes when the model was asked first, for a turn that began without. */
export async function updateAsked(db: Queryable, key: TurnKey, hold: Hold, now: Date): Promise<boolean> {
  const rows = await db.write(sql`
    with ${held(key, hold)}
    update agent_turns set asked_at = coalesce(asked_at, ${now})
    where ${mine(key)} and turn = ${key.turn} and exists (select from held) returning turn`)
  return rows.length === 1
}

/** How a turn ends, or rests until its channel has sent it. */
export interface TurnEnd {
  state: Exclude<TurnState, 'thinking' | 'acting'>
  outcome: string | null
  citations: readonly Citation[]
  /** The whole text, where it was not added sentence by sentence; null keeps it. */
  text: string | null
  /** The agent has said goodbye. */
  isClosing: boolean
}

/**
 * Ends a turn. A superseded turn gives its inputs back. Runs in a transaction beside what the end brings with it.
 *
 * @returns false where another process leads the conversation.
 */
export async function updateTurnEnd(
  db: Queryable,
  key: TurnKey,
  { token }: Hold,
  end: TurnEnd,
  now: Date,
): Promise<boolean> {
  const rows = await db.write(sql`
    with conversation as (
      update agent_conversations set closing_since = case when ${end.isClosing}::boolean
          then coalesce(closing_since, ${now}::timestamptz) else closing_since end
      where ${mine(key)} and lease_token = ${token} returning conversation_id
    ), released as (
      update agent_inputs set turn = null
      where ${mine(key)} and turn = ${key.turn} and ${end.state} = 'superseded' and exists (select from conversation)
    )
    update agent_turns set state = ${end.state}, outcome = ${end.outcome}, text = coalesce(${end.text}, text),
      citations = ${JSON.stringify(end.citations)}::jsonb,
      ended_at = case when ${end.state} = 'replying' then null else ${now}::timestamptz end
    where ${mine(key)} and turn = ${key.turn} and state in ('thinking', 'acting', 'replying')
      and exists (select from conversation)
    returning turn`)
  return rows.length === 1
}

/** Returns a turn with its steps; null where there is none. */
export async function selectTurn(db: Queryable, key: TurnKey): Promise<AgentTurn | null> {
  const [turn] = await selectTurns(db, key, { skip: key.turn - 1, limit: 1 })
  return turn ?? null
}

/** Cuts a turn, and its lines in the transcript of a call, to what was heard. */
export async function updateHeard(db: Queryable, key: TurnKey, hold: Hold, heard: string): Promise<boolean> {
  const rows = await db.write(sql`
    with ${held(key, hold)}, turn as (
      update agent_turns set spoken = ${heard}
      where ${mine(key)} and turn = ${key.turn} and exists (select from held) returning turn
    ), placed as (
      select line, text, coalesce(sum(length(text) + 1) over (order by line
        rows between unbounded preceding and 1 preceding), 0) as before
      from conversation_lines where ${mine(key)} and turn = ${key.turn} and role = 'agent'
    ), gone as (
      delete from conversation_lines l using placed p
      where l.organization_id = ${key.organization_id} and l.conversation_id = ${key.conversation_id}
        and l.turn = ${key.turn} and l.line = p.line and p.before >= ${heard.length} and exists (select from turn)
    ), cut as (
      update conversation_lines l set text = left(p.text, (${heard.length} - p.before)::integer)
      from placed p
      where l.organization_id = ${key.organization_id} and l.conversation_id = ${key.conversation_id}
        and l.turn = ${key.turn} and l.line = p.line and p.before < ${heard.length}
        and p.before + length(p.text) > ${heard.length} and exists (select from turn)
    )
    select turn from turn`)
  return rows.length === 1
}
