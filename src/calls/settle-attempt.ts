import type { Clock } from '../base/clock.ts'
import type { NewId } from '../base/ids.ts'
import { deleteConversation, insertVoiceConversation, updateConversation } from '../conversations/queries.ts'
import type { ConversationStatus } from '../conversations/queries.ts'
import type { Db, Transaction } from '../db/database.ts'
import { callMoves } from './call.ts'
import type { AttemptState, CallState } from './call.ts'
import { foldCarrierEvents } from './carrier-events.ts'
import type { CarrierEvent, KnownCall } from './carrier-events.ts'
import {
  countNeverPlaced,
  deleteCall,
  insertCarrierEvent,
  lockCallOfAttempt,
  updateAttempt,
  updateAttemptAccepted,
  updateCallState,
} from './queries.ts'
import type { Attempt, AttemptUpdate, CallMove, LockedCall } from './queries.ts'

/** What settling needs of the program. */
export interface SettleContext {
  db: Db
  clock: Clock
  newId: NewId
}

/** Times at which a dial whose carrier falls silent is asked about, in seconds after the last that was heard. */
const askLiveAfterSeconds = 45
const askRingingAfterSeconds = 20
/** An unknown dial is asked about within the first seconds; later questions back off (`ask-carrier.ts`). */
const askUnresolvedAfterSeconds = 2
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
 * What became of an event: `recorded`; `unknown_attempt`, nobody has it; `unwanted`, it shows that the carrier has a
 * call which we gave up, and which should be ended.
 */
export type Recorded = 'recorded' | 'unknown_attempt' | 'unwanted'

/**
 * Takes in what the carrier told of a dial, in one transaction under the call's lock: stores it, computes where the
 * call stands from all that was ever told, and moves dial, call and conversation there. Any order and any number of
 * times gives the same end, and an end stays.
 */
export function recordCarrierEvent(
  { db, clock, newId }: SettleContext,
  organizationId: string,
  attemptId: string,
  event: CarrierEvent,
): Promise<Recorded> {
  return db.transaction(async (transaction) => {
    const locked = await lockCallOfAttempt(transaction, organizationId, attemptId)
    if (locked === null) return 'unknown_attempt'
    const { attempt } = locked
    const events = await insertCarrierEvent(transaction, attempt, event)
    if (attempt.state === 'never_placed') return 'unwanted'
    // One dial is one call at the carrier. Should it ever make two, the first is ours and the second is ended.
    if (attempt.carrier_call_sid !== null && attempt.carrier_call_sid !== event.call_sid) return 'unwanted'
    if (isOver(attempt)) return 'recorded'
    const own = events.filter(({ call_sid }) => call_sid === event.call_sid)
    await applyKnownCall(transaction, locked, foldCarrierEvents(own), { now: clock.now(), newId })
    return 'recorded'
  })
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
  const ask_at = askSilentAt(attempt, 'dialling', now)
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

async function applyKnownCall(
  transaction: Transaction,
  { attempt, call }: LockedCall,
  known: KnownCall,
  moment: Moment,
): Promise<void> {
  const { now } = moment
  const state: CallState = known.state === 'placed' ? 'dialling' : known.state
  const failure = state === 'failed' ? 'the carrier could not connect the call' : null
  const update = {
    state,
    carrier_call_sid: known.call_sid,
    answered_at: known.answered_at,
    ended_at: known.ended_at,
    duration_seconds: known.duration_seconds,
    error_code: known.error_code,
    error_reason: failure,
    ask_at: known.ended_at === null ? askSilentAt(attempt, state, now) : null,
  }
  const error = failure === null ? {} : { error: { code: known.error_code, reason: failure } }
  const to = { to: state, reason: 'told by the carrier', ...error }
  const status = known.state === 'placed' ? 'initiated' : known.state
  await Promise.all([
    writeAttempt(transaction, attempt, update, status, moment),
    callMoves[call.state].includes(state) ? move(transaction, { attempt, call }, to, moment) : null,
  ])
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

/** A ringing call is asked about once it should have stopped ringing; a live one regularly (Decision 47). */
function askSilentAt(attempt: Attempt, state: CallState, now: Date): Date {
  const seconds =
    state === 'live' ? askLiveAfterSeconds : attempt.ring_timeout_seconds + askRingingAfterSeconds
  return new Date(now.getTime() + seconds * 1_000)
}

function move(transaction: Transaction, { attempt, call }: LockedCall, to: CallMove, { now, newId }: Moment) {
  const named = { organization_id: attempt.organization_id, _id: call._id, state: call.state }
  return updateCallState(transaction, named, to, newId(), now)
}

/**
 * Writes that the carrier surely did not take the dial and never will: dial, call and conversation are `failed`
 * (Decisions 18, 44 and 62). Does nothing where the carrier has told otherwise in the meantime.
 */
export function settleRejected(
  context: SettleContext,
  attempt: Attempt,
  error: { code: string | null; reason: string },
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
    await Promise.all([
      writeAttempt(transaction, locked.attempt, update, 'failed', moment),
      move(transaction, locked, { to: 'failed', reason: 'rejected by the carrier', error }, moment),
    ])
  })
}

