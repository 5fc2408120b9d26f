import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { allPagesQuery } from '../api/all-pages.ts'
import { Loaded } from '../components/loaded.tsx'
import { hasEnded } from '../format/has-ended.ts'
import type { RequestedCall } from '../hooks/use-call-request.ts'
import { useNow } from '../hooks/use-now.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Empty } from '../ui/empty.tsx'
import { Select } from '../ui/select.tsx'
import { TestCall } from './test-call.tsx'

export interface CallPersonProps {
  number: string
  name: string | null
  who: string
  requested: RequestedCall
  onClose: () => void
}

/** Calls a person: asks with which campaign, then places one call of it. */
export function CallPerson({ number, name, who, requested, onClose }: CallPersonProps) {
  const { peopleCalled: texts, common } = useMessages('peopleCalled')
  const { ids } = usePlace()
  const campaigns = useQuery(allPagesQuery('listCampaigns', ids))
  const all = campaigns.data?.items ?? []
  const now = useNow()
  const ready = all.filter((one) => one.is_ready && one.status === 'running' && !hasEnded(one, now))
  const [chosen, choose] = useState(requested.open?.campaign_id ?? null)
  const [isCalling, setCalling] = useState(requested.open !== null)
  // Once a call was asked for, its campaign stays, even if it was changed meanwhile.
  const campaign = (isCalling ? all : ready).find(({ _id }) => _id === chosen) ?? ready[0]
  if (isCalling && campaign !== undefined)
    return <TestCall campaign={campaign} person={{ number, name }} requested={requested} onClose={onClose} />
  return (
    <Dialog
      title={texts.callTitle(who)}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{common.cancel}</Button>
          {campaign !== undefined && (
            <Button
              kind="main"
              onPress={() => {
                choose(campaign._id)
                setCalling(true)
              }}
            >
              {texts.callNext}
            </Button>
          )}
        </>
      }
    >
      <Loaded query={campaigns}>
        {() =>
          campaign === undefined ? (
            <Empty next={texts.noCampaignNext}>{texts.noCampaign}</Empty>
          ) : (
            <Select
              label={texts.campaign}
              value={campaign._id}
              choices={ready.map(({ _id, name: label }) => ({ value: _id, label }))}
              onChange={({ target }) => choose(target.value)}
            />
          )
        }
      </Loaded>
    </Dialog>
  )
}
