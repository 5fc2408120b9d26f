import { calleeZone } from '../format/hours-zone.ts'
import { useMessages } from '../messages/use-messages.ts'
import { When } from './when.tsx'

export interface CampaignHoursProps {
  campaign: {
    calling_hours: { timezone: string } | null
    opening: { is_open: boolean; changes_at: string | null }
  }
}

/** Whether a campaign is open now, and until when. */
export function CampaignHours({ campaign: { calling_hours, opening } }: CampaignHoursProps) {
  const { campaigns: texts } = useMessages('campaigns')
  if (calling_hours === null) return texts.alwaysOpen
  if (calling_hours.timezone === calleeZone) return texts.calleeClock
  const { changes_at: at } = opening
  if (at === null) return opening.is_open ? texts.open : texts.closed
  const time = <When at={at} zone={calling_hours.timezone} />
  return opening.is_open ? texts.openUntil(time) : texts.closedUntil(time)
}
