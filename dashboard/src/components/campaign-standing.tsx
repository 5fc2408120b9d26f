import type { ConfiguredCampaign } from '../api/generated.ts'
import { calleeZone, hoursZone } from '../format/hours-zone.ts'
import { useNow } from '../hooks/use-now.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import { When } from './when.tsx'

/** The first line: whether calls are dialed, why not, and until when. */
export function CampaignStanding({ campaign }: { campaign: ConfiguredCampaign }) {
  const { campaigns: texts } = useMessages('campaigns')
  const { zone } = usePlace()
  const now = useNow()
  const { status, ends_at, is_ready, lacks, opening, calling_hours, call_direction } = campaign
  const own = hoursZone(calling_hours, zone)
  if (status === 'ended') return texts.leadEnded
  if (ends_at !== null && Date.parse(ends_at) <= now)
    return texts.leadEndedAt(<When at={ends_at} zone={own} />)
  if (!is_ready && lacks !== null) return texts.leadNotReady(texts.lacks[lacks] ?? <bdi>{lacks}</bdi>)
  const at = opening.changes_at
  if (call_direction === 'inbound') {
    if (status === 'paused') return texts.leadAnswersHeld
    if (opening.is_open)
      return at === null ? texts.leadAnswers : texts.leadAnswersUntil(<When at={at} zone={own} />)
    return at === null ? texts.leadNever : texts.leadAnswersClosed(<When at={at} zone={own} />)
  }
  if (status === 'paused') return texts.leadHeld
  if (calling_hours?.timezone === calleeZone) return texts.leadAtCallee
  if (opening.is_open) return at === null ? texts.leadOpen : texts.leadOpenUntil(<When at={at} zone={own} />)
  return at === null ? texts.leadNever : texts.leadClosed(<When at={at} zone={own} />)
}
