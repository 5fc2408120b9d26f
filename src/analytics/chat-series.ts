import type { Clock } from '../base/clock.ts'
import { channelTypes } from '../base/conversation-kinds.ts'
import { refusals } from '../base/refusals.ts'
import type { Db } from '../db/database.ts'
import { selectProjectZone } from '../projects/queries.ts'
import { finishedOf, pointsOf } from './points.ts'
import { selectChatSeries } from './series-queries.ts'
import type { ChatSeriesCount, ChatSplit, ProjectScope } from './series-queries.ts'
import { askedSpan, compareBuckets } from './zone-buckets.ts'
import type { NamedSpan } from './zone-buckets.ts'

export interface ChatSeriesQuery extends NamedSpan {
  /** Null for the project's. */
  timezone: string | null
  split: ChatSplit | null
}

/** The statuses of a message that a broadcast sent, in the order of its life. */
export const sendStatuses = ['processing', 'unresolved', 'sent', 'delivered', 'read', 'failed'] as const

export interface ChatFigures {
  /** Chats that began. */
  chats: number
  messages_in: number
  messages_out: number
  leads: number
  /** Tickets of chats and of calls. */
  tickets: number
  /** Messages that broadcasts sent, in every status. */
  sends: number
}

const kindsOf: Record<keyof ChatFigures, (kind: string) => boolean> = {
  chats: (kind) => kind === 'chats',
  messages_in: (kind) => kind === 'messages:inbound',
  messages_out: (kind) => kind === 'messages:outbound',
  leads: (kind) => kind === 'leads',
  tickets: (kind) => kind === 'tickets' || kind === 'call_tickets',
  sends: (kind) => kind.startsWith('sends:'),
}
const figureNames = Object.keys(kindsOf) as (keyof ChatFigures)[]

/**
 * Counts what happened in the chats of a span of days and of the span before, by day, week or month of a time zone.
 * Tickets of calls count as well, with the channel `voice`.
 *
 * @throws {Refusal} 400 for what `compareBuckets` refuses; 404 without project.
 */
export async function readChatSeries(
  { db, clock }: { db: Db; clock: Clock },
  scope: ProjectScope,
  query: ChatSeriesQuery,
) {
  const { split } = query
  const timezone = query.timezone ?? (await selectProjectZone(db, scope))
  if (timezone === null) throw refusals.projectNotFound()
  const now = clock.now()
  const asked = askedSpan(query, timezone, now)
  const { buckets, before } = compareBuckets(asked)
  const counts = await selectChatSeries(db, scope, { spans: [...buckets, ...before], split })
  const byBucket = Array.from({ length: buckets.length * 2 }, (): ChatSeriesCount[] => [])
  for (const count of counts) byBucket[count.bucket]!.push(count)
  const keys: readonly string[] = split === 'channel' ? channelTypes : split === 'status' ? sendStatuses : []
  const isPart = (key: string) => (count: ChatSeriesCount) =>
    split === 'channel' ? count.key === key : count.kind === `sends:${key}`
  const points = pointsOf({ buckets, before, now }, (bucket) => ({
    ...figuresOf(byBucket[bucket]!),
    ...(bucket < buckets.length
      ? { parts: keys.map((key) => ({ key, ...figuresOf(byBucket[bucket]!.filter(isPart(key))) })) }
      : {}),
  }))
  return {
    ...asked,
    at: now.toISOString(),
    points,
    parts: keys.map((key, index) => ({
      key,
      ...sumOf(points.flatMap((point) => point.parts?.[index] ?? [])),
    })),
    totals: sumOf(points),
    totals_before: sumOf(points.map((point) => point.before)),
    finished: finishedOf(points, sumOf),
  }
}

export type ChatSeries = Awaited<ReturnType<typeof readChatSeries>>

function figuresOf(counts: readonly ChatSeriesCount[]): ChatFigures {
  const figures = { chats: 0, messages_in: 0, messages_out: 0, leads: 0, tickets: 0, sends: 0 }
  for (const { kind, count } of counts)
    for (const name of figureNames) if (kindsOf[name](kind)) figures[name] += count
  return figures
}

function sumOf(all: readonly ChatFigures[]): ChatFigures {
  const sum = { chats: 0, messages_in: 0, messages_out: 0, leads: 0, tickets: 0, sends: 0 }
  for (const each of all) for (const name of figureNames) sum[name] += each[name]
  return sum
}
