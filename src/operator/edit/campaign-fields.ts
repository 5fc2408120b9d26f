import type { CampaignHours } from '../../campaigns/campaign-hours.ts'
import type { CampaignForCalls } from '../../campaigns/queries.ts'
import type { CallNeeds } from '../../campaigns/readiness.ts'
import type { ConfiguredRow } from '../configured/queries.ts'

type CampaignFields = Pick<
  CampaignForCalls,
  'status' | 'ends_at' | 'call_direction' | 'campaign_type' | 'script' | 'voice' | 'slots'
> & {
  workflow: string | null
  agent: string | null
  caller_id: string | null
  calling_hours: CampaignHours | null
}

/** Returns the fields of a campaign in the form of the declaration, typed. */
export function campaignFieldsOf({ fields }: ConfiguredRow): CampaignFields {
  return fields as unknown as CampaignFields // The declaration has checked them.
}

/** Returns what decides whether the campaign can place calls. A caller ID always has a carrier account. */
export function needsOf({ workflow, agent, caller_id, ...campaign }: CampaignFields): CallNeeds {
  return {
    ...campaign,
    workflow_id: workflow,
    agent_id: agent,
    caller_id_number: caller_id,
    voice_carrier_id: caller_id,
  }
}
