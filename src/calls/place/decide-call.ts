import { setTimeout as sleep } from 'node:timers/promises'
import type { ClockReading } from '../../base/clock.ts'
import { refusals } from '../../base/refusals.ts'
import { isAtCallee } from '../../campaigns/campaign-hours.ts'
import type { CommonOpening } from '../../campaigns/common-opening.ts'
import type { ReadyCampaign } from '../../campaigns/readiness.ts'
import type { Transaction } from '../../db/queryable.ts'
import type { CallSettings } from '../../guards/call-settings.ts'
import { formsOf } from '../../guards/do-not-call/entry.ts'
import type { LimitGuard } from '../../guards/guard.ts'
import { restoreCounts } from '../../guards/limits/erased-counts.ts'
import { exceedsDay } from '../../guards/limits/exceeds-day.ts'
import { DecisionConflict, takeKey } from '../../idempotency/idempotent-request.ts'
import type { IdempotencyKey } from '../../idempotency/idempotent-request.ts'
import type { PersonContact } from '../../people/contact.ts'
import { holdErasures } from '../../people/erasing.ts'
import { linkPerson } from '../../people/link-person.ts'
import { attemptLeaseMs, attemptOf, attemptToDial } from '../attempt/new-attempt.ts'
import type { DialContext } from '../call-context.ts'
import { openUntil } from '../callee/look-at-callees.ts'
import { GuardRefusal } from '../guarded-calls.ts'
import { moveReasons } from '../move-reasons.ts'
import { knownCall } from '../queries.ts'
import type { DialedAttempt, NewCall, NewCallWait } from '../queries.ts'
import type { OwnClaim } from '../queue/claim-alone.ts'
import { ClaimAgain, claimAtOnce, claimOwnCall } from '../queue/claim-own-call.ts'
import { queuedRateWaitMaxMs } from '../queue/claim-request.ts'
import type { ClaimLimits } from '../queue/claim-request.ts'
import { storeWaiting } from './answer-call.ts'
import type { Schedule } from './call-request.ts'
import { insertCallToGo, insertCallToWait, restoreAndAskGuard } from './decide-queries.ts'

/** The longest that a call waits for the carrier's rate limit while it keeps its slot (Rule 12). */
const rateWaitMaxMs = { trigger: 5_000, queue: queuedRateWaitMaxMs }
/** A triggered call waits at least this long before it checks the carrier's rate again. */
const rateWaitMinMs = 50

/** The rules of a campaign by which a call is decided, at one instant. */
export interface CallRules {
  campaign: ReadyCampaign
  opening: CommonOpening
  /** The call only waits: the campaign is on hold or outside its calling hours. */
  waits: boolean
  /** For a call that waits: the next opening, if that is what it waits for. */
  scheduledFor: Schedule | null
  /** Where the callee may be, if the hours hold there; null: they don't. */
  calleeZones: readonly string[] | null
  decided: ClockReading
}

export interface CallDecision {
  call: NewCall
  rules: CallRules
  /** The organization's. */
  settings: CallSettings
  key: IdempotencyKey | null
  contact: PersonContact
}

/** The first attempt of a call that may go now. */
export interface FirstAttempt {
  attempt: DialedAttempt
  delayMs: number
  /** Whether the carrier refused the calls before this one, or its number. If so, an accepted call ends the pause. */
  wasPaused: boolean
}

/**
 * Commits a call with its key, and its first attempt if it may go now; returns null if it waits. Refuses a number on
 * the do-not-call list (Rule 160). Tries a triggered call again, for up to 5 s, while the carrier's rate admits none.
 *
 * @throws {Refusal} 400 if a triggered call would have to wait.
 * @throws {DecisionConflict} if another request has taken the key.
 */
export async function decideCall(
  context: Pick<DialContext, 'db' | 'newId' | 'secretBox'>,
  decision: CallDecision,
): Promise<FirstAttempt | null> {
  const { decided } = decision.rules
  let isAtOnce = decision.call.placed_by === 'trigger'
  for (;;) {
    try {
      return await context.db.transaction((transaction) => decide(context, transaction, decision, isAtOnce))
    } catch (error) {
      if (error instanceof ClaimAgain) {
        isAtOnce = false
        continue
      }
      if (!(error instanceof RateLimited)) throw error
      const waitMs = Math.max(error.waitMs, rateWaitMinMs)
      if (performance.now() - decided.monotonicMs + waitMs > rateWaitMaxMs.trigger)
        throw refusals.carrierBusy()
      await sleep(waitMs)
    }
  }
}

