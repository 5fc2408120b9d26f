import type { CampaignForCalls } from '../../campaigns/queries.ts'
import type { ReadyCampaign } from '../../campaigns/readiness.ts'
import type { Attempt, DialedAttempt } from '../queries.ts'
import type { ClaimedCall, ClaimRequest } from '../queue/claim-request.ts'
import type { CampaignKey } from '../queue/queue-queries.ts'

/** The most calls of one campaign in one transaction, so that other campaigns are served in between. */
export const callsPerClaimMax = 20
/** After this time without the carrier's answer, the process of an attempt is taken for dead. */
export const attemptLeaseMs = 30_000

/**
 * Returns what an attempt speaks and how it is placed, by the campaign as it is now; later changes do not affect it.
 */
export function attemptToDial(
  campaign: ReadyCampaign,
): ClaimRequest['attempt'] & { voice_carrier_id: string } {
  return {
    ...ledBy(campaign),
    voice_carrier_id: campaign.voice_carrier_id,
    caller_id_number: campaign.caller_id_number,
    ring_timeout_seconds: campaign.ring_timeout_seconds,
    machine_detection: campaign.machine_detection,
    time_limit_seconds: campaign.time_limit_seconds,
  }
}

/**
 * Returns who speaks in a call of the campaign as it is now: its script, or the present revision of its workflow or
 * agent.
 */
export function ledBy(
  campaign: Pick<
    CampaignForCalls,
    'campaign_type' | 'script' | 'voice' | 'workflow_id' | 'workflow_revision' | 'agent_id' | 'agent_revision'
  >,
): Pick<Attempt, 'script' | 'voice' | 'workflow_id' | 'workflow_revision' | 'agent_id' | 'agent_revision'> {
  const isScript = campaign.campaign_type === 'script'
  const isWorkflow = campaign.campaign_type === 'workflow'
  return {
    script: isScript ? campaign.script : null,
    voice: isScript ? campaign.voice : null,
    workflow_id: isWorkflow ? campaign.workflow_id : null,
    workflow_revision: isWorkflow ? campaign.workflow_revision : null,
    agent_id: isScript ? null : campaign.agent_id,
    agent_revision: isScript ? null : campaign.agent_revision,
  }
}

/** Returns the attempt that `claimCalls` has just written for a call. */
export function attemptOf(
  key: CampaignKey,
  campaign: ReadyCampaign,
  claimed: ClaimedCall,
  now: Date,
): DialedAttempt {
  return {
    ...key,
    ...attemptToDial(campaign),
    _id: claimed.attempt_id,
    call_id: claimed.call_id,
    phone_number: claimed.phone_number,
    attempt_number: claimed.attempt_number,
    state: 'dialling',
    carrier_call_sid: null,
    conversation_id: null,
    polls_count: 0,
    rate_per_minute: claimed.rate_per_minute,
    transferred_at: null,
    transfer_rate_per_minute: null,
    transfer_limit_seconds: null,
    settled_seconds: null,
    settled_amount: null,
    created_at: now.toISOString(),
    events_wanted: campaign.events_wanted,
  }
}
