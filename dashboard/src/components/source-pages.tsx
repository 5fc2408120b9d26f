import { useQuery } from '@tanstack/react-query'
import { listQuery } from '../api/queries.ts'
import { formatSize } from '../format/size.ts'
import { useFormats } from '../hooks/use-formats.ts'
import type { List } from '../hooks/use-list.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../path-builder.ts'
import { Empty } from '../ui/empty.tsx'
import { Link } from '../ui/link.tsx'
import { Table } from '../ui/table.tsx'
import { ListPages } from './filter-bar.tsx'
import { Loaded } from './loaded.tsx'
import type { Source } from './source-state.tsx'
import { When } from './when.tsx'

/** The pages of a source that are in the index; each leads to its text. */
export function SourcePages({ source, list }: { source: Source; list: List }) {
  const { knowledge, locale } = useMessages('knowledge')
  const { ids, place, zone } = usePlace()
  const { number } = useFormats(zone)
  const params = { ...ids, source_id: source._id, ...list.paging }
  const pages = useQuery(listQuery('listSourcePages', params, { live: true }))
  return (
    <Loaded query={pages} list={list}>
      {({ items, pagination }) =>
        items.length === 0 ? (
          <Empty
            {...(source.source_type === 'domains' && {
              next: knowledge.noPagesNext,
              action: (
                <Link kind="button" href={paths.source(place, source._id)}>
                  {knowledge.toUrls}
                </Link>
              ),
            })}
          >
            {knowledge.noPages}
          </Empty>
        ) : (
          <>
            <Table
              label={knowledge.pagesTable}
              rows={items}
              keyOf={({ _id }) => _id}
              columns={[
                {
                  id: 'page',
                  head: knowledge.pageHeads.page,
                  sort: list.sortBy('title'),
                  cell: ({ _id, title, url }) => (
                    <Link href={paths.sourcePage(place, source._id, _id)}>
                      <bdi>{title === '' ? (url ?? source.name) : title}</bdi>
                    </Link>
                  ),
                  second: ({ url }) => (url === null ? knowledge.file : <bdi dir="ltr">{url}</bdi>),
                },
                {
                  id: 'passages',
                  head: knowledge.pageHeads.passages,
                  align: 'end',
                  narrow: true,
                  sort: list.sortBy('chunk_count'),
                  cell: ({ chunk_count }) => <bdi>{number(chunk_count)}</bdi>,
                },
                {
                  id: 'language',
                  head: knowledge.pageHeads.language,
                  narrow: true,
                  cell: ({ language }) => <bdi>{language}</bdi>,
                },
                {
                  id: 'size',
                  head: knowledge.pageHeads.size,
                  align: 'end',
                  narrow: true,
                  sort: list.sortBy('byte_size'),
                  cell: ({ byte_size }) => <bdi>{formatSize(byte_size, locale)}</bdi>,
                },
                {
                  id: 'at',
                  head: knowledge.pageHeads.at,
                  sort: list.sortBy('indexed_at'),
                  cell: ({ indexed_at: at }) => <When at={at} zone={zone} />,
                },
              ]}
            />
            <ListPages list={list} total={pagination.total} count={items.length} />
          </>
        )
      }
    </Loaded>
  )
}
