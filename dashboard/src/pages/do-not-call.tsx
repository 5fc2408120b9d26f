import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DoNotCallEntry } from '../api/generated.ts'
import { listQuery } from '../api/queries.ts'
import { AsCurl } from '../components/as-curl.tsx'
import { NotFound } from '../components/error-page.tsx'
import { FilterBar, ListPages } from '../components/filter-bar.tsx'
import { Loaded } from '../components/loaded.tsx'
import { NotAllowed } from '../components/not-allowed.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { SearchField } from '../components/search-field.tsx'
import { Stored } from '../components/stored.tsx'
import { useCurrentPlace } from '../components/use-current-place.ts'
import { When } from '../components/when.tsx'
import { formatPhone } from '../format/phone.ts'
import { AddDoNotCall, EndDoNotCall } from '../forms/do-not-call.tsx'
import { useFormats } from '../hooks/use-formats.ts'
import { useList } from '../hooks/use-list.ts'
import { useOrganization } from '../hooks/use-place.ts'
import { coversOrganization, useOrganizationReason } from '../hooks/use-role.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Table } from '../ui/table.tsx'

/** `/{organization}/do-not-call`: the numbers that nobody of the organization may call. */
export function DoNotCallPage() {
  const { doNotCall: texts, common } = useMessages('doNotCall')
  const organization = useOrganization()
  const zone = useCurrentPlace()?.zone ?? 'UTC'
  const { number } = useFormats(zone)
  const list = useList({ filters: ['show', 'q'], pageSize: 50 })
  const { limit, skip } = list.paging
  const { q } = list.filters
  const isAll = list.filters['show'] === 'all'
  const params = {
    organization_id: organization?._id ?? '',
    limit,
    skip,
    ...(isAll && { show: 'all' as const }),
    ...(q !== undefined && { q }),
  }
  const found = useQuery({
    ...listQuery('listDoNotCall', params, { live: true }),
    enabled: coversOrganization(organization),
  })
  const [isAdding, setAdding] = useState(false)
  const [ending, end] = useState<string | null>(null)
  const reason = useOrganizationReason(organization, 'editor')
  if (organization === null) return <NotFound />
  if (!coversOrganization(organization))
    return (
      <>
        <PageHeader title={texts.title} />
        <NotAllowed organization={organization} needs="viewer" />
      </>
    )
  const total = found.data?.pagination.total ?? 0
  return (
    <>
      <PageHeader
        title={texts.title}
        lead={total === 0 || list.isFiltered ? undefined : texts.lead(number(total))}
        actions={
          <>
            <AsCurl operation="listDoNotCall" params={params} />
            <Button kind="main" reason={reason} onPress={() => setAdding(true)}>
              {texts.add}
            </Button>
          </>
        }
      />
      {(list.isFiltered || total > 0) && (
        <FilterBar
          list={list}
          filters={[{ name: 'show', label: texts.shows, choices: [{ value: 'all', label: texts.showAll }] }]}
        >
          <SearchField list={list} filter="q" label={texts.search} maxLength={64} dir="ltr" />
        </FilterBar>
      )}
      <Loaded query={found} list={list}>
        {({ items, pagination }) =>
          pagination.total === 0 && !list.isFiltered ? (
            <Empty next={texts.noneNext}>{texts.none}</Empty>
          ) : (
            <>
              {items.length === 0 ? (
                <Empty>{common.noMatch}</Empty>
              ) : (
                <Entries entries={items} zone={zone} reason={reason} onEnd={end} />
              )}
              <ListPages list={list} total={pagination.total} count={items.length} />
            </>
          )
        }
      </Loaded>
      {isAdding && <AddDoNotCall organizationId={organization._id} onClose={() => setAdding(false)} />}
      {ending !== null && (
        <EndDoNotCall organizationId={organization._id} number={ending} onClose={() => end(null)} />
      )}
    </>
  )
}

interface EntriesProps {
  entries: readonly DoNotCallEntry[]
  zone: string
  reason: string | null
  onEnd: (number: string) => void
}

function Entries({ entries, zone, reason, onEnd }: EntriesProps) {
  const { doNotCall: texts } = useMessages('doNotCall')
  return (
    <Table
      label={texts.title}
      rows={entries}
      keyOf={({ _id }) => _id}
      columns={[
        {
          id: 'number',
          head: texts.number,
          cell: ({ number }) => (number === null ? texts.erased : <bdi dir="ltr">{formatPhone(number)}</bdi>),
        },
        {
          id: 'source',
          head: texts.source,
          cell: ({ source }) => texts.sources[source] ?? source,
          second: ({ added_by }) => (added_by === null ? null : texts.by(<bdi>{added_by}</bdi>)),
        },
        {
          id: 'since',
          head: texts.since,
          cell: ({ since }) => <When at={since} zone={zone} />,
          second: ({ until, ended_at, ended_by }) =>
            ended_at !== null ? (
              <>
                {texts.ended(<When at={ended_at} zone={zone} />)}{' '}
                {ended_by !== null && texts.by(<bdi>{ended_by}</bdi>)}
              </>
            ) : until === null ? null : (
              texts.until(<When at={until} zone={zone} />)
            ),
        },
        {
          id: 'why',
          head: texts.why,
          cell: ({ why }) => <Stored text={why} />,
          second: ({ ended_why }) => <Stored text={ended_why} />,
        },
      ]}
      action={({ number, ended_at }) =>
        number === null || ended_at !== null ? null : (
          <Button
            small
            reason={reason}
            aria-label={texts.endLabel(formatPhone(number))}
            onPress={() => onEnd(number)}
          >
            {texts.end}
          </Button>
        )
      }
    />
  )
}
