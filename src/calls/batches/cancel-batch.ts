import { recordChange } from '../../audit/record-change.ts'
import type { Actor } from '../../audit/record-change.ts'
import { isUuid } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import type { AddContext } from './add-batch.ts'
import { publishBatch } from './add-batch.ts'
import { lockBatch, selectBatch, updateBatch } from './batch-queries.ts'
import type { BatchKey, BatchRow, BatchUpdate } from './batch-queries.ts'

/**
 * Cancels what still waits of a batch: rows that are not calls yet become none, and a worker cancels the calls that
 * wait. Calls under way go on, and are not tried again. Canceling twice does no harm.
 *
 * @throws {Refusal} 404 where the campaign has no such batch.
 */
export function cancelBatch(context: AddContext, key: BatchKey, actor: Actor): Promise<BatchRow> {
  return change(context, key, actor, (batch, now) =>
    batch.state === 'canceling' || batch.state === 'canceled'
      ? null
      : { state: 'canceling', canceled_to_line: 0, next_at: now },
  )
}

/**
 * Lets a batch go on that stopped because its campaign took no more calls.
 *
 * @throws {Refusal} 404 where the campaign has no such batch; 409 if it is not stopped.
 */
export function resumeBatch(context: AddContext, key: BatchKey, actor: Actor): Promise<BatchRow> {
  return change(context, key, actor, (batch, now) => {
    if (batch.state === 'queueing') return null
    if (batch.state !== 'stopped') throw refusals.callBatchNotStopped()
    return { state: 'queueing', next_at: now }
  })
}

async function change(
  context: AddContext,
  key: BatchKey,
  actor: Actor,
  decide: (batch: BatchRow, now: Date) => BatchUpdate | null,
): Promise<BatchRow> {
  if (![key.campaign_id, key.batch_id].every(isUuid)) throw refusals.callBatchNotFound()
  const { db, clock, newId } = context
  const changed = await db.transaction(async (transaction) => {
    const batch = await lockBatch(transaction, key)
    if (batch === null) throw refusals.callBatchNotFound()
    const now = clock.now()
    const update = decide(batch, now)
    if (update === null) return batch
    await updateBatch(transaction, batch, update, now)
    await recordChange(
      transaction,
      { now, newId, actor },
      {
        organization_id: key.organization_id,
        project_id: key.project_id,
        kind: 'call_batch',
        record_id: batch._id,
        record_name: batch.name ?? batch._id,
        action: 'updated',
        revision: null,
        fields: [{ path: 'state', before: batch.state, after: update.state }],
      },
    )
    return (await selectBatch(transaction, key))!
  })
  publishBatch(context, changed)
  return changed
}
