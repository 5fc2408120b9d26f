import type { Span } from '../counters/time-buckets.ts'
import { boundsOf } from '../counters/conversation-totals.ts'
import { sql } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'

/**
 * The two ends of a span, or fewer, as the rows `span`: start, stop. Any number is told in one form, so that a statement has one
 * text and one plan whatever is asked. Without a limit the planner expects ten.
 */
export function asSpans(spans: readonly Span[]): Sql {
  return sql`(select * from unnest(${boundsOf(spans, 'from')}, ${boundsOf(spans, 'to')}) limit 2) span (start, stop)`
}
