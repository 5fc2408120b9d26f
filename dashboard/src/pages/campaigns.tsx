import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/client.ts'
import type { ConfiguredCampaign } from '../api/generated.ts'
import { listQuery } from '../api/queries.ts'
import { campaignsPaging } from '../api/shell-queries.ts'
import { AsCurl } from '../components/as-curl.tsx'
import { CampaignHours } from '../components/campaign-hours.tsx'
import { FilterBar, ListPages } from '../components/filter-bar.tsx'
import { Loaded } from '../components/loaded.tsx'
import { NewLink } from '../components/new-link.tsx'
import { PageHeader, leadToCome } from '../components/page-header.tsx'
import { StatusBadge } from '../components/status-badge.tsx'
import { hasEnded } from '../format/has-ended.ts'
import { HoldCampaign } from '../forms/hold-campaign.tsx'
import type { CampaignAction } from '../forms/hold-campaign.tsx'
import { useFormats } from '../hooks/use-formats.ts'
import { useInView } from '../hooks/use-in-view.ts'
import { useList } from '../hooks/use-list.ts'
import { useLastPassed } from '../hooks/use-now.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useRoleReason } from '../hooks/use-role.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../path-builder.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Link } from '../ui/link.tsx'
import { Table } from '../ui/table.tsx'
import styles from './page.module.css'

const statuses = ['running', 'draft', 'paused', 'ended'] as const

/** `…/campaigns`: which there are, whether they are ready and open, and what their calls of the last day came to. */
export function CampaignsPage() {
  const { campaigns: texts, common } = useMessages('campaigns')
  const { ids, place, zone, role } = usePlace()
  const list = useList({ filters: ['status'], pageSize: campaignsPaging.limit })
  const { limit, skip } = list.paging
  const status = statuses.find((each) => each === list.filters['status'])
  const params = { ...ids, limit, skip, ...(status !== undefined && { status }) }
  const campaigns = useQuery(listQuery('listCampaigns', params, { live: true }))
  const [asked, ask] = useState<{ campaign: ConfiguredCampaign; action: CampaignAction } | null>(null)
  const formats = useFormats(zone)
  const reason = useRoleReason(role, 'editor')
  const found = campaigns.data
  const now = useLastPassed(found?.items.map(({ ends_at }) => ends_at) ?? [])
  const total = found?.pagination.total ?? 0
  const create = (
    <NewLink href={paths.newCampaign(place)} reason={reason}>
      {texts.new}
    </NewLink>
  )
  return (
    <>
      <PageHeader
        title={texts.title}
        lead={
          found === undefined
            ? leadToCome
            : list.isFiltered || total === 0 || found.items.length < total
              ? texts.leadEmpty
              : texts.lead(
                  formats.number(total),
                  formats.number(found.items.filter((one) => one.is_ready && !hasEnded(one, now)).length),
                )
        }
        actions={
          <>
            <AsCurl operation="listCampaigns" params={params} />
            {create}
          </>
        }
      />
      {(list.isFiltered || total > 0) && (
        <FilterBar
          list={list}
          filters={[
            {
              name: 'status',
              label: texts.status,
              choices: statuses.map((value) => ({ value, label: texts.statuses[value] ?? value })),
            },
          ]}
        />
      )}
      <Loaded query={campaigns} list={list}>
        {({ items, pagination }) => {
          if (pagination.total === 0 && !list.isFiltered)
            return (
              <Empty next={texts.noneNext} action={create}>
                {texts.none}
              </Empty>
            )
          return (
            <>
              {items.length === 0 ? (
                <Empty>{common.noMatch}</Empty>
              ) : (
                <CampaignTable campaigns={items} onAsk={(campaign, action) => ask({ campaign, action })} />
              )}
              {pagination.total > limit && (
                <ListPages list={list} total={pagination.total} count={items.length} />
              )}
            </>
          )
        }}
      </Loaded>
      {asked !== null && <HoldCampaign {...asked} onClose={() => ask(null)} />}
    </>
  )
}

interface CampaignTableProps {
  campaigns: readonly ConfiguredCampaign[]
  onAsk: (campaign: ConfiguredCampaign, action: CampaignAction) => void
}

