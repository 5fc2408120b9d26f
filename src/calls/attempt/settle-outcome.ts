import { deleteConversation } from '../../conversations/queries.ts'
import type { Transaction } from '../../db/queryable.ts'
import { selectHasOpenEntry } from '../../guards/do-not-call/look-up-queries.ts'
import { releaseDial } from '../../guards/limits/day-queries.ts'
import { deleteUnansweredKey } from '../../idempotency/queries.ts'
import { restoreLastSeen } from '../../people/interactions.ts'
import type { LastMet } from '../../people/interactions.ts'
import { deleteUnmetProfile } from '../../people/unmet-profile.ts'
import type { SettleContext } from '../call-context.ts'
import type { CallState } from '../call.ts'
import { moveReasons } from '../move-reasons.ts'
import { publishCall } from '../publish-calls.ts'
import { lockCallOfAttempt, selectIsNumberTaken, updateAttempt } from '../queries.ts'
import type { Attempt, CallMove, DialedAttempt, LockedCall } from '../queries.ts'
import type { CampaignKey } from '../queue/queue-queries.ts'
import { selectIsBatchCanceled } from './attempt-queries.ts'
import { selectReports } from './carrier-event-queries.ts'
import { foldCarrierEvents } from './carrier-events.ts'
import type { CarrierEvent } from './carrier-events.ts'
import { endAttempt, isOver, move, releaseSlotAndNumber, writeAttempt } from './end-attempt.ts'
import type { AttemptResult, Stamp } from './end-attempt.ts'
import {
  countNeverPlaced,
  deleteAttempt,
  deleteCall,
  selectEarlierMet,
  updateEarlierMet,
} from './never-placed-queries.ts'

/**
 * The carrier is first polled about an unresolved attempt after this time; later polls back off (`poll-carrier.ts`).
 */
const firstPollSeconds = 1
/** How often a queued call is dialed again after polls found no such attempt at the carrier (Rules 46 and 62). */
const redialsMax = 3

/**
 * Records that the carrier certainly did not place the call and never will: attempt, call and conversation are `failed`
 * (Rules 18, 44 and 62). Does nothing if the carrier has reported something else in the meantime.
 *
 * @param mayRetry true if a worker placed the attempt and the refusal is not about the number: the campaign may retry.
 */
export async function settleRejected(
  context: SettleContext,
  attempt: Attempt,
  error: { code: string | null; reason: string },
  { mayRetry }: { mayRetry: boolean },
): Promise<void> {
  await ifStillOpen(context, attempt, async (transaction, locked, stamp) => {
    const update = {
      ...nothingKnown,
      state: 'failed',
      ended_at: stamp.now.toISOString(),
      duration_seconds: 0,
      error_code: error.code,
      error_reason: error.reason,
      poll_at: null,
    } as const
    const result: AttemptResult = {
      end: 'failed',
      reason: moveReasons.rejected,
      mayRetry,
      code: error.code,
      failure: error.reason,
      duration_seconds: update.duration_seconds,
      ended_at: update.ended_at,
    }
    const [, toWake] = await Promise.all([
      writeAttempt(transaction, locked.attempt, update, 'failed', stamp),
      endAttempt(transaction, locked, result, stamp),
    ])
    return { toWake, result: null }
  })
}

/**
 * Records that it is unknown whether the carrier has the call. The attempt is `unresolved`, keeps its slot and number,
 * has a conversation, and is polled soon. Nothing dials the call again before its fate is known (Rule 18, Promise 25).
 * Does nothing if the carrier has reported the call in the meantime: returns its SID then, else null.
 */
export async function settleUnknown(
  context: SettleContext,
  attempt: Attempt,
  reason: string,
): Promise<string | null> {
  context.log.warn(
    { attempt_id: attempt._id, call_id: attempt.call_id, reason },
    'it is unknown whether the carrier has placed an attempt',
  )
  const { callSid } = await ifStillOpen(context, attempt, async (transaction, locked, stamp) => {
    if (locked.attempt.state === 'unresolved') return { toWake: [], result: null }
    context.metrics.unknownDials.inc({ step: 'unresolved' })
    const pollAt = new Date(stamp.now.getTime() + firstPollSeconds * 1_000)
    const update = { ...nothingKnown, state: 'unresolved', error_reason: reason, poll_at: pollAt } as const
    await Promise.all([
      updateEarlierMet(transaction, locked.attempt),
      writeAttempt(transaction, locked.attempt, update, 'initiated', stamp),
      move(transaction, locked, { to: 'unresolved', reason, error: { code: null, reason } }, stamp),
    ])
    return { toWake: [], result: null }
  })
  return callSid
}

