import type { Queryable } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'

/** What is counted: the profiles of a project, and the distinct callers of its conversations. */
type CountedKind = 'profiles' | 'callers'

/**
 * Returns the part of a statement that records how the statement changes the counts. Each change is a row of its own,
 * for the reason given in `counters/count-changes.ts`.
 *
 * @param rows organization_id, project_id, and in `rows` how many were added; negative if rows were deleted.
 */
export function countRows(kind: CountedKind, rows: Sql): Sql {
  return sql`
    insert into row_count_changes (organization_id, project_id, kind, rows)
    select organization_id, project_id, ${kind}, rows from (${rows}) r where rows <> 0`
}

/** Returns how many the project has, including changes that have not been applied yet. */
export async function selectRowCount(
  db: Queryable,
  { organization_id, project_id }: { organization_id: string; project_id: string },
  kind: CountedKind,
): Promise<number> {
  const mine = sql`where organization_id = ${organization_id} and project_id = ${project_id} and kind = ${kind}`
  const [row] = await db.query<{ total: number }>(sql`
    select (coalesce((select rows from row_counts ${mine}), 0)
      + coalesce((select sum(rows) from row_count_changes ${mine}), 0))::bigint as total`)
  return row?.total ?? 0
}

/** The most changes applied in one statement. */
const changesMax = 2_000

/**
 * Applies changes to the counts of all tenants. Returns how many. Changes that another worker has locked are skipped.
 */
export async function applyRowCountChanges(db: Queryable): Promise<number> {
  const [row] = await db.write<{ taken: number }>(sql`
    with taken as (
      delete from row_count_changes c
      where (organization_id, project_id, _id) in (
        select organization_id, project_id, _id from row_count_changes
        where is_here(organization_id) limit ${changesMax} for update skip locked)
      returning c.*
    ), counted as (
      insert into row_counts as n (organization_id, project_id, kind, rows)
      select organization_id, project_id, kind, sum(rows) from taken group by 1, 2, 3 order by 1, 2, 3
      on conflict (organization_id, project_id, kind) do update set rows = n.rows + excluded.rows
    )
    select count(*) as taken from taken`)
  return row?.taken ?? 0
}
