import type { Transaction } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'

/** Who was met on which channel, and when, as expressions. */
interface Met {
  organization_id: Sql
  project_id: Sql
  channel_type: Sql
  identity_key: Sql
  met_at: Sql
}

/**
 * Returns CTEs for a statement that inserts a conversation. `seen` updates the identity of the person. `reached` has
 * the identity's profile, and the profile that the identity had before a merge (`met_as`). `person` updates the
 * profile's counts.
 *
 * A person who was never met on the channel is found by their number instead. The row of the identity or the number
 * names the profile, and is locked before the profile. Merges lock in the same order, so that a conversation never
 * lands on a profile that is being merged away.
 *
 * Each value is a subquery, not a join: a plan that PostgreSQL made while the tables were empty would join by reading
 * all of them.
 *
 * @param made one row or none: organization_id, project_id, channel_type, identity_key, met_at.
 */
export function interaction(made: Sql): Sql {
  const of = (column: Sql) => sql`(select ${column} from met)`
  const met = {
    organization_id: of(sql`organization_id`),
    project_id: of(sql`project_id`),
    channel_type: of(sql`channel_type`),
    identity_key: of(sql`identity_key`),
    met_at: of(sql`met_at`),
  }
  return sql`
    met as materialized (${made}),
    ${knownInteraction(met, sql`true`)}`
}

/**
 * Returns the same CTEs for values that are known, which costs less: PostgreSQL prepares each subquery for execution.
 *
 * @param condition without which nobody was met.
 */
export function knownInteraction(met: Met, condition: Sql): Sql {
  return sql`
    seen as (
      update channel_identities i set first_seen_at = least(i.first_seen_at, ${met.met_at}),
        last_seen_at = greatest(i.last_seen_at, ${met.met_at})
      where i.organization_id = ${met.organization_id} and i.project_id = ${met.project_id}
        and i.channel_type = ${met.channel_type} and i.identity_key = ${met.identity_key}
        and ${condition}
      returning i.profile_id, i.met_as
    ), numbered as materialized (
      select k.profile_id, k.met_as from profile_contacts k
      where k.organization_id = ${met.organization_id} and k.project_id = ${met.project_id}
        and k.kind = 'phone' and k.normalized = ${met.identity_key} and not exists (select from seen)
        and ${condition}
      for share
    ), reached as materialized (
      select profile_id, met_as from seen union all select profile_id, met_as from numbered
    ), person as (
      update profiles p set conversation_count = p.conversation_count + 1,
        call_count = p.call_count + (${met.channel_type} = 'voice')::integer,
        chat_count = p.chat_count + (${met.channel_type} <> 'voice')::integer,
        last_interaction_at = greatest(p.last_interaction_at, ${met.met_at})
      where p.organization_id = ${met.organization_id} and p._id = (select profile_id from reached)
      returning p._id
    )`
}

/**
 * Returns the CTE `person` for a statement that deletes a conversation: it subtracts the conversation from its
 * profile's counts. `gone` has organization_id, profile_id, channel_type.
 */
export function undoneInteraction(gone: Sql): Sql {
  return sql`
    person as (
      update profiles p set conversation_count = p.conversation_count - 1,
        call_count = p.call_count - ((select channel_type from ${gone}) = 'voice')::integer,
        chat_count = p.chat_count - ((select channel_type from ${gone}) <> 'voice')::integer
      where p.organization_id = (select organization_id from ${gone}) and p._id = (select profile_id from ${gone})
      returning p._id
    )`
}

/** When a person was last met in any way, and last seen by a number on calls; null: not known. */
export interface LastMet {
  interaction_at: string | null
  seen_at: string | null
}

/** Returns when the person of a number was last met; the same person whom `interaction` finds. By primary keys. */
export function lastMet(
  { organization_id, project_id }: { organization_id: string; project_id: string },
  phoneNumber: string | null,
): { interaction_at: Sql; seen_at: Sql } {
  const mine = sql`organization_id = ${organization_id} and project_id = ${project_id}`
  const identity = sql`
    channel_identities where ${mine} and channel_type = 'voice' and identity_key = ${phoneNumber}`
  return {
    interaction_at: sql`(
      select last_interaction_at from profiles where organization_id = ${organization_id} and _id = coalesce(
        (select profile_id from ${identity}),
        (select profile_id from profile_contacts where ${mine} and kind = 'phone' and normalized = ${phoneNumber})))`,
    seen_at: sql`(select last_seen_at from ${identity})`,
  }
}

/**
 * Sets a profile's last interaction back after its conversation that began at `at` was deleted. It becomes the latest
 * that is still linked to the profile, else the one that was known before the conversation, else null (Rule 62). A
 * later one stays. The profile is locked by the statement that deleted the conversation, so that this one sees every
 * interaction that has been counted. Indexes: conversations_by_profile, messages_by_person.
 */
export async function restoreLastInteraction(
  transaction: Transaction,
  organizationId: string,
  profileId: string,
  at: string,
  earlierAt: string | null,
): Promise<void> {
  const ofProfile = sql`organization_id = ${organizationId} and profile_id = ${profileId}`
  await transaction.query(sql`
    update profiles set last_interaction_at = greatest(${earlierAt}::timestamptz,
      (select greatest(start_time, last_message_at) from conversations where ${ofProfile} order by start_time desc limit 1),
      (select created_at from messages where ${ofProfile} order by created_at desc limit 1))
    where organization_id = ${organizationId} and _id = ${profileId} and last_interaction_at = ${at}`)
}

/**
 * Sets `last_seen_at` of a called number back, before the conversation that began at `at` is deleted: to the start of
 * another call, or to what was known before (Rule 62). A later time stays. Locks the identity before its profile, as
 * `interaction` does. Index: conversations_by_caller.
 */
export async function restoreLastSeen(
  transaction: Transaction,
  { organization_id, project_id }: { organization_id: string; project_id: string },
  conversation: { _id: string; phone_number: string; at: string },
  earlierAt: string,
): Promise<void> {
  const mine = sql`organization_id = ${organization_id} and project_id = ${project_id}`
  await transaction.query(sql`
    update channel_identities set last_seen_at = greatest(first_seen_at, ${earlierAt}::timestamptz,
      (select start_time from conversations where ${mine} and caller = ${conversation.phone_number}
        and channel_type = 'voice' and _id <> ${conversation._id} order by start_time desc limit 1))
    where ${mine} and channel_type = 'voice' and identity_key = ${conversation.phone_number}
      and last_seen_at = ${conversation.at}`)
}

/**
 * Returns a condition for the end of a statement with `person`. It fails unless the expected number of profiles was
 * updated. A statement that waited for a merge may find the id of a profile that was created after its snapshot, so
 * that it cannot see the profile. The error code makes the transaction run again.
 */
export function personWasCounted(expected: Sql): Sql {
  return sql`conflict_unless((select count(*) from person) = (${expected}))`
}
