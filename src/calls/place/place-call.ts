import { isUuid } from '../../base/ids.ts'
import { normalizePhoneNumber } from '../../base/phone-number.ts'
import { refusals } from '../../base/refusals.ts'
import { openingAt } from '../../campaigns/calling-hours.ts'
import type { Opening } from '../../campaigns/calling-hours.ts'
import { selectCampaignForCalls } from '../../campaigns/queries.ts'
import type { CampaignForCalls } from '../../campaigns/queries.ts'
import { hasEnded, isReady, lacks } from '../../campaigns/readiness.ts'
import type { PlaceCallOutcome } from '../../providers/twilio/outcome.ts'
import type { ReadyCampaign } from '../../campaigns/readiness.ts'
import { linkPerson } from '../../people/link-person.ts'
import type { Transaction } from '../../db/queryable.ts'
import { insertKey } from '../../idempotency/queries.ts'
import { rejectionOf } from './call-answer.ts'
import { keep, keepWaiting, keyOf, replay } from './call-key.ts'
import type { CallerAnswer, Key } from './call-key.ts'
import type { CallRequest, PlacedBy, PlacedCall } from './call-request.ts'
import { openAccount } from '../attempt/carrier-account.ts'
import { endPause, pauseCarrier, selectNumberPause } from '../queue/carrier-pause.ts'
import { claimOwnCall } from '../queue/claim-own-call.ts'
import { dialAttempt } from '../attempt/dial-attempt.ts'
import type { DecidedAt, DialContext } from '../attempt/dial-attempt.ts'
import { selectHasFreeSlot } from '../queue/queue-queries.ts'
import type { ClaimedCall, ClaimLimits, ClaimRequest } from '../queue/claim-calls.ts'
import { attemptOf, dialLeaseMs, attemptToDial } from '../attempt/new-attempt.ts'
import { insertWaitingCall, selectIsNumberTaken } from '../queries.ts'
import type { Attempt, NewCall } from '../queries.ts'
import { settleNeverPlaced } from '../attempt/settle-outcome.ts'
import type { PersonContact } from '../../people/contact.ts'
import { selectContactOwners } from '../../people/queries.ts'
import { contactOfCall } from './contact-of-call.ts'

/** How long a call waits for its turn at the carrier's rate, with its slot in hand (Rule 12). */
const paceMostMs = { trigger: 5_000, queue: 2_000 }
/** How long a triggered call insists when the carrier says that it takes no more (Rule 42). */
const triggerInsistMs = 5_000

/**
 * Places a call: checks every rule, commits the call, with its first dial where it may go at once, asks the carrier,
 * records the answer (docs/architecture.md, "Decide, commit, act, settle"). A process that dies in between leaves a dial
 * whose fate the worker finds out from the carrier (Promise 14).
 *
 * A queued call waits where it can't go: for its campaign's hours, a slot, its number, or the carrier's rate. A triggered
 * one dials now or is refused, and then leaves nothing behind (Rules 12, 13, 42 and 43).
 *
 * @throws {Refusal} 400 for the number, the campaign's readiness, hours or end, and for what a triggered call would have
 *   to wait for; 404 for the campaign; 400 or 500 for what the carrier answered.
 */
export async function placeCall(
  context: DialContext,
  placedBy: PlacedBy,
  request: CallRequest,
): Promise<PlacedCall> {
  await context.clock.resync?.()
  const named = await findCampaign(context, request)
  const key = keyOf(placedBy, request)
  const kept = key && (await replay(context, key, named.phoneNumber))
  if (kept) return kept
  const rules = checkRules(context, placedBy, named)
  const { campaign, phoneNumber, opening } = rules
  // Before anything is written: an account that can't be opened must not leave a call behind. One that waits for its hours
  // is dialled with the account as it is then.
  const account = opening.isOpen
    ? await openAccount(context, { ...request, voice_carrier_id: campaign.voice_carrier_id })
    : null
  const call: NewCall = {
    organization_id: request.organization_id,
    project_id: request.project_id,
    _id: context.newId(),
    campaign_id: campaign._id,
    placed_by: placedBy,
    phone_number: phoneNumber,
    customer: { ...request.customer, phone_number: phoneNumber },
  }
  const placed = { callId: call._id, phoneNumber, pending: null, replayed: false }
  const dial = await decideInTime(context, {
    call,
    rules,
    key,
    person: contactOfCall(request, call, rules.decided.now),
  })
  // Its answer, or that it is under way, is there by now.
  if (dial === 'key_taken') return placeCall(context, placedBy, request)
  if (dial === 'waits' || account === null) {
    context.queueNotifier.wake([call])
    return { ...placed, scheduled: true, scheduledFor: opening.isOpen ? null : opening.opensAt }
  }
  const outcome = await dialAttempt(context, dial.attempt, account, {
    delayMs: dial.delayMs,
    insistMs: placedBy === 'trigger' ? triggerInsistMs : 0,
    notFrom: closingOf(rules),
    decided: rules.decided,
    by: 'caller',
  })
  if (outcome.kind === 'accepted' && dial.wasHeld) await endPause(context.db, dial.attempt)
  const end = await endOf(context, placedBy, dial.attempt, outcome)
  if (key !== null) await keep(context, call, end)
  if (end.refusal !== null) throw end.refusal
  // Its turn may have come after the hours had ended.
  const later = end.scheduled ? openingAt(campaign.calling_hours, context.clock.now()) : null
  return { ...placed, scheduled: end.scheduled, scheduledFor: later?.isOpen === false ? later.opensAt : null }
}

