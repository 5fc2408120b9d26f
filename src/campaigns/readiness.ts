import type { CampaignForCalls } from './queries.ts'

/** A campaign that can place calls: what `lacks` asks for is there. */
export interface ReadyCampaign extends CampaignForCalls {
  workflow_revision: number | null
  caller_id_number: string
  voice_carrier_id: string
}

/**
 * What the campaign lacks to place calls, in the caller's words; null where it is ready. Its status does not matter
 * here, a draft serves (Rule 14).
 */
export function lacks(campaign: CampaignForCalls): string | null {
  if (campaign.call_direction !== 'outbound') return 'its call_direction is not outbound'
  if (campaign.caller_id_number === null || campaign.voice_carrier_id === null) return 'it has no caller_id'
  if (campaign.campaign_type === 'workflow')
    return campaign.workflow_id === null ? 'it has no workflow' : null
  if (!campaign.script) return 'it has no script'
  return campaign.voice ? null : 'its script has no voice'
}

/** The same as a type: after it, caller ID and carrier are known to be there. */
export function isReady(campaign: CampaignForCalls): campaign is ReadyCampaign {
  return lacks(campaign) === null
}

/** Whether the campaign places no more calls: it was ended, or its end date is reached (Rule 14, Promise 20). */
export function hasEnded(campaign: Pick<CampaignForCalls, 'status' | 'ends_at'>, now: Date): boolean {
  return (
    campaign.status === 'ended' ||
    (campaign.ends_at !== null && Date.parse(campaign.ends_at) <= now.getTime())
  )
}
