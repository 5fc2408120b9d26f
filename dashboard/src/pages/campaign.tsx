import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { asCurl } from '../api/curl.ts'
import type { ConfiguredCampaign } from '../api/generated.ts'
import { listQuery, query } from '../api/queries.ts'
import { AsCurl } from '../components/as-curl.tsx'
import { CallBatches } from './campaign-files.tsx'
import { CampaignStanding } from '../components/campaign-standing.tsx'
import { ChangeList } from '../components/change-list.tsx'
import { ListPages } from '../components/filter-bar.tsx'
import { Loaded } from '../components/loaded.tsx'
import { NewLink } from '../components/new-link.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { StatusBadge, statusOf } from '../components/status-badge.tsx'
import { Week } from '../components/week.tsx'
import { When } from '../components/when.tsx'
import { zoneName } from '../format/instant.ts'
import { formatPhone } from '../format/phone.ts'
import { HoldCampaign } from '../forms/hold-campaign.tsx'
import type { CampaignAction } from '../forms/hold-campaign.tsx'
import { TestCall } from '../forms/test-call.tsx'
import { useFormats } from '../hooks/use-formats.ts'
import { useList } from '../hooks/use-list.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useRoleReason } from '../hooks/use-role.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths, withQuery } from '../path-builder.ts'
import { ShareBar } from '../ui/bar-chart.tsx'
import { Button } from '../ui/button.tsx'
import { Code } from '../ui/code.tsx'
import { Empty } from '../ui/empty.tsx'
import { Link } from '../ui/link.tsx'
import { Facts, Section } from '../ui/section.tsx'
import { Table } from '../ui/table.tsx'
import { Tabs } from '../ui/tabs.tsx'
import styles from './page.module.css'

const tabs = ['overview', 'calls', 'file', 'history', 'request'] as const
type Tab = (typeof tabs)[number]

/** `…/campaigns/{id}`: what a campaign does now, its calls, who changed it, and the requests that place calls. */
export function CampaignPage() {
  const { ids } = usePlace()
  const { campaign: id = '' } = useParams()
  const campaign = useQuery(query('getCampaign', { ...ids, campaign_id: id }, { live: true }))
  return <Loaded query={campaign}>{(data) => <Campaign key={id} campaign={data} />}</Loaded>
}

function Campaign({ campaign }: { campaign: ConfiguredCampaign }) {
  const { campaigns: texts, callBatches } = useMessages()
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
      {tab === 'history' && <History campaign={campaign} />}
      {tab === 'request' && <Requests campaign={campaign} />}
    </>
  )
}

function Head({ campaign }: { campaign: ConfiguredCampaign }) {
  const { campaigns: texts } = useMessages()
  const { ids, place, role } = usePlace()
  const [search, setSearch] = useSearchParams()
  const [action, setAction] = useState<CampaignAction | null>(null)
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
  const hasEnded = campaign.status === 'ended'
  const endedReason = hasEnded ? texts.endedReason : null
  const isHeld = campaign.status === 'paused'
  return (
    <>
      <PageHeader
        crumbs={[{ label: texts.title, href: paths.campaigns(place) }, { label: <bdi>{campaign.name}</bdi> }]}
        title={<bdi>{campaign.name}</bdi>}
        tabTitle={campaign.name}
        status={statusOfCampaign(campaign)}
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
              reason={reason ?? endedReason}
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
      {isTesting && <TestCall campaign={campaign} onClose={() => setTesting(false)} />}
    </>
  )
}

function statusOfCampaign({ status, is_ready, opening }: ConfiguredCampaign) {
  if (status === 'ended' || status === 'paused') return statusOf(status)
  if (!is_ready) return 'failed'
  return opening.is_open ? 'done' : 'closed'
}

