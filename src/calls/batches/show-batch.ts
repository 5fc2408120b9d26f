import { formatCsvRow } from '../../base/csv.ts'
import { isUuid } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import { selectCampaignForCalls } from '../../campaigns/queries.ts'
import type { Db } from '../../db/database.ts'
import type { CallState } from '../call.ts'
import type { CampaignKey } from '../queue/queue-queries.ts'
import { selectBatch } from './batch-queries.ts'
import type { BatchKey, BatchRow } from './batch-queries.ts'
import { selectBatches, selectBatchFaults, selectBatchOutcomes, selectOutcomes } from './view-queries.ts'

/** Returns a batch as the API shows it. */
function shownBatch(batch: BatchRow) {
  const {
    stop_code,
    stop_reason,
    organization_id: _,
    project_id: __,
    canceled_to_line: ___,
    ...shown
  } = batch
  return {
    ...shown,
    stop: stop_code === null || stop_reason === null ? null : { code: stop_code, message: stop_reason },
  }
}

/**
 * Returns one page of a campaign's batches, and how many there are.
 *
 * @throws {Refusal} 404 where the project has no such campaign.
 */
export async function listBatches(
  { db }: { db: Db },
  key: CampaignKey,
  paging: { skip: number; limit: number },
) {
  const { organization_id, project_id, campaign_id } = key
  const found = isUuid(campaign_id)
    ? await selectCampaignForCalls(db, organization_id, project_id, campaign_id)
    : null
  if (!found?.campaign) throw refusals.campaignNotFound()
  const { items, total } = await selectBatches(db, key, paging)
  return { items: items.map(shownBatch), total }
}

/**
 * Returns a batch with the outcomes of its calls.
 *
 * @throws {Refusal} 404 where the campaign has no such batch.
 */
export async function readBatch({ db }: { db: Db }, key: BatchKey) {
  const batch = await findBatch(db, key)
  const counts = await selectBatchOutcomes(db, key)
  const by_state: Partial<Record<CallState, number>> = Object.fromEntries(
    counts.map(({ state, calls }) => [state, calls]),
  )
  return { ...shownBatch(batch), by_state }
}

/** @throws {Refusal} 404 where the campaign has no such batch. */
export async function listBatchFaults(
  { db }: { db: Db },
  key: BatchKey,
  paging: { skip: number; limit: number },
) {
  await findBatch(db, key)
  const { items, kept } = await selectBatchFaults(db, key, paging)
  return { items, total: kept }
}

export async function findBatch(db: Db, key: BatchKey): Promise<BatchRow> {
  const batch = [key.campaign_id, key.batch_id].every(isUuid) ? await selectBatch(db, key) : null
  if (batch === null) throw refusals.callBatchNotFound()
  return batch
}

const outcomesAtOnce = 1_000
const outcomeColumns = [
  'line',
  'phone_number',
  'name',
  'state',
  'state_since',
  'attempts',
  'dialed_at',
  'answered_at',
  'ended_at',
  'duration_seconds',
  'error_code',
  'error_reason',
  'campaign_queue_id',
]

/**
 * Yields the outcomes of a batch's calls as CSV, in the order of the file. The rows are never in memory all at once.
 */
export async function* exportOutcomes({ db }: { db: Db }, key: BatchKey): AsyncGenerator<string> {
  yield `\ufeff${formatCsvRow(outcomeColumns)}`
  for (let line = 0; ;) {
    // oxlint-disable-next-line no-await-in-loop -- each page begins behind the one before
    const rows = await selectOutcomes(db, key, line, outcomesAtOnce)
    if (rows.length > 0)
      yield rows
        .map((row) =>
          formatCsvRow([
            row.line,
            row.phone_number,
            row.name,
            row.state,
            row.state_since,
            row.attempts_count,
            row.dialed_at,
            row.answered_at,
            row.ended_at,
            row.duration_seconds,
            row.error_code,
            row.error_reason,
            row.call_id,
          ]),
        )
        .join('')
    if (rows.length < outcomesAtOnce) return
    line = rows.at(-1)!.line
  }
}
