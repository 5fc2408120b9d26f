import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ConfiguredCampaign } from '../api/generated.ts'
import { query } from '../api/queries.ts'
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
    if (status === 'paused') return <Held campaignId={campaign._id}>{texts.leadAnswersHeld}</Held>
    if (opening.is_open)
      return at === null ? texts.leadAnswers : texts.leadAnswersUntil(<When at={at} zone={own} />)
    return at === null ? texts.leadNever : texts.leadAnswersClosed(<When at={at} zone={own} />)
  }
  if (status === 'paused') return <Held campaignId={campaign._id}>{texts.leadHeld}</Held>
  if (calling_hours?.timezone === calleeZone) return texts.leadAtCallee
  if (opening.is_open) return at === null ? texts.leadOpen : texts.leadOpenUntil(<When at={at} zone={own} />)
  return at === null ? texts.leadNever : texts.leadClosed(<When at={at} zone={own} />)
}

/** What a hold does, since when it is there, and whose it is. */
function Held({ campaignId, children }: { campaignId: string; children: ReactNode }) {
  const { campaigns: texts } = useMessages('campaigns')
  const { ids, zone } = usePlace()
  const changes = useQuery(
    query('listChanges', {
      organization_id: ids.organization_id,
      kind: 'campaign',
      record_id: campaignId,
      field: 'status',
      limit: 1,
    }),
  )
  const [change] = changes.data?.items ?? []
  return (
    <>
      {children}
      {change !== undefined && (
        <> {texts.heldSince(<bdi>{change.actor_name}</bdi>, <When at={change.at} zone={zone} />)}</>
      )}
    </>
  )
}
