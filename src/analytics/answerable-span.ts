import { refusals } from '../base/refusals.ts'
import type { Refusal } from '../base/refusals/refusal.ts'
import { bound } from '../counters/conversation-totals.ts'
import { startSpanOf } from '../counters/counted-filter.ts'
import type { Span } from '../counters/time-buckets.ts'
import { limitedMs } from '../db/database.ts'
import type { Reader } from '../db/queryable.ts'
import { genericPlanParam, sql } from '../db/sql.ts'
import type { Filter } from '../filters/tree.ts'
import { isCountedIn } from './scope.ts'
import type { Scope } from './scope.ts'

const dayMs = 86_400_000
const hoursOfDay = 24

/**
 * As many conversations as a span may have to be named. Reading a million takes a quarter of a second of processor
 * time, an eighth of the limit.
 */
const rowsMax = 1_000_000

/** How many conversations began on a day. */
export interface DayCount {
  /** The start of the day, in milliseconds since 1970. */
  day: number
  conversations: number
}

/** A span of whole days that would be answered in time. */
export interface AnswerableSpan extends Span {
  /** Any so many days that lie within the requested span would be answered, too. 0: some single day would not. */
  days: number
  /** Any so many hours would be answered: at least 1. */
  hours: number
}

/** Returns the refusal of analytics that took too long, which names a span that would be answered. */
export async function refusalOfSpan(db: Reader, scope: Scope, filter: Filter): Promise<Refusal> {
  const span = answerableSpan(await selectDayCounts(db, scope, startSpanOf(filter)))
  return span === null ? refusals.takesTooLong(limitedMs) : refusals.analyticsTakeTooLong(limitedMs, span)
}

/** Returns the days of a span that have voice conversations, in order. Index: primary key of conversation_counts. */
async function selectDayCounts(db: Reader, scope: Scope, span: Span): Promise<DayCount[]> {
  return db.query<DayCount>(sql`
    select (extract(epoch from bucket) * 1000)::bigint as day, conversations from conversation_counts
    where ${isCountedIn(scope)} and grain = 'day' and channel_type = 'voice' and conversation_type = '*' and status = '*'
      and bucket >= ${genericPlanParam(bound(span.from), 'timestamptz')}::timestamptz - interval '1 day'
      and bucket < ${genericPlanParam(bound(span.to), 'timestamptz')} and conversations > 0
    order by bucket`)
}

/**
 * Finds the last days that have few enough conversations together, and how many days in a row always have. Few enough
 * is a million, and half of what took too long: the next refusal then names half as much again.
 *
 * @param days in order, without days that have none. Null is returned for less than two conversations.
 */
export function answerableSpan(days: readonly DayCount[]): AnswerableSpan | null {
  const total = days.reduce((sum, { conversations }) => sum + conversations, 0)
  const most = Math.min(rowsMax, Math.floor(total / 2))
  if (most < 1) return null
  const longest = Math.max(...days.map(({ conversations }) => conversations))
  const hours = Math.max(1, Math.floor((hoursOfDay * most) / longest))
  const last = days.at(-1)!
  const to = last.day + dayMs
  if (last.conversations > most)
    return { from: to - Math.min(hours, hoursOfDay) * (dayMs / hoursOfDay), to, days: 0, hours }
  let sum = 0
  const tooMany = days.findLast(({ conversations }) => (sum += conversations) > most)!
  return { from: tooMany.day + dayMs, to, days: daysInARow(days, most), hours }
}

/** Returns the length of the shortest run of days that has more than `most` conversations, less one. */
function daysInARow(days: readonly DayCount[], most: number): number {
  let shortest = Infinity
  let first = 0
  let sum = 0
  for (const { day, conversations } of days) {
    sum += conversations
    for (; sum > most; first++) {
      shortest = Math.min(shortest, (day - days[first]!.day) / dayMs + 1)
      sum -= days[first]!.conversations
    }
  }
  return shortest - 1
}
