import { useQuery } from '@tanstack/react-query'
import type { ConfiguredCampaign } from '../../api/generated.ts'
import { listQuery } from '../../api/queries.ts'
import { CallFailure } from '../../components/call-failure.tsx'
import { CallSentence } from '../../components/call-sentence.tsx'
import { ListPages } from '../../components/filter-bar.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { StatusBadge, statusOf } from '../../components/status-badge.tsx'
import { useStopped } from '../../components/use-under-way.ts'
import { When } from '../../components/when.tsx'
import { underWay, underWayStates } from '../../format/under-way.ts'
import { useList } from '../../hooks/use-list.ts'
import { usePhone } from '../../hooks/use-phone.ts'
import { usePlace } from '../../hooks/use-place.ts'
import { useMessages } from '../../messages/use-messages.ts'
import { paths } from '../../path-builder.ts'
import { Empty } from '../../ui/empty.tsx'
import { Link } from '../../ui/link.tsx'
import { Table } from '../../ui/table.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import styles from '../page.module.css'

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

/** The states whose rows say why, and what to do. The others ended as calls do. */
const withAdvice = new Set(['failed', 'expired', 'unresolved'])

/** The calls of a campaign, by their state, and why each waits or failed; with `batch` those of one file. */
export function Calls({ campaign }: { campaign: ConfiguredCampaign }) {
  const { campaigns: texts, common } = useMessages('campaigns')
  const { ids, place, zone } = usePlace()
  const list = useList({ filters: ['tab', 'state', 'batch'], sort: { field: 'created_at', order: -1 } })
  const { state, batch } = list.filters
  const phone = usePhone()
  const stopped = useStopped(place)
  const isNarrowed = state !== undefined || batch !== undefined
  const calls = useQuery(
    listQuery(
      'listProjectCalls',
      {
        ...ids,
        ...list.paging,
        show: 'all',
        filters: {
          campaign_id: campaign._id,
          ...(state !== undefined && { state: state === underWay ? { $in: underWayStates } : state }),
          ...(batch !== undefined && { batch_id: batch }),
        },
      },
      { live: true },
    ),
  )
  return (
    <div className={styles.sections}>
      {batch !== undefined && (
        <p>
          {texts.callsOfFile} <Link href={list.hrefWith({ batch: undefined })}>{texts.callsOfAll}</Link>
        </p>
      )}
      <div>
        <StateTabs list={list} chosen={state ?? 'all'} />
      </div>
      <Loaded query={calls} list={list}>
        {({ items, pagination }) =>
          items.length === 0 ? (
            <Empty next={isNarrowed ? undefined : texts.noCallsYetNext}>
              {isNarrowed ? common.noMatch : texts.noCallsYet}
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
                        <bdi>{phone(call.phone_number)}</bdi>
                      </Link>
                    ),
                    second: (call) => texts.placedBy[call.placed_by],
                  },
                  {
                    id: 'state',
                    head: texts.state,
                    cell: (call) => <StatusBadge state={call.state}>{texts.states[call.state]}</StatusBadge>,
                    second: (call) =>
                      call.waiting === null ? (
                        withAdvice.has(call.state) && <CallFailure call={call} />
                      ) : (
                        <CallSentence
                          call={{ ...call, lastAttempt: call.last_attempt }}
                          {...{ zone, ...stopped }}
                          withZone
                        />
                      ),
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
  const { campaigns: texts, common } = useMessages('campaigns')
  return (
    <Tabs
      label={texts.callState}
      chosen={chosen}
      tabs={[
        { id: 'all', label: common.allFilter, href: list.hrefWith({ state: undefined }) },
        // The live queue leads here. All states but this one fill the row already.
        ...(chosen === underWay
          ? [{ id: underWay, label: texts.underWay, href: list.hrefWith({ state: underWay }) }]
          : []),
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
