import { refusals } from '../../base/refusals.ts'
import { Refusal } from '../../base/refusals/refusal.ts'
import type { RefusalCode } from '../../base/refusals/refusal.ts'
import { campaignOpeningAt } from '../../campaigns/common-opening.ts'
import { selectCampaignForCalls } from '../../campaigns/queries.ts'
import type { CampaignForCalls } from '../../campaigns/queries.ts'
import { hasEnded, isPaused } from '../../campaigns/readiness.ts'
import type { Queryable } from '../../db/queryable.ts'
import { replayedHeader } from '../../idempotency/idempotency-key.ts'
import { selectEarlierUse } from '../../idempotency/idempotent-request.ts'
import type { IdempotencyKey } from '../../idempotency/idempotent-request.ts'
import { deleteKey, updateKeyAnswer } from '../../idempotency/queries.ts'
import type { VoiceProvider } from '../../providers/voice-carrier.ts'
import type { AttemptOutcome, NotDoneAttempt } from '../attempt/attempt-outcome.ts'
import { arrivalOf } from '../attempt/dial-attempt.ts'
import { settleNeverPlaced } from '../attempt/settle-outcome.ts'
import type { DialContext } from '../call-context.ts'
import { GuardRefusal } from '../guarded-calls.ts'
import type { DialedAttempt, NewCall } from '../queries.ts'
import { pauseCarrier } from '../queue/carrier-pause.ts'
import type { PlacedBy, PlacedCall, Schedule } from './call-request.ts'
import { selectFirstAttempt } from './first-attempt-query.ts'
import type { CallWithFirstAttempt } from './first-attempt-query.ts'

/** The answer to a request for a call, as it is stored under an idempotency key. */
type StoredAnswer =
  | { kind: 'placed'; scheduled: boolean; scheduled_for: string | null; scheduled_timezone?: string | null }
  | { kind: 'refused'; code: RefusalCode; message: string }

/**
 * The answer to the caller after the first attempt, and what happens to its idempotency key: `store` the answer, leave
 * it `open` while the outcome is unknown, or `free` it for another try.
 */
export type CallerAnswer =
  /** `scheduledFor`: what the call waits for if that is calling hours. */
  | { refusal: null; scheduled: boolean; scheduledFor: Schedule | null }
  | { refusal: Refusal; key: 'store' | 'open' | 'free' }

/** By which endpoint, and by which rules of its campaign, a call was decided. */
export interface Placed {
  placedBy: PlacedBy
  rules: {
    campaign: Pick<CampaignForCalls, 'status' | 'ends_at' | 'calling_hours'>
    calleeZones: readonly string[] | null
  }
}

/** Returns the caller's answer for the outcome at the carrier. Settles the attempt if it was not placed. */
export async function answerOutcome(
  context: DialContext,
  { placedBy, rules }: Placed,
  attempt: DialedAttempt,
  outcome: AttemptOutcome,
): Promise<CallerAnswer> {
  switch (outcome.kind) {
    case 'accepted':
      return { refusal: null, scheduled: false, scheduledFor: null }
    case 'rejected':
      return { refusal: rejection(outcome), key: 'store' }
    case 'unknown':
      return { refusal: refusals.dialUnresolved(attempt.call_id), key: 'open' }
    case 'not_done': {
      const { cause, reason } = outcome
      await pauseCarrier(context.db, attempt, outcome)
      const next =
        refusalOf(placedBy, attempt, outcome) ??
        nextOpening(await rulesNow(context, rules, attempt), context.clock.now())
      if (next instanceof Refusal) {
        const kind = placedBy === 'trigger' && cause === 'unreachable' ? 'fail' : 'forget'
        await settleNeverPlaced(context, attempt, { kind }, reason)
        return { refusal: next, key: 'free' }
      }
      const state = await settleNeverPlaced(context, attempt, { kind: 'return' }, reason)
      // A caller who reads this may use the key again; one who got no answer does not dial it (`answerOfState`).
      if (state === 'canceled') return { refusal: canceledBefore(), key: 'free' }
      return { refusal: null, scheduled: true, scheduledFor: next }
    }
  }
}

