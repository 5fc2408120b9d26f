import type { ConversationStatus, ConversationType, SpeakerRole } from '../base/conversation-kinds.ts'
import { countCaller, countChange } from '../counters/count-changes.ts'
import type { Transaction } from '../db/queryable.ts'
import { sql, typedParam } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'
import { eventsIf, eventsOf } from '../events/event-of.ts'
import type { EventPlace } from '../events/event-of.ts'
import {
  interaction,
  knownInteraction,
  undoneInteraction,
  personWasCounted,
  restoreLastInteraction,
} from '../people/interactions.ts'
import {
  factsOfConversations,
  factsOfKnownConversation,
  isOpenStatus,
  isOver,
} from './conversation-events.ts'
import type { KnownConversation } from './conversation-events.ts'

/**
 * The state of a conversation according to the carrier's events. Times are ISO 8601 UTC, null where the event has not
 * happened.
 */
export interface ConversationStanding {
  status: ConversationStatus
  answered_at: string | null
  end_time: string | null
  duration_seconds: number | null
}

export interface NewVoiceConversation extends ConversationStanding {
  organization_id: string
  project_id: string
  _id: string
  campaign_id: string
  /** `outbound` by default. */
  conversation_type?: ConversationType
  /** E.164; null for a caller who withholds it. */
  phone_number: string | null
  /** When the service decided to dial, or the call came. */
  start_time: string
  created_at: Date
  /** Whether somebody wants the project's events; absent: not known. */
  events_wanted?: boolean | undefined
}

/** Inserts the conversation of a call attempt. */
export async function insertVoiceConversation(
  transaction: Transaction,
  conversation: NewVoiceConversation,
): Promise<void> {
  const { organization_id, project_id, _id, campaign_id, phone_number, created_at } = conversation
  const known: Begun = {
    _id,
    status: conversation.status,
    conversation_type: conversation.conversation_type ?? 'outbound',
    phone_number,
    campaign_id,
    start_time: conversation.start_time,
    answered_at: conversation.answered_at,
    end_time: conversation.end_time,
    duration_seconds: conversation.duration_seconds,
    created_at: created_at.toISOString(),
  }
  await transaction.query(sql`
    with made as (
      select ${organization_id}::uuid as organization_id, ${project_id}::uuid as project_id, ${_id}::uuid as _id,
        ${known.conversation_type} as conversation_type, ${conversation.status} as status,
        ${phone_number}::text as phone_number, ${campaign_id}::uuid as campaign_id,
        ${conversation.start_time}::timestamptz(3) as start_time,
        ${conversation.answered_at}::timestamptz as answered_at, ${conversation.end_time}::timestamptz as end_time,
        ${conversation.duration_seconds}::double precision as duration_seconds, ${created_at}::timestamptz as created_at
    ), ${interaction(sql`
      select organization_id, project_id, 'voice' as channel_type, phone_number as identity_key, start_time as met_at
      from made`)},
    ${insertedVoiceConversation(conversation, known)}`)
}

/**
 * Returns the insert of an attempt's conversation, for a statement whose CTE `attempt` reads the attempt.
 * If `attempt` has no row, nothing is inserted.
 *
 * @param attempt as its row is.
 */
export function insertConversationOfAttempt(attempt: KnownAttempt, conversationId: string, now: Date): Sql {
  const known: Begun = {
    _id: conversationId,
    status: 'initiated',
    conversation_type: 'outbound',
    phone_number: attempt.phone_number,
    campaign_id: attempt.campaign_id,
    start_time: attempt.created_at,
    answered_at: null,
    end_time: null,
    duration_seconds: null,
    created_at: now.toISOString(),
  }
  const met = {
    organization_id: typedParam(attempt.organization_id, 'uuid'),
    project_id: typedParam(attempt.project_id, 'uuid'),
    channel_type: sql`'voice'::text`,
    identity_key: typedParam(attempt.phone_number, 'text'),
    met_at: typedParam(attempt.created_at, 'timestamptz'),
  }
  return sql`
    made as not materialized (
      select organization_id, project_id, ${conversationId}::uuid as _id, 'outbound' as conversation_type,
        'initiated' as status, phone_number, campaign_id, created_at as start_time, null::timestamptz as answered_at, null::timestamptz as end_time,
        null::double precision as duration_seconds, ${now}::timestamptz as created_at
      from attempt
    ), ${knownInteraction(met, sql`exists (select from attempt)`)},
    ${insertedVoiceConversation(attempt, known)}`
}

