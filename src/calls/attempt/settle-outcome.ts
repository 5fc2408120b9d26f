import { deleteConversation } from '../../conversations/queries.ts'
import type { Transaction } from '../../db/queryable.ts'
import { deleteUnmetProfile } from '../../people/unmet-profile.ts'
import { endAttempt, isOver, move, releaseHold, writeAttempt } from './end-attempt.ts'
import type { AttemptEnd, Moment, SettleContext } from './end-attempt.ts'
import type { CampaignKey } from '../queue/queue-queries.ts'
import {
  countNeverPlaced,
  deleteAttempt,
  deleteCall,
  lockCallOfAttempt,
  selectIsNumberTaken,
  updateAttempt,
} from '../queries.ts'
import type { Attempt, CallMove, LockedCall } from '../queries.ts'

/** An unknown dial is asked about within the first seconds; later questions back off (`ask-carrier.ts`). */
const askUnresolvedAfterSeconds = 1
/** Further dials of a queued call whose dial the carrier turned out not to have (Rules 46 and 62). */
const furtherDialsMax = 3

/**
 * Writes that the carrier surely did not take the dial and never will: dial, call and conversation are `failed`
 * (Rules 18, 44 and 62). Does nothing where the carrier has told otherwise in the meantime.
 *
 * @param mayRetry the dialler met the refusal, it is not about the number, and so the campaign may dial again.
 */
export function settleRejected(
  context: SettleContext,
  attempt: Attempt,
  error: { code: string | null; reason: string },
  { mayRetry }: { mayRetry: boolean },
): Promise<void> {
  return whileUndecided(context, attempt, async (transaction, locked, moment) => {
    const update = {
      ...nothingKnown,
      state: 'failed',
      ended_at: moment.now.toISOString(),
      duration_seconds: 0,
      error_code: error.code,
      error_reason: error.reason,
      poll_at: null,
    } as const
    const end: AttemptEnd = {
      outcome: 'failed',
      reason: 'rejected by the carrier',
      mayRetry,
      code: error.code,
      failure: error.reason,
    }
    const [, woken] = await Promise.all([
      writeAttempt(transaction, locked.attempt, update, 'failed', moment),
      endAttempt(transaction, locked, end, moment),
    ])
    return woken
  })
}

/**
 * Writes that nobody knows whether the carrier has the call: it is `unresolved`, keeps its slot and number, has a
 * conversation, and is asked about soon; it is not dialled again before that is known (Rule 18, Promise 25).
 */
export async function settleUnknown(context: SettleContext, attempt: Attempt, reason: string): Promise<void> {
  context.log.warn({ attempt_id: attempt._id, call_id: attempt.call_id, reason }, 'dial unresolved')
  await whileUndecided(context, attempt, async (transaction, locked, moment) => {
    if (locked.attempt.state === 'unresolved') return []
    context.metrics.unknownDials.inc({ step: 'unresolved' })
    const pollAt = new Date(moment.now.getTime() + askUnresolvedAfterSeconds * 1_000)
    const update = { ...nothingKnown, state: 'unresolved', error_reason: reason, poll_at: pollAt } as const
    await Promise.all([
      writeAttempt(transaction, locked.attempt, update, 'initiated', moment),
      move(transaction, locked, { to: 'unresolved', reason, error: { code: null, reason } }, moment),
    ])
    return []
  })
}

/** Writes that the carrier took a dial and has no record of it any more: it has `failed`, and gives back what it held. */
export async function settleLost(
  context: SettleContext,
  attempt: Attempt,
  reason: string,
  { mayRetry }: { mayRetry: boolean },
): Promise<void> {
  const moment = { now: context.clock.now(), newId: context.newId }
  context.log.warn({ attempt_id: attempt._id, call_id: attempt.call_id, reason }, 'dial lost')
  context.metrics.unknownDials.inc({ step: 'lost' })
  const woken = await context.db.transaction(async (transaction) => {
    const locked = await lockCallOfAttempt(transaction, attempt.organization_id, attempt._id)
    if (locked === null || isOver(locked.attempt)) return []
    const update = {
      ...nothingKnown,
      carrier_call_sid: locked.attempt.carrier_call_sid,
      state: 'failed',
      ended_at: moment.now.toISOString(),
      duration_seconds: 0,
      error_reason: reason,
      poll_at: null,
    } as const
    const end: AttemptEnd = { outcome: 'failed', reason, mayRetry, code: null, failure: reason }
    await writeAttempt(transaction, locked.attempt, update, 'failed', moment)
    return endAttempt(transaction, locked, end, moment)
  })
  context.queueNotifier.wake(woken)
}

