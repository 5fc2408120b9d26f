import type { ReadyCampaign } from '../../campaigns/readiness.ts'
import type { ClaimedCall, ClaimRequest } from '../queue/claim-calls.ts'
import type { CampaignKey } from '../queue/queue-queries.ts'
import type { Attempt } from '../queries.ts'

/** How many calls of one campaign go in one transaction, so that campaigns take turns. */
export const turnsMost = 20
/** After how long a dial that is still without an answer is taken to have lost its process. */
export const dialLeaseMs = 30_000

/** What a dial speaks and how it is placed, as the campaign's rules stand now; fixed with the dial. */
export function attemptToDial(
  campaign: ReadyCampaign,
): ClaimRequest['attempt'] & { voice_carrier_id: string } {
  const isWorkflow = campaign.campaign_type === 'workflow'
  return {
    voice_carrier_id: campaign.voice_carrier_id,
    caller_id_number: campaign.caller_id_number,
    ring_timeout_seconds: campaign.ring_timeout_seconds,
    machine_detection: campaign.machine_detection,
    script: isWorkflow ? null : campaign.script,
    voice: isWorkflow ? null : campaign.voice,
    workflow_id: isWorkflow ? campaign.workflow_id : null,
    workflow_revision: isWorkflow ? campaign.workflow_revision : null,
  }
}

/** The dial that was just written for a call whose turn it is. */
export function attemptOf(key: CampaignKey, campaign: ReadyCampaign, turn: ClaimedCall, now: Date): Attempt {
  return {
    ...key,
    ...attemptToDial(campaign),
    _id: turn.attempt_id,
    call_id: turn.call_id,
    phone_number: turn.phone_number,
    attempt_number: turn.attempt_number,
    state: 'dialling',
    carrier_call_sid: null,
    conversation_id: null,
    polls_count: 0,
    created_at: now.toISOString(),
  }
}
