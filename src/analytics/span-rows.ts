import { boundsOf } from '../counters/conversation-totals.ts'
import type { Span } from '../counters/time-buckets.ts'
import { sql } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'

/**
 * Returns at most two spans as the rows `span`: start, stop. The SQL text is the same for no, one or two spans, so that
 * the statement has one plan. Without the limit the planner would expect ten rows.
 */
export function spanRows(spans: readonly Span[]): Sql {
  return sql`(select * from unnest(${boundsOf(spans, 'from')}, ${boundsOf(spans, 'to')}) limit 2) span (start, stop)`
}
