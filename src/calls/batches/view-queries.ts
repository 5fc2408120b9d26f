import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { AttemptState, CallState } from '../call.ts'
import type { CampaignKey } from '../queue/queue-queries.ts'
import { batchColumns } from './batch-queries.ts'
import type { BatchKey, BatchRow } from './batch-queries.ts'
import type { RowFault } from './batch.ts'

/** Returns one page of a campaign's batches, newest first, and how many there are. Index: call_batches_by_campaign. */
export async function selectBatches(
  db: Db,
  { organization_id, project_id, campaign_id }: CampaignKey,
  { skip, limit }: { skip: number; limit: number },
): Promise<{ items: BatchRow[]; total: number }> {
  const from = sql`from call_batches b where b.organization_id = ${organization_id} and b.campaign_id = ${campaign_id}
    and b.project_id = ${project_id}`
  const [items, counts] = await Promise.all([
    db.query<BatchRow>(sql`
      select ${batchColumns} ${from} order by b.created_at desc, b._id limit ${limit} offset ${skip}`),
    db.query<{ total: number }>(sql`select count(*) as total ${from}`),
  ])
  return { items, total: counts[0]?.total ?? 0 }
}

/** Returns the calls of a batch by their state: at most as many as a file has rows. Index: calls_by_batch. */
export async function selectBatchOutcomes(
  db: Db,
  { organization_id, batch_id }: BatchKey,
): Promise<{ state: CallState; calls: number }[]> {
  return db.query(sql`
    select state, count(*) as calls from calls
    where organization_id = ${organization_id} and batch_id = ${batch_id} group by state order by state`)
}

/** Returns a page of the faults that are kept of a batch, in the order of the file. */
export async function selectBatchFaults(
  db: Db,
  { organization_id, batch_id }: BatchKey,
  { skip, limit }: { skip: number; limit: number },
): Promise<{ items: RowFault[]; kept: number }> {
  const [row] = await db.query<{ items: RowFault[]; kept: number }>(sql`
    select jsonb_array_length(b.faults) as kept, coalesce((
      select jsonb_agg(f.fault order by f.place) from (
        select fault, place from jsonb_array_elements(b.faults) with ordinality e (fault, place)
        where place > ${skip} order by place limit ${limit}) f), '[]'::jsonb) as items
    from call_batches b where b.organization_id = ${organization_id} and b._id = ${batch_id}`)
  return row ?? { items: [], kept: 0 }
}

/** The outcome of one row. */
export interface OutcomeRow {
  line: number
  phone_number: string
  name: string | null
  state: CallState
  state_since: string
  attempts_count: number
  last_state: AttemptState | null
  dialed_at: string | null
  answered_at: string | null
  ended_at: string | null
  duration_seconds: number | null
  error_code: string | null
  error_reason: string | null
  call_id: string
}

/**
 * Returns the next calls of a batch after a line, with their latest attempts. Indexes: calls_by_batch,
 * call_attempts_by_call.
 */
export async function selectOutcomes(
  db: Db,
  { organization_id, batch_id }: BatchKey,
  afterLine: number,
  limit: number,
): Promise<OutcomeRow[]> {
  return db.query(sql`
    select c.batch_line as line, c.phone_number, c.customer ->> 'name' as name, c.state, c.state_since, c.attempts_count,
      a.state as last_state, a.created_at as dialed_at, a.answered_at, a.ended_at, a.duration_seconds,
      coalesce(c.error_code, a.error_code) as error_code, coalesce(c.error_reason, a.error_reason) as error_reason,
      c._id as call_id
    from calls c left join lateral (
      select * from call_attempts a where a.organization_id = c.organization_id and a.call_id = c._id
      order by a.attempt_number desc, a.created_at desc limit 1) a on true
    where c.organization_id = ${organization_id} and c.batch_id = ${batch_id} and c.batch_line > ${afterLine}
    order by c.batch_line limit ${limit}`)
}
