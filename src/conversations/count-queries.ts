import type { Queryable } from '../db/database.ts'
import { sql } from '../db/sql.ts'

/** Changes taken in at once. */
const changesMost = 20_000

/**
 * Takes changes into the counters by hour, day and month, over all tenants; answers how many. Any number of workers may
 * do so at once: a change that another has in hand is passed over, and the counters are locked in one order.
 */
export async function takeInCountChanges(db: Queryable): Promise<number> {
  const [row] = await db.query<{ taken: number }>(sql`
    with taken as (
      delete from conversation_count_changes c
      where (organization_id, project_id, _id) in (
        select organization_id, project_id, _id from conversation_count_changes
        limit ${changesMost} for update skip locked)
      returning c.*
    ), counted as (
      insert into conversation_counts as n (organization_id, project_id, grain, bucket, channel_type, conversation_type,
        status, conversations, durations, duration_seconds)
      select organization_id, project_id, grain, date_trunc(grain, hour, 'UTC') as bucket, channel_type, conversation_type,
        status, sum(conversations), sum(durations), sum(duration_seconds)
      from taken cross join (values ('hour'), ('day'), ('month')) grains (grain)
      group by organization_id, project_id, grain, bucket, channel_type, conversation_type, status
      order by 1, 2, 3, 4, 5, 6, 7
      on conflict (organization_id, project_id, grain, bucket, channel_type, conversation_type, status) do update set
        conversations = n.conversations + excluded.conversations, durations = n.durations + excluded.durations,
        duration_seconds = n.duration_seconds + excluded.duration_seconds
    )
    select count(*) as taken from taken`)
  return row?.taken ?? 0
}
