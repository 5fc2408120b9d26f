import { useQuery } from '@tanstack/react-query'
import type { Data } from '../api/operations.ts'
import { listQuery } from '../api/queries.ts'
import { comma } from '../format/comma.ts'
import { useFormats } from '../hooks/use-formats.ts'
import type { List } from '../hooks/use-list.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import type { Messages } from '../messages/use-messages.ts'
import { Empty } from '../ui/empty.tsx'
import { Link } from '../ui/link.tsx'
import { StatusWord } from '../ui/status-mark.tsx'
import type { Status } from '../ui/status-mark.tsx'
import { Table } from '../ui/table.tsx'
import { FilterBar, ListPages } from './filter-bar.tsx'
import { Loaded } from './loaded.tsx'
import { PageAddress } from './page-address.tsx'
import { SearchField } from './search-field.tsx'
import { When } from './when.tsx'

type CrawlUrl = Data<'listCrawlUrls'>['items'][number]

const marks: Record<CrawlUrl['state'], Status> = {
  waiting: 'waits',
  indexed: 'done',
  unchanged: 'done',
  skipped: 'closed',
  failed: 'failed',
  gone: 'closed',
}

/** The reasons for leaving a URL out, in the order of the documents. */
const reasons = [
  'robots',
  'pattern',
  'depth',
  'scope',
  'type',
  'noindex',
  'canonical',
  'redirect',
  'duplicate',
  'empty',
  'too_large',
  'trap',
  'limit',
  'quota',
  'private_address',
  'error',
]

/** The URLs of the last crawl, each with the rule that decided. */
export function CrawlUrls({ sourceId, list }: { sourceId: string; list: List }) {
  const { knowledge, common } = useMessages('knowledge')
  const { ids } = usePlace()
  const { state, reason, address } = list.filters
  const conditions = {
    ...(state !== undefined && { state }),
    ...(reason !== undefined && { reason }),
    ...(address !== undefined && {
      url: { $regex: address.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`) },
    }),
  }
  const filters = Object.keys(conditions).length === 0 ? undefined : conditions
  const params = { ...ids, source_id: sourceId, ...list.paging, filters }
  const urls = useQuery(listQuery('listCrawlUrls', params, { live: true }))
  const choices = (all: Record<string, string>) =>
    Object.entries(all).map(([value, label]) => ({ value, label }))
  return (
    <>
      <FilterBar
        list={{ ...list, filters: withoutTab(list.filters), isFiltered: filters !== undefined }}
        filters={[
          { name: 'state', label: knowledge.state, choices: choices(knowledge.urlStates) },
          {
            name: 'reason',
            label: knowledge.reason,
            choices: reasons.map((value) => ({ value, label: knowledge.rules[value] ?? value })),
          },
        ]}
      >
        <SearchField list={list} filter="address" label={knowledge.address} type="text" dir="ltr" />
      </FilterBar>
      <Loaded query={urls} list={list}>
        {({ items, pagination }) =>
          items.length === 0 ? (
            filters === undefined ? (
              <Empty next={knowledge.noUrlsNext}>{knowledge.noUrls}</Empty>
            ) : (
              <Empty
                action={
                  <Link
                    kind="button"
                    href={list.hrefWith({ state: undefined, reason: undefined, address: undefined })}
                  >
                    {common.clearFilters}
                  </Link>
                }
              >
                {common.noMatch}
              </Empty>
            )
          ) : (
            <>
              <Rows items={items} list={list} />
              <ListPages list={list} total={pagination.total} count={items.length} />
            </>
          )
        }
      </Loaded>
    </>
  )
}

/** The tab is part of the address, but no filter that could be taken away. */
function withoutTab(filters: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(filters).filter(([name]) => name !== 'tab'))
}

/** The rule that decided a URL, in words. */
function ruleWord(
  knowledge: Messages['knowledge'],
  { state, reason }: Pick<CrawlUrl, 'state' | 'reason'>,
): string {
  return state === 'skipped' && reason !== null
    ? (knowledge.rules[reason] ?? reason)
    : knowledge.urlStates[state]
}

function Rows({ items, list }: { items: readonly CrawlUrl[]; list: List }) {
  const { knowledge, locale } = useMessages('knowledge')
  const { zone } = usePlace()
  const { number } = useFormats(zone)
  return (
    <Table
      label={knowledge.urls}
      rows={items}
      keyOf={({ _id }) => _id}
      columns={[
        {
          id: 'url',
          head: knowledge.urlHeads.url,
          sort: list.sortBy('url'),
          cell: ({ url }) => <PageAddress url={url} />,
          second: ({ found_on: page }) =>
            page === null ? knowledge.isStart : knowledge.foundOn(<bdi dir="ltr">{page}</bdi>),
        },
        {
          id: 'rule',
          head: knowledge.urlHeads.rule,
          cell: (url) => <StatusWord status={marks[url.state]}>{ruleWord(knowledge, url)}</StatusWord>,
          second: ({ detail, leads_to: page }) => (
            <>
              {detail !== null && <bdi>{detail}</bdi>}
              {page !== null && (
                <>
                  {detail !== null && comma(locale)}
                  {knowledge.leadsTo(<bdi dir="ltr">{page}</bdi>)}
                </>
              )}
            </>
          ),
        },
        {
          id: 'depth',
          head: knowledge.urlHeads.depth,
          align: 'end',
          narrow: true,
          sort: list.sortBy('depth'),
          cell: ({ depth }) => <bdi>{number(depth)}</bdi>,
        },
        {
          id: 'status',
          head: knowledge.urlHeads.status,
          align: 'end',
          narrow: true,
          cell: ({ status_code: code }) => (code === null ? null : <bdi>{code}</bdi>),
        },
        {
          id: 'at',
          head: knowledge.urlHeads.at,
          cell: ({ settled_at: at }) => (at === null ? knowledge.notYet : <When at={at} zone={zone} />),
        },
      ]}
    />
  )
}
