import { countRows } from '../counts/row-counts.ts'
import type { Transaction } from '../db/database.ts'
import { sql } from '../db/sql.ts'

/**
 * Locks profiles for a merge, with what leads to them first: whoever records an interaction goes the same way, identity
 * before profile. Answers those that are still there, the oldest first.
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

/**
 * Moves contacts, identities, counts and properties of locked profiles to the one that survives, and removes them; their
 * ids lead to it from then on (Decisions 21 and 56). Properties of the older win. Their conversations must have been
 * moved before.
 *
 * @param merged the oldest first.
 */
export async function mergeProfiles(
  transaction: Transaction,
  names: { organization_id: string; project_id: string },
  survivorId: string,
  merged: readonly string[],
  now: Date,
): Promise<void> {
  const { organization_id, project_id } = names
  await Promise.all([
    transaction.query(sql`
      update profile_contacts set profile_id = ${survivorId}
      where organization_id = ${organization_id} and profile_id = any(${merged}::uuid[])`),
    transaction.query(sql`
      update channel_identities set profile_id = ${survivorId}
      where organization_id = ${organization_id} and profile_id = any(${merged}::uuid[])`),
    transaction.query(sql`
      update merged_profiles set survivor_id = ${survivorId}
      where organization_id = ${organization_id} and survivor_id = any(${merged}::uuid[])`),
    transaction.query(sql`
      insert into merged_profiles (organization_id, project_id, _id, survivor_id, merged_at)
      select ${organization_id}::uuid, ${project_id}::uuid, _id, ${survivorId}::uuid, ${now}::timestamptz
      from unnest(${merged}::uuid[]) _id`),
    // One after the other, the oldest first, so that each finds what the older ones have left.
    ...merged.map((mergedId) =>
      transaction.query(sql`
        update profiles s set name = coalesce(s.name, m.name), properties = m.properties || s.properties,
          conversation_count = s.conversation_count + m.conversation_count, call_count = s.call_count + m.call_count,
          chat_count = s.chat_count + m.chat_count,
          last_interaction_at = greatest(s.last_interaction_at, m.last_interaction_at), updated_at = ${now}
        from profiles m
        where s.organization_id = ${organization_id} and s._id = ${survivorId}
          and m.organization_id = ${organization_id} and m._id = ${mergedId}`),
    ),
    transaction.query(sql`
      delete from profiles where organization_id = ${organization_id} and _id = any(${merged}::uuid[])`),
    transaction.query(
      countRows(
        'profiles',
        sql`
          select ${organization_id}::uuid as organization_id, ${project_id}::uuid as project_id,
            -${merged.length}::bigint as rows`,
      ),
    ),
  ])
}
