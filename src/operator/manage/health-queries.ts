import type { Reader } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'

/** The oldest work that a job could do now; null where it has none. */
export interface WaitingWork {
  job: 'serve queues' | 'process events' | 'run crawls'
  since: string | null
}

/** Returns the oldest due work of each job that others wait for. Each is the first row of a partial index, or few rows. */
export async function selectWaitingWork(db: Reader, now: Date): Promise<WaitingWork[]> {
  return db.query<WaitingWork>(sql`
    select 'serve queues' as job, min(next_at) as since from campaign_queues where next_at <= ${now}
    union all
    select 'process events', min(due_at) from whatsapp_events where worked_off_at is null and due_at <= ${now}
    union all
    select 'run crawls', min(due_at) from crawls
    where state in ('waiting', 'running') and lease_token is null and due_at <= ${now}`)
}
