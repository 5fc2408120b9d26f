import { useQuery } from '@tanstack/react-query'
import { Suspense, lazy, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import type { ConfiguredCampaign } from '../api/generated.ts'
import { query } from '../api/queries.ts'
import { AsCurl } from '../components/as-curl.tsx'
import { CampaignStanding } from '../components/campaign-standing.tsx'
import { Loaded } from '../components/loaded.tsx'
import { NewLink } from '../components/new-link.tsx'
import { OpenRequest } from '../components/open-request.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { RecordHead } from '../components/record-head.tsx'
import { statusOf } from '../components/status-badge.tsx'
import { hasEnded } from '../format/has-ended.ts'
import { HoldCampaign } from '../forms/hold-campaign.tsx'
import type { CampaignAction } from '../forms/hold-campaign.tsx'
import { useCallRequest } from '../hooks/use-call-request.ts'
import { useLastPassed } from '../hooks/use-now.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useRoleReason } from '../hooks/use-role.ts'
import { loadAreas } from '../messages/areas.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths, withQuery } from '../path-builder.ts'
import { Button } from '../ui/button.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { CallBatches } from './campaign-files.tsx'
import { Calls } from './campaign/calls.tsx'
import { Overview } from './campaign/overview.tsx'
import { Requests } from './campaign/requests.tsx'

// Few look at the changes, so they are brought when they are asked for.
const History = lazy(async () => {
  const [{ History: Tab }] = await Promise.all([import('./campaign/history.tsx'), loadAreas(['changes'])])
  return { default: Tab }
})
const TestCall = lazy(async () => ({ default: (await import('../forms/test-call.tsx')).TestCall }))

const tabs = ['overview', 'calls', 'file', 'history', 'request'] as const
type Tab = (typeof tabs)[number]

/** `…/campaigns/{id}`: what a campaign does now, its calls, who changed it, and the requests that place calls. */
export function CampaignPage() {
  const { campaigns: texts } = useMessages('campaigns')
  const { ids, place } = usePlace()
  const { campaign: id = '' } = useParams()
  const campaign = useQuery(query('getCampaign', { ...ids, campaign_id: id }, { live: true }))
  return (
    <>
      {campaign.data === undefined && (
        <RecordHead kind="campaign" list={texts.title} href={paths.campaigns(place)} />
      )}
      <Loaded query={campaign}>{(data) => <Campaign key={id} campaign={data} />}</Loaded>
    </>
  )
}

function Campaign({ campaign }: { campaign: ConfiguredCampaign }) {
  const { campaigns: texts, callBatches } = useMessages('campaigns', 'callBatches')
  const { place } = usePlace()
  const [search] = useSearchParams()
  const tab: Tab = tabs.find((one) => one === search.get('tab')) ?? 'overview'
  const address = paths.campaign(place, campaign._id)
  const labels = {
    overview: texts.overview,
    calls: texts.calls,
    file: callBatches.tab,
    history: texts.history,
    request: texts.request,
  }
  return (
    <>
      <Head campaign={campaign} />
      <Tabs
        label={texts.tabs}
        chosen={tab}
        tabs={tabs.map((one) => ({
          id: one,
          label: labels[one],
          href: withQuery(address, { tab: one === 'overview' ? undefined : one }),
        }))}
      />
      {tab === 'overview' && <Overview campaign={campaign} />}
      {tab === 'calls' && <Calls campaign={campaign} />}
      {tab === 'file' && <CallBatches campaign={campaign} />}
      <Suspense>{tab === 'history' && <History campaign={campaign} />}</Suspense>
      {tab === 'request' && <Requests campaign={campaign} />}
    </>
  )
}

function Head({ campaign }: { campaign: ConfiguredCampaign }) {
  const { campaigns: texts } = useMessages('campaigns')
  const { ids, place, role } = usePlace()
  const [search, setSearch] = useSearchParams()
  const [action, setAction] = useState<CampaignAction | null>(null)
  const requested = useCallRequest()
  const isTesting = search.get('test') === 'call'
  const setTesting = (isOn: boolean) => {
    setSearch(
      (before) => {
        if (isOn) before.set('test', 'call')
        else before.delete('test')
        return before
      },
      { replace: true },
    )
  }
  const reason = useRoleReason(role, 'editor')
  const now = useLastPassed([campaign.ends_at])
  const endedReason = hasEnded(campaign, now) ? texts.endedReason : null
  const isHeld = campaign.status === 'paused'
  const inboundReason =
    campaign.call_direction === 'inbound' ? texts.lacks['its call_direction is not outbound'] : null
  return (
    <>
      <PageHeader
        crumbs={[{ label: texts.title, href: paths.campaigns(place) }, { label: <bdi>{campaign.name}</bdi> }]}
        title={<bdi>{campaign.name}</bdi>}
        tabTitle={campaign.name}
        status={statusOfCampaign(campaign, now)}
        lead={<CampaignStanding campaign={campaign} />}
        id={{ name: texts.idName, value: campaign._id }}
        actions={
          <>
            <AsCurl operation="getCampaign" params={{ ...ids, campaign_id: campaign._id }} />
            <NewLink kind="button" href={paths.editCampaign(place, campaign._id)} reason={reason}>
              {texts.edit}
            </NewLink>
            <Button reason={reason ?? endedReason} onPress={() => setAction(isHeld ? 'release' : 'hold')}>
              {isHeld ? texts.release : texts.hold}
            </Button>
            <Button reason={reason ?? endedReason} onPress={() => setAction('end')}>
              {texts.end}
            </Button>
            {/* While a file is given, that is what the page is for. */}
            <Button
              kind={search.get('tab') === 'file' ? 'outlined' : 'main'}
              reason={reason ?? endedReason ?? inboundReason}
              onPress={() => setTesting(true)}
            >
              {texts.test}
            </Button>
          </>
        }
      />
      {action !== null && (
        <HoldCampaign campaign={campaign} action={action} onClose={() => setAction(null)} />
      )}
      <Suspense>
        {isTesting && (
          <TestCall campaign={campaign} requested={requested} onClose={() => setTesting(false)} />
        )}
      </Suspense>
      <OpenRequest of="call" isOpen={requested.isPending || requested.open !== null} />
    </>
  )
}

function statusOfCampaign(campaign: ConfiguredCampaign, now: number) {
  const { status, is_ready, opening } = campaign
  if (hasEnded(campaign, now)) return statusOf('ended')
  if (status === 'paused') return statusOf(status)
  if (!is_ready) return 'failed'
  return opening.is_open ? 'done' : 'closed'
}
