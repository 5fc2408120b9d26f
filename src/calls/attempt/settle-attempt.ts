import type { Transaction } from '../../db/queryable.ts'
import { settleDay, usedOf } from '../../guards/limits/day-queries.ts'
import type { SettleContext } from '../call-context.ts'
import { callMoves } from '../call.ts'
import type { AttemptState, CallState, AttemptEnd } from '../call.ts'
import { moveReasons } from '../move-reasons.ts'
import { publishCall } from '../publish-calls.ts'
import { lockCallOfAttempt } from '../queries.ts'
import type { Attempt, LockedCall } from '../queries.ts'
import type { CampaignKey } from '../queue/queue-queries.ts'
import { openBrokenOffTicket } from '../relay/end-of-agent.ts'
import { insertCarrierEvent } from './carrier-event-queries.ts'
import { foldCarrierEvents, isMachine } from './carrier-events.ts'
import type { CarrierEvent, KnownCall } from './carrier-events.ts'
import { endAttempt, isOver, move, writeAttempt } from './end-attempt.ts'
import type { AttemptResult, Stamp } from './end-attempt.ts'

/**
 * A carrier soon gives up a callback that fails, and a call whose end was missed keeps its slot and number. So the
 * carrier is polled soon after its last report, and then less often (Rule 47 requires 60 s).
 */
const pollSeconds = { min: 10, max: 45 }

/**
 * The result of an event. `recorded`: nothing more to do. `unknown_attempt`: there is no such attempt. `to_end`:
 * recorded, and the call should end because it was canceled or a machine answered. `unwanted`: the carrier has a call
 * that the service has given up.
 */
export type RecordResult = 'recorded' | 'unknown_attempt' | 'to_end' | 'unwanted'

/**
 * Records a report of the carrier about an attempt, in one transaction under the call's lock. Stores the event,
 * computes the call's state from all events so far, and moves attempt, call and conversation there. Events in any
 * order, and repeated ones, lead to the same result. A final state stays; later events may still complete its times.
 */
export async function recordCarrierEvent(
  context: SettleContext,
  organizationId: string,
  attemptId: string,
  event: CarrierEvent,
): Promise<RecordResult> {
  const stamp = { ...context, now: context.clock.now() }
  let changed: Attempt | null = null
  const { result, toWake } = await context.db.transaction(
    async (transaction): Promise<{ result: RecordResult; toWake: CampaignKey[] }> => {
      const locked = await lockCallOfAttempt(transaction, organizationId, attemptId)
      changed = locked?.attempt ?? null
      if (locked === null) return { result: 'unknown_attempt', toWake: [] }
      const { attempt, call } = locked
      const events = await insertCarrierEvent(transaction, attempt, event)
      // An attempt is one call at the carrier. If the carrier ever has two, the first is kept and the second is ended.
      const isSecond = attempt.carrier_call_sid !== null && attempt.carrier_call_sid !== event.call_sid
      if (attempt.state === 'never_placed' || isSecond) return { result: 'unwanted', toWake: [] }
      const known = foldCarrierEvents(events.filter(({ call_sid }) => call_sid === event.call_sid))
      if (isOver(attempt)) {
        if (known.state === attempt.state) await completeTimes(transaction, attempt, known, stamp)
        return { result: 'recorded', toWake: [] }
      }
      const toWake = await applyKnownCall(transaction, locked, { known, source: event.source }, stamp)
      const shouldEnd =
        known.ended_at === null &&
        (call.cancel_requested_at !== null || (attempt.machine_detection && isMachine(known.answered_by)))
      return { result: shouldEnd ? 'to_end' : 'recorded', toWake }
    },
  )
  context.queueNotifier.wake(toWake)
  if (changed !== null) publishCall(context, changed)
  return result
}