/** Settles what is not settled yet, and says how the caller is answered. */
async function endOf(
  context: DialContext,
  placedBy: PlacedBy,
  attempt: Attempt,
  outcome: PlaceCallOutcome,
): Promise<CallerAnswer> {
  switch (outcome.kind) {
    case 'accepted':
      return { refusal: null, scheduled: false }
    case 'rejected':
      return { refusal: rejectionOf(outcome), kept: 'kept' }
    case 'unknown':
      return { refusal: refusals.dialUnresolved(attempt.call_id), kept: 'open' }
    case 'not_done':
      return endOfNotDone(context, placedBy, attempt, outcome)
  }
}

async function endOfNotDone(
  context: DialContext,
  placedBy: PlacedBy,
  attempt: Attempt,
  outcome: Extract<PlaceCallOutcome, { kind: 'not_done' }>,
): Promise<CallerAnswer> {
  const { cause, reason } = outcome
  await pauseCarrier(context.db, attempt, outcome)
  if (placedBy === 'queue') {
    await settleNeverPlaced(context, attempt, { kind: 'return' }, reason)
    return { refusal: null, scheduled: true }
  }
  if (cause === 'unreachable') {
    await settleNeverPlaced(context, attempt, { kind: 'fail' }, reason)
    return { refusal: refusals.dialFailed(reason), kept: 'freed' }
  }
  await settleNeverPlaced(context, attempt, { kind: 'forget' }, reason)
  return { refusal: cause === 'rate_limit' ? refusals.carrierBusy() : refusals.dialTooLate(), kept: 'freed' }
}

interface FoundCampaign {
  campaign: CampaignForCalls
  /** E.164. */
  phoneNumber: string
}

/** What the body and the path name, in the order of Rule 2. */
async function findCampaign(
  { db }: DialContext,
  { organization_id, project_id, campaign_id, customer }: CallRequest,
): Promise<FoundCampaign> {
  const campaignId = isUuid(campaign_id) ? campaign_id : null
  const found = await selectCampaignForCalls(db, organization_id, project_id, campaignId)
  const phoneNumber = normalizePhoneNumber(customer.phone_number, found?.default_country ?? null)
  if (phoneNumber === null) throw refusals.invalidPhoneNumber()
  const campaign = found?.campaign ?? null
  if (campaign === null) throw refusals.campaignNotFound()
  return { campaign, phoneNumber }
}

interface Rules {
  campaign: ReadyCampaign
  /** E.164. */
  phoneNumber: string
  opening: Opening
  decided: DecidedAt
}

/** The campaign's rules that need no lock. */
function checkRules(
  { clock }: DialContext,
  placedBy: PlacedBy,
  { campaign, phoneNumber }: FoundCampaign,
): Rules {
  if (!isReady(campaign)) throw refusals.campaignNotReady(lacks(campaign) ?? 'it is incomplete')
  const decided = { at: performance.now(), now: clock.now() }
  const { now } = decided
  if (hasEnded(campaign, now)) throw refusals.campaignEnded()
  const opening = openingAt(campaign.calling_hours, now)
  if (!opening.isOpen) {
    if (opening.opensAt === null || hasEnded(campaign, opening.opensAt))
      throw refusals.campaignEndsBeforeOpening()
    if (placedBy === 'trigger') throw refusals.outsideCallingHours(opening.opensAt)
  }
  return { campaign, phoneNumber, opening, decided }
}

/** The first instant at which the campaign's rules forbid to dial what they allow now; null: none is near. */
function closingOf({ campaign, opening }: Pick<Rules, 'campaign' | 'opening'>): Date | null {
  const closes = opening.isOpen && opening.closesAt !== null ? opening.closesAt.getTime() : Infinity
  const ends = campaign.ends_at === null ? Infinity : Date.parse(campaign.ends_at)
  const first = Math.min(closes, ends)
  return first === Infinity ? null : new Date(first)
}

interface Dial {
  attempt: Attempt
  delayMs: number
  /** The carrier did not take the calls before this one, or its number. */
  wasHeld: boolean
}

