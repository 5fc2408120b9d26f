import { instant } from '../../db/instant.ts'
import type { Queryable } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import type { ConversationKey, Hold } from '../conversation/conversation.ts'
import { held } from '../conversation/lease-queries.ts'
import { mine } from '../conversation/queries.ts'
import { joinSentences } from './speaker.ts'
import type { Citation } from './speech-output.ts'
import type { AgentTurn, ModelStepContent, OpenInput, TurnState } from './turn-state.ts'

/** One turn of a conversation. */
export interface TurnKey extends ConversationKey {
  turn: number
}

const turnColumns = sql`t.turn, t.state, t.input, t.text, t.spoken as heard, t.citations, t.outcome, t.model, t.input_tokens,
  t.output_tokens, t.tokens_estimated, ${instant(sql`t.created_at`)} as created_at, ${instant(sql`t.asked_at`)} as asked_at,
  ${instant(sql`t.first_text_at`)} as first_text_at, ${instant(sql`t.ended_at`)} as ended_at`

/** Returns turns of a conversation with their steps, oldest first. By the tables' primary keys. */
export async function selectTurns(
  db: Queryable,
  key: ConversationKey,
  { skip, limit }: { skip: number; limit: number | null } = { skip: 0, limit: null },
): Promise<AgentTurn[]> {
  return db.query<AgentTurn>(
    sql`${turnsWhere(mine(key))} order by t.turn limit ${limit}::bigint offset ${skip}::bigint`,
  )
}

/** Returns a select of the turns (agent_turns t) that meet the condition, each with its steps in order. */
export function turnsWhere(condition: Sql): Sql {
  return sql`
    select ${turnColumns}, coalesce((
      select jsonb_agg(jsonb_build_object('step', s.step, 'kind', s.kind, 'state', s.state, 'content', s.content,
        'begun_at', ${instant(sql`s.begun_at`)}, 'ended_at', ${instant(sql`s.ended_at`)}) order by s.step)
      from agent_steps s where s.organization_id = t.organization_id and s.conversation_id = t.conversation_id
        and s.turn = t.turn), '[]') as steps
    from agent_turns t where ${condition}`
}

/** Returns how many turns a conversation has. */
export async function countTurns(db: Queryable, key: ConversationKey): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    sql`select count(*) as count from agent_turns where ${mine(key)}`,
  )
  return row?.count ?? 0
}

/** Returns the inputs that a turn answers, by their own time. By the table's primary key. */
export async function selectInputsOfTurn(db: Queryable, key: TurnKey): Promise<OpenInput[]> {
  return db.query<OpenInput>(sql`
    select _id, kind, text, sent_at from agent_inputs where ${mine(key)} and turn = ${key.turn} order by sent_at, _id`)
}

/**
 * Returns whether inputs wait that no turn has, and the caller leads the conversation still. Index: agent_inputs_open.
 */
export async function selectHasWaiting(
  db: Queryable,
  key: ConversationKey,
  { token }: Hold,
): Promise<boolean> {
  const rows = await db.query(sql`
    select from agent_conversations where ${mine(key)} and lease_token = ${token}
      and exists (select from agent_inputs where ${mine(key)} and turn is null)`)
  return rows.length === 1
}

/**
 * Begins a turn with these inputs, and writes what the customer said into the transcript of a call. What a superseded
 * turn was to answer is among the inputs, so the transcript loses its lines: the inputs, and the wait line that would
 * stand before them. One statement: inputs never have a turn that does not exist.
 *
 * @param begun `askedAt`: when a model is asked for it; null where none is. `waitLine`: as it is said in a turn.
 * @returns false where another process leads the conversation.
 */