/** Moves attempt, call and conversation to the state that is known; returns the campaigns whose queues may go on. */
async function applyKnownCall(
  transaction: Transaction,
  locked: LockedCall,
  { known, source }: { known: KnownCall; source: CarrierEvent['source'] },
  stamp: Stamp & Pick<SettleContext, 'voiceProvider'>,
): Promise<CampaignKey[]> {
  const { attempt, call } = locked
  const state = stateOf(known)
  const pollAt = known.ended_at === null ? pollAtAfterReport(source, attempt, stamp.now) : null
  const update = { ...updateOf(known, state), poll_at: pollAt, reported_at: stamp.now }
  const status = known.state === 'placed' ? 'initiated' : known.state
  if (known.ended_at === null) {
    const isMove = call.state !== state && callMoves[call.state].includes(state)
    await Promise.all([
      writeAttempt(transaction, attempt, update, status, stamp),
      isMove
        ? move(transaction, locked, { to: state, reason: moveReasons.reported }, stamp, {
            duration_seconds: update.duration_seconds,
          })
        : null,
    ])
    return []
  }
  if (source === 'asked' && known.answered_at !== null)
    await openBrokenOffTicket(stamp, transaction, attempt, stamp.now)
  const result = resultOf(stamp, attempt, known)
  const [, toWake] = await Promise.all([
    writeAttempt(transaction, attempt, update, status, stamp),
    endAttempt(transaction, locked, result, stamp),
  ])
  return toWake
}

/** Returns the state of attempt and call. */
export function stateOf(known: KnownCall): AttemptState & CallState {
  return known.state === 'placed' ? 'dialling' : known.state
}

/** Returns how an attempt has ended. One that failed for a reason that is about the number is not retried (Rule 44). */
export function resultOf(
  { voiceProvider }: Pick<SettleContext, 'voiceProvider'>,
  attempt: Attempt,
  known: KnownCall,
): AttemptResult {
  const state = stateOf(known)
  const isVoicemail = state === 'completed' && attempt.machine_detection && isMachine(known.answered_by)
  const { ended_at, duration_seconds, error_reason } = updateOf(known, state)
  // The service itself has ended it in the carrier's queue (`endForbidden`).
  const forbidden = state === 'canceled' && attempt.state === 'dialling' ? attempt.error_reason : null
  return {
    end: isVoicemail ? 'voicemail' : (state as AttemptEnd),
    reason: forbidden ?? moveReasons.reported,
    // The code of a call that did not fail may be about another number, to which it was transferred.
    mayRetry:
      state !== 'failed' ||
      known.error_code === null ||
      voiceProvider.subjectOfCode(known.error_code) !== 'number',
    code: known.error_code,
    failure: error_reason,
    duration_seconds,
    ended_at,
  }
}

/** Returns what is known as columns of the attempt. */
export function updateOf<State extends AttemptState>(known: KnownCall, state: State) {
  const { answered_at, ended_at, duration_seconds, answered_by, error_code } = known
  const error_reason = state === 'failed' ? 'the carrier could not connect the call' : null
  const times = { answered_at, ended_at, duration_seconds, answered_by }
  return { ...times, state, carrier_call_sid: known.call_sid, error_code, error_reason }
}

/** Completes an attempt that is over with late reports: when it was answered, how long it lasted. */
async function completeTimes(
  transaction: Transaction,
  attempt: Attempt,
  known: KnownCall,
  stamp: Stamp,
): Promise<void> {
  const state = attempt.state as AttemptEnd
  const update = updateOf(known, state)
  await writeAttempt(transaction, attempt, { ...update, poll_at: null }, state, stamp)
  const settle = settleDay(attempt, usedOf(attempt, update.duration_seconds, update.ended_at))
  if (settle !== null) await transaction.query(settle)
}

/** Returns when the carrier is polled after a report, unless it reports again before. Repeated polls back off. */
export function pollAtAfterReport(source: CarrierEvent['source'], { polls_count }: Attempt, now: Date): Date {
  const { min, max } = pollSeconds
  const seconds = source === 'asked' ? Math.min(min * 2 ** Math.min(polls_count, 10), max) : min
  return new Date(now.getTime() + seconds * 1_000)
}
