import type { Clock } from '../base/clock.ts'
import type { NewId } from '../base/ids.ts'
import type { Log } from '../base/log.ts'
import { selectCampaignForCalls } from '../campaigns/queries.ts'
import { deleteConversation, insertVoiceConversation, updateConversation } from '../conversations/queries.ts'
import type { ConversationStatus } from '../conversations/conversation.ts'
import type { Db, Transaction } from '../db/database.ts'
import { deleteUnmetProfile } from '../profiles/unmet-profile.ts'
import { callMoves } from './call.ts'
import type { AttemptState, CallState, DialOutcome, Outcome } from './call.ts'
import type { CallMetrics } from './call-metrics.ts'
import { foldCarrierEvents, isMachine } from './carrier-events.ts'
import type { CarrierEvent, KnownCall } from './carrier-events.ts'
import { deleteHold, unparkNumber } from './line-queries.ts'
import type { CampaignKey } from './line-queries.ts'
import {
  countNeverPlaced,
  deleteAttempt,
  deleteCall,
  insertCarrierEvent,
  lockCallOfAttempt,
  selectIsNumberTaken,
  updateAttempt,
  updateAttemptAccepted,
  updateCallState,
} from './queries.ts'
import type { Attempt, AttemptUpdate, CallMove, LockedCall } from './queries.ts'
import { retryAt } from './retry.ts'
import type { LineWaker } from './wake-lines.ts'

/** What settling needs of the program. */
export interface SettleContext {
  db: Db
  clock: Clock
  newId: NewId
  lineWaker: LineWaker
  log: Log
  metrics: CallMetrics
}

/**
 * A carrier does not repeat what we failed to take, and a call whose end was missed holds its slot and number: so it is
 * asked about soon after the last that was told, and then less often (Decision 47 wants 60 s).
 */
const askSilentSeconds = { first: 10, most: 45 }
/** An unknown dial is asked about within the first seconds; later questions back off (`ask-carrier.ts`). */
const askUnresolvedAfterSeconds = 1
/** Further dials of a queued call whose dial the carrier turned out not to have (Decisions 46 and 62). */
const furtherDialsMax = 3

const attemptEnds: ReadonlySet<AttemptState> = new Set([
  'completed',
  'no_answer',
  'busy',
  'failed',
  'canceled',
  'never_placed',
])

/** Whether nothing more is expected of the dial. */
export function isOver(attempt: Pick<Attempt, 'state'>): boolean {
  return attemptEnds.has(attempt.state)
}

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
  context.lineWaker.wake(woken)
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
  const ask_at = askSilentAt('created', attempt, now)
  const accepted = { carrier_call_sid: callSid, conversation_id: newId(), ask_at }
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

interface Moment {
  now: Date
  newId: NewId
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
    ask_at: known.ended_at === null ? askSilentAt(source, attempt, moment.now) : null,
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
    endDial(
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
    ask_at: null,
  }
  await writeAttempt(transaction, attempt, update, state, moment)
}

interface DialEnd {
  outcome: Outcome
  /** For the call's history. */
  reason: string
  /** Whether the campaign's retry settings apply. */
  mayRetry: boolean
  code: string | null
  /** Why it failed, in plain words; null where it did not. */
  failure: string | null
}

/**
 * Ends a dial for its call: gives back slot and number, and moves the call to its outcome, or back to waiting where the
 * campaign dials again (Decision 17). Answers the lines that may go on.
 */
async function endDial(
  transaction: Transaction,
  locked: LockedCall,
  end: DialEnd,
  moment: Moment,
): Promise<CampaignKey[]> {
  const { attempt, call } = locked
  const woken = await releaseHold(transaction, attempt)
  const dueAt =
    end.mayRetry && call.cancel_requested_at === null
      ? await selectRetryAt(transaction, locked, end.outcome, moment.now)
      : null
  if (dueAt !== null) {
    const reason = `${end.outcome}: dial ${call.attempts_count} has ended, the campaign dials again`
    await move(transaction, locked, { to: 'waiting', reason, dueAt }, moment)
  } else {
    const error = end.failure === null ? {} : { error: { code: end.code, reason: end.failure } }
    await move(transaction, locked, { to: end.outcome, reason: end.reason, ...error }, moment)
  }
  return woken
}

