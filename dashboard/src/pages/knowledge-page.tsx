import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { listQuery, query } from '../api/queries.ts'
import { AsCurl } from '../components/as-curl.tsx'
import { ListPages } from '../components/filter-bar.tsx'
import { Loaded } from '../components/loaded.tsx'
import { PageAddress } from '../components/page-address.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { When } from '../components/when.tsx'
import { useFormats } from '../hooks/use-formats.ts'
import { useList } from '../hooks/use-list.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../path-builder.ts'
import { Section } from '../ui/section.tsx'
import styles from './page.module.css'

/** `…/knowledge/{source}/pages/{page}`: the text of a page as it is indexed, passage by passage. */
export function IndexedPagePage() {
  const { source: sourceId = '', page: pageId = '' } = useParams()
  const { knowledge } = useMessages('knowledge')
  const { ids, place, zone } = usePlace()
  const { number } = useFormats(zone)
  const list = useList()
  const source = useQuery(query('getSource', { ...ids, source_id: sourceId }))
  const pages = useQuery(
    query('listSourcePages', { ...ids, source_id: sourceId, limit: 1, filters: { _id: pageId } }),
  )
  const params = {
    ...ids,
    source_id: sourceId,
    page_id: pageId,
    limit: list.pageSize,
    skip: list.paging.skip,
  }
  const passages = useQuery(listQuery('listPagePassages', params))
  const page = pages.data?.items[0]
  const title = page?.title
  return (
    <>
      <PageHeader
        title={title === undefined || title === '' ? knowledge.pageTitle : <bdi>{title}</bdi>}
        tabTitle={title ?? knowledge.pageTitle}
        lead={
          page !== undefined && (
            <>
              {knowledge.pageLead(
                <bdi>{number(page.chunk_count)}</bdi>,
                page.chunk_count,
                <When at={page.indexed_at} zone={zone} />,
              )}{' '}
              {page.url !== null && <PageAddress url={page.url} />}
            </>
          )
        }
        crumbs={[
          { label: knowledge.title, href: paths.knowledge(place) },
          {
            label: <bdi>{source.data?.name ?? sourceId}</bdi>,
            href: paths.source(place, sourceId),
          },
          ...(title === undefined || title === '' ? [] : [{ label: <bdi>{title}</bdi> }]),
        ]}
        id={{ name: 'page_id', value: pageId }}
        actions={<AsCurl operation="listPagePassages" params={params} />}
      />
      <Loaded query={passages} list={list}>
        {({ items, pagination }) => (
          <div className={styles.sections}>
            {items.map(({ ordinal, heading, anchor, text }) => (
              <Section
                key={ordinal}
                title={heading === '' ? knowledge.noHeading : <bdi>{heading}</bdi>}
                aside={anchor !== null && <code dir="ltr">#{anchor}</code>}
              >
                <p className={styles.script}>
                  <bdi>{text}</bdi>
                </p>
              </Section>
            ))}
            <ListPages list={list} total={pagination.total} count={items.length} />
          </div>
        )}
      </Loaded>
    </>
  )
}
