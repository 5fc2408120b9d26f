import { countCallers } from '../../counters/count-changes.ts'
import { countRows } from '../../counters/row-counts.ts'
import type { Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import { rowsOfMerges } from './merge-queries.ts'
import type { Merge } from './merge-queries.ts'

/**
 * Moves the conversations of profiles that are merged away, with their messages and tickets. Conversations without a
 * number are counted with the profile as their caller, so these counts move too. Each row keeps which profile it was
 * linked to first, so that the merge can be undone.
 */
export async function moveConversations(
  transaction: Transaction,
  { organization_id, project_id }: { organization_id: string; project_id: string },
  merges: readonly Merge[],
): Promise<void> {
  const moved = (table: Sql) => sql`
    update ${table} t set profile_id = m.survivor_id, met_as = coalesce(t.met_as, m._id) from merge m
    where t.organization_id = ${organization_id} and t.profile_id = m._id`
  await transaction.query(sql`
    with merge as (${rowsOfMerges(merges)}), moved as (${moved(sql`conversations`)}),
    moved_messages as (${moved(sql`messages`)}), moved_tickets as (${moved(sql`tickets`)}),
    left_behind as (
      delete from conversation_callers
      where organization_id = ${organization_id} and project_id = ${project_id}
        and caller = any(${merges.map(({ _id }) => _id)}::text[])
      returning organization_id, project_id, caller, conversations
    ), counted_left as (${countRows(
      'callers',
      sql`
        select organization_id, project_id, -count(*) as rows from left_behind where conversations > 0 group by 1, 2`,
    )}), ${countCallers(sql`
      select l.organization_id, l.project_id, m.survivor_id::text as caller, sum(l.conversations)::bigint as times
      from left_behind l join merge m on m._id::text = l.caller group by 1, 2, 3`)}
    select`)
}