function Overview({ campaign }: { campaign: ConfiguredCampaign }) {
  const { campaigns: texts, shell } = useMessages()
  const { place, zone } = usePlace()
  const formats = useFormats(zone)
  const { retry, calling_hours: hours, script, workflow, workflow_id, caller_id } = campaign
  const speaks =
    campaign.campaign_type === 'workflow'
      ? workflow !== null &&
        workflow_id !== null && (
          <Link href={paths.workflow(place, workflow_id)}>
            <bdi>{workflow}</bdi>
          </Link>
        )
      : script !== null && texts.voice(campaign.voice ?? '–')
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        <DayFigures campaignId={campaign._id} />
        {campaign.campaign_type === 'script' && script !== null && (
          <Section title={texts.speaks}>
            <p className={styles.script} dir="auto" data-stored="">
              {script}
            </p>
          </Section>
        )}
      </div>
      <div className={styles.column}>
        <Section title={texts.settings}>
          <Facts
            facts={[
              { name: texts.speaks, value: speaks || texts.nothing },
              {
                name: texts.callsFrom,
                value: caller_id === null ? texts.nothing : <bdi>{formatPhone(caller_id)}</bdi>,
              },
              { name: texts.atOnce, value: texts.slotsOf(formats.number(campaign.slots)) },
              {
                name: texts.again,
                value:
                  retry === null || retry.max_attempts === 1 || retry.on.length === 0
                    ? texts.retryNever
                    : texts.retry(
                        formats.number(retry.max_attempts),
                        formats.number(retry.delay_minutes),
                        retry.on.map((one) => texts.retryOutcomes[one] ?? one).join(', '),
                      ),
              },
              { name: texts.ring, value: texts.ringFor(formats.number(campaign.ring_timeout_seconds)) },
              {
                name: texts.machine,
                value: campaign.machine_detection ? texts.machineOn : texts.machineOff,
              },
              {
                name: texts.ends,
                value:
                  campaign.ends_at === null ? (
                    texts.endsNever
                  ) : (
                    <When at={campaign.ends_at} zone={hours?.timezone ?? zone} />
                  ),
              },
            ]}
          />
        </Section>
        <Section
          title={texts.hoursHead}
          aside={hours === null ? undefined : shell.time(zoneName(hours.timezone))}
        >
          {hours === null ? <p className={styles.more}>{texts.alwaysOpenLong}</p> : <Week hours={hours} />}
        </Section>
      </div>
    </div>
  )
}

function DayFigures({ campaignId }: { campaignId: string }) {
  const { campaigns: texts } = useMessages()
  const { ids, zone } = usePlace()
  const formats = useFormats(zone)
  const figures = useQuery(query('campaignFigures', { ...ids, campaign_id: campaignId }, { live: true }))
  return (
    <Section title={texts.dayTitle}>
      <Loaded query={figures}>
        {({ last_24_hours, week_before }) => {
          const { calls } = last_24_hours
          const day: Partial<Record<string, number>> = last_24_hours.by_state
          const before: Partial<Record<string, number>> = week_before.by_state
          const states = [...new Set([...Object.keys(day), ...Object.keys(before)])]
          if (states.length === 0) return <Empty next={texts.noDayNext}>{texts.noDay}</Empty>
          return (
            <Table
              label={texts.dayTitle}
              rows={states.toSorted((one, other) => (day[other] ?? 0) - (day[one] ?? 0))}
              keyOf={(state) => state}
              columns={[
                {
                  id: 'state',
                  head: texts.outcome,
                  cell: (state) => <StatusBadge state={state}>{texts.states[state] ?? state}</StatusBadge>,
                },
                {
                  id: 'share',
                  head: texts.share,
                  cell: (state) => (
                    <div className={styles.share}>
                      <ShareBar share={(day[state] ?? 0) / Math.max(1, calls)} />
                    </div>
                  ),
                },
                {
                  id: 'count',
                  head: texts.count,
                  align: 'end',
                  narrow: true,
                  cell: (state) => formats.number(day[state] ?? 0),
                },
                {
                  id: 'before',
                  head: texts.weekBefore,
                  align: 'end',
                  narrow: true,
                  cell: (state) => formats.number(before[state] ?? 0),
                },
              ]}
            />
          )
        }}
      </Loaded>
    </Section>
  )
}

const callStates = [
  'waiting',
  'dialling',
  'ringing',
  'live',
  'completed',
  'voicemail',
  'no_answer',
  'busy',
  'failed',
  'canceled',
  'expired',
  'unresolved',
]

