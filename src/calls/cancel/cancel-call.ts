import { isUuid } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import type { Transaction } from '../../db/queryable.ts'
import { endCarrierCall } from '../attempt/end-carrier-call.ts'
import type { DialContext } from '../call-context.ts'
import { callMoves } from '../call.ts'
import type { CallState } from '../call.ts'
import { moveReasons } from '../move-reasons.ts'
import { publishCall } from '../publish-calls.ts'
import { selectAttempt, updateCallState } from '../queries.ts'
import type { Attempt } from '../queries.ts'
import type { CampaignKey } from '../queue/queue-queries.ts'
import {
  lockCallToCancel,
  selectCallState,
  unparkNext,
  updateCancelRequested,
  updateAttemptToEnd,
} from './cancel-queries.ts'
import type { CallKey } from './cancel-queries.ts'

/**
 * The result of the request. `awaits_carrier`: the carrier's answer is missing yet; the call is ended once it is there.
 * `end_unconfirmed`: the carrier has not confirmed the end of the call; the service tries again.
 */
export type CancelResult = 'canceled' | 'awaits_carrier' | 'ended' | 'end_unconfirmed' | 'over'

export interface CanceledCall {
  stateBefore: CallState
  /** The state afterwards; a call that is ended at the carrier keeps its state until the carrier reports the end. */
  state: CallState
  result: CancelResult
}

/** How long the response waits for the carrier. The service tries for longer to end the call. */
const responseWaitMs = 5_000
/** When a worker ends the call instead, unless the carrier has reported its end by then. */
const takeOverAfterMs = 5_000

/**
 * Ends a call in any state, and returns its state afterwards. A waiting call is canceled at once. A call under way is
 * not dialed again and is ended at the carrier. This process ends it, or the process that gets the carrier's next
 * report, or a worker that polls. A call that is over stays as it is.
 *
 * @param options with `onlyWaiting`, a call under way goes on; it counts as over.
 * @throws {Refusal} 404 where the campaign has no such call.
 */
export async function cancelCall(
  context: DialContext,
  key: CallKey,
  { onlyWaiting = false }: { onlyWaiting?: boolean } = {},
): Promise<CanceledCall> {
  if (![key.campaign_id, key.call_id].every(isUuid)) throw refusals.callNotFound()
  const { before, attempt, toWake } = await context.db.transaction((transaction) =>
    decide(context, transaction, key, onlyWaiting),
  )
  context.queueNotifier.wake(toWake)
  publishCall(context, key)
  if (callMoves[before].length === 0 || (onlyWaiting && before !== 'waiting'))
    return { stateBefore: before, state: before, result: 'over' }
  if (before === 'waiting') return { stateBefore: before, state: 'canceled', result: 'canceled' }
  const hasEnded = attempt && (await endWithin(context, attempt, responseWaitMs))
  const result = hasEnded === null ? 'awaits_carrier' : hasEnded ? 'ended' : 'end_unconfirmed'
  // A triggered call that the carrier did not place has been deleted.
  const state = (await selectCallState(context.db, key)) ?? 'canceled'
  return { stateBefore: before, state, result }
}

interface Decision {
  before: CallState
  /** The attempt to end at the carrier; null if it has no SID yet. */
  attempt: Attempt | null
  /** Campaigns whose queues may go on. */
  toWake: CampaignKey[]
}

async function decide(
  { clock, newId }: DialContext,
  transaction: Transaction,
  key: CallKey,
  onlyWaiting: boolean,
): Promise<Decision> {
  const call = await lockCallToCancel(transaction, key)
  if (call === null) throw refusals.callNotFound()
  const decision: Decision = { before: call.state, attempt: null, toWake: [] }
  if (callMoves[call.state].length === 0 || (onlyWaiting && call.state !== 'waiting')) return decision
  const now = clock.now()
  await updateCancelRequested(transaction, key, now)
  if (call.state === 'waiting') {
    const named = { ...key, _id: key.call_id, state: call.state }
    const move = { to: 'canceled', reason: moveReasons.canceled } as const
    await updateCallState(transaction, named, move, { moveId: newId(), now })
    if (!call.is_number_in_use) decision.toWake = await unparkNext(transaction, key, call)
    return decision
  }
  const attemptId = await updateAttemptToEnd(transaction, key, new Date(now.getTime() + takeOverAfterMs))
  if (attemptId !== null) decision.attempt = await selectAttempt(transaction, key.organization_id, attemptId)
  return decision
}

/** Ends the call at the carrier. Returns whether the carrier confirmed that in time. */
function endWithin(context: DialContext, attempt: Attempt, ms: number): Promise<boolean> {
  const ending = endCarrierCall(context, attempt, attempt.carrier_call_sid ?? '').then(
    ({ kind }) => kind === 'ended' || kind === 'already_over',
    (error: unknown) => {
      context.log.error({ err: error, attempt_id: attempt._id }, 'ending a call at the carrier failed')
      return false
    },
  )
  const timeout = new Promise<boolean>((resolve) => setTimeout(resolve, ms, false).unref())
  return Promise.race([ending, timeout])
}