/** An attempt whose conversation begins. */
interface KnownAttempt extends Pick<KnownConversation, 'phone_number' | 'campaign_id'> {
  organization_id: string
  project_id: string
  created_at: string
  /** As in `EventPlace`. */
  events_wanted?: boolean | undefined
}

/** A conversation that is inserted. */
type Begun = KnownConversation & { created_at: string }

/**
 * Returns the end of a statement with the CTEs `made` and of `interaction`: it inserts the conversation and updates all
 * counts of it.
 */
function insertedVoiceConversation(place: EventPlace, known: Begun): Sql {
  const inserted = sql`select (select profile_id from reached) as profile_id from made`
  const factOf = (type: 'conversation.started' | 'conversation.ended') =>
    factsOfKnownConversation(inserted, known, { type, at: new Date(known.created_at) })
  const facts = () =>
    isOpenStatus(known.status)
      ? factOf('conversation.started')
      : sql`(${factOf('conversation.started')}) union all (${factOf('conversation.ended')})`
  return sql`
    ${countChange(sql`
      select organization_id, project_id, start_time, 'voice' as channel_type, conversation_type, status,
        campaign_id, 1 as times, duration_seconds from made`)},
    ${countCaller(sql`select organization_id, project_id, coalesce(phone_number, _id::text) as caller from made`, 1)}
    ${eventsIf(place.events_wanted, place, facts)}
    insert into conversations (organization_id, project_id, _id, channel_type, conversation_type, status, phone_number,
      campaign_id, profile_id, met_as, start_time, answered_at, end_time, duration_seconds, created_at)
    select organization_id, project_id, _id, 'voice', conversation_type, status, phone_number, campaign_id,
      (select profile_id from reached), (select met_as from reached), start_time, answered_at, end_time,
      duration_seconds, created_at
    from made
    where ${personWasCounted(sql`select count(*) from reached`)}`
}

/**
 * Updates the conversation of a call, its counts, and writes its event if it has ended.
 *
 * @param options.also another statement that changes rows, which is run as a part of this one.
 */
export async function updateConversation(
  transaction: Transaction,
  organizationId: string,
  conversationId: string,
  standing: ConversationStanding,
  { now, events_wanted, also = null }: { now: Date; events_wanted?: boolean | undefined; also?: Sql | null },
): Promise<void> {
  // A conversation that goes on has no event here.
  const wanted = isOpenStatus(standing.status) ? false : events_wanted
  const place = { organization_id: organizationId, project_id: sql`(select project_id from old)` }
  await transaction.query(sql`
    with ${updatedConversation(organizationId, conversationId, standing)}${also === null ? sql`` : sql`, also as (${also})`}${eventsIf(wanted, place, () => factsOfEnd(now))}
    select`)
}

/**
 * Returns CTEs that update the conversation of a call and its counts: `old` is the conversation before, `changed`
 * after. `factsOfEnd` reads both.
 */
function updatedConversation(
  organizationId: string,
  conversationId: string,
  standing: ConversationStanding,
): Sql {
  return sql`
    old as (
      select organization_id, project_id, _id, start_time, channel_type, conversation_type, status, campaign_id,
        duration_seconds
      from conversations where organization_id = ${organizationId} and _id = ${conversationId}
      for update
    ), ${countChange(sql`
      select organization_id, project_id, start_time, channel_type, conversation_type, r.status, campaign_id,
        r.times, r.duration_seconds
      from old, lateral (values (-1, old.status, old.duration_seconds),
        (1, ${standing.status}, ${standing.duration_seconds}::double precision)) r (times, status, duration_seconds)
      where (old.status, old.duration_seconds)
        is distinct from (${standing.status}, ${standing.duration_seconds}::double precision)`)},
    changed as (
      update conversations c set status = ${standing.status}, answered_at = ${standing.answered_at},
        end_time = ${standing.end_time}, duration_seconds = ${standing.duration_seconds}
      where c.organization_id = ${organizationId} and c._id = (select _id from old)
      returning c.*
    )`
}

/** Returns the fact of `eventsOf` that a conversation has ended, in a statement with `updatedConversation`. */
function factsOfEnd(now: Date): Sql {
  const ended = sql`
    select c.* from changed c, old where ${isOver(sql`c.status`)} and not ${isOver(sql`old.status`)}`
  return factsOfConversations(ended, { type: 'conversation.ended', at: now })
}

