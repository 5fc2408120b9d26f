import type { Transaction } from '../../db/queryable.ts'
import { callMoves } from '../call.ts'
import type { AttemptState, CallState, DialOutcome } from '../call.ts'
import { foldCarrierEvents, isMachine } from './carrier-events.ts'
import type { CarrierEvent, KnownCall } from './carrier-events.ts'
import { endAttempt, isOver, move, writeAttempt } from './end-attempt.ts'
import type { Moment, SettleContext } from './end-attempt.ts'
import type { CampaignKey } from '../queue/queue-queries.ts'
import { insertCarrierEvent, lockCallOfAttempt, updateAttemptAccepted } from '../queries.ts'
import type { Attempt, LockedCall } from '../queries.ts'

/**
 * A carrier does not repeat what we failed to take, and a call whose end was missed holds its slot and number: so it is
 * asked about soon after the last that was told, and then less often (Rule 47 wants 60 s).
 */
const askSilentSeconds = { first: 10, most: 45 }

/**
 * What became of an event: `recorded`; `unknown_attempt`, nobody has it; `to_end`, it was recorded, and its call should not
 * go on, since it was canceled or a machine answered; `unwanted`, it shows that the carrier has a call which we gave up.
 */
export type Recorded = 'recorded' | 'unknown_attempt' | 'to_end' | 'unwanted'

/**
 * Takes in what the carrier told of a dial, in one transaction under the call's lock: stores it, computes where the
 * call stands from all that was ever told, and moves dial, call and conversation there. Any order and any number of
 * times gives the same end, and an end stays; what comes after it may still complete its times.
 */
export async function recordCarrierEvent(
  context: SettleContext,
  organizationId: string,
  attemptId: string,
  event: CarrierEvent,
): Promise<Recorded> {
  const moment = { now: context.clock.now(), newId: context.newId }
  const { recorded, woken } = await context.db.transaction(
    async (transaction): Promise<{ recorded: Recorded; woken: CampaignKey[] }> => {
      const locked = await lockCallOfAttempt(transaction, organizationId, attemptId)
      if (locked === null) return { recorded: 'unknown_attempt', woken: [] }
      const { attempt, call } = locked
      const events = await insertCarrierEvent(transaction, attempt, event)
      // One dial is one call at the carrier. Should it ever make two, the first is ours and the second is ended.
      const isAnother = attempt.carrier_call_sid !== null && attempt.carrier_call_sid !== event.call_sid
      if (attempt.state === 'never_placed' || isAnother) return { recorded: 'unwanted', woken: [] }
      const known = foldCarrierEvents(events.filter(({ call_sid }) => call_sid === event.call_sid))
      if (isOver(attempt)) {
        if (known.state === attempt.state) await completeTimes(transaction, attempt, known, moment)
        return { recorded: 'recorded', woken: [] }
      }
      const woken = await applyKnownCall(transaction, locked, { known, source: event.source }, moment)
      const shouldEnd =
        known.ended_at === null &&
        (call.cancel_requested_at !== null || (attempt.machine_detection && isMachine(known.answered_by)))
      return { recorded: shouldEnd ? 'to_end' : 'recorded', woken }
    },
  )
  context.queueNotifier.wake(woken)
  return recorded
}

/**
 * Writes that the carrier has taken a dial: the first thing that is known of almost every call, and the quickest to
 * write. Where more is known already, it is taken in like any other event.
 */
export async function settleAccepted(
  context: SettleContext,
  attempt: Attempt,
  callSid: string,
): Promise<Recorded> {
  const { db, clock, newId } = context
  const now = clock.now()
  const poll_at = askSilentAt('created', attempt, now)
  const accepted = { carrier_call_sid: callSid, conversation_id: newId(), poll_at }
  if (await updateAttemptAccepted(db, attempt, accepted, now)) return 'recorded'
  return recordCarrierEvent(context, attempt.organization_id, attempt._id, {
    call_sid: callSid,
    call_status: 'queued',
    sequence_number: -1,
    source: 'created',
    occurred_at: null,
    received_at: now.toISOString(),
    duration_seconds: null,
    answered_by: null,
    sip_response_code: null,
    error_code: null,
  })
}

/** Answers the lines that may go on after it. */
async function applyKnownCall(
  transaction: Transaction,
  locked: LockedCall,
  { known, source }: { known: KnownCall; source: CarrierEvent['source'] },
  moment: Moment,
): Promise<CampaignKey[]> {
  const { attempt, call } = locked
  const state: AttemptState & CallState = known.state === 'placed' ? 'dialling' : known.state
  const failure = state === 'failed' ? 'the carrier could not connect the call' : null
  const update = {
    ...timesOf(known),
    state,
    carrier_call_sid: known.call_sid,
    error_code: known.error_code,
    error_reason: failure,
    poll_at: known.ended_at === null ? askSilentAt(source, attempt, moment.now) : null,
  }
  const status = known.state === 'placed' ? 'initiated' : known.state
  if (known.ended_at === null) {
    const isMove = call.state !== state && callMoves[call.state].includes(state)
    await Promise.all([
      writeAttempt(transaction, attempt, update, status, moment),
      isMove ? move(transaction, locked, { to: state, reason: 'told by the carrier' }, moment) : null,
    ])
    return []
  }
  const isVoicemail = state === 'completed' && attempt.machine_detection && isMachine(known.answered_by)
  const outcome = isVoicemail ? 'voicemail' : (state as DialOutcome)
  const [, woken] = await Promise.all([
    writeAttempt(transaction, attempt, update, status, moment),
    endAttempt(
      transaction,
      locked,
      { outcome, reason: 'told by the carrier', mayRetry: true, code: known.error_code, failure },
      moment,
    ),
  ])
  return woken
}

function timesOf(known: KnownCall) {
  const { answered_at, ended_at, duration_seconds, answered_by } = known
  return { answered_at, ended_at, duration_seconds, answered_by }
}

/** Takes in what was told late of a dial that is over: when it was answered, how long it lasted. */
async function completeTimes(
  transaction: Transaction,
  attempt: Attempt,
  known: KnownCall,
  moment: Moment,
): Promise<void> {
  const state = attempt.state as DialOutcome
  const failure = state === 'failed' ? 'the carrier could not connect the call' : null
  const update = {
    ...timesOf(known),
    state,
    carrier_call_sid: known.call_sid,
    error_code: known.error_code,
    error_reason: failure,
    poll_at: null,
  }
  await writeAttempt(transaction, attempt, update, state, moment)
}

function askSilentAt(source: CarrierEvent['source'], { polls_count }: Attempt, now: Date): Date {
  const { first, most } = askSilentSeconds
  const seconds = source === 'asked' ? Math.min(first * 2 ** Math.min(polls_count, 10), most) : first
  return new Date(now.getTime() + seconds * 1_000)
}
