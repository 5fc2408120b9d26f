import type { Queryable, Reader } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'
import type { MessageStatus } from './send/message-status.ts'

/** What a message has taken of the plan: a send that is held, counted, or given back. */
export type SendState = 'reserved' | 'consumed' | 'released'
export const sendStates = ['reserved', 'consumed', 'released'] as const satisfies readonly SendState[]

/** How many messages of a broadcast have the same status, cost and code of failure. Never 0. */
export interface BroadcastCount {
  broadcast_id: string
  status: MessageStatus
  quota: SendState
  /** Null where they have not failed, or the provider gave no code. */
  error_code: string | null
  messages: number
}

function countedIn(where: Sql): Sql {
  return sql`
    select broadcast_id, status, quota, nullif(error_code, '') as error_code, sum(messages)::bigint as messages
    from (
      select broadcast_id, status, quota, error_code, messages from broadcast_counts where ${where}
      union all
      select broadcast_id, status, quota, error_code, messages from broadcast_count_changes where ${where}) c
    group by 1, 2, 3, c.error_code having sum(messages) <> 0`
}

/**
 * Returns the counts of broadcasts, with changes that have not been applied yet. Triggers of `whatsapp_messages` append
 * those (migration 39), for the reason given in docs/adr/2026-11-21-counters-by-appended-changes.md.
 *
 * @param broadcastIds null: all of the project.
 */
export async function selectBroadcastCounts(
  db: Reader,
  { organization_id, project_id }: { organization_id: string; project_id: string },
  broadcastIds: readonly string[] | null = null,
): Promise<BroadcastCount[]> {
  const mine = sql`organization_id = ${organization_id} and project_id = ${project_id}`
  if (broadcastIds === null) return db.query<BroadcastCount>(countedIn(mine))
  return db.query<BroadcastCount>(countedIn(sql`${mine} and broadcast_id = any(${broadcastIds}::uuid[])`))
}

/** The most changes applied in one statement. */
const changesMax = 2_000

/**
 * Applies changes to the counts of all tenants. Returns how many. Changes that another worker has locked are skipped.
 */
export async function applyBroadcastCountChanges(db: Queryable): Promise<number> {
  const [row] = await db.write<{ taken: number }>(sql`
    with taken as (
      delete from broadcast_count_changes c
      where (organization_id, project_id, broadcast_id, _id) in (
        select organization_id, project_id, broadcast_id, _id from broadcast_count_changes
        where is_here(organization_id) limit ${changesMax} for update skip locked)
      returning c.*
    ), counted as (
      insert into broadcast_counts as n (organization_id, project_id, broadcast_id, status, quota, error_code, messages)
      select organization_id, project_id, broadcast_id, status, quota, error_code, sum(messages) from taken
      group by 1, 2, 3, 4, 5, 6 having sum(messages) <> 0 order by 1, 2, 3, 4, 5, 6
      on conflict (organization_id, project_id, broadcast_id, status, quota, error_code)
        do update set messages = n.messages + excluded.messages
    )
    select count(*) as taken from taken`)
  return row?.taken ?? 0
}

/** Returns the sum of the counts that fit. */
export function sumOf(counts: readonly BroadcastCount[], fits: (count: BroadcastCount) => boolean): number {
  return counts.filter(fits).reduce((sum, { messages }) => sum + messages, 0)
}
