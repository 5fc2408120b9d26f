import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import { query } from '../api/queries.ts'
import { AsCurl } from '../components/as-curl.tsx'
import { CrawlUrls } from '../components/crawl-urls.tsx'
import { Loaded } from '../components/loaded.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { CrawlOrCancel, RemoveSource } from '../components/source-actions.tsx'
import { SourcePages } from '../components/source-pages.tsx'
import { SourceSentence, SourceState, statusOf } from '../components/source-state.tsx'
import type { Source } from '../components/source-state.tsx'
import { When } from '../components/when.tsx'
import { formatSize } from '../format/size.ts'
import { useFormats } from '../hooks/use-formats.ts'
import { useList } from '../hooks/use-list.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useRoleReason } from '../hooks/use-role.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths, withQuery } from '../path-builder.ts'
import { Button } from '../ui/button.tsx'
import { Link } from '../ui/link.tsx'
import { Facts } from '../ui/section.tsx'
import { Tabs } from '../ui/tabs.tsx'
import own from './knowledge.module.css'
import styles from './page.module.css'

/** `…/knowledge/{source}`: its URLs with the rule that decided each, its pages, its settings. */
export function KnowledgeSourcePage() {
  const { source: id = '' } = useParams()
  const { knowledge } = useMessages('knowledge')
  const { ids, place } = usePlace()
  const source = useQuery(query('getSource', { ...ids, source_id: id }, { live: true }))
  const crumbs = [{ label: knowledge.title, href: paths.knowledge(place) }]
  if (source.data !== undefined) return <OneSource source={source.data} crumbs={crumbs} />
  return (
    <>
      <PageHeader title={knowledge.title} crumbs={crumbs} />
      <Loaded query={source}>{() => null}</Loaded>
    </>
  )
}

function OneSource({ source, crumbs }: { source: Source; crumbs: { label: string; href: string }[] }) {
  const { ids, place } = usePlace()
  const navigate = useNavigate()
  const isDomain = source.source_type === 'domains'
  return (
    <>
      <PageHeader
        title={<bdi>{source.name}</bdi>}
        tabTitle={source.name}
        status={statusOf(source)}
        lead={<SourceSentence source={source} />}
        crumbs={[...crumbs, { label: <bdi>{source.name}</bdi> }]}
        id={{ name: 'source_id', value: source._id }}
        actions={
          <>
            <AsCurl operation="getSource" params={{ ...ids, source_id: source._id }} auth="project" />
            <RemoveSource source={source} onRemoved={() => void navigate(paths.knowledge(place))} />
            <CrawlOrCancel source={source} />
          </>
        }
      />
      <div className={styles.sections}>
        <Standing source={source} />
        {isDomain ? <DomainTabs source={source} /> : <PagesAlone source={source} />}
      </div>
    </>
  )
}

/** State, pages, last and next crawl. */
function Standing({ source }: { source: Source }) {
  const { knowledge, locale } = useMessages('knowledge')
  const { zone } = usePlace()
  const { number } = useFormats(zone)
  const { last_crawled_at: last, next_crawl_at: next } = source
  return (
    <div className={own.facts}>
      <Facts
        facts={[
          { name: knowledge.heads.state, value: <SourceState source={source} /> },
          { name: knowledge.heads.pages, value: <bdi>{number(source.page_count)}</bdi> },
          ...(source.file_size === null
            ? []
            : [{ name: knowledge.pageHeads.size, value: <bdi>{formatSize(source.file_size, locale)}</bdi> }]),
          {
            name: knowledge.heads.last,
            value:
              last === null && source.source_type === 'domains' ? (
                knowledge.notYet
              ) : (
                <When at={last ?? source.updated_at} zone={zone} />
              ),
          },
          ...(source.source_type === 'domains'
            ? [
                {
                  name: knowledge.heads.next,
                  value: next === null ? knowledge.noNext : <When at={next} zone={zone} />,
                },
              ]
            : []),
        ]}
      />
    </div>
  )
}

function PagesAlone({ source }: { source: Source }) {
  const list = useList()
  return <SourcePages source={source} list={list} />
}

function DomainTabs({ source }: { source: Source }) {
  const { knowledge } = useMessages('knowledge')
  const { place } = usePlace()
  const list = useList({ filters: ['tab', 'state', 'reason', 'address'] })
  const chosen = list.filters['tab'] ?? 'urls'
  const base = paths.source(place, source._id)
  const tab = (id: string, label: string) => ({
    id,
    label,
    href: withQuery(base, { tab: id === 'urls' ? undefined : id }),
  })
  return (
    <div className={own.tabs}>
      <Tabs
        label={knowledge.tabs}
        chosen={chosen}
        tabs={[
          tab('urls', knowledge.tabUrls),
          tab('pages', knowledge.tabPages),
          tab('settings', knowledge.tabSettings),
        ]}
      />
      {chosen === 'settings' ? (
        <Settings source={source} />
      ) : chosen === 'pages' ? (
        <SourcePages source={source} list={list} />
      ) : (
        <CrawlUrls sourceId={source._id} list={list} />
      )}
    </div>
  )
}

function Settings({ source }: { source: Source }) {
  const { knowledge } = useMessages('knowledge')
  const { place, role, zone } = usePlace()
  const { number } = useFormats(zone)
  const reason = useRoleReason(role, 'editor')
  const { settings } = knowledge
  const patterns = (list: string[] | null, none: string) =>
    list === null || list.length === 0 ? (
      none
    ) : (
      <ul>
        {list.map((pattern) => (
          <li key={pattern}>
            <code dir="ltr">{pattern}</code>
          </li>
        ))}
      </ul>
    )
  const days = source.frequency_days ?? 30
  return (
    <div className={styles.stack}>
      <div className={own.facts}>
        <Facts
          facts={[
            { name: settings.domain, value: <bdi dir="ltr">{source.domain}</bdi> },
            {
              name: settings.strategy,
              value: knowledge.strategies[source.crawling_strategy ?? 'deep_crawl'],
            },
            { name: settings.pages, value: <bdi>{number(source.max_pages ?? 0)}</bdi> },
            { name: settings.depth, value: <bdi>{number(source.max_depth ?? 0)}</bdi> },
            { name: settings.include, value: patterns(source.include_patterns, settings.all) },
            { name: settings.exclude, value: patterns(source.exclude_patterns, settings.none) },
            { name: settings.every, value: settings.days(number(days), days) },
            { name: settings.crawler, value: knowledge.crawlers[source.crawler ?? 'crawler_a'] },
          ]}
        />
      </div>
      {reason === null ? (
        <Link kind="button" href={paths.editDomain(place, source._id)}>
          {settings.change}
        </Link>
      ) : (
        <Button reason={reason}>{settings.change}</Button>
      )}
      <p className={styles.more}>{settings.changeHint}</p>
    </div>
  )
}