function CampaignTable({ campaigns, onAsk }: CampaignTableProps) {
  const { campaigns: texts } = useMessages('campaigns')
  const { place, zone, role } = usePlace()
  const formats = useFormats(zone)
  const reason = useRoleReason(role, 'editor')
  const now = useLastPassed(campaigns.map(({ ends_at }) => ends_at))
  return (
    <Table
      label={texts.title}
      rows={campaigns}
      keyOf={({ _id }) => _id}
      columns={[
        {
          id: 'name',
          head: texts.name,
          cell: ({ _id, name }) => (
            <Link href={paths.campaign(place, _id)}>
              <bdi>{name}</bdi>
            </Link>
          ),
          second: (campaign) => <Speaks campaign={campaign} />,
        },
        {
          id: 'status',
          head: texts.status,
          cell: (campaign) => {
            const status = hasEnded(campaign, now) ? 'ended' : campaign.status
            return (
              <StatusBadge state={status === 'running' ? 'ready' : status}>
                {texts.statuses[status]}
              </StatusBadge>
            )
          },
          second: (campaign) =>
            campaign.lacks !== null && !hasEnded(campaign, now)
              ? texts.notReady(texts.lacks[campaign.lacks] ?? <bdi>{campaign.lacks}</bdi>)
              : null,
        },
        {
          id: 'hours',
          head: texts.hours,
          cell: (campaign) => (hasEnded(campaign, now) ? '–' : <CampaignHours campaign={campaign} />),
        },
        { id: 'slots', head: texts.slots, cell: ({ slots }) => texts.slotsOf(slots, formats.number(slots)) },
        { id: 'day', head: texts.day, cell: ({ _id }) => <DayFigures campaignId={_id} /> },
      ]}
      action={(campaign) => {
        if (hasEnded(campaign, now)) return null
        const isHeld = campaign.status === 'paused'
        return (
          <Button
            small
            reason={reason}
            aria-label={isHeld ? texts.releaseLabel(campaign.name) : texts.holdLabel(campaign.name)}
            onPress={() => onAsk(campaign, isHeld ? 'release' : 'hold')}
          >
            {isHeld ? texts.release : texts.hold}
          </Button>
        )
      }}
    />
  )
}

function Speaks({ campaign: { campaign_type, workflow, agent, script } }: { campaign: ConfiguredCampaign }) {
  const { campaigns: texts } = useMessages('campaigns')
  if (campaign_type === 'workflow' && workflow !== null)
    return <>{texts.speaksWorkflow(<bdi>{workflow}</bdi>)}</>
  if (campaign_type === 'agent' && agent !== null) return <>{texts.speaksAgent(<bdi>{agent}</bdi>)}</>
  return campaign_type === 'script' && script !== null ? texts.speaksScript : texts.speaksNothing
}

const figuresRefetchMs = 30_000

/** What the calls of the last 24 hours came to. */
function DayFigures({ campaignId }: { campaignId: string }) {
  const { ref, isInView } = useInView()
  return (
    <div ref={ref}>
      <Figures campaignId={campaignId} isInView={isInView} />
    </div>
  )
}

/**
 * They are asked for only while they are in view, and have a clock of their own: a list of a hundred campaigns would
 * ask for all of them with each call.
 */
function Figures({ campaignId, isInView }: { campaignId: string; isInView: boolean }) {
  const { campaigns: texts } = useMessages('campaigns')
  const { ids, zone } = usePlace()
  const formats = useFormats(zone)
  const { data } = useQuery({
    queryKey: ['figuresOfList', { ...ids, campaign_id: campaignId }],
    queryFn: ({ signal }) => call('campaignFigures', { ...ids, campaign_id: campaignId }, { signal }),
    enabled: isInView,
    refetchInterval: figuresRefetchMs,
    staleTime: figuresRefetchMs,
  })
  // Keeps the line, so that rows do not move when the figures come.
  if (data === undefined) return '\u00a0'
  const { calls, by_state } = data.last_24_hours
  if (calls === 0) return texts.noCalls
  const parts = Object.entries(by_state)
    .toSorted(([, one], [, other]) => (other ?? 0) - (one ?? 0))
    .map(([state, count]) => (
      <span key={state}>
        {texts.figure(<bdi>{formats.number(count ?? 0)}</bdi>, texts.states[state] ?? state)}
      </span>
    ))
  return <div className={styles.figures}>{parts}</div>
}