export async function insertTurn(
  db: Queryable,
  key: TurnKey,
  { token }: Hold,
  begun: { input: string; inputIds: readonly string[]; askedAt: Date | null; waitLine: string },
  now: Date,
): Promise<boolean> {
  const place = sql`${key.organization_id}::uuid, ${key.conversation_id}::uuid, ${key.turn}::integer`
  const rows = await db.write(sql`
    with conversation as (
      -- What comes from now on is a burst of its own.
      update agent_conversations set turn = ${key.turn}, burst_since = null
      where ${mine(key)} and lease_token = ${token} and turn = ${key.turn - 1} returning channel_type
    ), taken as (
      update agent_inputs set turn = ${key.turn}
      where ${mine(key)} and turn is null and _id = any(${begun.inputIds}::uuid[]) and exists (select from conversation)
    ), unsaid as (
      delete from conversation_lines
      where ${mine(key)} and turn = ${key.turn - 1}
        and (role = 'customer' or text = ${begun.waitLine}) and exists (select from conversation)
        and exists (select from agent_turns where ${mine(key)} and turn = ${key.turn - 1} and state = 'superseded')
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
 * Returns the CTE `line`, which adds sentences to the transcript of a call. `leader` is the CTE that has a row if the
 * caller leads the conversation.
 */
function linesOf(key: TurnKey, sentences: readonly string[], leader: Sql, now: Date): Sql {
  return sql`line as (
      insert into conversation_lines (organization_id, conversation_id, turn, line, role, text, said_at)
      select ${key.organization_id}::uuid, ${key.conversation_id}::uuid, ${key.turn}::integer, s.number + (
        select coalesce(max(line), 0) from conversation_lines where ${mine(key)} and turn = ${key.turn}), 'agent', s.text,
        ${now}::timestamptz
      from ${leader}, unnest(${sentences}::text[]) with ordinality s (text, number) where channel_type = 'voice'
      on conflict do nothing
    )`
}

/** Returns the columns of a turn that sentences change. `sentences` must not be empty. */
function withSentences(sentences: readonly string[], now: Date): Sql {
  const text = joinSentences(sentences)
  return sql`first_text_at = coalesce(first_text_at, ${now}),
      text = case text when '' then ${text}::text else text || ${text.startsWith('\n') ? '' : ' '} || ${text} end`
}

/**
 * Adds sentences that were handed over to the turn's text, and to the transcript of a call. Returns false where another
 * process leads the conversation.
 */
export async function appendSentences(
  db: Queryable,
  key: TurnKey,
  hold: Hold,
  sentences: readonly string[],
  now: Date,
): Promise<boolean> {
  const rows = await db.write(sql`
    with ${held(key, hold)}, ${linesOf(key, sentences, sql`held`, now)}
    update agent_turns set ${withSentences(sentences, now)}
    where ${mine(key)} and turn = ${key.turn} and exists (select from held) returning turn`)
  return rows.length === 1
}

/** What one request to a model cost. */
export interface StepUsage {
  /** The name of the account. */
  account: string
  input_tokens: number
  output_tokens: number
  is_estimated: boolean
}

/** A finished request to a model that is to be committed. */
export interface NewModelStep {
  number: number
  /** Null where no answer came: only the costs are written. */
  content: ModelStepContent | null
  begunAt: Date
  usage: readonly StepUsage[]
}

const tokensOf = ({ usage }: NewModelStep) => ({
  input: usage.reduce((sum, each) => sum + each.input_tokens, 0),
  output: usage.reduce((sum, each) => sum + each.output_tokens, 0),
})

/** Returns the account that answered last; null where none was asked. */
const accountOf = ({ usage }: NewModelStep): string | null => usage.at(-1)?.account ?? null

/** Returns the columns of a turn that a request to a model changes. */
function withCosts(step: NewModelStep): Sql {
  return sql`${withTokens(step)}, model = coalesce(${accountOf(step)}, model)`
}

function withTokens(step: NewModelStep): Sql {
  const { input, output } = tokensOf(step)
  return sql`input_tokens = input_tokens + ${input}, output_tokens = output_tokens + ${output},
      tokens_estimated = tokens_estimated or ${step.usage.some((each) => each.is_estimated)}`
}

/** Returns the CTEs that write a model's step and its costs if the CTE `conversation` has a row. */
function stepOf(key: TurnKey, { number, content, begunAt, usage }: NewModelStep, now: Date): Sql {
  return sql`step as (
      insert into agent_steps (organization_id, conversation_id, turn, step, kind, state, content, begun_at, ended_at)
      select ${key.organization_id}::uuid, ${key.conversation_id}::uuid, ${key.turn}::integer, ${number}::integer, 'model',
        'done', ${JSON.stringify(content)}::jsonb, ${begunAt}::timestamptz, ${now}::timestamptz
      from conversation where ${content !== null}
    ), ${usageOf(key, usage, now)}`
}

/** Returns the part of a statement that counts usage for the day, where the part `conversation` has a row. */
function usageOf(key: TurnKey, usage: readonly StepUsage[], now: Date): Sql {
  return sql`change as (
      insert into model_usage_changes (organization_id, project_id, agent_id, model_account, day, requests, input_tokens,
        output_tokens)
      select ${key.organization_id}::uuid, project_id, agent_id, account, (${now}::timestamptz at time zone 'UTC')::date,
        count(*), sum(input_tokens), sum(output_tokens)
      from conversation, unnest(${usage.map((each) => each.account)}::text[],
        ${usage.map((each) => each.input_tokens)}::bigint[], ${usage.map((each) => each.output_tokens)}::bigint[])
        u (account, input_tokens, output_tokens)
      group by project_id, agent_id, account
    )`
}

/**
 * Commits an answer of the model, with the sentences of it that are not kept yet and with what all requests for it
 * cost. The costs count for the turn, the conversation and the day.
 *
 * @returns false where another process leads the conversation.
 */
export async function insertModelStep(
  db: Queryable,
  key: TurnKey,
  { token }: Hold,
  step: NewModelStep,
  sentences: readonly string[],
  now: Date,
): Promise<boolean> {
  const { input, output } = tokensOf(step)
  const isSaid = sentences.length > 0
  const rows = await db.write(sql`
    with conversation as (
      update agent_conversations set tokens = tokens + ${input + output}
      where ${mine(key)} and lease_token = ${token} returning project_id, agent_id, channel_type
    ), turn as (
      update agent_turns set ${withCosts(step)}${isSaid ? sql`, ${withSentences(sentences, now)}` : sql``},
        state = case when ${(step.content?.tool_calls.length ?? 0) > 0} then 'acting' else state end
      where ${mine(key)} and turn = ${key.turn} and exists (select from conversation)
    ), ${stepOf(key, step, now)}${isSaid ? sql`, ${linesOf(key, sentences, sql`conversation`, now)}` : sql``}
    select from conversation`)
  return rows.length === 1
}

/**
 * Writes what the requests for an answer cost that is not committed, since another process leads the conversation. The
 * model that has answered that process stays the turn's.
 */
export async function insertCosts(db: Queryable, key: TurnKey, step: NewModelStep, now: Date): Promise<void> {
  const { input, output } = tokensOf(step)
  await db.write(sql`
    with conversation as (
      update agent_conversations set tokens = tokens + ${input + output} where ${mine(key)} returning project_id, agent_id
    ), turn as (
      update agent_turns set ${withTokens(step)}, model = coalesce(model, ${accountOf(step)})
      where ${mine(key)} and turn = ${key.turn}
    ), ${usageOf(key, step.usage, now)}
    select from conversation`)
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
  /**
   * The beginning of the text that reached the customer, where the rest did not; null: all of it, as far as is known.
   */
  heard: string | null
  /** The agent has said goodbye. */
  isClosing: boolean
}

/** What of a turn is committed with its end. */
export interface Uncommitted {
  /** The last answer of the model; null where it is committed. */
  step: NewModelStep | null
  /** Sentences that were handed over. */
  sentences: readonly string[]
}

/** Stands for a turn of which everything is committed. */
export const nothingLeft: Uncommitted = { step: null, sentences: [] }

/**
 * Ends a turn, and commits what of it was not committed before. A superseded turn gives its inputs back. Runs in a
 * transaction beside what the end brings with it.
 *
 * @returns false where another process leads the conversation.
 */
export async function updateTurnEnd(
  db: Queryable,
  key: TurnKey,
  { token }: Hold,
  end: TurnEnd,
  { step, sentences }: Uncommitted,
  now: Date,
): Promise<boolean> {
  const isSaid = sentences.length > 0 && end.text === null
  const tokens = step === null ? { input: 0, output: 0 } : tokensOf(step)
  const text = isSaid ? withSentences(sentences, now) : sql`text = coalesce(${end.text}, text)`
  const rows = await db.write(sql`
    with conversation as (
      update agent_conversations set tokens = tokens + ${tokens.input + tokens.output},
        closing_since = case when ${end.isClosing}::boolean
          then coalesce(closing_since, ${now}::timestamptz) else closing_since end
      where ${mine(key)} and lease_token = ${token} returning project_id, agent_id, channel_type
    ), released as (
      update agent_inputs set turn = null
      where ${mine(key)} and turn = ${key.turn} and ${end.state} = 'superseded' and exists (select from conversation)
    )${step === null ? sql`` : sql`, ${stepOf(key, step, now)}`}${
      isSaid ? sql`, ${linesOf(key, sentences, sql`conversation`, now)}` : sql``
    }
    update agent_turns set state = ${end.state}, outcome = ${end.outcome}, spoken = coalesce(${end.heard}, spoken), ${text},
      ${step === null ? sql`` : sql`${withCosts(step)},`} citations = ${JSON.stringify(end.citations)}::jsonb,
      ended_at = case when ${end.state} = 'replying' then null else ${now}::timestamptz end
    where ${mine(key)} and turn = ${key.turn} and state in ('thinking', 'acting', 'replying')
      and exists (select from conversation)
    returning turn`)
  return rows.length === 1
}

/** Returns a turn with its steps; null where there is none. */
export async function selectTurn(db: Queryable, key: TurnKey): Promise<AgentTurn | null> {
  const [turn] = await db.query<AgentTurn>(turnsWhere(sql`${mine(key)} and t.turn = ${key.turn}`))
  return turn ?? null
}

/** A line of a call's transcript. */
export interface SpokenLine {
  line: number
  text: string
}

/** Returns what the agent and the service said in a turn of a call, oldest first. By the table's primary key. */
export async function selectSpokenLines(db: Queryable, key: TurnKey): Promise<SpokenLine[]> {
  return db.query<SpokenLine>(sql`
    select line, text from conversation_lines where ${mine(key)} and turn = ${key.turn} and role = 'agent' order by line`)
}

/**
 * Cuts a turn to what was heard.
 *
 * @param lines what was heard of each of its lines in the transcript of a call; a line with an empty text is deleted.
 */
export async function updateHeard(
  db: Queryable,
  key: TurnKey,
  hold: Hold,
  heard: string,
  lines: readonly SpokenLine[],
): Promise<boolean> {
  const rows = await db.write(sql`
    with ${held(key, hold)}, turn as (
      update agent_turns set spoken = ${heard}
      where ${mine(key)} and turn = ${key.turn} and exists (select from held) returning turn
    ), part as (
      select line, text from unnest(${lines.map(({ line }) => line)}::integer[], ${lines.map(({ text }) => text)}::text[])
        p (line, text) where exists (select from turn)
    ), gone as (
      delete from conversation_lines
      where ${mine(key)} and turn = ${key.turn} and line in (select line from part where text = '')
    ), cut as (
      update conversation_lines l set text = p.text from part p
      where l.organization_id = ${key.organization_id} and l.conversation_id = ${key.conversation_id}
        and l.turn = ${key.turn} and l.line = p.line and p.text not in ('', l.text)
    )
    select turn from turn`)
  return rows.length === 1
}
