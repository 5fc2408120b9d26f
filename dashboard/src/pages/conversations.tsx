import { useQuery } from '@tanstack/react-query'
import type { Data } from '../api/operations.ts'
import { listQuery } from '../api/queries.ts'
import { campaignNamesQuery } from '../api/shell-queries.ts'
import { AsCurl } from '../components/as-curl.tsx'
import { DayFilter } from '../components/day-filter.tsx'
import { FilterBar, ListPages } from '../components/filter-bar.tsx'
import { Loaded } from '../components/loaded.tsx'
import { PageHeader, leadToCome } from '../components/page-header.tsx'
import { Handle, nameOf } from '../components/person-name.tsx'
import type { NamedPerson } from '../components/person-name.tsx'
import { SearchField } from '../components/search-field.tsx'
import { StatusBadge } from '../components/status-badge.tsx'
import { useExport } from '../components/use-export.tsx'
import { comma } from '../format/comma.ts'
import { dayEnd, dayStart } from '../format/day-start.ts'
import { formatPhone } from '../format/phone.ts'
import { useFormats } from '../hooks/use-formats.ts'
import { useList } from '../hooks/use-list.ts'
import type { List } from '../hooks/use-list.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../path-builder.ts'
import { Switch } from '../ui/checkbox.tsx'
import { Empty } from '../ui/empty.tsx'
import { DownloadLink, Link } from '../ui/link.tsx'
import { Table } from '../ui/table.tsx'
import { readDigits } from '../ui/typed-number.ts'

type Conversation = Data<'listConversations'>['items'][number]

const filterNames = ['status', 'channel', 'campaign', 'number', 'from', 'to', 'length', 'unique', 'person']

/** Statuses that are looked for together, by the value of the filter. */
const statusGroups: Record<string, readonly string[]> = {
  answered: ['live', 'completed'],
  unanswered: ['no_answer', 'busy'],
  unsuccessful: ['failed', 'canceled'],
  under_way: ['initiated', 'ringing', 'live'],
}

/** `…/conversations`: calls and chats. What is filtered is the address. */
export function ConversationsPage() {
  const { conversations } = useMessages('conversations')
  const { ids, zone } = usePlace()
  const { number } = useFormats(zone)
  const list = useList({ filters: filterNames, sort: { field: 'start_time', order: -1 } })
  const unique = list.filters['unique'] !== undefined
  const filtered = { ...ids, filters: filterOf(list.filters, zone), ...(unique && { unique }) }
  const params = { ...filtered, ...list.paging }
  const exporting = useExport('exportConversations', filtered)
  const found = useQuery(listQuery('listConversations', params, { live: true }))
  const campaigns = useQuery(campaignNamesQuery(ids))
  const names = new Map((campaigns.data?.items ?? []).map((one) => [one._id ?? '', one.name ?? '']))
  const total = found.data?.pagination.total
  return (
    <>
      <PageHeader
        title={conversations.title}
        lead={
          total === undefined
            ? leadToCome
            : unique
              ? conversations.leadUnique(<b>{number(total)}</b>, total)
              : conversations.lead(<b>{number(total)}</b>, total, list.isFiltered)
        }
        actions={
          <>
            <AsCurl operation="listConversations" params={params} auth="project" />
            <DownloadLink {...exporting.link}>{conversations.export}</DownloadLink>
          </>
        }
      />
      {exporting.fault}
      <Filters list={list} campaigns={names} />
      <Loaded query={found} list={list}>
        {({ items, pagination }) =>
          items.length === 0 ? (
            <Nothing list={list} />
          ) : (
            <>
              <Rows items={items} list={list} campaigns={names} />
              <ListPages list={list} total={pagination.total} count={items.length} />
            </>
          )
        }
      </Loaded>
    </>
  )
}

function Nothing({ list }: { list: List }) {
  const { conversations, common } = useMessages('conversations')
  const { place } = usePlace()
  if (list.isFiltered)
    return (
      <Empty
        action={
          <Link kind="button" href={paths.conversations(place)}>
            {common.clearFilters}
          </Link>
        }
      >
        {common.noMatch}
      </Empty>
    )
  return (
    <Empty
      next={conversations.emptyNext}
      action={
        <Link kind="button" href={paths.live(place)}>
          {conversations.toLive}
        </Link>
      }
    >
      {conversations.empty}
    </Empty>
  )
}

