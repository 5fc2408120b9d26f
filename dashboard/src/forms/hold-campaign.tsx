import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import { dryRunEdit, saveEdit } from '../api/configured.ts'
import type { ConfiguredCampaign } from '../api/generated.ts'
import { DialogCancel } from '../components/dialog-cancel.tsx'
import { Effects } from '../components/effects.tsx'
import { Failure } from '../components/failure.tsx'
import { usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useToast } from '../ui/toast.tsx'

export type CampaignAction = 'hold' | 'release' | 'end'

export interface HoldCampaignProps {
  campaign: ConfiguredCampaign
  action: CampaignAction
  onClose: () => void
}

/** Asks whether to hold, release or end a campaign, and says how many calls that stops and which go on. */
export function HoldCampaign({ campaign, action, onClose }: HoldCampaignProps) {
  const { campaigns: texts } = useMessages('campaigns')
  const { ids } = usePlace()
  const queries = useQueryClient()
  const toast = useToast()
  const params = { ...ids, campaign_id: campaign._id }
  const edit = {
    kind: 'campaign',
    ids,
    recordId: campaign._id,
    patch: { status: 'ended' },
    revision: campaign.revision,
  } as const
  const dryRun = useQuery({
    queryKey: ['dryRunOfAction', action, params, campaign.revision],
    queryFn: async ({ signal }) => {
      if (action === 'end') return (await dryRunEdit(edit, signal)).effects
      return (await call(`${action}Campaign`, { ...params, dry_run: true }, { signal })).effects
    },
    staleTime: 0,
    // The next time, calls have come and gone.
    gcTime: 0,
  })
  const doing = useMutation({
    mutationFn: async () => {
      if (action === 'end') await saveEdit(edit)
      else await call(`${action}Campaign`, params)
    },
    onSuccess: async () => {
      const done = { hold: texts.held, release: texts.released, end: texts.ended }[action]
      toast({ status: action === 'hold' ? 'held' : 'done', text: done(<bdi>{campaign.name}</bdi>) })
      onClose()
      await queries.invalidateQueries()
    },
  })
  const words = {
    hold: { title: texts.holdTitle(campaign.name), body: texts.holdBody, action: texts.holdAll },
    release: {
      title: texts.releaseTitle(campaign.name),
      body: texts.releaseBody,
      action: texts.releaseAction,
    },
    end: { title: texts.endTitle(campaign.name), body: texts.endBody, action: texts.endAction },
  }[action]
  return (
    <Dialog
      title={words.title}
      isOpen
      onClose={onClose}
      isPending={doing.isPending}
      isAlert
      actions={
        <>
          <DialogCancel />
          <Button kind="main" autoFocus isPending={doing.isPending} onPress={() => doing.mutate()}>
            {words.action}
          </Button>
        </>
      }
    >
      <p>{words.body}</p>
      {dryRun.isError && <Failure error={dryRun.error} />}
      {dryRun.data !== undefined &&
        (dryRun.data.length === 0 ? <p>{texts.nothingChanges}</p> : <Effects effects={dryRun.data} />)}
      {doing.isError && <Failure error={doing.error} />}
    </Dialog>
  )
}