const nothingKnown = {
  carrier_call_sid: null,
  answered_at: null,
  ended_at: null,
  duration_seconds: null,
  error_code: null,
  answered_by: null,
}

/** What follows for a call whose dial was never placed. */
export type NeverPlacedThen =
  /** It goes back to its place in the line; the dial leaves no trace but in the call's history. */
  | { kind: 'return' }
  /** The same after the carrier was asked for long enough, three times at most, then it fails. A triggered one fails. */
  | { kind: 'return_a_few_times' }
  | { kind: 'fail' }
  /** Leaves no trace: the caller is refused, and a refusal changes nothing. */
  | { kind: 'forget' }

/**
 * Writes that the dial was never placed: it is no attempt and leaves no conversation (Rules 42, 43, 46 and 62). Does
 * nothing where the carrier has told otherwise in the meantime.
 */
export function settleNeverPlaced(
  context: SettleContext,
  attempt: Attempt,
  then: NeverPlacedThen,
  reason: string,
): Promise<void> {
  const { organization_id, call_id } = attempt
  context.log.info({ attempt_id: attempt._id, call_id, follows: then.kind, reason }, 'dial never placed')
  if (then.kind === 'return_a_few_times') context.metrics.unknownDials.inc({ step: 'never_placed' })
  return whileUndecided(context, attempt, async (transaction, locked, moment) => {
    const woken = await releaseHold(transaction, attempt)
    const { conversation_id } = locked.attempt
    if (then.kind === 'forget') {
      await deleteCall(transaction, organization_id, call_id)
      if (conversation_id !== null) await deleteConversation(transaction, organization_id, conversation_id)
      // Another call to the number, accepted since, means the person as well.
      if (!(await selectIsNumberTaken(transaction, attempt)))
        await deleteUnmetProfile(transaction, attempt, attempt.created_at)
      return woken
    }
    await move(transaction, locked, await moveAfterNone(transaction, locked, then, reason), moment)
    if (then.kind === 'return') {
      await deleteAttempt(transaction, organization_id, attempt._id)
      if (conversation_id !== null) await deleteConversation(transaction, organization_id, conversation_id)
      return woken
    }
    const update = { ...nothingKnown, state: 'never_placed', conversation_id: null, poll_at: null } as const
    await updateAttempt(transaction, attempt, { ...update, error_reason: reason }, moment.now)
    if (conversation_id !== null) await deleteConversation(transaction, organization_id, conversation_id)
    return woken
  })
}

async function moveAfterNone(
  transaction: Transaction,
  { attempt, call }: LockedCall,
  then: Exclude<NeverPlacedThen, { kind: 'forget' }>,
  reason: string,
): Promise<CallMove> {
  if (call.cancel_requested_at !== null) return { to: 'canceled', reason, uncounted: true }
  const failed: CallMove = { to: 'failed', reason, error: { code: null, reason }, uncounted: true }
  const again: CallMove = { to: 'waiting', reason, uncounted: true }
  if (then.kind === 'return') return again
  if (then.kind === 'fail' || call.placed_by === 'trigger') return failed
  const before = await countNeverPlaced(transaction, attempt.organization_id, call._id)
  return before < furtherDialsMax ? again : failed
}

/**
 * Runs the change under the call's lock, if the carrier's answer is still the only thing that is missing, and wakes the
 * lines that it answers.
 */
async function whileUndecided(
  { db, clock, newId, queueNotifier }: SettleContext,
  attempt: Attempt,
  change: (transaction: Transaction, locked: LockedCall, moment: Moment) => Promise<CampaignKey[]>,
): Promise<void> {
  const woken = await db.transaction(async (transaction) => {
    const locked = await lockCallOfAttempt(transaction, attempt.organization_id, attempt._id)
    if (locked === null || locked.attempt.carrier_call_sid !== null || isOver(locked.attempt)) return []
    return change(transaction, locked, { now: clock.now(), newId })
  })
  queueNotifier.wake(woken)
}
