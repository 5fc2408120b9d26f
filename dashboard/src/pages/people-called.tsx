import { useQuery } from '@tanstack/react-query'
import type { Data } from '../api/operations.ts'
import { listQuery } from '../api/queries.ts'
import { AsCurl } from '../components/as-curl.tsx'
import { DayFilter } from '../components/day-filter.tsx'
import { FilterBar, ListPages } from '../components/filter-bar.tsx'
import { Loaded } from '../components/loaded.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { Handle, nameOf, namedOf } from '../components/person-name.tsx'
import { SearchField } from '../components/search-field.tsx'
import { When } from '../components/when.tsx'
import { comma } from '../format/comma.ts'
import { dayEnd, dayStart } from '../format/day-start.ts'
import { useFormats } from '../hooks/use-formats.ts'
import { useList } from '../hooks/use-list.ts'
import type { List } from '../hooks/use-list.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../path-builder.ts'
import { Empty } from '../ui/empty.tsx'
import { Link } from '../ui/link.tsx'
import { Table } from '../ui/table.tsx'

type Person = Data<'listCustomerProfiles'>['items'][number]

/** `…/people`: everybody who was called or written to. What is searched is the address. */
export function PeopleCalledPage() {
  const { peopleCalled: texts } = useMessages('peopleCalled')
  const { ids, zone } = usePlace()
  const { number } = useFormats(zone)
  const list = useList({
    filters: ['search', 'channel', 'from', 'to'],
    sort: { field: 'last_interaction_at', order: -1 },
  })
  const params = { ...ids, ...list.paging, ...filtersOf(list, zone) }
  const found = useQuery(listQuery('listCustomerProfiles', params, { live: true }))
  const total = found.data?.pagination.total
  return (
    <>
      <PageHeader
        title={texts.title}
        lead={total === undefined ? undefined : texts.lead(<b>{number(total)}</b>, total, list.isFiltered)}
        actions={<AsCurl operation="listCustomerProfiles" params={params} auth="project" />}
      />
      <Filters list={list} />
      <Loaded query={found} list={list}>
        {({ items, pagination }) =>
          items.length === 0 ? (
            <Nothing list={list} />
          ) : (
            <>
              <Rows people={items} list={list} />
              <ListPages list={list} total={pagination.total} count={items.length} />
            </>
          )
        }
      </Loaded>
    </>
  )
}

function Nothing({ list }: { list: List }) {
  const { peopleCalled: texts, common } = useMessages('peopleCalled')
  const { place } = usePlace()
  return list.isFiltered ? (
    <Empty
      action={
        <Link kind="button" href={paths.peopleCalled(place)}>
          {common.clearFilters}
        </Link>
      }
    >
      {common.noMatch}
    </Empty>
  ) : (
    <Empty
      next={texts.noneNext}
      action={
        <Link kind="button" href={paths.campaigns(place)}>
          {texts.toCampaigns}
        </Link>
      }
    >
      {texts.none}
    </Empty>
  )
}

function Filters({ list }: { list: List }) {
  const { peopleCalled: texts, conversations } = useMessages('peopleCalled', 'conversations')
  const day = (name: 'from' | 'to') => (
    <DayFilter
      label={texts[name]}
      value={list.filters[name] ?? ''}
      onChange={(value) => list.setFilter(name, value || undefined)}
    />
  )
  return (
    <FilterBar
      list={list}
      filters={[
        {
          name: 'channel',
          label: texts.channel,
          choices: Object.entries(conversations.channels).map(([value, label]) => ({ value, label })),
        },
      ]}
    >
      {day('from')}
      {day('to')}
      <SearchField list={list} hint={texts.searchHint} />
    </FilterBar>
  )
}

/** Writes the parameters of the address as those of the API. Days are those of the project. */
function filtersOf({ filters: { search, channel, from, to } }: List, zone: string) {
  const [first, end] = [from && dayStart(from, zone), to && dayEnd(to, zone)]
  return {
    ...(search && { search }),
    ...(channel && { channel: channel as 'voice' }),
    ...(first && { date_from: first }),
    // The API takes the last instant, the address the last day.
    ...(end && { date_to: new Date(Date.parse(end) - 1).toISOString() }),
  }
}

function Rows({ people, list }: { people: readonly Person[]; list: List }) {
  const { peopleCalled: texts, locale } = useMessages('peopleCalled')
  const { place, zone } = usePlace()
  const { number } = useFormats(zone)
  const { heads } = texts
  return (
    <Table
      label={texts.title}
      rows={people}
      keyOf={({ _id }) => _id}
      columns={[
        {
          id: 'who',
          head: heads.who,
          cell: (person) => (
            <Link href={paths.customerProfile(place, person._id)}>
              <bdi>{nameOf(namedOf(person))}</bdi>
            </Link>
          ),
          second: (person) => <Handle person={namedOf(person)} />,
        },
        {
          id: 'calls',
          head: heads.calls,
          align: 'end',
          sort: list.sortBy('call_count'),
          cell: ({ call_count }) => <bdi>{number(call_count)}</bdi>,
        },
        {
          id: 'chats',
          head: heads.chats,
          align: 'end',
          sort: list.sortBy('chat_count'),
          cell: ({ chat_count }) => <bdi>{number(chat_count)}</bdi>,
        },
        {
          id: 'last',
          head: heads.last,
          sort: list.sortBy('last_interaction_at'),
          cell: ({ last_interaction_at: at }) => (at === null ? texts.never : <When at={at} zone={zone} />),
        },
        {
          id: 'display_id',
          head: heads.displayId,
          cell: ({ display_id }) => <bdi>{display_id}</bdi>,
        },
        ...(people.some(({ limits }) => limits.length > 0)
          ? [
              {
                id: 'limits',
                head: heads.limits,
                cell: ({ limits }: Person) =>
                  limits.map(({ action }) => texts.no(texts.actions[action] ?? action)).join(comma(locale)),
              },
            ]
          : []),
      ]}
    />
  )
}
