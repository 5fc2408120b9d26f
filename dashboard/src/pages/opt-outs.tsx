import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OptOut } from '../api/generated.ts'
import { listQuery } from '../api/queries.ts'
import { AsCurl } from '../components/as-curl.tsx'
import { FilterBar, ListPages } from '../components/filter-bar.tsx'
import { Loaded } from '../components/loaded.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { SearchField } from '../components/search-field.tsx'
import { When } from '../components/when.tsx'
import { formatPhone } from '../format/phone.ts'
import { AddOptOut, EndOptOut } from '../forms/opt-out.tsx'
import { useFormats } from '../hooks/use-formats.ts'
import { useList } from '../hooks/use-list.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useRoleReason } from '../hooks/use-role.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../path-builder.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Link } from '../ui/link.tsx'
import { Table } from '../ui/table.tsx'

const scopes = ['all', 'marketing'] as const
const sources = ['message', 'provider', 'operator'] as const

/** `…/opt-outs`: who must not get messages, since when, and why. */
export function OptOutsPage() {
  const { optOuts: texts, common } = useMessages('optOuts')
  const { ids, zone, role } = usePlace()
  const { number } = useFormats(zone)
  const list = useList({ filters: ['scope', 'source', 'q'], pageSize: 50 })
  const { limit, skip } = list.paging
  const scope = scopes.find((one) => one === list.filters['scope'])
  const source = sources.find((one) => one === list.filters['source'])
  const params = {
    ...ids,
    limit,
    skip,
    ...(scope !== undefined && { scope }),
    ...(source !== undefined && { source }),
    ...(list.filters['q'] !== undefined && { q: list.filters['q'] }),
  }
  const found = useQuery(listQuery('listOptOuts', params, { live: true }))
  const [asked, ask] = useState<'add' | OptOut | null>(null)
  const reason = useRoleReason(role, 'editor')
  const total = found.data?.pagination.total ?? 0
  return (
    <>
      <PageHeader
        title={texts.title}
        lead={total === 0 || list.isFiltered ? undefined : texts.lead(number(total))}
        actions={
          <>
            <AsCurl operation="listOptOuts" params={params} />
            <Button kind="main" reason={reason} onPress={() => ask('add')}>
              {texts.add}
            </Button>
          </>
        }
      />
      {(list.isFiltered || total > 0) && (
        <FilterBar
          list={list}
          filters={[
            {
              name: 'scope',
              label: texts.scope,
              choices: scopes.map((value) => ({ value, label: texts.scopes[value] ?? value })),
            },
            {
              name: 'source',
              label: texts.source,
              choices: sources.map((value) => ({ value, label: texts.sources[value] ?? value })),
            },
          ]}
        >
          <SearchField list={list} filter="q" label={texts.search} maxLength={100} />
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
                <OptOutTable optOuts={items} reason={reason} onEnd={ask} />
              )}
              <ListPages list={list} total={pagination.total} count={items.length} />
            </>
          )
        }
      </Loaded>
      {asked === 'add' && <AddOptOut onClose={() => ask(null)} />}
      {asked !== null && asked !== 'add' && (
        <EndOptOut number={asked.number} isOwn={asked.source !== 'operator'} onClose={() => ask(null)} />
      )}
    </>
  )
}

interface OptOutTableProps {
  optOuts: readonly OptOut[]
  reason: string | null
  onEnd: (optOut: OptOut) => void
}

function OptOutTable({ optOuts, reason, onEnd }: OptOutTableProps) {
  const { optOuts: texts } = useMessages('optOuts')
  const { zone } = usePlace()
  return (
    <Table
      label={texts.title}
      rows={optOuts}
      keyOf={({ number, scope }) => `${number} ${scope}`}
      columns={[
        {
          id: 'person',
          head: texts.person,
          cell: (optOut) => <Who optOut={optOut} />,
          second: (optOut) => <Besides optOut={optOut} />,
        },
        { id: 'scope', head: texts.scope, cell: ({ scope }) => texts.scopes[scope] },
        {
          id: 'source',
          head: texts.source,
          cell: ({ source }) => texts.sources[source],
          second: ({ made_by }) => (made_by === null ? null : texts.by(<bdi>{made_by}</bdi>)),
        },
        { id: 'since', head: texts.since, cell: ({ since }) => <When at={since} zone={zone} /> },
        {
          id: 'reason',
          head: texts.reason,
          cell: ({ reason: why, source }) =>
            why === null ? (
              source === 'operator' ? (
                texts.noReason
              ) : null
            ) : (
              <span dir="auto" data-stored="">
                {why}
              </span>
            ),
        },
      ]}
      action={(optOut) => (
        <Button
          small
          reason={reason ?? (optOut.scope === 'marketing' ? texts.marketingStays : null)}
          aria-label={texts.endLabel(nameOf(optOut))}
          onPress={() => onEnd(optOut)}
        >
          {texts.end}
        </Button>
      )}
    />
  )
}

function isHidden({ number }: OptOut): boolean {
  return !number.startsWith('+')
}

function nameOf(optOut: OptOut): string {
  return optOut.customer_name ?? optOut.username ?? formatPhone(optOut.number)
}

/** Who must not get messages, as a link to their page where the person is known. */
function Who({ optOut }: { optOut: OptOut }) {
  const { place } = usePlace()
  const { customer_profile_id: id } = optOut
  const shown = <Address optOut={optOut} />
  return id === null ? shown : <Link href={paths.customerProfile(place, id)}>{shown}</Link>
}

/** The number; of a person who hides it, the name or the username, else the id. */
function Address({ optOut }: { optOut: OptOut }) {
  const { optOuts: texts } = useMessages('optOuts')
  if (!isHidden(optOut)) return <bdi dir="ltr">{formatPhone(optOut.number)}</bdi>
  if (optOut.customer_name !== null) return <bdi>{optOut.customer_name}</bdi>
  if (optOut.username !== null) return texts.username(<bdi>{optOut.username}</bdi>)
  return <code dir="ltr">{optOut.number}</code>
}

/** What the first line doesn't say: the name, or username and id of a hidden number and what that means. */
function Besides({ optOut }: { optOut: OptOut }) {
  const { optOuts: texts } = useMessages('optOuts')
  const { customer_name: name, username, number } = optOut
  if (!isHidden(optOut)) return name === null ? null : <bdi>{name}</bdi>
  return (
    <>
      {name !== null && username !== null && <>{texts.username(<bdi>{username}</bdi>)} </>}
      {(name !== null || username !== null) && (
        <>
          <code dir="ltr">{number}</code>{' '}
        </>
      )}
      {texts.hidden}
    </>
  )
}