/**
 * Writes that nobody knows whether the carrier has the call: it is `unresolved`, has a conversation, and is asked about
 * soon; it is not dialled again before that is known (Decision 18, Invariant 25).
 */
export function settleUnknown(context: SettleContext, attempt: Attempt, reason: string): Promise<void> {
  return whileUndecided(context, attempt, async (transaction, locked, moment) => {
    if (locked.attempt.state === 'unresolved') return
    const askAt = new Date(moment.now.getTime() + askUnresolvedAfterSeconds * 1_000)
    const update = { ...nothingKnown, state: 'unresolved', error_reason: reason, ask_at: askAt } as const
    await Promise.all([
      writeAttempt(transaction, locked.attempt, update, 'initiated', moment),
      move(transaction, locked, { to: 'unresolved', reason, error: { code: null, reason } }, moment),
    ])
  })
}

const nothingKnown = {
  carrier_call_sid: null,
  answered_at: null,
  ended_at: null,
  duration_seconds: null,
  error_code: null,
  error_reason: null,
}

/** What follows for the call when a dial was surely never placed. */
export type NeverPlacedThen =
  /** Goes back to waiting and is dialled again at the given time, as often as it takes. */
  | { kind: 'wait'; dueAt: Date }
  /** The same, but at most three further dials, then it fails. */
  | { kind: 'wait_a_few_times'; dueAt: Date }
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
  return whileUndecided(context, attempt, async (transaction, locked, moment) => {
    const { organization_id, call_id } = attempt
    if (then.kind === 'forget') return deleteCall(transaction, organization_id, call_id)
    const update = { ...nothingKnown, state: 'never_placed', conversation_id: null, ask_at: null } as const
    await updateAttempt(transaction, attempt, { ...update, error_reason: reason }, moment.now)
    const { conversation_id } = locked.attempt
    if (conversation_id !== null) await deleteConversation(transaction, organization_id, conversation_id)
    const dueAt = await dueAgain(transaction, locked, then)
    const to: CallMove =
      dueAt === null
        ? { to: 'failed', reason, error: { code: null, reason }, uncounted: true }
        : { to: 'waiting', reason, waitReason: 'carrier_rate', dueAt, uncounted: true }
    await move(transaction, locked, to, moment)
  })
}

/** When the call is dialled again; null where it fails. A triggered call never waits. */
async function dueAgain(
  transaction: Transaction,
  { attempt, call }: LockedCall,
  then: Exclude<NeverPlacedThen, { kind: 'forget' }>,
): Promise<Date | null> {
  if (then.kind === 'fail' || call.placed_by === 'trigger') return null
  if (then.kind === 'wait') return then.dueAt
  const neverPlaced = await countNeverPlaced(transaction, attempt.organization_id, call._id, {
    afterAsking: true,
  })
  return neverPlaced <= furtherDialsMax ? then.dueAt : null
}

/** Runs the change under the call's lock, if the carrier's answer is still the only thing that is missing. */
function whileUndecided(
  { db, clock, newId }: SettleContext,
  attempt: Attempt,
  change: (transaction: Transaction, locked: LockedCall, moment: Moment) => Promise<void>,
): Promise<void> {
  return db.transaction(async (transaction) => {
    const locked = await lockCallOfAttempt(transaction, attempt.organization_id, attempt._id)
    if (locked === null || locked.attempt.carrier_call_sid !== null || isOver(locked.attempt)) return
    await change(transaction, locked, { now: clock.now(), newId })
  })
}