/**
 * Returns the refusal for a call that was surely not placed; null if it waits. A queued call waits unless a guard, the
 * do-not-call list or the end of its campaign forbids it.
 */
function refusalOf(
  placedBy: PlacedBy,
  { phone_number }: DialedAttempt,
  outcome: NotDoneAttempt,
): Refusal | null {
  if (outcome.cause === 'guard') return new GuardRefusal({ ...outcome.refused, number: phone_number })
  const { cause, reason } = outcome
  if (cause === 'do_not_call') return refusals.doNotCall()
  if (cause === 'campaign_ended') return refusals.campaignEnded()
  if (placedBy === 'queue') return null
  switch (cause) {
    case 'rate_limit':
      return refusals.carrierBusy()
    case 'unreachable':
      return refusals.dialFailed(reason)
    case 'too_late':
    case 'hours_closed':
      return refusals.dialTooLate(cause)
    case 'canceled':
      return canceledBefore()
    case 'campaign_paused':
      return refusals.campaignPaused()
    case 'organization_moving':
      return refusals.organizationMoving()
    case 'database_held':
      return refusals.databaseHeld()
  }
}

/** Returns the rules with the campaign as it is now: it may have been changed while the call waited for the carrier. */
async function rulesNow(
  { db }: Pick<DialContext, 'db'>,
  rules: Placed['rules'],
  { organization_id, project_id, campaign_id }: DialedAttempt,
): Promise<Placed['rules']> {
  const found = await selectCampaignForCalls(db, organization_id, project_id, campaign_id)
  return { ...rules, campaign: found?.campaign ?? rules.campaign }
}

/**
 * Returns when the hours open for a call that was not dialed; null if they are open, or if nobody knows that: the
 * campaign is paused (Rule 80), or where the hours hold now is not known. Returns a refusal if the call can never go,
 * because the hours or the campaign ended while it waited for the carrier (Rule 13).
 */
