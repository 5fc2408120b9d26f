import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Job } from '../../jobs/repeat.ts'
import { applyBroadcastCountChanges } from '../broadcast-counts.ts'

/** With fewer changes left than this, they wait for the next run; readers add up what is left. */
const changesMin = 1_000

/** Applies changes to the counts of broadcasts, so that readers have few of them to add up. */
export function applyBroadcastCounts({ db }: { db: Db }): Job {
  return {
    name: 'apply broadcast counts',
    pauseMs: 2_000,
    due: (now) =>
      sql`(select ${now}::timestamptz where exists (select from broadcast_count_changes where is_here(organization_id)))`,
    run: async () => (await applyBroadcastCountChanges(db)) >= changesMin,
  }
}
