import type { Data } from '../api/operations.ts'
import { useFormats } from '../hooks/use-formats.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths, withQuery } from '../path-builder.ts'
import { Empty } from '../ui/empty.tsx'
import { Section } from '../ui/section.tsx'
import { useCompared } from './compared.ts'
import { SeriesChart } from './series-chart.tsx'
import styles from './charts.module.css'

type Series = Data<'chatSeries'>
type Figures = Pick<
  Series['totals'],
  'chats' | 'messages_in' | 'messages_out' | 'leads' | 'tickets' | 'sends'
>
type Name = 'chats' | 'messages' | 'leads' | 'tickets' | 'sends'

const figureOf: Record<Name, (of: Figures) => number> = {
  chats: ({ chats }) => chats,
  messages: ({ messages_in, messages_out }) => messages_in + messages_out,
  leads: ({ leads }) => leads,
  tickets: ({ tickets }) => tickets,
  sends: ({ sends }) => sends,
}

/** What happened in the chats of a span: chats, messages, new people, tickets, and messages of broadcasts. */
export function ChatCharts({ series }: { series: Series }) {
  const { analytics: texts } = useMessages('analytics')
  const { place, zone } = usePlace()
  const { number } = useFormats(zone)
  const compared = useCompared()
  const { points, totals, totals_before, finished, by, from, to } = series
  const isByChannel = series.parts.some(({ key }) => key === 'whatsapp')
  const names = Object.keys(figureOf) as Name[]
  const partsOf = usePartsOf(series, isByChannel)
  const shown = names.filter((name) => figureOf[name](totals) + figureOf[name](totals_before) > 0)
  if (shown.length === 0) return <Empty next={texts.noChatsNext}>{texts.noChats}</Empty>
  const list = (days: { from: string; to: string }, channel = 'chats') =>
    withQuery(paths.conversations(place), { channel, from: days.from, to: days.to })
  const titleOf = (name: Name): string => {
    const total = figureOf[name](totals)
    const words = compared(figureOf[name](finished.totals), figureOf[name](finished.totals_before))
    return name === 'messages'
      ? texts.figure.messages(number(total), total, number(totals.messages_in), words)
      : texts.figure[name](number(total), total, words)
  }
  return (
    <div className={styles.charts}>
      {shown.map((name) => {
        const parts = partsOf(name).map((part) => ({
          ...part,
          ...(name === 'chats' &&
            isByChannel && {
              href: list({ from, to }, part.id),
              hrefOf: (days: { from: string; to: string }) => list(days, part.id),
            }),
        }))
        return (
          <Section key={name} title={texts.values[name]}>
            <SeriesChart
              title={titleOf(name)}
              value={texts.values[name]}
              by={by}
              points={points}
              figure={figureOf[name]}
              shown={number}
              {...(name === 'chats' && { href: list })}
              {...(parts.length > 0 && { parts })}
            />
          </Section>
        )
      })}
    </div>
  )
}

/** The parts of each figure: by channel, else messages by who wrote them, and sends by what they are now. */
function usePartsOf(series: Series, isByChannel: boolean) {
  const { analytics: texts, conversations } = useMessages('analytics', 'conversations')
  const { zone } = usePlace()
  const { number } = useFormats(zone)
  const { totals, parts } = series
  type Point = Series['points'][number]
  return (name: Name) => {
    const line = (id: string, label: string, total: number, figure: (point: Point) => number) => ({
      id,
      label,
      shown: number(total),
      share: total / Math.max(1, figureOf[name](totals)),
      figure,
    })
    if (!isByChannel && name === 'messages')
      return [
        line('inbound', texts.statuses['inbound'] ?? '', totals.messages_in, (point) => point.messages_in),
        line(
          'outbound',
          texts.statuses['outbound'] ?? '',
          totals.messages_out,
          (point) => point.messages_out,
        ),
      ]
    if (name === 'sends' ? isByChannel : !isByChannel) return []
    return parts.flatMap((part, index) => {
      const total = figureOf[name](part)
      const label = (isByChannel ? conversations.channels : texts.statuses)[part.key] ?? part.key
      if (total === 0) return []
      return line(part.key, label, total, (point) => {
        const own = point.parts?.[index]
        return own === undefined ? 0 : figureOf[name](own)
      })
    })
  }
}