function Calls({ campaign }: { campaign: ConfiguredCampaign }) {
  const { campaigns: texts, common } = useMessages()
  const { ids, place, zone } = usePlace()
  const list = useList({ filters: ['tab', 'state'], sort: { field: 'created_at', order: -1 } })
  const { state } = list.filters
  const calls = useQuery(
    listQuery(
      'listCalls',
      {
        ...ids,
        campaign_id: campaign._id,
        ...list.paging,
        filters: state === undefined ? undefined : { state },
      },
      { live: true },
    ),
  )
  return (
    <div className={styles.sections}>
      <div>
        <StateTabs list={list} chosen={state ?? 'all'} />
      </div>
      <Loaded query={calls}>
        {({ items, pagination }) =>
          items.length === 0 ? (
            <Empty next={state === undefined ? texts.noCallsYetNext : undefined}>
              {state === undefined ? texts.noCallsYet : common.noMatch}
            </Empty>
          ) : (
            <div>
              <Table
                label={texts.callsTitle}
                rows={items}
                keyOf={({ _id }) => _id}
                columns={[
                  {
                    id: 'number',
                    head: texts.number,
                    cell: (call) => (
                      <Link href={paths.call(place, call._id)}>
                        <bdi>{formatPhone(call.phone_number)}</bdi>
                      </Link>
                    ),
                    second: (call) => texts.placedBy[call.placed_by],
                  },
                  {
                    id: 'state',
                    head: texts.state,
                    cell: (call) => <StatusBadge state={call.state}>{texts.states[call.state]}</StatusBadge>,
                    second: (call) => call.error?.reason,
                  },
                  {
                    id: 'since',
                    head: texts.since,
                    cell: (call) => <When at={call.state_since} zone={zone} seconds />,
                  },
                  {
                    id: 'attempts',
                    head: texts.attempts,
                    align: 'end',
                    narrow: true,
                    cell: (call) => call.attempts_count,
                  },
                  {
                    id: 'placed',
                    head: texts.placed,
                    sort: list.sortBy('created_at'),
                    cell: (call) => <When at={call.created_at} zone={zone} />,
                  },
                ]}
              />
              <ListPages list={list} total={pagination.total} count={items.length} />
            </div>
          )
        }
      </Loaded>
    </div>
  )
}

function StateTabs({ list, chosen }: { list: ReturnType<typeof useList>; chosen: string }) {
  const { campaigns: texts, common } = useMessages()
  return (
    <Tabs
      label={texts.callState}
      chosen={chosen}
      tabs={[
        { id: 'all', label: common.allFilter, href: list.hrefWith({ state: undefined }) },
        ...callStates.map((state) => ({
          id: state,
          label: texts.states[state],
          status: statusOf(state),
          href: list.hrefWith({ state }),
        })),
      ]}
    />
  )
}

function History({ campaign }: { campaign: ConfiguredCampaign }) {
  const { changes: texts } = useMessages()
  const { ids, place, zone } = usePlace()
  const list = useList({ filters: ['tab'], pageSize: 20 })
  const { limit, skip } = list.paging
  const { organization_id } = ids
  const params = { organization_id, kind: 'campaign', record_id: campaign._id, limit, skip }
  const changes = useQuery(listQuery('listChanges', params, { live: true }))
  return (
    <div className={styles.sections}>
      <Loaded query={changes}>
        {({ items, pagination }) =>
          items.length === 0 ? (
            <Empty next={texts.historyNoneNext}>{texts.historyNone}</Empty>
          ) : (
            <div>
              <ChangeList organization={place.organization} changes={items} zone={zone} isOpen />
              <ListPages list={list} total={pagination.total} count={items.length} />
            </div>
          )
        }
      </Loaded>
    </div>
  )
}

function Requests({ campaign }: { campaign: ConfiguredCampaign }) {
  const { campaigns: texts, common } = useMessages()
  const { ids, place } = usePlace()
  const variables = variablesOf(campaign.script ?? '')
  const body = {
    phone_number: '+14155550100',
    name: 'Ada',
    ...Object.fromEntries(
      variables.filter((name) => name !== 'name' && name !== 'phone_number').map((name) => [name, '…']),
    ),
  }
  const params = { ...ids, campaign_id: campaign._id, body }
  const options = { origin: location.origin, auth: 'project' } as const
  return (
    <div className={styles.sections}>
      <div>
        <p className={styles.more}>{texts.requestLead}</p>
        <p className={styles.more}>
          {common.curlHintProject} <Link href={paths.keys(place)}>{texts.toKeys}</Link>
        </p>
      </div>
      <Section title={texts.requestQueue}>
        <Code text={asCurl('createCall', params, options)} label={texts.requestQueue} />
      </Section>
      <Section title={texts.requestTrigger}>
        <Code text={asCurl('triggerCall', params, options)} label={texts.requestTrigger} />
      </Section>
    </div>
  )
}

/** The names after `customer.` in a script, for a sample body. */
function variablesOf(script: string): string[] {
  return [...new Set([...script.matchAll(/customer\.([a-z_]\w*)/gi)].map(([, name]) => name!))]
}
