import { useQuery } from '@tanstack/react-query'
import { listQuery } from '../api/queries.ts'
import { AsCurl } from '../components/as-curl.tsx'
import { CallCharts } from '../components/call-charts.tsx'
import { ChatCharts } from '../components/chat-charts.tsx'
import { Loaded } from '../components/loaded.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { SpanBar } from '../components/span-bar.tsx'
import { useExport } from '../components/use-export.tsx'
import { formatDay } from '../format/instant.ts'
import { zoneName } from '../format/instant.ts'
import { useFormats } from '../hooks/use-formats.ts'
import { useList } from '../hooks/use-list.ts'
import type { List } from '../hooks/use-list.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import { DownloadLink } from '../ui/link.tsx'
import { Tabs } from '../ui/tabs.tsx'

/** Hints come with every call; figures of days need no more than this. */
const refetchMs = 15_000

const filterNames = ['tab', 'span', 'from', 'to', 'by', 'split']

/** `…/analytics`: calls and chats of a span, beside the span before. Span and split are the address. */
export function AnalyticsPage() {
  const list = useList({ filters: filterNames })
  return list.filters['tab'] === 'chats' ? <Chats list={list} /> : <Calls list={list} />
}

function Calls({ list }: { list: List }) {
  const { analytics: texts } = useMessages('analytics')
  const { ids, zone } = usePlace()
  const formats = useFormats(zone)
  const split = choiceOf(list.filters['split'], ['campaign', 'outcome'] as const)
  const params = { ...ids, ...spanOf(list), ...(split !== null && { split }) }
  const series = useQuery({ ...listQuery('voiceSeries', params), refetchInterval: refetchMs })
  const exporting = useExport('exportVoiceSeries', params)
  const totals = series.data?.totals
  return (
    <>
      <PageHeader
        title={
          totals === undefined
            ? texts.title
            : texts.titleCalls(
                formats.number(totals.calls),
                totals.calls,
                totals.answer_rate === null ? null : formats.percent(totals.answer_rate),
              )
        }
        tabTitle={texts.title}
        lead={<Lead series={series.data} />}
        actions={
          <>
            <AsCurl operation="voiceSeries" params={params} />
            <DownloadLink {...exporting.link}>{texts.export}</DownloadLink>
          </>
        }
      />
      {exporting.fault}
      <What list={list} chosen="calls" />
      <SpanBar list={list} series={series.data} splits={['campaign', 'outcome']} />
      <Loaded query={series}>{(data) => <CallCharts series={data} />}</Loaded>
    </>
  )
}

function Chats({ list }: { list: List }) {
  const { analytics: texts } = useMessages('analytics')
  const { ids, zone } = usePlace()
  const formats = useFormats(zone)
  const split = list.filters['split'] === 'channel' ? ('channel' as const) : ('status' as const)
  const params = { ...ids, ...spanOf(list), split }
  const series = useQuery({ ...listQuery('chatSeries', params), refetchInterval: refetchMs })
  const exporting = useExport('exportChatSeries', params)
  const totals = series.data?.totals
  const messages = totals === undefined ? 0 : totals.messages_in + totals.messages_out
  return (
    <>
      <PageHeader
        title={
          totals === undefined
            ? texts.title
            : texts.titleChats(formats.number(totals.chats), totals.chats, formats.number(messages), messages)
        }
        tabTitle={texts.title}
        lead={<Lead series={series.data} />}
        actions={
          <>
            <AsCurl operation="chatSeries" params={params} />
            <DownloadLink {...exporting.link}>{texts.export}</DownloadLink>
          </>
        }
      />
      {exporting.fault}
      <What list={list} chosen="chats" />
      <SpanBar list={list} series={series.data} splits={['channel']} />
      <Loaded query={series}>{(data) => <ChatCharts series={data} />}</Loaded>
    </>
  )
}

function What({ list, chosen }: { list: List; chosen: 'calls' | 'chats' }) {
  const { analytics: texts } = useMessages('analytics')
  return (
    <Tabs
      label={texts.tabs}
      chosen={chosen}
      tabs={[
        { id: 'calls', label: texts.calls, href: list.hrefWith({ tab: undefined, split: undefined }) },
        { id: 'chats', label: texts.chats, href: list.hrefWith({ tab: 'chats', split: undefined }) },
      ]}
    />
  )
}

interface Counted {
  from: string
  to: string
  timezone: string
  points: readonly { is_over: boolean }[]
}

function Lead({ series }: { series: Counted | undefined }) {
  const { analytics: texts, locale } = useMessages('analytics')
  if (series === undefined) return null
  const day = (text: string) => formatDay(`${text}T12:00:00Z`, { locale, zone: 'UTC' })
  return (
    <>
      {texts.lead(day(series.from), day(series.to), zoneName(series.timezone))}{' '}
      {series.points.some(({ is_over }) => !is_over) && texts.leadOpen}
    </>
  )
}

/** The span of the address as the API takes it: two days, else the last days or months. */
function spanOf({ filters }: List) {
  const by = choiceOf(filters['by'], ['day', 'week', 'month'] as const)
  const { from, to, span } = filters
  return {
    ...(from !== undefined && to !== undefined ? { from, to } : { last: span ?? '30d' }),
    ...(by !== null && { by }),
  }
}

function choiceOf<Choice extends string>(
  text: string | undefined,
  choices: readonly Choice[],
): Choice | null {
  return choices.find((choice) => choice === text) ?? null
}