function Filters({ list, campaigns }: { list: List; campaigns: ReadonlyMap<string, string> }) {
  const { conversations: texts } = useMessages('conversations')
  const choices = (all: Record<string, string>) =>
    Object.entries(all).map(([value, label]) => ({ value, label }))
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
          name: 'status',
          label: texts.status,
          choices: choices({ ...texts.statuses, ...texts.statusGroups }),
        },
        {
          name: 'channel',
          label: texts.channel,
          choices: choices({ ...texts.channels, chats: texts.allChats }),
        },
        {
          name: 'campaign',
          label: texts.campaign,
          choices: [...campaigns].map(([value, label]) => ({ value, label })),
        },
        { name: 'length', label: texts.length, choices: choices(texts.lengths) },
      ]}
    >
      {day('from')}
      {day('to')}
      <SearchField list={list} filter="number" label={texts.number} type="tel" />
      <Switch
        label={texts.unique}
        checked={list.filters['unique'] !== undefined}
        onChange={(event) => list.setFilter('unique', event.target.checked ? '1' : undefined)}
      />
    </FilterBar>
  )
}

function Rows({
  items,
  list,
  campaigns,
}: {
  items: readonly Conversation[]
  list: List
  campaigns: ReadonlyMap<string, string>
}) {
  const { conversations: texts, locale } = useMessages('conversations')
  const { place, zone } = usePlace()
  const formats = useFormats(zone)
  return (
    <Table
      label={texts.table}
      rows={items}
      keyOf={({ _id }) => _id}
      columns={[
        {
          id: 'who',
          head: texts.heads.who,
          cell: (row) => (
            <Link href={paths.conversation(place, row._id)}>
              <Who row={row} />
            </Link>
          ),
          second: (row) => (
            <>
              {row.phone_number !== null && row.customer?.name != null && (
                <>
                  <bdi>{row.customer.name}</bdi>
                  {comma(locale)}
                </>
              )}
              {row.phone_number === null && row.whatsapp_user_id !== null && (
                <>
                  <Handle person={knownBy(row)} />
                  {comma(locale)}
                </>
              )}
              {texts.channels[row.channel_type]}
              {comma(locale)}
              {texts.directions[row.conversation_type]}
            </>
          ),
        },
        {
          id: 'status',
          head: texts.heads.status,
          cell: (row) => <StatusBadge state={row.status}>{texts.statuses[row.status]}</StatusBadge>,
        },
        {
          id: 'campaign',
          head: texts.heads.campaign,
          cell: (row) =>
            row.campaign_id === null ? (
              texts.noCampaign
            ) : (
              <bdi>{campaigns.get(row.campaign_id) ?? row.campaign_id}</bdi>
            ),
        },
        {
          id: 'began',
          head: texts.heads.began,
          sort: list.sortBy('start_time'),
          cell: (row) => <bdi>{formats.dayTime(row.start_time)}</bdi>,
          second: () => <bdi>{formats.zoneName}</bdi>,
        },
        {
          id: 'length',
          head: texts.heads.length,
          align: 'end',
          sort: list.sortBy('duration_seconds'),
          cell: (row) =>
            row.duration_seconds === null ? (
              texts.goesOn
            ) : (
              <bdi>{formats.clock(row.duration_seconds * 1_000)}</bdi>
            ),
        },
      ]}
    />
  )
}

/** Whom a conversation is with: the number, or how a person without a visible one is known. */
function Who({ row }: { row: Conversation }) {
  const { conversations: texts } = useMessages('conversations')
  if (row.phone_number !== null) return <bdi dir="ltr">{formatPhone(row.phone_number)}</bdi>
  const name = nameOf(knownBy(row))
  return name === '' ? texts.noNumber : <bdi>{name}</bdi>
}

function knownBy({ customer, whatsapp_user_id }: Conversation): NamedPerson {
  if (customer !== null) return { ...customer, whatsapp_id: customer.whatsapp_id ?? whatsapp_user_id }
  return { name: null, phone_number: null, username: null, whatsapp_id: whatsapp_user_id }
}

/** Writes the parameters of the address as a filter of the API. Days are those of the project. */
function filterOf(filters: Record<string, string>, zone: string): object | undefined {
  const status = filters['status']
  const [shortest, longest] = (filters['length'] ?? '').split('-')
  const from = filters['from'] === undefined ? null : dayStart(filters['from'], zone)
  const to = filters['to'] === undefined ? null : dayEnd(filters['to'], zone)
  const conditions = {
    ...(status !== undefined && {
      status: Object.hasOwn(statusGroups, status) ? { $in: statusGroups[status] } : status,
    }),
    ...(filters['channel'] !== undefined && {
      channel_type: filters['channel'] === 'chats' ? { $ne: 'voice' } : filters['channel'],
    }),
    ...(filters['campaign'] !== undefined && { campaign_id: filters['campaign'] }),
    ...(filters['person'] !== undefined && { customer_profile_id: filters['person'] }),
    ...(filters['number'] !== undefined && { phone_number: `+${readDigits(filters['number'])}` }),
    ...((from !== null || to !== null) && {
      start_time: { ...(from !== null && { $gte: from }), ...(to !== null && { $lt: to }) },
    }),
    ...(filters['length'] !== undefined && {
      duration_seconds: { $gte: Number(shortest), ...(longest ? { $lte: Number(longest) } : {}) },
    }),
  }
  return Object.keys(conditions).length === 0 ? undefined : conditions
}
