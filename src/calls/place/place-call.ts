import { readClocks } from '../../base/clock.ts'
import { isUuid } from '../../base/ids.ts'
import { normalizePhoneNumber } from '../../base/phone-number.ts'
import { refusals } from '../../base/refusals.ts'
import { openingAt } from '../../campaigns/calling-hours.ts'
import { isAtCallee, ownHours } from '../../campaigns/campaign-hours.ts'
import type { CommonOpening } from '../../campaigns/common-opening.ts'
import { selectCampaignForCalls } from '../../campaigns/queries.ts'
import type { CampaignForCalls, SealedAccount } from '../../campaigns/queries.ts'
import { hasEnded, isPaused, isReady, missingForCalls } from '../../campaigns/readiness.ts'
import { isOrganizationMoving } from '../../db/database.ts'
import { settingsFrom } from '../../guards/call-settings.ts'
import type { NumberRules } from '../../guards/numbers/number-rules.ts'
import { idempotencyKeyOf, retryOnConflict } from '../../idempotency/idempotent-request.ts'
import { unsealAccount } from '../attempt/carrier-account.ts'
import { dialAttempt, retryBudgetMaxMs } from '../attempt/dial-attempt.ts'
import type { DialContext } from '../call-context.ts'
import { placeAtCallee } from '../callee/place-at-callee.ts'
import { recordingRefusals, refuseNumber } from '../guarded-calls.ts'
import { publishCall } from '../publish-calls.ts'
import type { NewCall } from '../queries.ts'
import { endPause } from '../queue/carrier-pause.ts'
import { answerOutcome, replayAnswer, storeAnswer } from './answer-call.ts'
import type { CallRequest, PlacedBy, PlacedCall, Schedule } from './call-request.ts'
import { contactOfCall } from './contact-of-call.ts'
import { decideCall } from './decide-call.ts'
import type { CallRules } from './decide-call.ts'

/**
 * Places a call: checks the rules, commits the call and its first attempt if it may go at once, dials the attempt, and
 * records the outcome (docs/architecture.md, "Decide, commit, act, settle"). If the process dies in between, a worker
 * polls the carrier for the attempt (Promise 14).
 *
 * A queued call that can not go waits: for its campaign's hours, a slot, its number, or the carrier's rate. A triggered
 * call is dialed now, or refused without a trace (Rules 12, 13, 42 and 43).
 *
 * @throws {Refusal} 400 for the number, the campaign's readiness, hours or end, for a guard, and if a triggered call
 *   would have to wait; 404 for the campaign; 400 or 500 after the carrier's answer.
 */
export async function placeCall(
  context: DialContext,
  placedBy: PlacedBy,
  request: CallRequest,
): Promise<PlacedCall> {
  await context.clock.resync?.()
  return recordingRefusals(context, request, () =>
    retryOnConflict(() => placeOnce(context, placedBy, request)),
  )
}

