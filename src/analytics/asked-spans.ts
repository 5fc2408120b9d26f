import type { Span } from '../conversations/span.ts'
import { bound } from '../conversations/totals.ts'
import { sql } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'

// Any number of spans is told in one form, and so that the planner does not see how many: a statement has one text, and one
// plan, whatever is asked. One text for each number and size of buckets would be planned anew for most requests.

/** The two ends of a span, or fewer, as the rows `span`: start, stop. Without a limit the planner expects ten. */
export function asSpans(spans: readonly Span[]): Sql {
  return sql`(select * from unnest(${boundsOf(spans, 'from')}, ${boundsOf(spans, 'to')}) limit 2) span (start, stop)`
}

/** The beginnings or the ends of spans, as an array. */
export function boundsOf(spans: readonly Span[], end: 'from' | 'to'): Sql {
  return arrayOf(
    spans.map((span) => bound(span[end])),
    sql`::timestamptz[]`,
  )
}

export function textsOf(texts: readonly string[]): Sql {
  return arrayOf(texts, sql`::text[]`)
}

function arrayOf(values: readonly string[], cast: Sql): Sql {
  return sql`(select ${values}${cast})`
}
