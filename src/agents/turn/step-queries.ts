import type { Queryable } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import { eventsOf } from '../../events/event-of.ts'
import { factsOfUnknownWrites, projectOf } from '../agent-events.ts'
import type { ConversationKey, Hold } from '../conversation/conversation.ts'
import { held } from '../conversation/lease-queries.ts'
import { mine } from '../conversation/queries.ts'
import type { TurnKey } from './turn-queries.ts'
import type { ToolStep, ToolStepContent } from './turn-state.ts'

const place = (key: TurnKey, step: number) =>
  sql`${key.organization_id}::uuid, ${key.conversation_id}::uuid, ${key.turn}::integer, ${step}::integer`

/** Commits that a tool is about to run. Returns false where another process leads the conversation. */
export async function insertToolStep(
  db: Queryable,
  key: TurnKey,
  hold: Hold,
  step: { number: number; content: ToolStepContent },
  now: Date,
): Promise<boolean> {
  const rows = await db.write(sql`
    with ${held(key, hold)}, turn as (
      update agent_turns set state = 'acting'
      where ${mine(key)} and turn = ${key.turn} and exists (select from held)
    )
    insert into agent_steps (organization_id, conversation_id, turn, step, kind, state, content, begun_at)
    select ${place(key, step.number)}, 'tool', 'begun', ${JSON.stringify(step.content)}::jsonb, ${now}::timestamptz
    from held
    returning step`)
  return rows.length === 1
}

/**
 * Commits how the run of a tool ended. The result of a tool that has had its effect is kept even if the conversation
 * was lost meanwhile: a step is ended once, and whoever leads the conversation reads it. A step whose words were
 * removed during the run, as by an erasure, stays without words, and an unknown outcome of it has no event.
 */
export async function updateToolStep(
  db: Queryable,
  key: TurnKey,
  step: { number: number; state: 'done' | 'unknown'; content: ToolStepContent | WithoutWords },
  now: Date,
): Promise<boolean> {
  const place = { organization_id: key.organization_id, project_id: projectOf(key) }
  const unknown = factsOfUnknownWrites(sql`select * from ended where content <> '{}'`, now)
  const rows = await db.write(sql`
    with ended as (
    update agent_steps set state = ${step.state}, ended_at = ${now},
      content = case when content = '{}' then content else ${JSON.stringify(step.content)}::jsonb end
    where ${mine(key)} and turn = ${key.turn} and step = ${step.number} and state = 'begun'
    returning *
    )${step.state === 'unknown' ? sql`, ${eventsOf(place, unknown)}` : sql``}
    select step from ended`)
  return rows.length === 1
}

/** Returns the run of a tool; null where there is none. */
export async function selectToolStep(db: Queryable, key: TurnKey, step: number): Promise<ToolStep | null> {
  const [row] = await db.query<ToolStep>(sql`
    select step, kind, state, content, begun_at, ended_at from agent_steps
    where ${mine(key)} and turn = ${key.turn} and step = ${step} and kind = 'tool'`)
  return row ?? null
}

/** The run of a tool that has not ended though its turn is over. */
export interface LostRun {
  organization_id: string
  /** The conversation's. */
  _id: string
  turn: number
  step: number
  content: ToolStepContent | WithoutWords
}

/** The content of a step in a conversation whose words were removed. */
export interface WithoutWords {
  name?: undefined
}

/** A run that takes longer has lost its process: after 12 s no run brings a result (`runMsMax` of run-tool-call.ts). */
const lostAfter = sql`interval '1 minute'`

/** Nobody is asked to look after an older one: before there was this job, such runs stayed begun. */
const lostUntil = sql`interval '7 days'`

/** Steps `s` of tools that have not ended, of turns that are over. Index: agent_steps_begun. */
const lostRuns = sql`agent_steps s
    join agent_turns t on t.organization_id = s.organization_id and t.conversation_id = s.conversation_id and t.turn = s.turn
    join agent_conversations c on c.organization_id = s.organization_id and c.conversation_id = s.conversation_id
  where s.kind = 'tool' and s.state = 'begun' and is_here(s.organization_id)
    and s.begun_at > now() - ${lostUntil} and (t.state in ('done', 'superseded', 'failed') or c.ended_at is not null)`