function nextOpening({ campaign, calleeZones }: Placed['rules'], now: Date): Schedule | Refusal | null {
  const at = arrivalOf(now)
  if (hasEnded(campaign, at)) return refusals.campaignEnded()
  if (isPaused(campaign)) return null
  try {
    const opening = campaignOpeningAt(campaign.calling_hours, calleeZones ?? [], at)
    if (opening.isOpen) return null
    const { opensAt, heldBy } = opening
    if (opensAt === null || hasEnded(campaign, opensAt)) return refusals.campaignEndsBeforeOpening()
    return { opensAt, timezone: heldBy }
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function canceledBefore(): Refusal {
  return refusals.dialFailed('the call was canceled before it was dialed')
}

/** Returns the refusal for a call that the carrier rejected. */
function rejection({ code, reason, about }: { code: string; reason: string; about: string }): Refusal {
  return about === 'number'
    ? refusals.carrierRefusedNumber(reason, code)
    : refusals.dialFailed(`${reason} (carrier code ${code})`)
}

/** Stores the answer under the call's key, or frees the key if nothing was placed (Rule 24). */
export async function storeAnswer(
  { db, clock }: Pick<DialContext, 'db' | 'clock'>,
  { organization_id, _id }: NewCall,
  answer: CallerAnswer,
): Promise<void> {
  const now = clock.now()
  if (answer.refusal === null)
    await updateKeyAnswer(db, organization_id, _id, placedAnswer(answer.scheduled, answer.scheduledFor), now)
  else if (answer.key === 'store')
    await updateKeyAnswer(db, organization_id, _id, refused(answer.refusal), now)
  else if (answer.key === 'free') await deleteKey(db, organization_id, _id)
}

/**
 * Stores "the call waits" as the answer of the call's key, in the transaction that writes the call.
 *
 * @param schedule when the hours open next, as the caller is answered; null: the call does not wait for them.
 */
export function storeWaiting(
  db: Queryable,
  call: NewCall,
  schedule: Schedule | null,
  now: Date,
): Promise<void> {
  return updateKeyAnswer(db, call.organization_id, call._id, placedAnswer(true, schedule), now)
}

function placedAnswer(scheduled: boolean, schedule: Schedule | null): StoredAnswer {
  const scheduled_for = schedule?.opensAt.toISOString() ?? null
  return { kind: 'placed', scheduled, scheduled_for, scheduled_timezone: schedule?.timezone ?? null }
}

/**
 * Returns what an earlier request with the key was answered; null if the key is new.
 *
 * @throws {Refusal} 409 if it was used for another request; the earlier answer if that was a refusal.
 */
export async function replayAnswer(
  context: Pick<DialContext, 'db' | 'clock' | 'voiceProvider'>,
  key: IdempotencyKey,
  phoneNumber: string,
): Promise<PlacedCall | null> {
  const earlier = await selectEarlierUse<StoredAnswer>(context.db, key, context.clock.now())
  if (earlier === null) return null
  const callId = earlier.subject_id
  const answer = earlier.answer ?? (await findAnswer(context, key.organization_id, callId))
  if (answer === null) return null
  const placed = { callId, phoneNumber, scheduled: false, scheduledFor: null }
  if (answer === 'processing' || answer === 'unresolved')
    return { ...placed, pending: answer, replayed: false }
  if (answer.kind === 'refused') throw new Refusal(answer.code, answer.message, replayedHeader)
  const { scheduled_for: at, scheduled_timezone: zone } = answer
  // An answer from before the zone was stored has none.
  const scheduledFor = at === null ? null : { opensAt: new Date(at), timezone: zone ?? 'UTC' }
  return { ...placed, scheduled: answer.scheduled, scheduledFor, pending: null, replayed: true }
}

/** Finds the answer to a request that got none, and stores it. If there is no call, frees the key and returns null. */
async function findAnswer(
  { db, clock, voiceProvider }: Pick<DialContext, 'db' | 'clock' | 'voiceProvider'>,
  organizationId: string,
  callId: string,
): Promise<StoredAnswer | 'processing' | 'unresolved' | null> {
  const call = await selectFirstAttempt(db, organizationId, callId)
  if (call === null) {
    await deleteKey(db, organizationId, callId)
    return null
  }
  const answer = answerOfState(callId, call, voiceProvider.subjectOfCode)
  if (typeof answer !== 'string') await updateKeyAnswer(db, organizationId, callId, answer, clock.now())
  return answer
}

/**
 * Returns the answer for a call whose caller got none, because the process died or the carrier's answer was lost. The
 * first attempt decides it, and whether others came after it. Returns `processing` or `unresolved` if that attempt has
 * no outcome yet.
 */
function answerOfState(
  callId: string,
  { attempt, attempts_count, state, error_reason }: CallWithFirstAttempt,
  subjectOfCode: VoiceProvider['subjectOfCode'],
): StoredAnswer | 'processing' | 'unresolved' {
  const waits: StoredAnswer = { kind: 'placed', scheduled: true, scheduled_for: null }
  // The key keeps this answer, so that a call that somebody canceled is not dialed by a repeated request.
  if (state === 'canceled' && attempts_count === 0) return refused(canceledBefore())
  if (attempt === null) return waits
  if (attempt.state === 'never_placed')
    return state === 'failed' && attempts_count === 0
      ? refused(refusals.dialFailed(error_reason ?? attempt.error_reason ?? ''))
      : waits
  if (attempt.carrier_call_sid !== null) return { kind: 'placed', scheduled: false, scheduled_for: null }
  if (attempt.state === 'dialling') return 'processing'
  if (attempt.state === 'unresolved') return 'unresolved'
  const code = attempt.error_code
  // Given up: the carrier never said whether it has the call.
  if (code === null) return refused(refusals.dialUnresolved(callId))
  // A worker dialed it, and the campaign retries.
  if (state !== 'failed' || attempts_count > 1) return waits
  const reason = attempt.error_reason ?? 'rejected'
  const about = subjectOfCode(code) === 'number' ? 'number' : 'account'
  return refused(rejection({ code, reason, about }))
}

function refused({ code, message }: Refusal): StoredAnswer {
  return { kind: 'refused', code, message }
}