/** @param isAtOnce the call goes by its first claim, or the transaction is rolled back (`claimAtOnce`). */
async function decide(
  { db, newId, secretBox }: Pick<DialContext, 'db' | 'newId' | 'secretBox'>,
  transaction: Transaction,
  decision: CallDecision,
  isAtOnce: boolean,
): Promise<FirstAttempt | null> {
  const { call, rules, key, contact } = decision
  const { campaign } = rules
  const { now } = rules.decided
  const forms = formsOf(secretBox, call.organization_id, call.phone_number)
  const decided = { call, wait: waitOf(rules), contact, forms, moveId: newId(), now }
  // Sent first: the later statements then see what an erasure committed while this one waited for it.
  const held = holdErasures(transaction, call.organization_id)
  const keyTaken = takeKey(transaction, key, call._id, now)
  if (rules.waits) {
    const [hasKey, found] = await Promise.all([keyTaken, insertCallToWait(transaction, decided), held])
    if (!hasKey) throw new DecisionConflict()
    if (found.is_listed) throw refusals.doNotCall()
    if (key !== null) await storeWaiting(transaction, call, rules.scheduledFor, now)
    await linkPerson({ db, newId }, transaction, contact, found.owners)
    // After the person, for whom this may wait: it locks the organization's day, which all its calls need.
    if (found.has_hashed_counts) await restoreCounts(transaction, call.organization_id, [forms], now)
    return null
  }
  const isTrigger = call.placed_by === 'trigger'
  const [hasKey, found] = await Promise.all([keyTaken, insertCallToGo(transaction, decided, campaign), held])
  const { owners, is_free: hasSlot } = found
  if (!hasKey) throw new DecisionConflict()
  if (found.is_listed) throw refusals.doNotCall()
  if (isTrigger && found.is_taken) throw refusals.numberTaken()
  // Counts of an erased person come back after the person is linked, as above.
  const link = () => linkPerson({ db, newId }, transaction, contact, owners)
  if (found.has_hashed_counts) await link()
  const guard = found.has_hashed_counts
    ? await restoreAndAskGuard(transaction, decided, campaign)
    : found.guard
  refuseHeld(decision, guard)
  if (isTrigger && !hasSlot) throw refusals.noFreeSlot()
  const pausedMs = Math.ceil(found.paused_ms ?? 0)
  if (isTrigger && pausedMs > 0) throw new RateLimited(pausedMs)
  if (!found.has_hashed_counts) await link()
  // The claim comes last because it locks the account's row until the commit. It is skipped without a slot, as in most
  // campaigns under load, because it costs more than all the rest.
  const isAlone = !found.is_taken && (isTrigger || !found.is_behind)
  const claimOwn: typeof claimOwnCall = isAtOnce && isAlone ? claimAtOnce : claimOwnCall
  const claim = hasSlot
    ? await claimOwn(transaction, claimRequest({ newId }, call, rules), { isAlone })
    : null
  const claimed = claim?.claimed[0]
  if (claim === null || claimed === undefined) {
    if (claim !== null) refuseHeld(decision, claim.limits.guard)
    if (isTrigger && claim !== null) throw whyNotClaimed(claim.limits)
    if (key !== null) await storeWaiting(transaction, call, null, now)
    return null
  }
  const { organization_id, project_id, campaign_id } = call
  return {
    attempt: attemptOf({ organization_id, project_id, campaign_id }, campaign, claimed, now),
    delayMs: claimed.delay_ms,
    wasPaused: claimed.number_was_refused || (claim.limits.carrier_failures ?? 0) > 0,
  }
}

/** Returns where a new call goes: into the queue, or aside until the hours open where its callee is. */
function waitOf({ opening, calleeZones, decided }: CallRules): NewCallWait {
  if (calleeZones === null) return { open_until: null, due_at: null, held_timezone: null }
  if (opening.isOpen)
    return { open_until: openUntil(opening.closesAt, decided.now), due_at: null, held_timezone: null }
  const { opensAt, heldBy } = opening
  return { open_until: null, due_at: opensAt, held_timezone: opensAt === null ? null : heldBy }
}

/**
 * Refuses a call that a limit holds now. A queued call to a number whose block is full waits instead: its turn comes
 * within the hour.
 */
function refuseHeld({ call, rules, settings }: CallDecision, guard: LimitGuard | null): void {
  const { placed_by, phone_number: number } = call
  if (guard === null || (guard === 'block_dials_an_hour' && placed_by === 'queue')) return
  const seconds = rules.campaign.time_limit_seconds
  const exceeds = exceedsDay(settings, guard, { number, seconds })
  throw new GuardRefusal({ guard, number, ...(exceeds && { minutes: Math.ceil(seconds / 60) }) })
}

/** Returns the request to claim a call that has just been written. A triggered one overtakes those that wait. */
function claimRequest(
  { newId }: Pick<DialContext, 'newId'>,
  call: NewCall,
  { campaign, decided }: CallRules,
): OwnClaim {
  const written = knownCall(call, decided.now)
  return {
    organization_id: call.organization_id,
    project_id: call.project_id,
    campaign_id: campaign._id,
    voice_carrier_id: campaign.voice_carrier_id,
    events_wanted: campaign.events_wanted,
    only: {
      callId: call._id,
      inOrder: call.placed_by === 'queue',
      after: { ...written, state: 'dialling', error: null, attempts_count: 1 },
    },
    calleesOpenBeyond: isAtCallee(campaign.calling_hours) ? decided.now : null,
    callsMax: 1,
    attemptIds: [newId()],
    moveIds: [newId()],
    rateWaitMaxMs: Math.max(0, rateWaitMaxMs[call.placed_by] - (performance.now() - decided.monotonicMs)),
    attempt: attemptToDial(campaign),
    reason: moveReasons.startedAtOnce,
    leaseMs: attemptLeaseMs,
    now: decided.now,
  }
}

/** Returns why a triggered call could not be claimed. */
function whyNotClaimed({
  is_paused,
  free_slots,
  locked_slots,
  eligible,
  candidates,
  within_rate,
  rate_wait_ms,
}: ClaimLimits): Error {
  if (is_paused) return refusals.campaignPaused()
  if (free_slots === 0 || (eligible > 0 && locked_slots === 0)) return refusals.noFreeSlot()
  return candidates > 0 && within_rate === 0 ? new RateLimited(rate_wait_ms) : refusals.numberTaken()
}

/** Rolls the decision of a triggered call back: the carrier's rate, or a pause, admits no call yet. */
class RateLimited extends Error {
  readonly waitMs: number

  constructor(waitMs: number) {
    super('the carrier takes no call yet')
    this.waitMs = waitMs
  }
}
