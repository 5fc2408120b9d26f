import { useQuery } from '@tanstack/react-query'
import type { Data } from '../api/operations.ts'
import { callQuery } from '../api/shell-queries.ts'
import { usePlace } from '../hooks/use-place.ts'
import { CancelAllWaiting, CancelQuestion } from './cancel-calls.tsx'
import { ReleaseOne } from './hold.tsx'

export type CampaignQueue = Data<'getQueue'>['campaigns'][number]
export type BoardCall = Data<'listProjectCalls'>['items'][number]

/** What somebody is asked about a campaign of the board, or a call of it, as it was when the dialog opened. */
export type BoardQuestion =
  | { kind: 'release'; campaign: CampaignQueue }
  | { kind: 'cancel'; call: BoardCall }
  | { kind: 'cancel_all'; campaign: { campaign_id: string; name: string; waiting: number }; until: string }

/** Shows the dialog of a question. It is no part of a campaign's group, which leaves the board with its last call. */
export function BoardDialog({ question, onClose }: { question: BoardQuestion; onClose: () => void }) {
  if (question.kind === 'release') return <ReleaseOne campaign={question.campaign} onClose={onClose} />
  if (question.kind === 'cancel_all')
    return <CancelAllWaiting campaign={question.campaign} until={question.until} onClose={onClose} />
  return <CancelOne call={question.call} onClose={onClose} />
}

/** What canceling does depends on what the call does by now. */
function CancelOne({ call, onClose }: { call: BoardCall; onClose: () => void }) {
  const { ids } = usePlace()
  const { data } = useQuery(callQuery(ids, call._id))
  return <CancelQuestion call={{ ...call, state: data?.state ?? call.state }} onClose={onClose} />
}