/**
 * Records that the carrier had the call and no longer knows it: the attempt has `failed`, its slot and number are free.
 * If somebody had answered, the call counts from then until the carrier's last word of it, and its day is charged for
 * that (Rule 180).
 */
export async function settleLost(
  context: SettleContext,
  attempt: Attempt,
  reason: string,
  { mayRetry }: { mayRetry: boolean },
): Promise<void> {
  const stamp = { ...context, now: context.clock.now() }
  context.log.warn(
    { attempt_id: attempt._id, call_id: attempt.call_id, reason },
    'the outcome of an attempt can not be found out; it counts as failed',
  )
  context.metrics.unknownDials.inc({ step: 'lost' })
  const toWake = await context.db.transaction(async (transaction) => {
    const locked = await lockCallOfAttempt(transaction, attempt.organization_id, attempt._id)
    if (locked === null || isOver(locked.attempt)) return []
    const update = {
      ...nothingKnown,
      ...lastKnown(locked.attempt, await selectReports(transaction, locked.attempt), stamp.now),
      carrier_call_sid: locked.attempt.carrier_call_sid,
      state: 'failed',
      error_reason: reason,
      poll_at: null,
    } as const
    const { duration_seconds, ended_at } = update
    const result: AttemptResult = {
      end: 'failed',
      reason,
      mayRetry,
      code: null,
      failure: reason,
      duration_seconds,
      ended_at,
    }
    await writeAttempt(transaction, locked.attempt, update, 'failed', stamp)
    return endAttempt(transaction, locked, result, stamp)
  })
  context.queueNotifier.wake(toWake)
  publishCall(context, attempt)
}

/** Returns from when until when a lost call is known to have lasted. */
function lastKnown(
  { carrier_call_sid }: Attempt,
  { events, reported_at }: { events: CarrierEvent[]; reported_at: string | null },
  now: Date,
): { answered_at: string | null; ended_at: string; duration_seconds: number } {
  const own = events.filter(({ call_sid }) => call_sid === carrier_call_sid)
  const answered_at = own.length === 0 ? null : foldCarrierEvents(own).answered_at
  if (answered_at === null) return { answered_at, ended_at: now.toISOString(), duration_seconds: 0 }
  const times = [answered_at, reported_at ?? answered_at, ...own.map(({ received_at }) => received_at)]
  const ended_at = times.toSorted().at(-1)!
  return { answered_at, ended_at, duration_seconds: (Date.parse(ended_at) - Date.parse(answered_at)) / 1_000 }
}

const nothingKnown = {
  carrier_call_sid: null,
  answered_at: null,
  ended_at: null,
  duration_seconds: null,
  error_code: null,
  answered_by: null,
}

/** What happens to a call whose attempt was never placed. */
export type AfterNeverPlaced =
  /** The call returns to its position in the queue. Only the call's history keeps a trace of the attempt. */
  | { kind: 'return' }
  /** The call is canceled, because nobody may call its number any more. */
  | { kind: 'cancel' }
  /**
   * After polling: a queued call returns to the queue, but at most three times before it fails. A triggered one fails.
   */
  | { kind: 'return_a_few_times' }
  /** The call fails. */
  | { kind: 'fail' }
  /** The call is deleted: its caller gets a refusal, and a refusal changes nothing. */
  | { kind: 'forget' }

/**
 * Records that the attempt was never placed: it does not count and leaves no conversation (Rules 42, 43, 46 and 62).
 * Returns the state of its call after that; null if the call is deleted, or if the carrier has reported something else
 * in the meantime, where it does nothing.
 */
