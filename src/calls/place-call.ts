import { isUuid } from '../base/ids.ts'
import { normalizePhoneNumber } from '../base/phone-number.ts'
import { refusals } from '../base/refusals.ts'
import { selectCampaignForCalls } from '../campaigns/queries.ts'
import { hasEnded, isReady, lacks } from '../campaigns/readiness.ts'
import type { ReadyCampaign } from '../campaigns/readiness.ts'
import type { Customer } from './customer.ts'
import { dialAttempt, dialLeaseMs, openAccount } from './dial-attempt.ts'
import type { DialContext } from './dial-attempt.ts'
import { insertCallAndAttempt } from './queries.ts'
import type { Attempt, NewAttempt } from './queries.ts'
import { settleNeverPlaced } from './settle-attempt.ts'

export interface CallRequest {
  organization_id: string
  project_id: string
  campaign_id: string
  customer: Customer & { phone_number: string }
}

/** A call that was accepted. */
export interface PlacedCall {
  callId: string
  /** E.164. */
  phoneNumber: string
  /** False: the carrier has it. True: it waits. */
  scheduled: boolean
}

/** How long a triggered call insists when the carrier says that it takes no more (Decision 42). */
const triggerInsistMs = 5_000
/** How long a queued call waits until it is dialled again, after its first dial was not taken. */
const firstBackoffMs = 1_000

/**
 * Places a call: checks every rule, commits the call with its first dial, asks the carrier, records the answer
 * (docs/architecture.md, "Decide, commit, act, settle"). A process that dies in between leaves a dial whose fate the
 * worker finds out from the carrier.
 *
 * A triggered call dials now or is refused; a queued one waits when the carrier takes no more (Decisions 42 and 43).
 *
 * @throws {Refusal} 400 for the number, the campaign's readiness or end; 404 for the campaign; 400 or 500 for what the
 *   carrier answered.
 */
export async function placeCall(
  context: DialContext,
  placedBy: 'trigger' | 'queue',
  request: CallRequest,
): Promise<PlacedCall> {
  const { campaign, phoneNumber } = await checkRules(context, request)
  // Before anything is written: an account that can't be opened must not leave a call behind.
  const account = await openAccount(context, { ...request, voice_carrier_id: campaign.voice_carrier_id })
  const callId = context.newId()
  const attempt = await commitCall(context, placedBy, callId, campaign, request, phoneNumber)
  const insistMs = placedBy === 'trigger' ? triggerInsistMs : 0
  const outcome = await dialAttempt(context, attempt, account, { insistMs })
  switch (outcome.kind) {
    case 'accepted':
      return { callId, phoneNumber, scheduled: false }
    case 'rejected':
      throw outcome.about === 'number'
        ? refusals.carrierRefusedNumber(outcome.reason, outcome.code)
        : refusals.dialFailed(`${outcome.reason} (carrier code ${outcome.code})`)
    case 'unknown':
      throw refusals.dialUnresolved(callId)
    case 'not_done':
      if (placedBy === 'queue') {
        const dueAt = new Date(context.clock.now().getTime() + (outcome.retryAfterMs ?? firstBackoffMs))
        await settleNeverPlaced(context, attempt, { kind: 'wait', dueAt }, outcome.reason)
        return { callId, phoneNumber, scheduled: true }
      }
      if (outcome.cause === 'rate_limit') {
        await settleNeverPlaced(context, attempt, { kind: 'forget' }, outcome.reason)
        throw refusals.carrierBusy()
      }
      await settleNeverPlaced(context, attempt, { kind: 'fail' }, outcome.reason)
      throw refusals.dialFailed(outcome.reason)
  }
}

/** The rules that need no lock, in the order of Decision 2: the body, what the path names, then the campaign's own. */
async function checkRules(
  { db, clock }: DialContext,
  { organization_id, project_id, campaign_id, customer }: CallRequest,
): Promise<{ campaign: ReadyCampaign; phoneNumber: string }> {
  const campaignId = isUuid(campaign_id) ? campaign_id : null
  const found = await selectCampaignForCalls(db, organization_id, project_id, campaignId)
  const phoneNumber = normalizePhoneNumber(customer.phone_number, found?.default_country ?? null)
  if (phoneNumber === null) throw refusals.invalidPhoneNumber()
  const campaign = found?.campaign ?? null
  if (campaign === null) throw refusals.campaignNotFound()
  if (!isReady(campaign)) throw refusals.campaignNotReady(lacks(campaign) ?? 'it is incomplete')
  if (hasEnded(campaign, clock.now())) throw refusals.campaignEnded()
  return { campaign, phoneNumber }
}

async function commitCall(
  { db, clock, newId }: DialContext,
  placedBy: 'trigger' | 'queue',
  callId: string,
  campaign: ReadyCampaign,
  { organization_id, project_id, customer }: CallRequest,
  phoneNumber: string,
): Promise<Attempt> {
  const now = clock.now()
  const call = {
    organization_id,
    project_id,
    _id: callId,
    campaign_id: campaign._id,
    placed_by: placedBy,
    phone_number: phoneNumber,
    customer: { ...customer, phone_number: phoneNumber },
  }
  const attempt = newAttempt(newId(), campaign, phoneNumber)
  const askAt = new Date(now.getTime() + dialLeaseMs)
  await insertCallAndAttempt(db, call, attempt, newId(), now, askAt)
  return {
    ...attempt,
    organization_id,
    project_id,
    call_id: callId,
    campaign_id: campaign._id,
    attempt_number: 1,
    state: 'dialling',
    carrier_call_sid: null,
    conversation_id: null,
    asks_count: 0,
    created_at: now.toISOString(),
  }
}

/** The dial as the campaign's rules stand now; what it speaks is fixed with it. */
export function newAttempt(_id: string, campaign: ReadyCampaign, phoneNumber: string): NewAttempt {
  const isWorkflow = campaign.campaign_type === 'workflow'
  return {
    _id,
    voice_carrier_id: campaign.voice_carrier_id,
    phone_number: phoneNumber,
    caller_id_number: campaign.caller_id_number,
    ring_timeout_seconds: campaign.ring_timeout_seconds,
    script: isWorkflow ? null : campaign.script,
    voice: isWorkflow ? null : campaign.voice,
    workflow_id: isWorkflow ? campaign.workflow_id : null,
    workflow_revision: isWorkflow ? campaign.workflow_revision : null,
  }
}