/** When the next run of a tool counts as lost. */
export const nextLostRunDue = sql`(select min(s.begun_at) + ${lostAfter} from ${lostRuns})`

/**
 * Returns up to 100 lost runs of tools, the oldest first.
 *
 * @param leftAlone conversations that are left out.
 */
export async function selectLostRuns(
  db: Queryable,
  leftAlone: readonly string[],
  now: Date,
): Promise<LostRun[]> {
  return db.query<LostRun>(sql`
    select s.organization_id, s.conversation_id as _id, s.turn, s.step, s.content from ${lostRuns}
      and s.begun_at <= ${now}::timestamptz - ${lostAfter} and s.conversation_id <> all(${leftAlone}::uuid[])
    order by s.begun_at limit 100`)
}

/** Tokens of one UTC day, those included that are not added up yet. */
export interface DayTokens {
  agent: number
  project: number
  /** What the project allows all its agents in a day; null: anything. */
  project_max: number | null
}

/**
 * Returns the statement that reads what an agent and its project have used of models today (UTC). The three values name
 * the agent, as parameters or as columns. Index: model_usage_pkey.
 */
export function dayTokensOf(
  place: { organization_id: unknown; project_id: unknown; agent_id: unknown },
  now: Date,
): Sql {
  const today = sql`organization_id = ${place.organization_id} and project_id = ${place.project_id}
    and day = (${now}::timestamptz at time zone 'UTC')::date`
  return sql`
    select coalesce(sum(tokens) filter (where used_by = ${place.agent_id}), 0)::bigint as agent,
      coalesce(sum(tokens), 0)::bigint as project,
      (select model_tokens_a_day from projects
        where organization_id = ${place.organization_id} and _id = ${place.project_id}) as project_max
    from (
      select agent_id as used_by, input_tokens + output_tokens as tokens from model_usage where ${today}
      union all
      select agent_id, input_tokens + output_tokens from model_usage_changes where ${today}) u`
}

/** Returns what an agent and its project have used of models today (UTC). */
export async function selectDayTokens(
  db: Queryable,
  place: { organization_id: string; project_id: string; agent_id: string },
  now: Date,
): Promise<DayTokens> {
  const [row] = await db.query<DayTokens>(dayTokensOf(place, now))
  return row ?? { agent: 0, project: 0, project_max: null }
}

/** Returns the sealed secret that signs an `http` tool's requests; null where it has none. */
export async function selectToolSecret(
  db: Queryable,
  organizationId: string,
  agentId: string,
  tool: string,
): Promise<Buffer | null> {
  const [row] = await db.query<{ secret: Buffer }>(sql`
    select secret from agent_tool_secrets
    where organization_id = ${organizationId} and agent_id = ${agentId} and tool = ${tool}`)
  return row?.secret ?? null
}

/** Writes the language that is spoken from here on. Returns false where another process leads the conversation. */
export async function updateLanguage(
  db: Queryable,
  key: ConversationKey,
  { token }: Hold,
  language: string,
): Promise<boolean> {
  const rows = await db.write(sql`
    update agent_conversations set language = ${language}
    where ${mine(key)} and lease_token = ${token} returning conversation_id`)
  return rows.length === 1
}

/** Returns how often the turn of a chat was tried and failed. */
export async function selectTries(db: Queryable, key: ConversationKey): Promise<number> {
  const [row] = await db.query<{ tries: number }>(
    sql`select tries from agent_conversations where ${mine(key)}`,
  )
  return row?.tries ?? 0
}

/** Returns the person of a conversation: their profile, and their number or WhatsApp id, where they are known. */
export async function selectPersonOfConversation(
  db: Queryable,
  { organization_id, conversation_id }: ConversationKey,
): Promise<{ profile_id: string | null; address: string | null }> {
  const [row] = await db.query<{ profile_id: string | null; address: string | null }>(sql`
    select profile_id, coalesce(phone_number, whatsapp_user_id) as address from conversations
    where organization_id = ${organization_id} and _id = ${conversation_id}`)
  return row ?? { profile_id: null, address: null }
}
