import { countRows } from './row-counts.ts'
import { sql } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'

/**
 * Parts of a statement that changes conversations: what the counters are still to take in (`change`), and how many each
 * caller has (`callers`). Both stand in the statement that makes the change, so that they can't differ from the rows.
 *
 * A change is a row of its own, added up later by the worker: a counter that every writer had to lock would take five
 * sixths of their speed. Who reads adds what is still to be taken in.
 */
export function countChange(rows: Sql): Sql {
  return sql`
    change as (
      insert into conversation_count_changes (organization_id, project_id, hour, channel_type, conversation_type, status,
        conversations, durations, duration_seconds)
      select organization_id, project_id, date_trunc('hour', start_time, 'UTC'), channel_type, conversation_type, status,
        times, times * (duration_seconds is not null)::integer, times * coalesce(duration_seconds, 0)::numeric
      from (${rows}) r
    )`
}

/** The caller of one conversation that comes, or goes. @param row organization_id, project_id, caller. */
export function countCaller(row: Sql, times: 1 | -1): Sql {
  const before = sql`conversations - ${times}::integer`
  return sql`
    callers as (
      insert into conversation_callers as c (organization_id, project_id, caller, conversations)
      select organization_id, project_id, caller, ${times}::integer from (${row}) r
      on conflict (organization_id, project_id, caller) do update set conversations = c.conversations + excluded.conversations
      returning c.organization_id, c.project_id, c.conversations
    ), counted_callers as (${countRows(
      'callers',
      sql`select organization_id, project_id, (conversations > 0)::integer - (${before} > 0)::integer as rows from callers`,
    )})`
}

/** The same of many: organization_id, project_id, caller, times: how many come (or go, below 0); one row for a caller. */
export function countCallers(rows: Sql): Sql {
  return sql`
    called as materialized (${rows}),
    callers as (
      insert into conversation_callers as c (organization_id, project_id, caller, conversations)
      select organization_id, project_id, caller, times from called order by caller
      on conflict (organization_id, project_id, caller) do update set conversations = c.conversations + excluded.conversations
      returning c.organization_id, c.project_id, c.caller, c.conversations
    ), counted_callers as (${countRows(
      'callers',
      sql`
        select organization_id, project_id,
          sum((conversations > 0)::integer - (conversations - times > 0)::integer) as rows
        from callers join called using (organization_id, project_id, caller) group by 1, 2`,
    )})`
}

/** What the counters of messages are still to take in; the phone is no chat. @param rows organization_id, project_id, channel_type, created_at. */
export function countMessages(rows: Sql): Sql {
  return sql`
    counted_messages as (
      insert into chat_count_changes (organization_id, project_id, kind, hour, channel_type, count)
      select organization_id, project_id, 'messages', date_trunc('hour', created_at, 'UTC') as hour, channel_type, count(*)
      from ${rows} r where channel_type <> 'voice' group by organization_id, project_id, hour, channel_type
    )`
}
