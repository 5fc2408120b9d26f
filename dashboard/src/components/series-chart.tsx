import { comma } from '../format/comma.ts'
import { formatDay } from '../format/instant.ts'
import { useMessages } from '../messages/use-messages.ts'
import { BarChart } from '../ui/bar-chart.tsx'
import type { ChartPart } from '../ui/bar-chart.tsx'

/** What every point of a series has: its days, and whether it is over. */
export interface SeriesPoint {
  from: string
  to: string
  is_over: boolean
  before: { from: string; to: string }
}

export interface SeriesChartProps<Point extends SeriesPoint> {
  title: string
  value: string
  by: string
  points: readonly Point[]
  /** What a point, or its counterpart in the span before, shows. */
  figure: (of: Point | Point['before']) => number
  shown: (figure: number) => string
  /** The list that a point counts, for its first and last day. */
  href?: (days: { from: string; to: string }) => string
  /** What the bars are made of. */
  parts?: readonly (ChartPart & {
    figure: (point: Point) => number
    hrefOf?: ((days: { from: string; to: string }) => string) | undefined
  })[]
  isCompared?: boolean
  height?: number
}

/** A series of the analytics as bars, with the span before, and as the same table. */
export function SeriesChart<Point extends SeriesPoint>(props: SeriesChartProps<Point>) {
  const { points, figure, shown, href, parts, isCompared = true } = props
  const { analytics: texts, locale } = useMessages('analytics')
  const label = (days: { from: string; to: string }) => labelOf(days, props.by, locale)
  return (
    <BarChart
      title={props.title}
      heads={[texts.head[props.by] ?? props.by, props.value, ...(isCompared ? [texts.before] : [])] as never}
      openLabel={texts.open}
      nowLabel={texts.notOver}
      comma={comma(locale)}
      {...(props.height !== undefined && { height: props.height })}
      bars={points.map((point) => ({
        id: point.from,
        label: label(point),
        value: figure(point),
        shown: shown(figure(point)),
        href: href !== undefined && figure(point) > 0 ? href(point) : undefined,
        isNow: !point.is_over,
        ...(isCompared && {
          before: {
            label: label(point.before),
            value: figure(point.before),
            shown: shown(figure(point.before)),
          },
        }),
        ...(parts !== undefined && {
          parts: parts.map((part) => ({
            value: part.figure(point),
            shown: shown(part.figure(point)),
            href: part.hrefOf?.(point),
          })),
        }),
      }))}
      {...(parts !== undefined && { parts })}
    />
  )
}

/** "Mon 16 Nov", "16 Nov to 22 Nov", "November 2026". */
function labelOf({ from, to }: { from: string; to: string }, by: string, locale: string): string {
  const day = (text: string) => formatDay(`${text}T12:00:00Z`, { locale, zone: 'UTC' })
  if (from === to) return day(from)
  if (by === 'month' && from.endsWith('-01'))
    return new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(
      new Date(`${from}T12:00:00Z`),
    )
  return `${day(from)} – ${day(to)}`
}
