import { sql } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'

/**
 * Returns a lateral join, called `alias`, with `at` and `actor_name` of the change that put campaign `c` on hold; both
 * are null if it is not on hold, or if that change is no longer stored. Index: changes_by_record.
 */
export const lastHold = (alias: Sql): Sql => sql`left join lateral (
      select at, actor_name from changes
      where c.status = 'paused' and organization_id = c.organization_id and kind = 'campaign'
        and record_id = c._id::text and fields @> '[{"path": "status", "after": "paused"}]'
      order by at desc, _id desc limit 1) ${alias} on true`
