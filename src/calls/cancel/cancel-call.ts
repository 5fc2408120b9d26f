import { isUuid } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import type { Transaction } from '../../db/queryable.ts'
import { callMoves } from '../call.ts'
import type { CallState } from '../call.ts'
import {
  lockCallToCancel,
  selectCallState,
  unparkNext,
  updateCancelRequested,
  updateAttemptToEnd,
} from './cancel-queries.ts'
import type { CallKey } from './cancel-queries.ts'
import type { DialContext } from '../attempt/dial-attempt.ts'
import { endCarrierCall } from '../attempt/end-carrier-call.ts'
import type { CampaignKey } from '../queue/queue-queries.ts'
import { selectAttempt, updateCallState } from '../queries.ts'
import type { Attempt } from '../queries.ts'

/**
 * What the request came to. `awaits_carrier`: the carrier has not named the call yet, it is ended once it does.
 * `end_unconfirmed`: the carrier has not said that it ended the call, it is asked again.
 */
export type CancelResult = 'canceled' | 'awaits_carrier' | 'ended' | 'end_unconfirmed' | 'over'

export interface CanceledCall {
  stateBefore: CallState
  /** After all that was done; a call that is ended at the carrier is there until the carrier tells so. */
  state: CallState
  result: CancelResult
}

/** How long the caller waits for the carrier's word. Ending the call is tried for longer than that. */
const answerWithinMs = 5_000
/** When a worker takes the end of a call at the carrier over, unless the carrier has told of it by then. */
const takeOverAfterMs = 5_000

/**
 * Ends a call wherever it stands, and says which state won. One that waits is canceled at once; one that is under way is
 * not dialled again and is ended at the carrier, by this process, by whoever hears of it from the carrier, or by the sweep;
 * one that is over stays as it is.
 *
 * @throws {Refusal} 404 where the campaign has no such call.
 */
export async function cancelCall(context: DialContext, key: CallKey): Promise<CanceledCall> {
  if (![key.campaign_id, key.call_id].every(isUuid)) throw refusals.callNotFound()
  const { before, attempt, woken } = await context.db.transaction((transaction) =>
    decide(context, transaction, key),
  )
  context.queueNotifier.wake(woken)
  if (callMoves[before].length === 0) return { stateBefore: before, state: before, result: 'over' }
  if (before === 'waiting') return { stateBefore: before, state: 'canceled', result: 'canceled' }
  const hasEnded = attempt && (await endWithin(context, attempt, answerWithinMs))
  const result = hasEnded === null ? 'awaits_carrier' : hasEnded ? 'ended' : 'end_unconfirmed'
  // A triggered call that the carrier did not take leaves nothing behind.
  const state = (await selectCallState(context.db, key)) ?? 'canceled'
  return { stateBefore: before, state, result }
}

interface Decision {
  before: CallState
  /** The dial that is to be ended at the carrier, where that has named it. */
  attempt: Attempt | null
  /** Lines that may go on. */
  woken: CampaignKey[]
}

async function decide(
  { clock, newId }: DialContext,
  transaction: Transaction,
  key: CallKey,
): Promise<Decision> {
  const call = await lockCallToCancel(transaction, key)
  if (call === null) throw refusals.callNotFound()
  const decision: Decision = { before: call.state, attempt: null, woken: [] }
  if (callMoves[call.state].length === 0) return decision
  const now = clock.now()
  await updateCancelRequested(transaction, key, now)
  if (call.state === 'waiting') {
    const named = { organization_id: key.organization_id, _id: key.call_id, state: call.state }
    const move = { to: 'canceled', reason: 'canceled by request' } as const
    await updateCallState(transaction, named, move, newId(), now)
    if (!call.is_number_in_use) decision.woken = await unparkNext(transaction, key, call)
    return decision
  }
  const attemptId = await updateAttemptToEnd(transaction, key, new Date(now.getTime() + takeOverAfterMs))
  if (attemptId !== null) decision.attempt = await selectAttempt(transaction, key.organization_id, attemptId)
  return decision
}

/** Whether the carrier said in time that the call is over. */
function endWithin(context: DialContext, attempt: Attempt, ms: number): Promise<boolean> {
  const ending = endCarrierCall(context, attempt, attempt.carrier_call_sid ?? '').then(
    ({ kind }) => kind === 'ended' || kind === 'already_over',
    (error: unknown) => {
      context.log.error({ err: error, attempt_id: attempt._id }, 'ending a call failed')
      return false
    },
  )
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, ms, false).unref())
  return Promise.race([ending, late])
}