export async function settleNeverPlaced(
  context: SettleContext,
  attempt: DialedAttempt,
  after: AfterNeverPlaced,
  reason: string,
): Promise<CallState | null> {
  const { organization_id, call_id } = attempt
  context.log.info(
    { attempt_id: attempt._id, call_id, follows: after.kind, reason },
    'an attempt was never placed',
  )
  if (after.kind === 'return_a_few_times') context.metrics.unknownDials.inc({ step: 'never_placed' })
  const { result } = await ifStillOpen<CallState>(context, attempt, async (transaction, locked, stamp) => {
    const toWake = await releaseSlotAndNumber(transaction, attempt)
    const { conversation_id } = locked.attempt
    const met =
      conversation_id === null ? null : { conversation_id, ...(await selectEarlierMet(transaction, attempt)) }
    if (after.kind === 'forget') {
      await deleteCall(transaction, attempt, reason, stamp.now)
      if (met !== null) await forgetMeeting(transaction, attempt, met, stamp.now)
      // Another call to the number, accepted since, needs the profile as well.
      if (!(await selectIsNumberTaken(transaction, attempt)))
        await deleteUnmetProfile(transaction, attempt, attempt.created_at)
      await releaseDial(transaction, locked.attempt)
      return { toWake, result: null }
    }
    const wanted = await moveAfter(transaction, locked, after, reason)
    const next = await unlessForbidden(transaction, attempt, wanted, stamp.now)
    await move(transaction, locked, next, stamp)
    if (after.kind === 'return' || after.kind === 'cancel')
      await deleteAttempt(transaction, organization_id, attempt._id)
    else {
      const update = { ...nothingKnown, state: 'never_placed', conversation_id: null, poll_at: null } as const
      await updateAttempt(transaction, attempt, { ...update, error_reason: reason }, stamp.now)
    }
    if (met !== null) await forgetMeeting(transaction, attempt, met, stamp.now)
    // Its caller may use the key again, also if the process ends before it has answered.
    if (after.kind === 'fail' && locked.call.placed_by === 'trigger')
      await deleteUnansweredKey(transaction, organization_id, call_id)
    // Last, because claims wait for what it changes.
    await releaseDial(transaction, locked.attempt)
    return { toWake, result: next.to }
  })
  return result
}

/** Deletes the conversation of an attempt, and takes back that its person was met (Rule 62). */
async function forgetMeeting(
  transaction: Transaction,
  attempt: DialedAttempt,
  { conversation_id: _id, interaction_at, seen_at }: LastMet & { conversation_id: string },
  now: Date,
): Promise<void> {
  const { phone_number, created_at: at } = attempt
  if (seen_at !== null) await restoreLastSeen(transaction, attempt, { _id, phone_number, at }, seen_at)
  await deleteConversation(transaction, attempt, _id, now, interaction_at)
}

async function moveAfter(
  transaction: Transaction,
  { attempt, call }: LockedCall,
  after: Exclude<AfterNeverPlaced, { kind: 'forget' }>,
  reason: string,
): Promise<CallMove> {
  if (after.kind === 'cancel' || call.cancel_requested_at !== null)
    return { to: 'canceled', reason, uncounted: true }
  const toFailed: CallMove = { to: 'failed', reason, error: { code: null, reason }, uncounted: true }
  const toWaiting: CallMove = { to: 'waiting', reason, uncounted: true }
  if (after.kind === 'return') return toWaiting
  if (after.kind === 'fail' || call.placed_by === 'trigger') return toFailed
  const before = await countNeverPlaced(transaction, attempt.organization_id, call._id)
  return before < redialsMax ? toWaiting : toFailed
}

/**
 * Cancels a call that would wait again although its number is on the do-not-call list (Rule 160) or its file was
 * canceled: either may have happened during the attempt, when the call was not waiting. What has only a hash on the
 * list is stopped by the look-up right before an attempt.
 */
async function unlessForbidden(
  transaction: Transaction,
  attempt: DialedAttempt,
  next: CallMove,
  now: Date,
): Promise<CallMove> {
  if (next.to !== 'waiting') return next
  const [isListed, isBatchCanceled] = await Promise.all([
    selectHasOpenEntry(transaction, attempt, now),
    selectIsBatchCanceled(transaction, attempt),
  ])
  if (isListed) return { to: 'canceled', reason: moveReasons.listed, uncounted: true }
  return isBatchCanceled ? { to: 'canceled', reason: moveReasons.canceled, uncounted: true } : next
}

/** What a change has done. */
interface Changed<Result> {
  /** Campaigns whose queues may go on. */
  toWake: CampaignKey[]
  result: Result | null
}

/**
 * Runs the change under the call's lock if the attempt is not over and has no SID yet. Then wakes the returned queues.
 * Returns the SID that the attempt has, and the result of the change; null if it did not run. Only what is returned
 * counts: a transaction that conflicts with another one runs again.
 */
async function ifStillOpen<Result>(
  context: SettleContext,
  attempt: Attempt,
  change: (transaction: Transaction, locked: LockedCall, stamp: Stamp) => Promise<Changed<Result>>,
): Promise<{ callSid: string | null; result: Result | null }> {
  const { db, clock, queueNotifier, hints } = context
  const { toWake, ...outcome } = await db.transaction(async (transaction) => {
    const locked = await lockCallOfAttempt(transaction, attempt.organization_id, attempt._id)
    const callSid = locked?.attempt.carrier_call_sid ?? null
    if (locked === null || callSid !== null || isOver(locked.attempt))
      return { toWake: [], callSid, result: null }
    return { ...(await change(transaction, locked, { ...context, now: clock.now() })), callSid }
  })
  queueNotifier.wake(toWake)
  publishCall({ hints }, attempt)
  return outcome
}
