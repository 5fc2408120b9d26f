import type { Data } from '../api/operations.ts'
import { useFormats } from '../hooks/use-formats.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths, withQuery } from '../path-builder.ts'
import { Empty } from '../ui/empty.tsx'
import { Link } from '../ui/link.tsx'
import { Section } from '../ui/section.tsx'
import { useCompared } from './compared.ts'
import { SeriesChart } from './series-chart.tsx'
import styles from './charts.module.css'

type Series = Data<'voiceSeries'>

/** The calls of a span: how many, how many were answered, and how long people talked. */
export function CallCharts({ series }: { series: Series }) {
  const { analytics: texts } = useMessages('analytics')
  const { place, zone } = usePlace()
  const formats = useFormats(zone)
  const compared = useCompared()
  const { points, totals, totals_before, finished } = series
  const list = (days: { from: string; to: string }, more: Record<string, string> = {}) =>
    withQuery(paths.conversations(place), { channel: 'voice', ...more, from: days.from, to: days.to })
  const parts = usePartsOf(series, list)
  if (totals.calls + totals_before.calls === 0)
    return (
      <Empty
        next={texts.noCallsNext}
        action={
          <Link kind="button" href={paths.campaigns(place)}>
            {texts.toCampaigns}
          </Link>
        }
      >
        {texts.noCalls}
      </Empty>
    )
  const { totals: over, totals_before: overBefore } = finished
  const duration = (seconds: number) => formats.duration(seconds * 1_000)
  const percent = (rate: number) => formats.percent(rate)
  return (
    <div className={styles.charts}>
      <Section title={texts.values.calls}>
        <SeriesChart
          title={texts.figure.calls(
            formats.number(totals.calls),
            totals.calls,
            compared(over.calls, overBefore.calls),
          )}
          value={texts.values.calls}
          by={series.by}
          points={points}
          figure={({ calls }) => calls}
          shown={formats.number}
          href={list}
          {...(parts.length > 0 && { parts })}
        />
      </Section>
      <Section title={texts.values.rate}>
        <SeriesChart
          title={
            totals.answer_rate === null
              ? texts.figure.noRate
              : texts.figure.rate(
                  percent(totals.answer_rate),
                  totals_before.answer_rate === null ? '–' : percent(totals_before.answer_rate),
                )
          }
          value={texts.values.rate}
          by={series.by}
          points={points}
          figure={({ answer_rate }) => answer_rate ?? 0}
          shown={percent}
          href={(days) => list(days, { status: 'answered' })}
        />
      </Section>
      <Section title={texts.values.talk}>
        <SeriesChart
          title={texts.figure.talk(
            duration(totals.talk_seconds),
            compared(over.talk_seconds, overBefore.talk_seconds),
          )}
          value={texts.values.talk}
          by={series.by}
          points={points}
          figure={({ talk_seconds }) => talk_seconds}
          shown={duration}
          href={list}
        />
      </Section>
    </div>
  )
}

/** The parts of a split, each with the list that it counts. What stands for several campaigns has none. */
function usePartsOf(
  { parts, totals, from, to }: Series,
  list: (days: { from: string; to: string }, more: Record<string, string>) => string,
) {
  const { analytics: texts, conversations } = useMessages('analytics', 'conversations')
  const { zone } = usePlace()
  const formats = useFormats(zone)
  return parts
    .map((part, index) => ({ part, index }))
    .filter(({ part }) => part.calls > 0)
    .map(({ part, index }) => {
      const more: Record<string, string> | null =
        part.key === 'others' ? null : part.name === null ? { status: part.key } : { campaign: part.key }
      const hrefOf = more === null ? undefined : (days: { from: string; to: string }) => list(days, more)
      return {
        id: part.key,
        label:
          part.key === 'others' ? (
            texts.others
          ) : part.name === null ? (
            (conversations.statuses[part.key] ?? part.key)
          ) : (
            <bdi>{part.name}</bdi>
          ),
        shown: formats.number(part.calls),
        share: part.calls / Math.max(1, totals.calls),
        href: hrefOf?.({ from, to }),
        hrefOf,
        figure: (point: Series['points'][number]) => point.parts?.[index]?.calls ?? 0,
      }
    })
}