/** Writes the call with its key, and its first dial where it may go now. */
async function decide(
  { db, newId }: DialContext,
  transaction: Transaction,
  { call, rules, key, person }: { call: NewCall; rules: Rules; key: Key | null; person: PersonContact },
): Promise<Dial | 'waits'> {
  const { campaign, opening } = rules
  const { now } = rules.decided
  const taking = key && insertKey(transaction, key, { ...key, subject_id: call._id }, now)
  const knowing = selectContactOwners(transaction, person)
  if (!opening.isOpen) {
    const [isMine, known] = await Promise.all([
      taking,
      knowing,
      insertWaitingCall(transaction, call, newId(), now),
    ])
    if (isMine === false) throw new KeyTaken()
    if (key !== null) await keepWaiting(transaction, call, opening.opensAt, now)
    await linkPerson({ db, newId }, transaction, person, known)
    return 'waits'
  }
  const isTrigger = call.placed_by === 'trigger'
  const [isMine, known, isTaken, pausedMs, hasSlot] = await Promise.all([
    taking,
    knowing,
    isTrigger ? selectIsNumberTaken(transaction, call) : false,
    isTrigger ? selectNumberPause(transaction, { ...call, voice_carrier_id: campaign.voice_carrier_id }) : 0,
    selectHasFreeSlot(transaction, { ...call, slots: campaign.slots }),
    insertWaitingCall(transaction, call, newId(), now),
  ])
  if (isMine === false) throw new KeyTaken()
  if (isTaken) throw refusals.numberTaken()
  if (isTrigger && !hasSlot) throw whyNot(noSlot)
  if (pausedMs > 0) throw new NotItsTurn(pausedMs)
  await linkPerson({ db, newId }, transaction, person, known)
  // Last: the account's row is locked until the commit. A campaign under load has no slot, and the claim costs more than all
  // the rest.
  const turns = hasSlot
    ? await claimOwnCall(transaction, turnOf({ newId }, call, rules))
    : { limits: noSlot, granted: [] }
  const [turn] = turns.granted
  if (turn === undefined && isTrigger) throw whyNot(turns.limits)
  if (turn === undefined && key !== null) await keepWaiting(transaction, call, null, now)
  if (turn === undefined) return 'waits'
  return { ...dialFor(call, rules, turn), wasHeld: turn.was_refused || (turns.limits.failures ?? 0) > 0 }
}

const noSlot: ClaimLimits = {
  free_slots: 0,
  slots_had: 0,
  able: 0,
  in_line: 0,
  paced: 0,
  failures: null,
  pace_wait_ms: 0,
}

/** The turn of a call that was written a moment ago: a triggered one overtakes those that wait. */
function turnOf(
  { newId }: Pick<DialContext, 'newId'>,
  call: NewCall,
  { campaign, decided }: Rules,
): ClaimRequest {
  return {
    organization_id: call.organization_id,
    project_id: call.project_id,
    campaign_id: campaign._id,
    voice_carrier_id: campaign.voice_carrier_id,
    slots: campaign.slots,
    only: { callId: call._id, inOrder: call.placed_by === 'queue' },
    most: 1,
    attemptIds: [newId()],
    moveIds: [newId()],
    paceMostMs: Math.max(0, paceMostMs[call.placed_by] - (performance.now() - decided.at)),
    attempt: attemptToDial(campaign),
    reason: 'may go at once',
    leaseMs: dialLeaseMs,
    now: decided.now,
  }
}

/** Decides; again where a triggered call's turn at the carrier comes within the time that it waits. */
async function decideInTime(
  context: DialContext,
  decision: { call: NewCall; rules: Rules; key: Key | null; person: PersonContact },
): Promise<Dial | 'waits' | 'key_taken'> {
  const { decided } = decision.rules
  for (;;) {
    try {
      return await context.db.transaction((transaction) => decide(context, transaction, decision))
    } catch (error) {
      if (error instanceof KeyTaken) return 'key_taken'
      if (!(error instanceof NotItsTurn)) throw error
      const waitMs = Math.max(error.waitMs, 50)
      if (performance.now() - decided.at + waitMs > paceMostMs.trigger) throw refusals.carrierBusy()
      await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
  }
}

/** Rolls the decision of a triggered call back: the carrier has no turn for it yet. */
class NotItsTurn extends Error {
  readonly waitMs: number

  constructor(waitMs: number) {
    super('the carrier has no turn for the call yet')
    this.waitMs = waitMs
  }
}

/** Rolls the decision back: another request has the key. */
class KeyTaken extends Error {}

function dialFor(call: NewCall, { campaign, decided }: Rules, turn: ClaimedCall) {
  const key = {
    organization_id: call.organization_id,
    project_id: call.project_id,
    campaign_id: call.campaign_id,
  }
  return { attempt: attemptOf(key, campaign, turn, decided.now), delayMs: turn.delay_ms }
}

function whyNot({ free_slots, slots_had, able, in_line, paced, pace_wait_ms }: ClaimLimits): Error {
  if (free_slots === 0 || (able > 0 && slots_had === 0)) return refusals.noFreeSlot()
  return in_line > 0 && paced === 0 ? new NotItsTurn(pace_wait_ms) : refusals.numberTaken()
}
