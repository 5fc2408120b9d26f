import { useQuery } from '@tanstack/react-query'
import { allPagesQuery } from '../api/all-pages.ts'
import type { Data } from '../api/operations.ts'
import { listQuery } from '../api/queries.ts'
import { AsCurl } from '../components/as-curl.tsx'
import { FilterBar, ListPages } from '../components/filter-bar.tsx'
import { Loaded } from '../components/loaded.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { SearchField } from '../components/search-field.tsx'
import { templateMarks, TemplateTimes } from '../components/template-state.tsx'
import { SyncTemplates } from '../components/template-sync.tsx'
import { When } from '../components/when.tsx'
import { useFormats } from '../hooks/use-formats.ts'
import { useList } from '../hooks/use-list.ts'
import type { List } from '../hooks/use-list.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../path-builder.ts'
import { Empty } from '../ui/empty.tsx'
import { Link } from '../ui/link.tsx'
import { StatusWord } from '../ui/status-mark.tsx'
import { Table } from '../ui/table.tsx'
import { Tabs } from '../ui/tabs.tsx'
import styles from './page.module.css'

type Templates = Data<'listWhatsappTemplates'>
type Status = Templates['items'][number]['status']

const statuses: readonly Status[] = ['approved', 'paused', 'rejected', 'pending', 'disabled']

/** Returns how many templates that broadcasts use can't be sent; null if the page does not show all of them. */
function stoppedOf({ items, counts }: Templates): number | null {
  const total = sumOf(counts)
  if (total === (counts['approved'] ?? 0)) return 0
  if (items.length < total) return null
  return items.filter(({ status, broadcasts }) => status !== 'approved' && broadcasts > 0).length
}

/** `…/templates`: what WhatsApp has, in which state, and what uses it. */
export function TemplatesPage() {
  const { templates: texts, common } = useMessages('templates')
  const { ids, place, zone } = usePlace()
  const { number } = useFormats(zone)
  const list = useList({ filters: ['status', 'sender', 'q'], pageSize: 50 })
  const { limit, skip } = list.paging
  const status = statuses.find((one) => one === list.filters['status'])
  const params = {
    ...ids,
    limit,
    skip,
    ...(status !== undefined && { status }),
    ...(list.filters['sender'] !== undefined && { whatsapp_sender_id: list.filters['sender'] }),
    ...(list.filters['q'] !== undefined && { q: list.filters['q'] }),
  }
  const found = useQuery(listQuery('listWhatsappTemplates', params, { live: true }))
  const senders = useQuery(allPagesQuery('listWhatsappSenders', ids))
  const total = found.data === undefined ? null : sumOf(found.data.counts)
  const readAt = (found.data?.items ?? [])
    .flatMap(({ read_at }) => read_at ?? [])
    .toSorted()
    .at(-1)
  const stopped = found.data === undefined ? null : stoppedOf(found.data)
  // The counts are of all states, and of the sender and the name that are looked for.
  const isOfAll = list.filters['sender'] === undefined && list.filters['q'] === undefined
  return (
    <>
      <PageHeader
        title={texts.title}
        lead={
          total === null || !isOfAll ? undefined : (
            <>
              {texts.lead(number(total), stopped)}
              {readAt !== undefined && texts.readAt(<When at={readAt} zone={zone} />)}
            </>
          )
        }
        actions={
          <>
            <AsCurl operation="listWhatsappTemplates" params={params} />
            <SyncTemplates />
          </>
        }
      />
      {(list.isFiltered || (total ?? 0) > 0) && (
        <Filters
          list={list}
          status={status}
          counts={found.data?.counts}
          senders={senders.data?.items ?? []}
        />
      )}
      <Loaded query={found} list={list}>
        {({ items, pagination }) =>
          total === 0 && !list.isFiltered ? (
            <Empty next={texts.noneNext} action={<Link href={paths.senders(place)}>{texts.toSenders}</Link>}>
              {texts.none}
            </Empty>
          ) : (
            <>
              {items.length === 0 ? <Empty>{common.noMatch}</Empty> : <TemplateTable templates={items} />}
              <ListPages list={list} total={pagination.total} count={items.length} />
            </>
          )
        }
      </Loaded>
    </>
  )
}

interface FiltersProps {
  list: List
  status: Status | undefined
  /** How many are in each status; undefined while that is not known. */
  counts: Templates['counts'] | undefined
  senders: readonly { _id: string; name: string }[]
}

function Filters({ list, status, counts, senders }: FiltersProps) {
  const { templates: texts } = useMessages('templates')
  const { zone } = usePlace()
  const { number } = useFormats(zone)
  return (
    <>
      <Tabs
        label={texts.tabs}
        chosen={status ?? 'all'}
        tabs={[
          {
            id: 'all',
            label: texts.all,
            count: counts && number(sumOf(counts)),
            href: list.hrefWith({ status: undefined }),
          },
          ...statuses.map((one) => ({
            id: one,
            label: texts.statuses[one],
            status: templateMarks[one],
            count: counts && number(counts[one] ?? 0),
            href: list.hrefWith({ status: one }),
          })),
        ]}
      />
      <div className={styles.filters}>
        <FilterBar
          list={list}
          filters={[
            {
              name: 'sender',
              label: texts.sender,
              choices: senders.map(({ _id, name }) => ({ value: _id, label: name })),
            },
          ]}
        >
          <SearchField list={list} filter="q" label={texts.nameFilter} type="text" maxLength={100} />
        </FilterBar>
      </div>
    </>
  )
}

function sumOf(counts: Record<string, number>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

function TemplateTable({ templates }: { templates: Templates['items'] }) {
  const { templates: texts } = useMessages('templates')
  const { place, zone } = usePlace()
  const { number } = useFormats(zone)
  return (
    <Table
      label={texts.title}
      rows={templates}
      keyOf={({ _id }) => _id}
      columns={[
        {
          id: 'name',
          head: texts.name,
          cell: ({ _id, name }) => (
            <Link href={paths.template(place, _id)}>
              <bdi>{name}</bdi>
            </Link>
          ),
          second: ({ language }) => <code dir="ltr">{language}</code>,
        },
        {
          id: 'state',
          head: texts.state,
          cell: ({ status }) => (
            <StatusWord status={templateMarks[status]}>{texts.statuses[status]}</StatusWord>
          ),
          second: (template) =>
            template.status === 'approved' ? null : <TemplateTimes template={template} />,
        },
        {
          id: 'category',
          head: texts.category,
          cell: ({ category }) => texts.categories[category],
          second: ({ quality }) =>
            quality === null || quality === 'UNKNOWN'
              ? null
              : `${texts.quality}: ${texts.qualities[quality] ?? quality}`,
        },
        { id: 'sender', head: texts.sender, cell: ({ sender_name }) => <bdi>{sender_name}</bdi> },
        {
          id: 'uses',
          head: texts.usedBy,
          cell: ({ broadcasts }) => texts.uses(number(broadcasts)),
        },
      ]}
    />
  )
}
