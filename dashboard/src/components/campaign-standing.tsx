import type { ConfiguredCampaign } from '../api/generated.ts'
import { useNow } from '../hooks/use-now.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import { When } from './when.tsx'

/** The first line: whether calls are dialled, why not, and until when. */
export function CampaignStanding({ campaign }: { campaign: ConfiguredCampaign }) {
  const { campaigns: texts } = useMessages('campaigns')
  const { zone } = usePlace()
  const now = useNow()
  const { status, ends_at, is_ready, lacks, opening, calling_hours } = campaign
  const own = calling_hours?.timezone ?? zone
  if (status === 'ended') return texts.leadEnded
  if (ends_at !== null && Date.parse(ends_at) <= now)
    return texts.leadEndedAt(<When at={ends_at} zone={own} />)
  if (!is_ready && lacks !== null) return texts.leadNotReady(texts.lacks[lacks] ?? <bdi>{lacks}</bdi>)
  if (status === 'paused') return texts.leadHeld
  const at = opening.changes_at
  if (opening.is_open) return at === null ? texts.leadOpen : texts.leadOpenUntil(<When at={at} zone={own} />)
  return at === null ? texts.leadNever : texts.leadClosed(<When at={at} zone={own} />)
}
