import type { Queryable } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'

/**
 * Part of a statement that makes or removes profiles: what the counts are still to take in.
 *
 * @param rows organization_id, project_id, profiles: how many come (or go, below 0).
 */
export function countProfiles(rows: Sql): Sql {
  return sql`
    insert into profile_count_changes (organization_id, project_id, profiles)
    select organization_id, project_id, profiles from (${rows}) r`
}

/** How many profiles the project has, with what the counts have not taken in yet. */
export async function selectProfileCount(
  db: Queryable,
  { organization_id, project_id }: { organization_id: string; project_id: string },
): Promise<number> {
  const mine = sql`where organization_id = ${organization_id} and project_id = ${project_id}`
  const [row] = await db.query<{ total: number }>(sql`
    select (coalesce((select profiles from profile_counts ${mine}), 0)
      + coalesce((select sum(profiles) from profile_count_changes ${mine}), 0))::bigint as total`)
  return row?.total ?? 0
}

/** Changes taken in at once. */
const changesMost = 2_000

/** Takes changes into the counts, over all tenants; answers how many. What another worker has in hand is passed over. */
export async function takeInProfileChanges(db: Queryable): Promise<number> {
  const [row] = await db.query<{ taken: number }>(sql`
    with taken as (
      delete from profile_count_changes c
      where (organization_id, project_id, _id) in (
        select organization_id, project_id, _id from profile_count_changes
        limit ${changesMost} for update skip locked)
      returning c.*
    ), counted as (
      insert into profile_counts as n (organization_id, project_id, profiles)
      select organization_id, project_id, sum(profiles) from taken group by 1, 2 order by 1, 2
      on conflict (organization_id, project_id) do update set profiles = n.profiles + excluded.profiles
    )
    select count(*) as taken from taken`)
  return row?.taken ?? 0
}
