import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listQuery, query } from '../api/queries.ts'
import { AskKnowledge } from '../components/ask-knowledge.tsx'
import { FilterBar, ListPages } from '../components/filter-bar.tsx'
import { Loaded } from '../components/loaded.tsx'
import { MoreActions } from '../components/more-actions.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { CrawlNow, useCrawlReason } from '../components/source-actions.tsx'
import { SourceSentence, SourceState } from '../components/source-state.tsx'
import type { Source } from '../components/source-state.tsx'
import { When } from '../components/when.tsx'
import { AddFiles } from '../forms/add-files.tsx'
import { AddUrl } from '../forms/add-url.tsx'
import { useFormats } from '../hooks/use-formats.ts'
import { useList } from '../hooks/use-list.ts'
import type { List } from '../hooks/use-list.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useRoleReason } from '../hooks/use-role.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../path-builder.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { DropArea } from '../ui/file-drop.tsx'
import { Link } from '../ui/link.tsx'
import { Section } from '../ui/section.tsx'
import { Table } from '../ui/table.tsx'
import styles from './page.module.css'

/** What is added: files (those that were dropped), or a single page. */
type Adding = { kind: 'files'; files: readonly File[] } | { kind: 'url' }

/** `…/knowledge`: the sources of the knowledge base, and what it answers. */
export function KnowledgePage() {
  const { knowledge } = useMessages('knowledge')
  const { ids, role, zone } = usePlace()
  const { number } = useFormats(zone)
  const list = useList({ filters: ['q', 'type', 'state'], sort: { field: 'created_at', order: -1 } })
  const filters = filterOf(list.filters)
  const params = { ...ids, ...list.paging, filters }
  const sources = useQuery(listQuery('listSources', params, { live: true }))
  const { data: room } = useQuery(query('getSourceRoom', ids))
  const [adding, add] = useState<Adding | null>(null)
  const reason = useRoleReason(role, 'editor')
  const total = sources.data?.pagination.total
  return (
    <>
      <PageHeader
        title={knowledge.title}
        lead={
          total === undefined || room === undefined || filters !== undefined
            ? knowledge.leadShort
            : knowledge.lead(
                <b>{number(total)}</b>,
                total,
                <bdi>{number(room.links.used)}</bdi>,
                <bdi>{number(room.links.max)}</bdi>,
              )
        }
        actions={
          <>
            <AddDomain />
            <Button reason={reason} onPress={() => add({ kind: 'files', files: [] })}>
              {knowledge.addFiles}
            </Button>
            <MoreActions
              actions={[{ label: knowledge.addUrl, reason, onChoose: () => add({ kind: 'url' }) }]}
              curl={{ operation: 'listSources', params, auth: 'project' }}
            />
          </>
        }
      />
      <div className={styles.sections}>
        <AskKnowledge list={list} />
        <DropArea
          label={knowledge.drop}
          isOff={reason !== null}
          onFiles={(files) => add({ kind: 'files', files })}
        >
          <Section title={knowledge.sources}>
            <Filters list={list} />
            <Loaded query={sources} list={list}>
              {({ items, pagination }) =>
                items.length === 0 ? (
                  <NoSources list={list} />
                ) : (
                  <>
                    <Rows items={items} list={list} />
                    <ListPages list={list} total={pagination.total} count={items.length} />
                  </>
                )
              }
            </Loaded>
          </Section>
        </DropArea>
      </div>
      {adding?.kind === 'files' && <AddFiles dropped={adding.files} onClose={() => add(null)} />}
      {adding?.kind === 'url' && <AddUrl onClose={() => add(null)} />}
    </>
  )
}

function AddDomain() {
  const { knowledge } = useMessages('knowledge')
  const { place } = usePlace()
  const reason = useCrawlReason({ isNew: true })
  if (reason === null)
    return (
      <Link kind="main" href={paths.newDomain(place)}>
        {knowledge.addDomain}
      </Link>
    )
  return <Button reason={reason}>{knowledge.addDomain}</Button>
}

function Filters({ list }: { list: List }) {
  const { knowledge } = useMessages('knowledge')
  const choices = (all: Record<string, string>) =>
    Object.entries(all).map(([value, label]) => ({ value, label }))
  const { q: _, ...filters } = list.filters
  const shown: List = {
    ...list,
    filters,
    isFiltered: Object.keys(filters).length > 0,
  }
  return (
    <FilterBar
      list={shown}
      filters={[
        { name: 'type', label: knowledge.type, choices: choices(knowledge.types) },
        { name: 'state', label: knowledge.state, choices: choices(knowledge.states) },
      ]}
    />
  )
}

function NoSources({ list }: { list: List }) {
  const { knowledge, common } = useMessages('knowledge')
  const { filters } = list
  if (filters['type'] !== undefined || filters['state'] !== undefined)
    return (
      <Empty
        action={
          <Link kind="button" href={list.hrefWith({ type: undefined, state: undefined })}>
            {common.clearFilters}
          </Link>
        }
      >
        {common.noMatch}
      </Empty>
    )
  return <Empty next={knowledge.noneNext}>{knowledge.none}</Empty>
}

function Rows({ items, list }: { items: readonly Source[]; list: List }) {
  const { knowledge } = useMessages('knowledge')
  const { place, zone } = usePlace()
  const { number } = useFormats(zone)
  return (
    <Table
      label={knowledge.sources}
      rows={items}
      keyOf={({ _id }) => _id}
      columns={[
        {
          id: 'source',
          head: knowledge.heads.source,
          sort: list.sortBy('name'),
          cell: ({ _id, name }) => (
            <Link href={paths.source(place, _id)}>
              <bdi>{name}</bdi>
            </Link>
          ),
          second: ({ source_type, created_by }) =>
            knowledge.addedBy(
              knowledge.types[source_type],
              created_by.kind === 'operator' ? (
                knowledge.byOperator
              ) : created_by.kind === 'api_key' ? (
                knowledge.byKey(<bdi>{created_by.name}</bdi>)
              ) : (
                <bdi>{created_by.name}</bdi>
              ),
            ),
        },
        {
          id: 'state',
          head: knowledge.heads.state,
          cell: (source) => <SourceState source={source} />,
          second: (source) => <SourceSentence source={source} />,
        },
        {
          id: 'pages',
          head: knowledge.heads.pages,
          align: 'end',
          narrow: true,
          sort: list.sortBy('page_count'),
          cell: ({ page_count }) => <bdi>{number(page_count)}</bdi>,
        },
        {
          id: 'last',
          head: knowledge.heads.last,
          cell: ({ last_crawled_at: at, source_type, updated_at }) =>
            at === null && source_type === 'domains' ? (
              knowledge.notYet
            ) : (
              <When at={at ?? updated_at} zone={zone} />
            ),
        },
        {
          id: 'next',
          head: knowledge.heads.next,
          cell: ({ next_crawl_at: at }) => (at === null ? knowledge.noNext : <When at={at} zone={zone} />),
        },
      ]}
      action={(source) => <CrawlNow source={source} />}
    />
  )
}

function filterOf(filters: Record<string, string>): object | undefined {
  const conditions = {
    ...(filters['type'] !== undefined && { source_type: filters['type'] }),
    ...(filters['state'] !== undefined && { sync_status: filters['state'] }),
  }
  return Object.keys(conditions).length === 0 ? undefined : conditions
}
