import type { CampaignForCalls } from './queries.ts'

/** A campaign that can place calls: `missingForCalls` returns null for it. */
export interface ReadyCampaign extends CampaignForCalls {
  workflow_revision: number | null
  caller_id_number: string
  voice_carrier_id: string
}

/** What decides whether a campaign can place calls. */
export type CallNeeds = Pick<
  CampaignForCalls,
  | 'call_direction'
  | 'caller_id_number'
  | 'voice_carrier_id'
  | 'campaign_type'
  | 'workflow_id'
  | 'agent_id'
  | 'script'
  | 'voice'
>

/** Who speaks in the calls of a campaign. */
export type SpeakerNeeds = Pick<
  CampaignForCalls,
  'campaign_type' | 'workflow_id' | 'agent_id' | 'script' | 'voice'
>

/**
 * Returns what the campaign needs before it can place calls, in the caller's words; null if it is ready. The status
 * does not matter: a draft can place calls (Rule 14).
 */
export function missingForCalls(campaign: CallNeeds): string | null {
  if (campaign.call_direction !== 'outbound') return 'its call_direction is not outbound'
  if (campaign.caller_id_number === null || campaign.voice_carrier_id === null) return 'it has no caller_id'
  return missingSpeaker(campaign)
}

/** Returns what the campaign needs before it can answer calls, in the caller's words; null if it is ready (Rule 14). */
export function missingForAnswers(campaign: SpeakerNeeds & Pick<CallNeeds, 'call_direction'>): string | null {
  return campaign.call_direction === 'inbound'
    ? missingSpeaker(campaign)
    : 'its call_direction is not inbound'
}

function missingSpeaker(campaign: SpeakerNeeds): string | null {
  if (campaign.campaign_type === 'workflow')
    return campaign.workflow_id === null ? 'it has no workflow' : null
  if (campaign.campaign_type === 'agent') return campaign.agent_id === null ? 'it has no agent' : null
  if (!campaign.script) return 'it has no script'
  return campaign.voice ? null : 'its script has no voice'
}

/** Returns whether the campaign can place calls; as a type, caller ID and carrier are then not null. */
export function isReady(campaign: CampaignForCalls): campaign is ReadyCampaign {
  return missingForCalls(campaign) === null
}

/**
 * Returns whether the campaign is on hold: its queued calls wait and triggered ones are refused, while calls that are
 * under way go on (Rule 80).
 */
export function isPaused({ status }: Pick<CampaignForCalls, 'status'>): boolean {
  return status === 'paused'
}

/** Returns whether the campaign places no more calls: it was ended, or its end date has come (Rule 14, Promise 20). */
export function hasEnded(campaign: Pick<CampaignForCalls, 'status' | 'ends_at'>, now: Date): boolean {
  return (
    campaign.status === 'ended' ||
    (campaign.ends_at !== null && Date.parse(campaign.ends_at) <= now.getTime())
  )
}