/**
 * Returns the same CTEs for a conversation that goes on and whose status is known, which costs less: `changed` is the
 * conversation after it. It has no row if the conversation is not as it was known to be, which the end of the statement
 * has to look at.
 *
 * @param was the status before.
 * @param condition without which nothing is changed.
 */
export function updatedOpenConversation(
  organizationId: string,
  conversationId: string,
  was: ConversationStatus,
  standing: ConversationStanding,
  condition: Sql,
): Sql {
  const { status, answered_at, end_time, duration_seconds } = standing
  const isCountedAlike = status === was && duration_seconds === null
  const change = countChange(sql`
      select organization_id, project_id, start_time, channel_type, conversation_type, r.status, campaign_id,
        r.times, r.duration_seconds
      from changed, (values (-1, ${was}::text, null), (1, ${status}::text, ${duration_seconds}::double precision))
        r (times, status, duration_seconds)`)
  return sql`
    changed as (
      update conversations c set status = ${status}, answered_at = ${answered_at}, end_time = ${end_time},
        duration_seconds = ${duration_seconds}
      where c.organization_id = ${organizationId} and c._id = ${conversationId} and c.status = ${was}
        and c.duration_seconds is null and ${condition}
      returning c.*
    )${isCountedAlike ? sql`` : sql`, ${change}`}`
}

/**
 * Deletes the conversation of an attempt that never reached the carrier (Rule 62). A ticket that an operator opened
 * stays, without a conversation. Its last event says that it was canceled.
 *
 * @param earlierAt when its person had last been met before it; null: not known.
 */
export async function deleteConversation(
  transaction: Transaction,
  { organization_id: organizationId, project_id }: { organization_id: string; project_id: string },
  conversationId: string,
  now: Date,
  earlierAt: string | null = null,
): Promise<void> {
  const canceled = sql`
    select _id, 'canceled'::text as status, conversation_type, channel_type, phone_number, campaign_id, profile_id, start_time,
      answered_at, end_time, duration_seconds, created_at
    from gone`
  await transaction.query(sql`
    delete from conversation_lines where organization_id = ${organizationId} and conversation_id = ${conversationId}`)
  await transaction.query(sql`
    update tickets set conversation_id = null
    where organization_id = ${organizationId} and conversation_id = ${conversationId}`)
  const deleted = await transaction.query<{ profile_id: string | null; start_time: string }>(sql`
    with gone as (
      delete from conversations where organization_id = ${organizationId} and _id = ${conversationId}
      returning *
    ), ${eventsOf(
      { organization_id: organizationId, project_id },
      factsOfConversations(canceled, { type: 'conversation.ended', at: now }),
    )}, ${undoneInteraction(sql`gone`)},
    ${countCaller(sql`select organization_id, project_id, caller from gone`, -1)},
    ${countChange(sql`
      select organization_id, project_id, start_time, channel_type, conversation_type, status, campaign_id, -1 as times,
        duration_seconds
      from gone`)}
    select profile_id, start_time from gone where ${personWasCounted(sql`select count(profile_id) from gone`)}`)
  for (const { profile_id, start_time } of deleted)
    if (profile_id !== null)
      await restoreLastInteraction(transaction, organizationId, profile_id, start_time, earlierAt)
}

/** Something that a party said, or an event of the call (`system`). */
export interface ConversationLine {
  role: SpeakerRole
  text: string
}

/** Inserts the lines of one turn. Inserting the same turn again changes nothing. */
export async function insertConversationLines(
  transaction: Transaction,
  organizationId: string,
  conversationId: string,
  turn: number,
  lines: readonly ConversationLine[],
  saidAt: Date,
): Promise<void> {
  if (lines.length === 0) return
  await transaction.query(insertedLines(organizationId, conversationId, turn, lines, saidAt, sql`true`))
}

/**
 * Returns the same insert, as part of another statement.
 *
 * @param condition without which nothing is inserted.
 */
export function insertedLines(
  organizationId: string,
  conversationId: string,
  turn: number,
  lines: readonly ConversationLine[],
  saidAt: Date,
  condition: Sql,
): Sql {
  return sql`
    insert into conversation_lines (organization_id, conversation_id, turn, line, role, text, said_at)
    select ${organizationId}::uuid, ${conversationId}::uuid, ${turn}::integer, place - 1, role, text, ${saidAt}::timestamptz
    from unnest(${lines.map((line) => line.role)}::text[], ${lines.map((line) => line.text)}::text[])
      with ordinality as said (role, text, place)
    where ${condition}
    on conflict do nothing`
}
