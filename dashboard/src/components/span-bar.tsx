import type { List } from '../hooks/use-list.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Link } from '../ui/link.tsx'
import { Select } from '../ui/select.tsx'
import { DayFilter } from './day-filter.tsx'
import bar from './filter-bar.module.css'
import styles from './span-bar.module.css'

export interface SpanBarProps {
  list: List
  /** The span that is shown. */
  series: { from: string; to: string; by: string } | undefined
  splits: readonly string[]
}

/** Chooses the span, the size of its parts, and how it is split. All of it is the address. */
export function SpanBar({ list, series, splits }: SpanBarProps) {
  const { analytics: texts } = useMessages('analytics')
  const { filters } = list
  const isPreset = filters['from'] === undefined
  const chosen = filters['span'] ?? '30d'
  // The days of the address count before their figures have come, and where these are refused.
  const from = filters['from'] ?? series?.from
  const to = filters['to'] ?? series?.to
  const day = (name: 'from' | 'to') => (
    <DayFilter
      label={texts[name]}
      value={(name === 'from' ? from : to) ?? ''}
      onChange={(value) => {
        if (value === '') return
        const days = { from: from ?? value, to: to ?? value, [name]: value }
        if (days.from > days.to) days[name === 'from' ? 'to' : 'from'] = value
        list.setFilters({ ...days, span: undefined, by: undefined })
      }}
    />
  )
  const choice = (value: string, label: string | undefined) => ({ value, label: label ?? value })
  return (
    <search aria-label={texts.filters}>
      <ul className={styles.presets} aria-label={texts.presets}>
        {Object.entries(texts.preset).map(([span, label]) => (
          <li key={span}>
            <Link
              href={list.hrefWith({
                span: span === '30d' ? undefined : span,
                by: span.endsWith('m') ? 'month' : undefined,
                from: undefined,
                to: undefined,
              })}
              {...(isPreset && span === chosen ? { 'aria-current': 'true' as const } : {})}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
      <div className={bar.bar}>
        {day('from')}
        {day('to')}
        <Select
          label={texts.by}
          choices={[
            choice('', texts.sizeFits),
            ...Object.entries(texts.sizes).map(([value, label]) => choice(value, label)),
          ]}
          value={filters['by'] ?? ''}
          onChange={(event) => list.setFilter('by', event.target.value || undefined)}
        />
        <Select
          label={texts.split}
          choices={[choice('', texts.noSplit), ...splits.map((split) => choice(split, texts.splits[split]))]}
          value={filters['split'] ?? ''}
          onChange={(event) => list.setFilter('split', event.target.value || undefined)}
        />
      </div>
    </search>
  )
}
