import { instant } from '../../db/instant.ts'
import type { Queryable, Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import { eventsOf } from '../../events/event-of.ts'
import { factsOfMode, projectOf } from '../agent-events.ts'
import type { AgentDefinition } from '../definition.ts'
import { burstMs, leaseMs, personSilenceHours, unansweredTurn, webRescueMs } from './conversation.ts'
import type {
  AgentConversation,
  AgentMode,
  ConversationKey,
  CustomerValues,
  FilledLines,
  Hold,
} from './conversation.ts'

/** Matches the row of a conversation in the tables of agents. */
export function mine({ organization_id, conversation_id }: ConversationKey): Sql {
  return sql`organization_id = ${organization_id} and conversation_id = ${conversation_id}`
}

/**
 * Locks the row of a conversation. A statement does not see what is committed while it waits for the row. So one that
 * reads other rows too is sent together with this one, which waits before it.
 */
export async function lockLed(transaction: Transaction, key: ConversationKey): Promise<void> {
  await transaction.query(sql`select from agent_conversations where ${mine(key)} for update`)
}

/** Returns when a lease ends that begins or is renewed now. */
export const leaseUntil = (now: Date): Sql => sql`${now}::timestamptz + ${leaseMs} * interval '1 millisecond'`

/** How long the agent of the conversation `c` gathers messages, from the last one on. */
export const gatherTime = sql`coalesce((
  select (definition #>> '{whatsapp,gather_seconds}')::double precision from agent_revisions r
  where r.organization_id = c.organization_id and r.agent_id = c.agent_id and r.revision = c.agent_revision
), 0) * interval '1 second'`

/** How long messages are gathered at most, from the first one on. */
export const burstTime = sql`${burstMs} * interval '1 millisecond'`

/** An agent by its present or a past revision. */
export interface StoredAgent {
  agent_id: string
  name: string
  revision: number
  definition: AgentDefinition
  /** The project of the agent. */
  project: { name: string; timezone: string; language: string }
}

/** Returns an agent of the project; null where there is none. A null revision is the present one. */
export async function selectAgent(
  db: Queryable,
  { organization_id, project_id }: { organization_id: string; project_id: string },
  agentId: string,
  revision: number | null,
): Promise<StoredAgent | null> {
  const [agent] = await db.query<StoredAgent>(sql`
    select a._id as agent_id, a.name, r.revision, r.definition,
      jsonb_build_object('name', p.name, 'timezone', p.timezone, 'language', p.language) as project
    from agents a
    join agent_revisions r on r.organization_id = a.organization_id and r.agent_id = a._id
      and r.revision = coalesce(${revision}::integer, a.revision)
    join projects p on p.organization_id = a.organization_id and p._id = a.project_id
    where a.organization_id = ${organization_id} and a.project_id = ${project_id} and a._id = ${agentId}`)
  return agent ?? null
}

/** Inserts the row of a conversation that an agent leads. Returns false where it has one already. */
export async function insertAgentConversation(
  transaction: Transaction,
  row: ConversationKey & {
    project_id: string
    agent_id: string
    agent_revision: number
    channel_type: string
    prompt: string
    lines: FilledLines
    customer: CustomerValues
    language: string
    turn: number
  },
  now: Date,
): Promise<boolean> {
  const inserted = await transaction.query(sql`
    insert into agent_conversations (organization_id, project_id, conversation_id, agent_id, agent_revision, channel_type,
      prompt, lines, customer, language, turn, mode_since, created_at)
    values (${row.organization_id}, ${row.project_id}, ${row.conversation_id}, ${row.agent_id}, ${row.agent_revision},
      ${row.channel_type}, ${row.prompt}, ${JSON.stringify(row.lines)}::jsonb, ${JSON.stringify(row.customer)}::jsonb,
      ${row.language}, ${row.turn}, ${now}, ${now})
    on conflict do nothing returning conversation_id`)
  return inserted.length === 1
}

/** Columns of a conversation `c` with its agent's definition, from `conversationTables`. */
export const conversationColumns = sql`c.organization_id, c.project_id, c.conversation_id, c.agent_id, c.agent_revision, c.channel_type,
  c.prompt, c.lines, c.customer, c.language, c.mode, c.mode_since, c.mode_by, c.summary, c.person_wrote_at, c.turn,
  c.tokens, c.closing_since, c.ended_at, c.created_at, a.name as agent_name, r.definition, r.model_account_id,
  r.fallback_account_id, jsonb_build_object('name', p.name, 'timezone', p.timezone) as project, (
    select jsonb_build_object('timezone', k.calling_hours -> 'timezone', 'windows', k.calling_hours -> 'windows')
    from conversations v
    join campaigns k on k.organization_id = v.organization_id and k._id = v.campaign_id and k.calling_hours is not null
    where c.channel_type = 'voice' and v.organization_id = c.organization_id and v._id = c.conversation_id) as open_hours`

/** The tables of `conversationColumns`. */
export const conversationTables = sql`agent_conversations c
    join agents a on a.organization_id = c.organization_id and a._id = c.agent_id
    join agent_revisions r on r.organization_id = c.organization_id and r.agent_id = c.agent_id
      and r.revision = c.agent_revision
    join projects p on p.organization_id = c.organization_id and p._id = c.project_id`

/** Returns the conversation with its agent's definition; null where no agent leads it. */
export async function selectAgentConversation(
  db: Queryable,
  key: ConversationKey,
): Promise<AgentConversation | null> {
  const [row] = await db.query<AgentConversation>(sql`
    select ${conversationColumns} from ${conversationTables}
    where c.organization_id = ${key.organization_id} and c.conversation_id = ${key.conversation_id}`)
  return row ?? null
}

/** An input that is committed with its transaction. */
export interface AddedInput {
  _id: string
  mode: AgentMode
  /** BCP 47, in which the agent speaks now. */
  language: string
  /** When a worker answers, ISO 8601 UTC; null on calls, and while a person answers. */
  due_at: string | null
  /** Whether the caller leads the conversation now. */
  is_led: boolean
}

/** Something that a customer wrote, said or keyed. */
export interface NewInput {
  /** A new one if absent. */
  _id?: string
  kind: 'message' | 'speech' | 'digits'
  text: string
  /** The channel's own time. */
  sent_at: Date
}

/** Whether a person answers who has not written for 12 hours. */
function isSilentPerson(now: Date): Sql {
  return sql`(mode = 'person'
    and coalesce(person_wrote_at, mode_since) <= ${now}::timestamptz - ${personSilenceHours} * interval '1 hour')`
}

/**
 * Returns up to 100 chats that users answer and have written nothing in for 12 hours. Index:
 * agent_conversations_of_people.
 */
export async function selectSilentPeople(
  db: Queryable,
  now: Date,
): Promise<(ConversationKey & { project_id: string })[]> {
  return db.query<ConversationKey & { project_id: string }>(sql`
    select organization_id, project_id, conversation_id from agent_conversations
    where ended_at is null and channel_type <> 'voice' and ${isSilentPerson(now)}
      and is_here(organization_id) limit 100`)
}

/** A time in which a person answered, with what was written in it, oldest first. */
export interface PersonStretch {
  begun_at: string
  ended_at: string
  /** Null: nobody's name is known. */
  name: string | null
  lines: { by: 'customer' | 'person'; text: string }[]
}

/** The most that is read of what was written in a stretch. */
const stretchLinesMax = 40

/**
 * Returns the statement that reads the times in which a person answered, oldest first, with what the customer wrote
 * that nobody else answered and what the business sent. By primary keys; index: messages_by_conversation.
 */
export function personStretchesOf(key: ConversationKey): Sql {
  return sql`
    select ${instant(sql`s.begun_at`)} as begun_at, ${instant(sql`s.ended_at`)} as ended_at, s.name, coalesce((
      select jsonb_agg(jsonb_build_object('by', l.by, 'text', l.text) order by l.at, l.by)
      from (
        select * from (
          select 'customer' as by, i.text, i.received_at as at from agent_inputs i
          where i.organization_id = s.organization_id and i.conversation_id = s.conversation_id
            and i.turn = ${unansweredTurn} and i.received_at <= s.ended_at and i.received_at > coalesce((
              select max(e.ended_at) from agent_person_stretches e where e.organization_id = s.organization_id
                and e.conversation_id = s.conversation_id and e.begun_at < s.begun_at), '-infinity')
          union all
          select 'person', m.text, m.created_at from messages m
          where m.organization_id = s.organization_id and m.conversation_id = s.conversation_id
            and m.direction = 'outbound' and m.text is not null
            and m.created_at >= s.begun_at and m.created_at <= s.ended_at) a
        order by at desc limit ${stretchLinesMax}) l), '[]') as lines
    from agent_person_stretches s where ${mine(key)} order by s.begun_at`
}

/**
 * Returns the CTE `stretch`, which keeps the stretch of a person who wrote, from the row before the agent answers
 * again.
 */
function keptStretch(was: Sql, now: Date): Sql {
  return sql`stretch as (
      insert into agent_person_stretches (organization_id, conversation_id, begun_at, ended_at, name)
      select organization_id, conversation_id, mode_since, greatest(mode_since, ${now}::timestamptz), mode_by
      from (${was}) w where person_wrote_at is not null
      on conflict do nothing
    )`
}

/**
 * Inserts an input and, for chats, sets when a worker answers: for WhatsApp after the agent's `gather_seconds`, but at
 * most 15 s after the first message of the burst. A web message is answered by its own request; the worker answers
 * where that dies. Nothing becomes due while a person answers, unless that person has been silent for 12 hours: then
 * the agent answers again. One statement, which locks the conversation: two messages at once set one time.
 *
 * @param hold leads the conversation with this token where nobody leads it.
 * @returns null where no agent leads the conversation, or it has ended.
 */
export async function insertInput(
  db: Queryable,
  key: ConversationKey,
  input: NewInput & { _id: string },
  hold: Hold | null,
  now: Date,
): Promise<Omit<AddedInput, '_id'> | null> {
  const isSilent = isSilentPerson(now)
  // What was written to a silent person is no part of the burst.
  const burstSince = sql`coalesce(case when not (${isSilent}) then burst_since end, ${now}::timestamptz)`
  const hasReturned = sql`exists (select from was where mode = 'person')
    and exists (select from conversation where mode = 'agent')`
  const token = hold?.token ?? null
  const isFree = sql`(${token}::uuid is not null and (lease_token is null or lease_until <= ${now}::timestamptz))`
  const [row] = await db.write<Omit<AddedInput, '_id'>>(sql`
    with was as materialized (
      select organization_id, conversation_id, mode, mode_since, mode_by, person_wrote_at from agent_conversations
      where ${mine(key)} and ended_at is null for update
    ), conversation as (
      update agent_conversations c set
        mode = case when ${isSilent} then 'agent' else mode end,
        mode_since = case when ${isSilent} then ${now}::timestamptz else mode_since end,
        mode_by = case when ${isSilent} then null else mode_by end,
        person_wrote_at = case when ${isSilent} then null else person_wrote_at end,
        burst_since = case channel_type when 'whatsapp' then ${burstSince} end,
        due_at = case
          when mode = 'person' and not (${isSilent}) then null
          when channel_type = 'whatsapp' then least(${now}::timestamptz + ${gatherTime}, ${burstSince} + ${burstTime})
          when channel_type = 'web' then ${now}::timestamptz + ${webRescueMs} * interval '1 millisecond'
        end,
        lease_token = case when ${isFree} then ${token} else lease_token end,
        lease_until = case when ${isFree} then ${leaseUntil(now)} else lease_until end,
        tries = 0
      where ${mine(key)} and exists (select from was)
      returning mode, language, due_at, lease_token is not distinct from ${token}::uuid and ${token}::uuid is not null as is_led
    ), ${keptStretch(sql`select * from was where mode = 'person' and exists (select from conversation where mode = 'agent')`, now)}, ${eventsOf(
      { organization_id: key.organization_id, project_id: projectOf(key) },
      factsOfMode(key, { mode: 'agent', by: null, summary: null }, hasReturned, now),
    )}, input as (
      insert into agent_inputs (organization_id, conversation_id, _id, kind, text, sent_at, received_at)
      select ${key.organization_id}::uuid, ${key.conversation_id}::uuid, ${input._id}::uuid, ${input.kind}, ${input.text},
        ${input.sent_at}::timestamptz, ${now}::timestamptz
      from conversation
    )
    select mode, language, due_at, is_led from conversation`)
  return row ?? null
}

/**
 * Writes who answers. A new mode takes the lease away from a turn under way. Returns whether the mode has changed; null
 * where no agent leads the conversation or it has ended.
 */
export async function updateMode(
  transaction: Transaction,
  key: ConversationKey,
  change: { mode: AgentMode; by: string | null; summary: string | null; onlyIfSilent?: boolean },
  now: Date,
): Promise<boolean | null> {
  const facts = factsOfMode(key, change, sql`exists (select from changed)`, now)
  const place = { organization_id: key.organization_id, project_id: projectOf(key) }
  const update = sql`
    with old as materialized (
      select organization_id, conversation_id, mode, mode_since, mode_by, person_wrote_at from agent_conversations
      where ${mine(key)} and ended_at is null and (not ${change.onlyIfSilent ?? false}::boolean or ${isSilentPerson(now)})
      for update
    ), ${keptStretch(sql`select * from old where mode = 'person' and mode <> ${change.mode}`, now)}, changed as (
    update agent_conversations c set mode = ${change.mode}, mode_since = ${now}, mode_by = ${change.by},
      summary = coalesce(${change.summary}, summary), person_wrote_at = null, lease_token = null, lease_until = null,
      burst_since = null,
      due_at = case when ${change.mode} = 'agent' and channel_type <> 'voice' and exists (
        select from agent_inputs i where i.organization_id = c.organization_id
          and i.conversation_id = c.conversation_id and i.turn is null) then ${now}::timestamptz end
    from old
    where c.organization_id = old.organization_id and c.conversation_id = old.conversation_id and old.mode <> ${change.mode}
    returning c.conversation_id
    ), ${eventsOf(place, facts)}
    select conversation_id from changed`
  const [, changed] = await Promise.all([lockLed(transaction, key), transaction.query(update)])
  if (changed.length > 0) return true
  // A person who takes over what nobody leads yet leads it from here on.
  const kept = await transaction.query(sql`
    update agent_conversations set mode_by = case mode when 'person' then coalesce(mode_by, ${change.by}) else mode_by end
    where ${mine(key)} and ended_at is null returning conversation_id`)
  return kept.length > 0 ? false : null
}

/**
 * Records that a person wrote to the customer, which answers what no turn has answered. Returns false, with nothing
 * written, where no person answers the conversation.
 */
export async function updatePersonWrote(
  transaction: Transaction,
  key: ConversationKey,
  by: string | null,
  now: Date,
): Promise<boolean> {
  const wrote = await transaction.query(sql`
    with wrote as (
      update agent_conversations set person_wrote_at = ${now}, due_at = null, burst_since = null,
        mode_by = coalesce(mode_by, ${by})
      where ${mine(key)} and mode = 'person' and ended_at is null returning conversation_id
    ), answered as (
      update agent_inputs set turn = ${unansweredTurn}
      where ${mine(key)} and turn is null and exists (select from wrote)
    )
    select from wrote`)
  return wrote.length === 1
}

/** Takes the lease away from a turn under way. Returns false where no agent leads the conversation. */
export async function updateNotLed(transaction: Transaction, key: ConversationKey): Promise<boolean> {
  const updated = await transaction.query(sql`
    update agent_conversations set lease_token = null, lease_until = null, tries = 0 where ${mine(key)}
    returning conversation_id`)
  return updated.length === 1
}

/** Lets a chat be due where inputs without a turn are left and the agent answers. */
export async function updateDueOfRest(
  transaction: Transaction,
  key: ConversationKey,
  now: Date,
): Promise<void> {
  await transaction.query(sql`
    update agent_conversations c set (burst_since, due_at) = (
      select min(i.received_at), case when c.mode = 'agent' and count(*) > 0 then ${now}::timestamptz end
      from agent_inputs i
      where i.organization_id = c.organization_id and i.conversation_id = c.conversation_id and i.turn is null)
    where ${mine(key)}`)
}

/** Ends the conversation for the agent. Returns false where it had ended, or no agent leads it. */
export async function updateEnded(
  transaction: Transaction,
  key: ConversationKey,
  now: Date,
): Promise<boolean> {
  const ended = await transaction.query(sql`
    update agent_conversations set ended_at = ${now}, due_at = null, burst_since = null, lease_token = null,
      lease_until = null
    where ${mine(key)} and ended_at is null returning conversation_id`)
  return ended.length === 1
}
