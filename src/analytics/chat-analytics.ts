import type { Clock } from '../base/clock.ts'
import { refusals } from '../base/refusals.ts'
import type { Reader } from '../db/queryable.ts'
import type { Moment } from '../filters/instants.ts'
import { groupOf, labelOf, labelsBetween } from './buckets.ts'
import type { GroupBy } from './buckets.ts'
import { selectChatCounts, selectChatSpan } from './chat-queries.ts'
import type { ChatCount, ChatKind, ChatScope } from './chat-queries.ts'

const dayMs = 86_400_000

/**
 * Counts what happened in chats in a span, both ends included (Rules 37 to 39, 57 and 58, Promise 37). A start without
 * an end ends now; an end without a start begins with the first record. Without either, the span runs from the first
 * record to the last.
 *
 * @throws {Refusal} 400 if the end is before the start.
 */
export async function chatAnalytics(
  { db, clock }: { db: Reader; clock: Clock },
  scope: ChatScope,
  { start, end }: { start: Moment | null; end: Moment | null },
) {
  const span = await spanOf({ db, clock }, scope, { start, end })
  if (span === null) return analyticsOf([], [], 'daily')
  const group = groupOf(span.first, span.last)
  // Weekly series need days, since a week can begin in the middle of a month.
  const largest = group === 'monthly' || group === 'yearly' ? 'month' : 'day'
  const counts = await selectChatCounts(db, scope, { from: span.first, to: span.last + 1 }, largest)
  return analyticsOf(counts, labelsBetween(group, span.first, span.last), group)
}

export type ChatAnalytics = Awaited<ReturnType<typeof chatAnalytics>>

/**
 * Returns the first and the last millisecond that a caller asks for; null: not given.
 *
 * @throws {Refusal} 400 if the end is before the start.
 */
export function boundsOf({ start, end }: { start: Moment | null; end: Moment | null }): {
  first: number | null
  last: number | null
} {
  const first = start === null ? null : start.kind === 'day' ? start.from : start.at
  const last = end === null ? null : end.kind === 'day' ? end.to - 1 : end.at
  if (first !== null && last !== null && last < first)
    throw refusals.faultyRequest({ path: 'end_date', message: 'must not be before start_date' })
  return { first, last }
}

async function spanOf(
  { db, clock }: { db: Reader; clock: Clock },
  scope: ChatScope,
  { start, end }: { start: Moment | null; end: Moment | null },
): Promise<{ first: number; last: number } | null> {
  const { first, last } = boundsOf({ start, end })
  if (first !== null) return { first, last: last ?? Math.max(first, clock.now().getTime()) }
  const there = await selectChatSpan(db, scope)
  if (there === null) return last === null ? null : { first: last, last }
  // Whole days are enough here: neither grouping nor labels depend on anything finer.
  const earliest = Date.parse(there.first)
  if (last === null) return { first: earliest, last: Date.parse(there.last) + dayMs - 1 }
  return { first: Math.min(earliest, last), last }
}

function analyticsOf(counts: readonly ChatCount[], labels: readonly string[], group: GroupBy) {
  const series = (kind: ChatKind) => {
    const byLabel = new Map(labels.map((label) => [label, 0]))
    for (const each of counts) {
      if (each.kind !== kind) continue
      // A month or day that contains the span's start begins before it, so it belongs to the first label.
      const label = labelOf(group, Date.parse(each.at))
      const known = byLabel.has(label) ? label : labels[0]!
      byLabel.set(known, (byLabel.get(known) ?? 0) + each.count)
    }
    return [...byLabel].map(([label, count]) => ({ label, count }))
  }
  const total = (kind: ChatKind) =>
    counts.reduce((sum, each) => sum + (each.kind === kind ? each.count : 0), 0)
  const leads = series('leads')
  return {
    tickets: total('tickets'),
    leads: total('leads'),
    messages: total('messages'),
    user_engagement: series('messages'),
    session_growth: leads,
    lead_generation: leads,
    group_by: group,
  }
}
