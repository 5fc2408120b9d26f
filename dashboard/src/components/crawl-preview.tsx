import { useState } from 'react'
import type { Data } from '../api/operations.ts'
import { useFormats } from '../hooks/use-formats.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Select } from '../ui/select.tsx'
import { StatusWord } from '../ui/status-mark.tsx'
import type { Status } from '../ui/status-mark.tsx'
import { Table } from '../ui/table.tsx'
import { WaitSentence } from '../ui/wait-sentence.tsx'
import { PageAddress } from './page-address.tsx'
import styles from './crawl-preview.module.css'

export type Preview = Data<'previewCrawl'>

/** What a crawl would do: robots.txt, how many URLs each rule decides, and the first URLs. */
export function CrawlPreview({ preview, asBrowser }: { preview: Preview; asBrowser: boolean }) {
  const { knowledge } = useMessages('knowledge')
  const { zone } = usePlace()
  const { number } = useFormats(zone)
  const { robots, by_rule: rules } = preview
  const figure = (value: number) => <bdi>{number(value)}</bdi>
  const taken = rules.find(({ rule }) => rule === 'take')?.count ?? 0
  const sentence =
    preview.outcome === 'failed' && preview.error !== null
      ? knowledge.previewFails(<bdi>{preview.error}</bdi>)
      : preview.ended_by === 'whole'
        ? knowledge.previewWhole(figure(taken), taken, figure(preview.found))
        : knowledge.previewPart(
            figure(taken),
            taken,
            figure(preview.found),
            knowledge.previewEnds[preview.ended_by],
          )
  return (
    <div className={styles.preview}>
      <WaitSentence
        status={preview.outcome === 'failed' ? 'failed' : preview.ended_by === 'whole' ? 'done' : 'unknown'}
        {...(preview.outcome === 'partial' &&
          preview.error !== null && { more: knowledge.previewTrouble(<bdi>{preview.error}</bdi>) })}
      >
        {sentence}
      </WaitSentence>
      <div className={styles.more}>
        <p>
          <bdi>{robots.detail}</bdi>
          {'. '}
          {!robots.allows_start && knowledge.robotsForbids}
        </p>
        <p>
          {robots.sitemaps.length === 0
            ? knowledge.noSitemaps
            : knowledge.sitemaps(figure(robots.sitemaps.length), robots.sitemaps.length)}
        </p>
        {robots.crawl_delay_seconds !== null && (
          <p>{knowledge.robotsDelay(number(robots.crawl_delay_seconds))}</p>
        )}
        {asBrowser && <p>{knowledge.scripts}</p>}
      </div>
      <ul className={styles.rules} aria-label={knowledge.byRule}>
        {rules.map(({ rule, count }) => (
          <li key={rule} className={styles.rule}>
            <StatusWord status={markOf(rule)}>{knowledge.rules[rule] ?? <bdi>{rule}</bdi>}</StatusWord>
            <span>{knowledge.ruleCount(figure(count), count)}</span>
          </li>
        ))}
      </ul>
      {preview.urls.length > 0 && <Urls preview={preview} />}
    </div>
  )
}

function markOf(rule: string): Status {
  if (rule === 'take') return 'done'
  if (rule === 'wait') return 'waits'
  return rule === 'failed' ? 'failed' : 'closed'
}

function Urls({ preview: { urls, found, by_rule: rules } }: { preview: Preview }) {
  const { knowledge } = useMessages('knowledge')
  const { zone } = usePlace()
  const { number } = useFormats(zone)
  const [only, show] = useState('')
  return (
    <>
      <Select
        label={knowledge.reason}
        choices={[
          { value: '', label: knowledge.ruleOfAll },
          ...rules.map(({ rule }) => ({ value: rule, label: knowledge.rules[rule] ?? rule })),
        ]}
        value={only}
        onChange={({ target }) => show(target.value)}
      />
      {found > urls.length && (
        <p className={styles.more}>{knowledge.firstUrls(number(urls.length), number(found))}</p>
      )}
      <Table
        label={knowledge.preview}
        rows={only === '' ? urls : urls.filter(({ rule }) => rule === only)}
        keyOf={({ url }) => url}
        columns={[
          {
            id: 'rule',
            head: knowledge.urlHeads.rule,
            cell: ({ rule }) => (
              <StatusWord status={markOf(rule)}>{knowledge.rules[rule] ?? <bdi>{rule}</bdi>}</StatusWord>
            ),
            second: ({ detail }) => detail !== null && <bdi>{detail}</bdi>,
          },
          {
            id: 'url',
            head: knowledge.urlHeads.url,
            cell: ({ url }) => <PageAddress url={url} />,
            second: ({ title, found_on: page }) =>
              title !== null ? (
                <bdi>{title}</bdi>
              ) : page === null ? (
                knowledge.isStart
              ) : (
                knowledge.foundOn(<bdi dir="ltr">{page}</bdi>)
              ),
          },
        ]}
      />
    </>
  )
}
