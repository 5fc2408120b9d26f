import { Refusal } from '../../base/refusals/refusal.ts'
import { isAtCallee } from '../../campaigns/campaign-hours.ts'
import { selectCampaignForCalls } from '../../campaigns/queries.ts'
import type { CampaignForCalls } from '../../campaigns/queries.ts'
import { isDatabaseUnavailable } from '../../db/database.ts'
import type { Transaction } from '../../db/queryable.ts'
import { selectListedNumbers } from '../../guards/do-not-call/look-up-queries.ts'
import { restoreCountsOfMany } from '../../guards/limits/erased-counts.ts'
import { holdErasures, selectNumbersBeingErased } from '../../people/erasing.ts'
import { linkPeople } from '../../people/link-people.ts'
import type { DialContext } from '../call-context.ts'
import { callMoves } from '../call.ts'
import { selectZoneProperties } from '../callee/callee-queries.ts'
import type { LookedAt } from '../callee/callee-queries.ts'
import { judgeCallees } from '../callee/look-at-callees.ts'
import { cancelCall } from '../cancel/cancel-call.ts'
import type { CallKey } from '../cancel/cancel-queries.ts'
import { cancelWaitingTo } from '../cancel/stop-calls.ts'
import { contactOfCall } from '../place/contact-of-call.ts'
import { checkRules } from '../place/place-call.ts'
import { publishBatch } from './add-batch.ts'
import {
  cancelUnparkedCalls,
  deleteLines,
  deleteRows,
  lockDueBatch,
  moveRowsToCalls,
  postponeBatch,
  selectCallsOfBatch,
  selectRowsToQueue,
  unparkFreeNumbers,
  updateBatch,
} from './batch-queries.ts'
import type { BatchRow } from './batch-queries.ts'

/** Rows that become calls in one transaction, which takes about a third of a second. */
const queuedAtOnce = 1_000
/** Calls that are looked at in one transaction of a cancellation. */
const canceledAtOnce = 2_000
/** Parked calls that are canceled at once, each in a transaction of its own. */
const parkedAtOnce = 100
/** How often the calls under way of a canceled batch are looked at again, so that none is retried. */
const lookAgainMs = 5_000
/** How long a batch rests after an error. */
const afterErrorMs = 5_000

/**
 * Does the next piece of work on the batch that is due first. Returns false if none is. Safe on any number of workers:
 * the batch's row is locked meanwhile, and each piece is one transaction with what it says about its progress. So a
 * worker that dies leaves whole pieces, and another one goes on behind them (Promise 52). Only parked calls of a
 * canceled batch are canceled after the transaction, perhaps by several workers at once, each call once; the next piece
 * finds those that are left.
 */
export async function workOnDueBatch(context: DialContext): Promise<boolean> {
  const { db, clock } = context
  await clock.resync?.()
  let batch: BatchRow | null = null
  try {
    const parked = await db.transaction(async (transaction) => {
      batch = await lockDueBatch(transaction, clock.now())
      if (batch?.state === 'canceling') return cancelNext(context, transaction, batch)
      if (batch !== null) await queueNext(context, transaction, batch)
      return []
    })
    // After the commit, because the database ends a transaction that is idle for too long.
    for (const key of parked) await cancelCall(context, key, { onlyWaiting: true })
  } catch (error) {
    // Without this the batch would stay first, and no other would be worked on.
    if (batch !== null && !isDatabaseUnavailable(error))
      await postponeBatch(db, batch, new Date(clock.now().getTime() + afterErrorMs))
    throw error
  }
  if (batch === null) return false
  const { organization_id, project_id, campaign_id } = batch as BatchRow
  publishBatch(context, batch)
  context.queueNotifier.wake([{ organization_id, campaign_id }])
  context.log.debug({ project_id, campaign_id }, 'worked on a batch of calls')
  return true
}

/** Turns the next rows into calls by the rules of the endpoint, or stops where a request would be refused. */
async function queueNext(context: DialContext, transaction: Transaction, batch: BatchRow): Promise<void> {
  const { clock, newId } = context
  const { organization_id, project_id, campaign_id } = batch
  const found = await selectCampaignForCalls(transaction, organization_id, project_id, campaign_id)
  const now = clock.now()
  const refusal = found?.campaign ? refusalOf(context, { campaign: found.campaign }) : null
  if (refusal !== null) {
    const stop = { code: refusal.code, reason: refusal.message }
    return updateBatch(transaction, batch, { state: 'stopped', stop, next_at: null }, now)
  }
  await holdErasures(transaction, organization_id)
  // Before the rows: those of an erasure that has ended by now are gone.
  const erased = await selectNumbersBeingErased(transaction, batch, batch.created_at)
  const next = await selectRowsToQueue(transaction, batch, queuedAtOnce)
  const last = next.at(-1)
  if (last === undefined) return updateBatch(transaction, batch, { state: 'queued', next_at: null }, now)
  const rows = next.filter(({ phone_number }) => !erased.has(phone_number))
  if (rows.length < next.length) {
    const theirs = next.filter(({ phone_number }) => erased.has(phone_number))
    await deleteLines(
      transaction,
      batch,
      theirs.map(({ line }) => line),
    )
  }
  const moveIds = rows.map(() => newId())
  const waits = await waitsOf(transaction, batch, found!.campaign!, rows, now)
  const moved = await moveRowsToCalls(transaction, batch, last.line, moveIds, waits, now)
  await cancelListed(context, transaction, batch, rows)
  const queued_count = batch.queued_count + moved
  const isDone = queued_count >= batch.accepted_count
  await updateBatch(
    transaction,
    batch,
    { state: isDone ? 'queued' : 'queueing', queued_count, next_at: isDone ? null : now },
    now,
  )
  // Late, because it locks people until the commit.
  await linkPeople(
    context,
    transaction,
    rows.map((row) =>
      contactOfCall(
        { customer: { ...row.customer, phone_number: row.given_number } },
        {
          organization_id,
          project_id,
          _id: row.call_id,
          campaign_id,
          placed_by: 'queue',
          phone_number: row.phone_number,
          customer: row.customer,
        },
        now,
      ),
    ),
  )
  // After the people, for whom this may wait: it locks the organization's day, which all its calls need.
  const numbers = rows.map(({ phone_number }) => phone_number)
  await restoreCountsOfMany(context.secretBox, transaction, organization_id, numbers, now)
}

