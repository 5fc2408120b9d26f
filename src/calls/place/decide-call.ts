import { setTimeout as sleep } from 'node:timers/promises'
import { refusals } from '../../base/refusals.ts'
import type { Opening } from '../../campaigns/calling-hours.ts'
import type { ReadyCampaign } from '../../campaigns/readiness.ts'
import type { Transaction } from '../../db/queryable.ts'
import { DecisionConflict, takeKey } from '../../idempotency/idempotent-request.ts'
import type { IdempotencyKey } from '../../idempotency/idempotent-request.ts'
import { linkPerson } from '../../people/link-person.ts'
import type { PersonContact } from '../../people/contact.ts'
import { selectContactOwners } from '../../people/queries.ts'
import type { DecidedAt } from '../attempt/dial-attempt.ts'
import { attemptLeaseMs, attemptOf, attemptToDial } from '../attempt/new-attempt.ts'
import type { DialContext } from '../call-context.ts'
import { insertWaitingCall, selectIsNumberTaken } from '../queries.ts'
import type { Attempt, NewCall } from '../queries.ts'
import { selectNumberPause } from '../queue/carrier-pause.ts'
import type { ClaimLimits, ClaimRequest } from '../queue/claim-calls.ts'
import { claimOwnCall } from '../queue/claim-own-call.ts'
import { selectHasFreeSlot } from '../queue/queue-queries.ts'
import { storeWaiting } from './answer-call.ts'

/** The longest that a call waits for the carrier's rate limit while it keeps its slot (Rule 12). */
const rateWaitMaxMs = { trigger: 5_000, queue: 2_000 }
/** A triggered call waits at least this long before it checks the carrier's rate again. */
const rateWaitMinMs = 50

/** The rules of a campaign by which a call is decided, at one instant. */
export interface CallRules {
  campaign: ReadyCampaign
  opening: Opening
  /** The call only waits: the campaign is on hold or outside its calling hours. */
  waits: boolean
  /** For a call that waits: the next opening, if that is what it waits for. */
  scheduledFor: Date | null
  decided: DecidedAt
}

export interface CallDecision {
  call: NewCall
  rules: CallRules
  key: IdempotencyKey | null
  contact: PersonContact
}

/** The first attempt of a call that may go now. */
export interface FirstAttempt {
  attempt: Attempt
  delayMs: number
  /** Whether the carrier refused the calls before this one, or its number. If so, an accepted call ends the pause. */
  wasPaused: boolean
}

/**
 * Commits a call with its key, and its first attempt if it may go now; returns null if it waits. A triggered call tries
 * again while the carrier's rate admits no call, as long as it may wait.
 *
 * @throws {Refusal} 400 if a triggered call would have to wait.
 * @throws {DecisionConflict} if another request has taken the key.
 */
export async function decideCall(
  context: Pick<DialContext, 'db' | 'newId'>,
  decision: CallDecision,
): Promise<FirstAttempt | null> {
  const { decided } = decision.rules
  for (;;) {
    try {
      return await context.db.transaction((transaction) => decide(context, transaction, decision))
    } catch (error) {
      if (!(error instanceof RateLimited)) throw error
      const waitMs = Math.max(error.waitMs, rateWaitMinMs)
      if (performance.now() - decided.at + waitMs > rateWaitMaxMs.trigger) throw refusals.carrierBusy()
      await sleep(waitMs)
    }
  }
}

async function decide(
  { db, newId }: Pick<DialContext, 'db' | 'newId'>,
  transaction: Transaction,
  { call, rules, key, contact }: CallDecision,
): Promise<FirstAttempt | null> {
  const { campaign } = rules
  const { now } = rules.decided
  const keyTaken = takeKey(transaction, key, call._id, now)
  const ownersFound = selectContactOwners(transaction, contact)
  if (rules.waits) {
    const [hasKey, owners] = await Promise.all([
      keyTaken,
      ownersFound,
      insertWaitingCall(transaction, call, newId(), now),
    ])
    if (!hasKey) throw new DecisionConflict()
    if (key !== null) await storeWaiting(transaction, call, rules.scheduledFor, now)
    await linkPerson({ db, newId }, transaction, contact, owners)
    return null
  }
  const isTrigger = call.placed_by === 'trigger'
  const [hasKey, owners, isNumberTaken, pausedMs, hasSlot] = await Promise.all([
    keyTaken,
    ownersFound,
    isTrigger ? selectIsNumberTaken(transaction, call) : false,
    isTrigger ? selectNumberPause(transaction, { ...call, voice_carrier_id: campaign.voice_carrier_id }) : 0,
    selectHasFreeSlot(transaction, { ...call, slots: campaign.slots }),
    insertWaitingCall(transaction, call, newId(), now),
  ])
  if (!hasKey) throw new DecisionConflict()
  if (isNumberTaken) throw refusals.numberTaken()
  if (isTrigger && !hasSlot) throw refusals.noFreeSlot()
  if (pausedMs > 0) throw new RateLimited(pausedMs)
  await linkPerson({ db, newId }, transaction, contact, owners)
  // The claim comes last because it locks the account's row until the commit. It is skipped without a slot, as in most
  // campaigns under load, because it costs more than all the rest.
  const claim = hasSlot ? await claimOwnCall(transaction, claimRequest({ newId }, call, rules)) : null
  const claimed = claim?.claimed[0]
  if (claim === null || claimed === undefined) {
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

/** Returns the request to claim a call that has just been written. A triggered one overtakes those that wait. */
function claimRequest(
  { newId }: Pick<DialContext, 'newId'>,
  call: NewCall,
  { campaign, decided }: CallRules,
): ClaimRequest {
  return {
    organization_id: call.organization_id,
    project_id: call.project_id,
    campaign_id: campaign._id,
    voice_carrier_id: campaign.voice_carrier_id,
    slots: campaign.slots,
    only: { callId: call._id, inOrder: call.placed_by === 'queue' },
    callsMax: 1,
    attemptIds: [newId()],
    moveIds: [newId()],
    rateWaitMaxMs: Math.max(0, rateWaitMaxMs[call.placed_by] - (performance.now() - decided.at)),
    attempt: attemptToDial(campaign),
    reason: 'started at once',
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
