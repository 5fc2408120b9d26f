import type { Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'

/** Pairs of profiles that somebody has separated: the ids from which each is kept apart. */
export type Separated = ReadonlyMap<string, ReadonlySet<string>>

/**
 * Returns which of these profiles somebody has separated. A profile is also kept apart from those that its merged
 * profiles were separated from. Indexes: the primary key of profile_separations, merged_profiles_by_survivor.
 */
export async function selectSeparated(
  transaction: Transaction,
  organizationId: string,
  profileIds: readonly string[],
): Promise<Separated> {
  const rows = await transaction.query<{ one: string; other: string }>(sql`
    with member as materialized (
      select _id, _id as profile_id from unnest(${profileIds}::uuid[]) p (_id)
      union all
      select _id, survivor_id from merged_profiles
      where organization_id = ${organizationId} and survivor_id = any(${profileIds}::uuid[])
    )
    select o.profile_id as one, t.profile_id as other from profile_separations s
    join member o on o._id = s.one_id join member t on t._id = s.other_id
    where s.organization_id = ${organizationId}`)
  const separated = new Map<string, Set<string>>()
  const add = (one: string, other: string) => separated.set(one, (separated.get(one) ?? new Set()).add(other))
  for (const { one, other } of rows) {
    add(one, other)
    add(other, one)
  }
  return separated
}

/**
 * Splits profiles of one person into groups in which nobody was separated from another. Each joins the first group that
 * it may join.
 *
 * @param oldestFirst ids of profiles.
 */
export function apartFromSeparated(oldestFirst: readonly string[], separated: Separated): string[][] {
  const groups: string[][] = []
  for (const id of oldestFirst) {
    const others = separated.get(id)
    const group = groups.find((ids) => others === undefined || !ids.some((each) => others.has(each)))
    if (group === undefined) groups.push([id])
    else group.push(id)
  }
  return groups
}
