import { isDatabaseHeld } from '../../db/database-identity.ts'
import type { Db } from '../../db/database.ts'
import { organizationsWith } from '../../db/organizations-with.ts'
import type { Queryable, Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import type { PlacesInUse } from '../../jobs/organization-places.ts'
import type { ConversationKey, Hold } from './conversation.ts'
import { burstTime, gatherTime, leaseUntil, lockLed, mine } from './queries.ts'

/**
 * Returns the CTE `held`, which has a row if the caller still leads the conversation (Promise 53), else none. Another
 * process that takes the conversation over waits until the statement has committed.
 */
export function held(key: ConversationKey, { token }: Hold): Sql {
  return sql`held as materialized (
    select channel_type, project_id, agent_id from agent_conversations where ${mine(key)} and lease_token = ${token} for share)`
}

/**
 * Leads a conversation that nobody leads, or whose leader has let its lease pass. Returns false where somebody leads
 * it.
 */
export async function claimConversation(
  db: Queryable,
  key: ConversationKey,
  { token }: Hold,
  now: Date,
): Promise<boolean> {
  const claimed = await db.write(sql`
    update agent_conversations set lease_token = ${token}, lease_until = ${leaseUntil(now)}
    where ${mine(key)} and ended_at is null and (lease_token is null or lease_until <= ${now})
    returning conversation_id`)
  return claimed.length === 1
}

/** Returns the token of whoever leads the conversation; null where nobody does, or its agent does not answer in it. */
export async function selectLeader(db: Queryable, key: ConversationKey, now: Date): Promise<string | null> {
  const [led] = await db.query<{ lease_token: string }>(sql`
    select lease_token from agent_conversations
    where ${mine(key)} and mode = 'agent' and ended_at is null and lease_token is not null and lease_until > ${now}`)
  return led?.lease_token ?? null
}

/**
 * Leads a conversation whoever leads it now, as for a new session of a call. Returns false where it has ended, or no
 * agent leads it. The question before a write with which the last turn of a call ended counts as not heard: the session
 * that spoke it is over, and nobody knows how much of it was heard.
 */
export async function takeOverConversation(
  transaction: Transaction,
  key: ConversationKey,
  { token }: Hold,
  now: Date,
): Promise<boolean> {
  const take = sql`
    with taken as (
      update agent_conversations set lease_token = ${token}, lease_until = ${leaseUntil(now)}
      where ${mine(key)} and ended_at is null returning turn, channel_type
    ), unheard as (
      update agent_steps set content = content || '{"unheard":true}'
      where ${mine(key)} and turn = (select turn from taken where channel_type = 'voice')
        and kind = 'tool' and state = 'done' and content ->> 'outcome' = 'asked'
        and exists (select from agent_turns where ${mine(key)} and turn = (select turn from taken) and state = 'done')
    )
    select from taken`
  const [, taken] = await Promise.all([lockLed(transaction, key), transaction.query(take)])
  return taken.length === 1
}

/**
 * Selects, as `open`, the organizations with conversations of the channel that have an instant at which they are due
 * and that may have more places, with the places that they have. It takes one step of
 * agent_conversations_due_by_organization for each organization, however many conversations are due.
 */
const openOrganizations = (
  channel: 'whatsapp' | 'web',
  { organizationIds, counts, perOrganizationMax }: PlacesInUse,
): Sql => sql`
  ${organizationsWith(sql`agent_conversations`, sql`t.channel_type = ${channel} and t.due_at is not null`)},
  open as (
    select o.organization_id, coalesce(u.places, 0) as places from organizations o
    left join unnest(${organizationIds}::uuid[], ${counts}::integer[]) u (organization_id, places)
      on u.organization_id = o.organization_id
    where o.organization_id is not null and coalesce(u.places, 0) < ${perOrganizationMax}::integer)`

/**
 * Claims a conversation of the channel that is due and that nobody leads; null where there is none. The organization
 * with the fewest places of this process goes first, then the one whose conversation has been due for longest. Several
 * workers may claim at once. Index: agent_conversations_due_by_organization.
 */
export async function claimDueConversation(
  db: Queryable,
  channel: 'whatsapp' | 'web',
  places: PlacesInUse,
  { token }: Hold,
  now: Date,
): Promise<(ConversationKey & { project_id: string; tries: number }) | null> {
  const [claimed] = await db.write<ConversationKey & { project_id: string; tries: number }>(
    claimStatement(channel, places, token, now),
  )
  return claimed ?? null
}

/**
 * Returns the statement of `claimDueConversation`. A nested loop goes through `due` in its order. A further sort would
 * lock a conversation of each organization.
 */
export function claimStatement(
  channel: 'whatsapp' | 'web',
  places: PlacesInUse,
  token: string,
  now: Date,
): Sql {
  const isDue = sql`channel_type = ${channel} and due_at <= ${now} and mode = 'agent' and ended_at is null
    and (lease_token is null or lease_until <= ${now})`
  return sql`
    with recursive ${openOrganizations(channel, places)},
    due as (
      select o.organization_id, o.places, d.due_at from open o cross join lateral (
        select due_at from agent_conversations where organization_id = o.organization_id and ${isDue}
        order by due_at limit 1) d
      where not ${isDatabaseHeld} order by o.places, d.due_at),
    next as (
      select c.organization_id, c.conversation_id from due d cross join lateral (
        select organization_id, conversation_id from agent_conversations
        where organization_id = d.organization_id and ${isDue}
        order by due_at limit 1 for update skip locked) c
      where is_here(c.organization_id) limit 1)
    update agent_conversations c set lease_token = ${token}, lease_until = ${leaseUntil(now)}
    from next where c.organization_id = next.organization_id and c.conversation_id = next.conversation_id
    returning c.organization_id, c.conversation_id, c.project_id, c.tries`
}

/**
 * Returns when the next conversation of the channel is due that nobody leads and whose organization may have another
 * place; null where there is none. Index: agent_conversations_due_by_organization.
 */
export async function selectNextConversationDue(
  db: Queryable,
  channel: 'whatsapp' | 'web',
  places: PlacesInUse,
): Promise<Date | null> {
  const [row] = await db.query<{ due_at: string }>(sql`
    with recursive ${openOrganizations(channel, places)}
    select due_at from (
      select o.organization_id, d.due_at from open o cross join lateral (
        select due_at from agent_conversations
        where organization_id = o.organization_id and channel_type = ${channel} and due_at is not null and mode = 'agent'
          and ended_at is null and lease_token is null
        order by due_at limit 1) d
      order by d.due_at) n
    where is_here(organization_id) limit 1`)
  return row === undefined ? null : new Date(row.due_at)
}

/**
 * When the next conversation of these channels is due, also one that somebody leads. Index: agent_conversations_due.
 */
export const nextConversationDue = (channels: readonly ('whatsapp' | 'web')[]) => sql`(
  select min(due_at) from agent_conversations
  where due_at is not null and channel_type = any(${channels}::text[]) and mode = 'agent' and ended_at is null
    and is_here(organization_id))`

/** Extends the lease. Returns false where the conversation has another leader. */
export async function renewLease(
  db: Queryable,
  key: ConversationKey,
  { token }: Hold,
  now: Date,
): Promise<boolean> {
  const renewed = await db.write(sql`
    update agent_conversations set lease_until = ${leaseUntil(now)}
    where ${mine(key)} and lease_token = ${token} returning conversation_id`)
  return renewed.length === 1
}

/** When a failed turn is tried again, and why it failed. */
export interface Retry {
  at: Date
  /** For people; without any text of the customer. */
  fault: string
  /** How often it has failed; one more than before if absent. */
  tries?: number
}

/**
 * Lets the conversation go. A chat that has inputs without a turn, or a turn that is not over, becomes due again at
 * `retry.at`, or at once; another is not due. On WhatsApp, messages that came during the turn are a burst of their own,
 * which is gathered from its first message on.
 *
 * @param retry null after a turn that did not fail.
 */
export async function releaseConversation(
  db: Db,
  key: ConversationKey,
  hold: Hold,
  retry: Retry | null,
  now: Date,
): Promise<void> {
  await db.transaction(async (transaction) => {
    await Promise.all([lockLed(transaction, key), releaseLocked(transaction, key, hold, retry, now)])
  })
}

/** The inputs of the conversation `c` that no turn has taken. Index: agent_inputs_open. */
const openInputs = sql`
  select received_at from agent_inputs o where o.organization_id = c.organization_id
    and o.conversation_id = c.conversation_id and o.turn is null`

/**
 * Lets a conversation go whose row an earlier statement of the transaction has locked, as `releaseConversation` does.
 */
export async function releaseLocked(
  transaction: Transaction,
  key: ConversationKey,
  { token }: Hold,
  retry: Retry | null,
  now: Date,
): Promise<void> {
  await transaction.query(sql`
    update agent_conversations c set lease_token = null, lease_until = null, fault = ${retry?.fault ?? null},
      tries = case when ${retry === null} then 0 else coalesce(${retry?.tries ?? null}::integer, tries + 1) end,
      due_at = case when channel_type = 'voice' or mode = 'person' then null
        when ${retry !== null} then ${retry?.at ?? null}::timestamptz
        when exists (select from agent_turns t where t.organization_id = c.organization_id
            and t.conversation_id = c.conversation_id and t.turn = c.turn and t.state in ('thinking', 'acting', 'replying'))
          then greatest(due_at, ${now}::timestamptz)
        when channel_type = 'whatsapp' then (
          select greatest(least(max(i.received_at) + ${gatherTime}, min(i.received_at) + ${burstTime}), ${now}::timestamptz)
          from (${openInputs}) i having count(*) > 0)
        when exists (${openInputs}) then greatest(due_at, ${now}::timestamptz) end,
      burst_since = case when ${retry !== null} then burst_since when channel_type = 'whatsapp' then (
        select min(i.received_at) from (${openInputs}) i) end
    where ${mine(key)} and lease_token = ${token}`)
}

/**
 * Lets another process lead the conversation at once and go on with its open turn, as when this process stops. It stays
 * due.
 */
export async function yieldConversation(
  db: Queryable,
  key: ConversationKey,
  { token }: Hold,
  now: Date,
): Promise<void> {
  await db.write(sql`
    update agent_conversations set lease_token = null, lease_until = null, due_at = ${now}
    where ${mine(key)} and lease_token = ${token}`)
}