async function placeOnce(
  context: DialContext,
  placedBy: PlacedBy,
  request: CallRequest,
): Promise<PlacedCall> {
  const found = await findCampaign(context, request)
  const key = idempotencyKeyOf(request, [placedBy, request.campaign_id], request.customer)
  const replayed = key && (await replayAnswer(context, key, found.phoneNumber))
  if (replayed) return replayed
  const { phoneNumber } = found
  const own = checkRules(context, placedBy, found)
  refuseNumber(found.number_rules, phoneNumber)
  const rules = await placeAtCallee(context, placedBy, own, request, phoneNumber)
  const { campaign, decided } = rules
  // Opened before anything is written: an unusable account must not leave a call behind. A call that waits for its
  // hours or for the release of its campaign uses the account as it is then.
  const account =
    rules.waits || found.account === null ? null : unsealAccount(context.secretBox, found.account)
  const call: NewCall = {
    organization_id: request.organization_id,
    project_id: request.project_id,
    _id: context.newId(),
    campaign_id: campaign._id,
    placed_by: placedBy,
    phone_number: phoneNumber,
    customer: { ...request.customer, phone_number: phoneNumber },
    events_wanted: campaign.events_wanted,
  }
  const placed = { callId: call._id, phoneNumber, pending: null, replayed: false }
  const contact = contactOfCall(request, call, decided.now)
  const due = await decideCall(context, {
    call,
    rules,
    settings: settingsFrom(found.number_rules.calls),
    key,
    contact,
  })
  publishCall(context, { ...call, call_id: call._id })
  if (due === null || account === null) {
    if (rules.waits || rules.calleeZones !== null) context.queueNotifier.wake([call])
    else context.queueNotifier.wakeIfServable(call)
    return { ...placed, scheduled: true, scheduledFor: rules.scheduledFor }
  }
  const dial = async (): Promise<PlacedCall> => {
    const outcome = await dialAttempt(context, due.attempt, account, {
      delayMs: due.delayMs,
      // A triggered call is tried again while the carrier refuses it because of the rate limit (Rule 42).
      retryBudgetMs: placedBy === 'trigger' ? retryBudgetMaxMs : 0,
      closesAt: rules.opening.isOpen ? rules.opening.closesAt : null,
      endsAt: campaign.ends_at === null ? null : new Date(campaign.ends_at),
      isAtCallee: isAtCallee(campaign.calling_hours),
      decided,
      by: 'caller',
    })
    if (outcome.kind === 'accepted' && due.wasPaused) await endPause(context.db, due.attempt)
    const answer = await answerOutcome(context, { placedBy, rules }, due.attempt, outcome)
    if (key !== null) await storeAnswer(context, call, answer)
    if (answer.refusal !== null) throw answer.refusal
    const { scheduled, scheduledFor } = answer
    return { ...placed, scheduled, scheduledFor }
  }
  try {
    return await dial()
  } catch (error) {
    if (!isOrganizationMoving(error)) throw error
    // The attempt was committed before, so the phone may ring. The new cell polls the carrier for it.
    context.log.warn(
      { attempt_id: due.attempt._id, call_id: call._id },
      'the organization moved before the outcome of an attempt was recorded',
    )
    throw refusals.dialUnresolved(call._id)
  }
}

interface FoundCampaign {
  campaign: CampaignForCalls
  account: SealedAccount | null
  number_rules: NumberRules
  /** E.164. */
  phoneNumber: string
}

/** Finds the campaign and normalizes the number. Faults are reported in the order of Rule 2. */
async function findCampaign(
  { db }: DialContext,
  { organization_id, project_id, campaign_id, customer }: CallRequest,
): Promise<FoundCampaign> {
  const campaignId = isUuid(campaign_id) ? campaign_id : null
  const found = await selectCampaignForCalls(db, organization_id, project_id, campaignId)
  const phoneNumber = normalizePhoneNumber(customer.phone_number, found?.default_country ?? null)
  if (phoneNumber === null) throw refusals.invalidPhoneNumber()
  if (!found?.campaign) throw refusals.campaignNotFound()
  return { ...found, campaign: found.campaign, phoneNumber }
}

/**
 * Checks the campaign's rules that need no lock.
 *
 * @throws {Refusal} 400 if the campaign takes no call.
 */
export function checkRules(
  { clock }: Pick<DialContext, 'clock'>,
  placedBy: PlacedBy,
  { campaign }: Pick<FoundCampaign, 'campaign'>,
): CallRules {
  if (!isReady(campaign)) throw refusals.campaignNotReady(missingForCalls(campaign) ?? 'it is incomplete')
  const decided = readClocks(clock)
  const { now } = decided
  if (hasEnded(campaign, now)) throw refusals.campaignEnded()
  const paused = isPaused(campaign)
  if (paused && placedBy === 'trigger') throw refusals.campaignPaused()
  const hours = ownHours(campaign.calling_hours)
  const found = openingAt(hours, now)
  const opening: CommonOpening = found.isOpen ? found : { ...found, heldBy: hours?.timezone ?? 'UTC' }
  if (!opening.isOpen) {
    if (opening.opensAt === null || hasEnded(campaign, opening.opensAt))
      throw refusals.campaignEndsBeforeOpening()
    if (placedBy === 'trigger') throw refusals.outsideCallingHours(opening.opensAt, opening.heldBy)
  }
  // The next opening does not matter to a paused campaign: nobody knows its release.
  const scheduledFor = paused ? null : scheduleOf(opening)
  return { campaign, opening, waits: paused || !opening.isOpen, scheduledFor, calleeZones: null, decided }
}

/** Returns when the hours open next, and where last; null if they are open, or never open. */
function scheduleOf(opening: CommonOpening): Schedule | null {
  if (opening.isOpen || opening.opensAt === null) return null
  return { opensAt: opening.opensAt, timezone: opening.heldBy }
}
