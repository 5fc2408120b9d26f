import { csvOf } from '../base/csv.ts'
import type { CsvCell } from '../base/csv.ts'
import type { ChatSeries } from './chat-series.ts'
import type { VoiceSeries } from './voice-series.ts'

const voiceNames = ['calls', 'answered', 'answer_rate', 'talk_seconds'] as const
const chatNames = ['chats', 'messages_in', 'messages_out', 'leads', 'tickets', 'sends'] as const

/** Returns the series as CSV: a line for each bucket and, with a split, for each part of it. */
export function voiceSeriesCsv(series: VoiceSeries): string {
  const names = new Map(series.parts.map(({ key, name }) => [key, name ?? '']))
  return seriesCsv(series, voiceNames, (key) => names.get(key) ?? '')
}

export function chatSeriesCsv(series: ChatSeries): string {
  return seriesCsv(series, chatNames, () => '')
}

type Figures<Name extends string> = Record<Name, number | null>

function seriesCsv<Name extends string>(
  {
    points,
    timezone,
  }: {
    timezone: string
    points: (Figures<Name> & {
      from: string
      to: string
      is_over: boolean
      before: Figures<Name>
      parts?: (Figures<Name> & { key: string })[]
    })[]
  },
  names: readonly Name[],
  nameOf: (key: string) => string,
): string {
  const figuresOf = (figures: Figures<Name> | undefined): CsvCell[] =>
    names.map((name) => figures?.[name] ?? null)
  return csvOf([
    [
      'from',
      'to',
      'timezone',
      'is_over',
      'part',
      'part_name',
      ...names,
      ...names.map((name) => `${name}_before`),
    ],
    ...points.flatMap((point) => {
      const place = [point.from, point.to, timezone, String(point.is_over)]
      return [
        [...place, 'all', '', ...figuresOf(point), ...figuresOf(point.before)],
        ...(point.parts ?? []).map((part) => [
          ...place,
          part.key,
          nameOf(part.key),
          ...figuresOf(part),
          ...figuresOf(undefined),
        ]),
      ]
    }),
  ])
}