/**
 * Returns where calls go whose callees may be closed now; none for a campaign whose hours don't hold where the callee
 * is. A row whose zone is not known any more is looked at by the queue, which ends it.
 */
async function waitsOf(
  transaction: Transaction,
  batch: BatchRow,
  { calling_hours: hours }: Pick<CampaignForCalls, 'calling_hours'>,
  rows: Awaited<ReturnType<typeof selectRowsToQueue>>,
  now: Date,
): Promise<LookedAt[]> {
  if (!isAtCallee(hours)) return []
  const numbers = rows.map(({ phone_number }) => phone_number)
  const properties = await selectZoneProperties(transaction, batch, numbers)
  const callees = rows.map(({ call_id, phone_number, customer }) => ({
    _id: call_id,
    phone_number,
    customer_timezone: customer['timezone'],
    profile_timezone: properties.get(phone_number) ?? null,
  }))
  return judgeCallees({ hours, now, marginMs: 0 }, callees).lookedAt
}

/** Cancels calls of rows whose numbers came onto the do-not-call list after the file was checked. */
async function cancelListed(
  { clock, newId, secretBox }: DialContext,
  transaction: Transaction,
  { organization_id }: BatchRow,
  rows: readonly { phone_number: string }[],
): Promise<void> {
  const numbers = rows.map(({ phone_number }) => phone_number)
  const listed = await selectListedNumbers(transaction, secretBox, organization_id, numbers, clock.now())
  if (listed.size > 0) await cancelWaitingTo({ clock, newId }, transaction, organization_id, [...listed])
}

function refusalOf(
  context: Pick<DialContext, 'clock'>,
  found: Parameters<typeof checkRules>[2],
): Refusal | null {
  try {
    checkRules(context, 'queue', found)
    return null
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

/**
 * Cancels the next calls that wait. Looks again while calls are under way, because they may wait for a retry later.
 *
 * @returns parked calls, which are canceled one by one, as the endpoint does, because others may move up for them. The
 *    next piece of work looks at the same calls again.
 */
async function cancelNext(
  context: DialContext,
  transaction: Transaction,
  batch: BatchRow,
): Promise<CallKey[]> {
  const { clock, newId } = context
  if (batch.canceled_to_line === 0) await deleteRows(transaction, batch)
  const calls = await selectCallsOfBatch(transaction, batch, batch.canceled_to_line, canceledAtOnce)
  const waiting = calls.filter(({ state }) => state === 'waiting')
  const parked = waiting.filter(({ is_parked }) => is_parked)
  const { organization_id, project_id, campaign_id } = batch
  const now = clock.now()
  if (parked.length > 0) {
    const { canceled_to_line } = batch
    // Behind the other batches that are due.
    await updateBatch(transaction, batch, { state: 'canceling', canceled_to_line, next_at: now }, now)
    return parked
      .slice(0, parkedAtOnce)
      .map(({ _id: call_id }) => ({ organization_id, project_id, campaign_id, call_id }))
  }
  const unparked = waiting.map(({ _id }) => _id)
  if (unparked.length > 0) {
    const moveIds = unparked.map(() => newId())
    const numbers = await cancelUnparkedCalls(transaction, batch, unparked, moveIds, now)
    if (numbers.length > 0) await unparkFreeNumbers(transaction, batch, numbers)
  }
  const isRest = calls.length < canceledAtOnce
  const canceled_to_line = calls.at(-1)?.batch_line ?? batch.canceled_to_line
  if (!isRest) {
    await updateBatch(transaction, batch, { state: 'canceling', canceled_to_line, next_at: now }, now)
    return []
  }
  const isOver = await isBatchOver(transaction, batch)
  const again = new Date(now.getTime() + lookAgainMs)
  await updateBatch(
    transaction,
    batch,
    isOver
      ? { state: 'canceled', canceled_to_line: 0, next_at: null }
      : { state: 'canceling', canceled_to_line: 0, next_at: again },
    now,
  )
  return []
}

/** Returns whether every call of the batch has ended. */
async function isBatchOver(transaction: Transaction, batch: BatchRow): Promise<boolean> {
  let line = 0
  for (;;) {
    const calls = await selectCallsOfBatch(transaction, batch, line, canceledAtOnce)
    if (calls.some(({ state }) => callMoves[state].length > 0)) return false
    if (calls.length < canceledAtOnce) return true
    line = calls.at(-1)!.batch_line
  }
}
