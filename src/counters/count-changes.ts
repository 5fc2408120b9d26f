import { sql } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'
import { countRows } from './row-counts.ts'

/**
 * Returns the CTE `change` for a statement that changes conversations: it inserts the changes of the counters.
 * `countCaller` and `countCallers` return the CTE `callers`, for the number of conversations of each caller. One
 * statement changes counts and rows, so they cannot differ.
 *
 * A change is a row of its own, which the worker later adds to the counters. If every writer locked the counters
 * themselves, writing would lose five sixths of its speed. Readers add the changes that have not been applied yet.
 *
 * @param rows organization_id, project_id, start_time, channel_type, conversation_type, status, campaign_id (null for
 *   none), duration_seconds, times (1 or -1).
 */
export function countChange(rows: Sql): Sql {
  return sql`
    change as (
      insert into conversation_count_changes (organization_id, project_id, hour, channel_type, conversation_type, status,
        campaign_id, conversations, durations, duration_seconds)
      select organization_id, project_id, date_trunc('hour', start_time, 'UTC'), channel_type, conversation_type, status,
        campaign_id, times, times * (duration_seconds is not null)::integer, times * coalesce(duration_seconds, 0)::numeric
      from (${rows}) r
    )`
}

/**
 * Counts one conversation more (1) or less (-1) for its caller.
 *
 * @param row organization_id, project_id, caller.
 */
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

/**
 * Counts conversations of many callers.
 *
 * @param rows one row for each caller: organization_id, project_id, caller, times (how many more; negative for fewer).
 */
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

/**
 * Inserts the changes of the message counters. Calls are not chats, and not counted here.
 *
 * @param rows organization_id, project_id, channel_type, direction, created_at.
 */
export function countMessages(rows: Sql): Sql {
  return sql`
    counted_messages as (
      insert into chat_count_changes (organization_id, project_id, kind, part, hour, channel_type, count)
      select organization_id, project_id, 'messages', direction, date_trunc('hour', created_at, 'UTC') as hour,
        channel_type, count(*)
      from ${rows} r where channel_type <> 'voice' group by organization_id, project_id, direction, hour, channel_type
    )`
}