async function selectRetryAt(
  transaction: Transaction,
  { attempt, call }: LockedCall,
  outcome: Outcome,
  now: Date,
): Promise<Date | null> {
  if (outcome === 'completed' || outcome === 'canceled') return null
  const { organization_id, project_id, campaign_id } = attempt
  const found = await selectCampaignForCalls(transaction, organization_id, project_id, campaign_id)
  if (!found?.campaign) return null
  try {
    return retryAt(found.campaign, { outcome, attempts: call.attempts_count, endedAt: now })
  } catch (error) {
    // A zone that this Node does not know. What ended must be written all the same.
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Frees slot and number of a dial; answers the lines that may go on: its own, and those that wait for the number. */
async function releaseHold(
  transaction: Transaction,
  attempt: Pick<
    Attempt,
    'organization_id' | 'project_id' | 'campaign_id' | '_id' | 'call_id' | 'phone_number'
  >,
): Promise<CampaignKey[]> {
  const [, unparked] = await Promise.all([
    deleteHold(transaction, attempt.organization_id, attempt._id, attempt.call_id),
    unparkNumber(transaction, attempt),
  ])
  return [attempt, ...unparked]
}

/** Writes a dial and its conversation, which comes with the first that is known of it. */
async function writeAttempt(
  transaction: Transaction,
  attempt: Attempt,
  update: Omit<AttemptUpdate, 'conversation_id'>,
  status: ConversationStatus,
  { now, newId }: Moment,
): Promise<void> {
  const { organization_id, project_id, campaign_id, phone_number, created_at } = attempt
  const { answered_at, ended_at, duration_seconds } = update
  const standing = { status, answered_at, end_time: ended_at, duration_seconds }
  const conversation_id = attempt.conversation_id ?? newId()
  const tenant = { organization_id, project_id, campaign_id, phone_number }
  await Promise.all([
    attempt.conversation_id === null
      ? insertVoiceConversation(transaction, {
          ...tenant,
          ...standing,
          _id: conversation_id,
          start_time: created_at,
          created_at: now,
        })
      : updateConversation(transaction, organization_id, conversation_id, standing),
    updateAttempt(transaction, attempt, { ...update, conversation_id }, now),
  ])
}

function askSilentAt(source: CarrierEvent['source'], { asks_count }: Attempt, now: Date): Date {
  const { first, most } = askSilentSeconds
  const seconds = source === 'asked' ? Math.min(first * 2 ** Math.min(asks_count, 10), most) : first
  return new Date(now.getTime() + seconds * 1_000)
}

function move(transaction: Transaction, { attempt, call }: LockedCall, to: CallMove, { now, newId }: Moment) {
  const named = { organization_id: attempt.organization_id, _id: call._id, state: call.state }
  return updateCallState(transaction, named, to, newId(), now)
}

/**
 * Writes that the carrier surely did not take the dial and never will: dial, call and conversation are `failed`
 * (Decisions 18, 44 and 62). Does nothing where the carrier has told otherwise in the meantime.
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
      ask_at: null,
    } as const
    const end: DialEnd = {
      outcome: 'failed',
      reason: 'rejected by the carrier',
      mayRetry,
      code: error.code,
      failure: error.reason,
    }
    const [, woken] = await Promise.all([
      writeAttempt(transaction, locked.attempt, update, 'failed', moment),
      endDial(transaction, locked, end, moment),
    ])
    return woken
  })
}

/**
 * Writes that nobody knows whether the carrier has the call: it is `unresolved`, keeps its slot and number, has a
 * conversation, and is asked about soon; it is not dialled again before that is known (Decision 18, Invariant 25).
 */
export async function settleUnknown(context: SettleContext, attempt: Attempt, reason: string): Promise<void> {
  context.log.warn({ attempt_id: attempt._id, call_id: attempt.call_id, reason }, 'dial unresolved')
  await whileUndecided(context, attempt, async (transaction, locked, moment) => {
    if (locked.attempt.state === 'unresolved') return []
    context.metrics.unknownDials.inc({ step: 'unresolved' })
    const askAt = new Date(moment.now.getTime() + askUnresolvedAfterSeconds * 1_000)
    const update = { ...nothingKnown, state: 'unresolved', error_reason: reason, ask_at: askAt } as const
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
      ask_at: null,
    } as const
    const end: DialEnd = { outcome: 'failed', reason, mayRetry, code: null, failure: reason }
    await writeAttempt(transaction, locked.attempt, update, 'failed', moment)
    return endDial(transaction, locked, end, moment)
  })
  context.lineWaker.wake(woken)
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
 * Writes that the dial was never placed: it is no attempt and leaves no conversation (Decisions 42, 43, 46, 62). Does
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
    const update = { ...nothingKnown, state: 'never_placed', conversation_id: null, ask_at: null } as const
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
  { db, clock, newId, lineWaker }: SettleContext,
  attempt: Attempt,
  change: (transaction: Transaction, locked: LockedCall, moment: Moment) => Promise<CampaignKey[]>,
): Promise<void> {
  const woken = await db.transaction(async (transaction) => {
    const locked = await lockCallOfAttempt(transaction, attempt.organization_id, attempt._id)
    if (locked === null || locked.attempt.carrier_call_sid !== null || isOver(locked.attempt)) return []
    return change(transaction, locked, { now: clock.now(), newId })
  })
  lineWaker.wake(woken)
}
