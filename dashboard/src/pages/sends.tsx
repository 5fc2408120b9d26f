import { useQuery } from '@tanstack/react-query'
import type { Data } from '../api/operations.ts'
import { listQuery } from '../api/queries.ts'
import { AsCurl } from '../components/as-curl.tsx'
import { BroadcastTabs } from '../components/broadcast-tabs.tsx'
import { FilterBar, ListPages } from '../components/filter-bar.tsx'
import { Loaded } from '../components/loaded.tsx'
import { MessageState } from '../components/message-lines.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { RecipientDetail, RecipientLink } from '../components/recipient.tsx'
import { zoneName } from '../format/instant.ts'
import { useFormats } from '../hooks/use-formats.ts'
import { useList } from '../hooks/use-list.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../path-builder.ts'
import { Empty } from '../ui/empty.tsx'
import { Link } from '../ui/link.tsx'
import { Section } from '../ui/section.tsx'
import { StatusWord } from '../ui/status-mark.tsx'
import type { Status } from '../ui/status-mark.tsx'
import { Table } from '../ui/table.tsx'
import styles from './page.module.css'

type Ledger = Data<'listSends'>

const states = ['reserved', 'consumed', 'released'] as const
const marks: Record<(typeof states)[number], Status> = {
  reserved: 'unknown',
  consumed: 'done',
  released: 'closed',
}

/** `…/sends`: what each message took of the plan, and the sums of that. */
export function SendsPage() {
  const { broadcasts: texts, common } = useMessages('broadcasts')
  const { ids, place, zone } = usePlace()
  const { number } = useFormats(zone)
  const list = useList({ filters: ['state'] })
  const state = states.find((one) => one === list.filters['state'])
  const params = {
    ...ids,
    limit: list.paging.limit,
    skip: list.paging.skip,
    ...(state !== undefined && { state }),
  }
  const sends = useQuery(listQuery('listSends', params, { live: true }))
  const plan = sends.data?.plan
  return (
    <>
      <PageHeader
        crumbs={[{ label: texts.title, href: paths.broadcasts(place) }, { label: texts.sendsTitle }]}
        title={texts.sendsTitle}
        lead={
          plan === undefined ? undefined : (
            <>
              {texts.sendsLead(<b>{number(Math.max(0, plan.left))}</b>, <bdi>{number(plan.sends)}</bdi>)}
              {plan.status !== 'active' && texts.planInactive}
            </>
          )
        }
        actions={<AsCurl operation="listSends" params={params} />}
      />
      <BroadcastTabs chosen="sends" />
      <Loaded query={sends} list={list}>
        {(ledger) => (
          <div className={styles.sections}>
            <Section title={texts.sums} aside={texts.sumsAside}>
              <Sums ledger={ledger} />
            </Section>
            <Section title={texts.ledger}>
              <FilterBar
                list={list}
                filters={[
                  {
                    name: 'state',
                    label: texts.stateFilter,
                    choices: states.map((one) => ({ value: one, label: texts.sendStates[one] ?? one })),
                  },
                ]}
              />
              {ledger.items.length === 0 ? (
                <Empty next={list.isFiltered ? undefined : texts.ledgerEmptyNext}>
                  {list.isFiltered ? common.noMatch : texts.ledgerEmpty}
                </Empty>
              ) : (
                <>
                  <Lines items={ledger.items} />
                  <ListPages list={list} total={ledger.pagination.total} count={ledger.items.length} />
                </>
              )}
            </Section>
          </div>
        )}
      </Loaded>
    </>
  )
}

function Sums({ ledger: { sums, plan } }: { ledger: Ledger }) {
  const { broadcasts: texts } = useMessages('broadcasts')
  const { zone } = usePlace()
  const { number } = useFormats(zone)
  const rows: { id: keyof typeof texts.sumNames; project: number | null; organization: number | null }[] = [
    { id: 'consumed', project: sums.consumed, organization: plan.consumed },
    { id: 'reserved', project: sums.reserved, organization: plan.reserved },
    { id: 'left', project: null, organization: plan.left },
    { id: 'released', project: sums.released, organization: null },
    { id: 'total', project: sums.reserved + sums.consumed + sums.released, organization: null },
  ]
  const figure = (value: number | null) => (value === null ? <bdi>–</bdi> : <bdi>{number(value)}</bdi>)
  return (
    <Table
      label={texts.sums}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { id: 'what', head: texts.sumHeads.what, cell: ({ id }) => texts.sumNames[id] },
        {
          id: 'project',
          head: texts.sumHeads.project,
          align: 'end',
          cell: ({ project }) => figure(project),
        },
        {
          id: 'organization',
          head: texts.sumHeads.organization,
          align: 'end',
          cell: ({ organization }) => figure(organization),
        },
      ]}
    />
  )
}

function Lines({ items }: { items: Ledger['items'] }) {
  const { broadcasts: texts } = useMessages('broadcasts')
  const { place, zone } = usePlace()
  const formats = useFormats(zone)
  return (
    <Table
      label={texts.ledger}
      rows={items}
      keyOf={({ _id }) => _id}
      columns={[
        {
          id: 'who',
          head: texts.ledgerHeads.who,
          narrow: true,
          cell: (row) => <RecipientLink message={row} href={paths.message(place, row._id)} />,
          second: (row) => <RecipientDetail message={row} />,
        },
        {
          id: 'state',
          head: texts.ledgerHeads.state,
          cell: ({ send }) => <StatusWord status={marks[send]}>{texts.sendStates[send]}</StatusWord>,
        },
        { id: 'why', head: texts.ledgerHeads.why, cell: (row) => <MessageState message={row} /> },
        {
          id: 'broadcast',
          head: texts.ledgerHeads.broadcast,
          cell: (row) => (
            <Link href={paths.broadcast(place, row.broadcast_id)}>
              <bdi>{row.broadcast_name}</bdi>
            </Link>
          ),
        },
        {
          id: 'at',
          head: texts.columns.when(zoneName(zone)),
          narrow: true,
          cell: ({ created_at: at }) => <bdi>{formats.dayTime(at)}</bdi>,
        },
      ]}
    />
  )
}
