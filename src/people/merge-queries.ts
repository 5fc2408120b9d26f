import { countRows } from '../counters/row-counts.ts'
import type { Transaction } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'

/**
 * Locks profiles for a merge, after the identities and contacts that lead to them. Recording an interaction locks in
 * the same order: identity before profile. Returns the profiles that still exist, oldest first.
 */
export async function lockProfilesToMerge(
  transaction: Transaction,
  organizationId: string,
  profileIds: readonly string[],
): Promise<string[]> {
  const [, , rows] = await Promise.all([
    transaction.query(sql`
      select from channel_identities where organization_id = ${organizationId} and profile_id = any(${profileIds}::uuid[])
      order by channel_type, identity_key for update`),
    transaction.query(sql`
      select from profile_contacts where organization_id = ${organizationId} and profile_id = any(${profileIds}::uuid[])
      order by kind, normalized for update`),
    transaction.query<{ _id: string; created_at: string }>(sql`
      select _id, created_at from profiles where organization_id = ${organizationId} and _id = any(${profileIds}::uuid[])
      order by _id for update`),
  ])
  return rows.sort((a, b) => (a.created_at + a._id < b.created_at + b._id ? -1 : 1)).map(({ _id }) => _id)
}

/** A profile to merge away, and the one that survives. */
export interface Merge {
  _id: string
  survivor_id: string
}

/** Returns merges as rows: `_id`, `survivor_id`. */
export function rowsOfMerges(merges: readonly Merge[]): Sql {
  return sql`
    select _id, survivor_id
    from unnest(${merges.map(({ _id }) => _id)}::uuid[], ${merges.map(({ survivor_id }) => survivor_id)}::uuid[])
      as m (_id, survivor_id)`
}

/**
 * Moves contacts, identities, counts and properties of locked profiles to the survivors, and deletes the profiles.
 * Their ids lead to the survivors from then on (Rules 21 and 56). If both have a property, the older profile's wins.
 * The conversations must have been moved before.
 *
 * @param merges older before younger if several profiles have the same survivor.
 */
export async function mergeProfiles(
  transaction: Transaction,
  names: { organization_id: string; project_id: string },
  merges: readonly Merge[],
  now: Date,
): Promise<void> {
  const { organization_id, project_id } = names
  const ids = merges.map(({ _id }) => _id)
  const pointAtSurvivor = (table: Sql, column: Sql) =>
    transaction.query(sql`
      update ${table} t set ${column} = m.survivor_id from (${rowsOfMerges(merges)}) m
      where t.organization_id = ${organization_id} and t.${column} = m._id`)
  await Promise.all([
    pointAtSurvivor(sql`profile_contacts`, sql`profile_id`),
    pointAtSurvivor(sql`channel_identities`, sql`profile_id`),
    pointAtSurvivor(sql`merged_profiles`, sql`survivor_id`),
    // The survivor's own entry of a property stays, as its value does.
    transaction.query(sql`
      with gone as (
        delete from said_properties t using (${rowsOfMerges(merges)}) m
        where t.organization_id = ${organization_id} and t.profile_id = m._id returning t.*, m.survivor_id
      )
      insert into said_properties (organization_id, project_id, profile_id, name, value, conversation_id, turn, said_at)
      select organization_id, project_id, survivor_id, name, value, conversation_id, turn, said_at from gone
      on conflict do nothing`),
    transaction.query(sql`
      insert into merged_profiles (organization_id, project_id, _id, survivor_id, merged_at)
      select ${organization_id}::uuid, ${project_id}::uuid, _id, survivor_id, ${now}::timestamptz
      from (${rowsOfMerges(merges)}) m`),
    ...roundsOf(merges).map((round) =>
      transaction.query(sql`
        update profiles s set name = coalesce(s.name, m.name), properties = m.properties || s.properties,
          conversation_count = s.conversation_count + m.conversation_count, call_count = s.call_count + m.call_count,
          chat_count = s.chat_count + m.chat_count,
          last_interaction_at = greatest(s.last_interaction_at, m.last_interaction_at), updated_at = ${now}
        from (${rowsOfMerges(round)}) r, profiles m
        where s.organization_id = ${organization_id} and s._id = r.survivor_id
          and m.organization_id = ${organization_id} and m._id = r._id`),
    ),
    transaction.query(sql`
      delete from profiles where organization_id = ${organization_id} and _id = any(${ids}::uuid[])`),
    transaction.query(
      countRows(
        'profiles',
        sql`
          select ${organization_id}::uuid as organization_id, ${project_id}::uuid as project_id,
            -${merges.length}::bigint as rows`,
      ),
    ),
  ])
}

/**
 * Splits merges into rounds with each survivor at most once, in order, so that each merge sees the result of the older
 * ones.
 */
function roundsOf(merges: readonly Merge[]): Merge[][] {
  const rounds: Merge[][] = []
  const taken = new Map<string, number>()
  for (const merge of merges) {
    const round = taken.get(merge.survivor_id) ?? 0
    taken.set(merge.survivor_id, round + 1)
    ;(rounds[round] ??= []).push(merge)
  }
  return rounds
}
