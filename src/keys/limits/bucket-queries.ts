import type { Queryable } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import { timeOf } from './gcra.ts'
import type { Limit } from './gcra.ts'

/** What a limit is about: all requests of a key, those that make something, or all requests of a project. */
const bucketKinds = ['requests', 'writes', 'project'] as const
export type BucketKind = (typeof bucketKinds)[number]

/** A limit of a key or project, of which all processes take. */
export interface BucketId {
  organization_id: string
  /** The key, or the project. */
  owner_id: string
  kind: BucketKind
}

/** What was taken, and the time that is left for further requests, in microseconds. */
export interface TakenRequests {
  taken: number
  left_us: number
}

/**
 * Takes as many of the wanted requests as fit now, in one statement by the primary key (GCRA, as `takeRequests` in
 * `gcra.ts`; Promise 173). Processes that take at the same time wait for each other's row. A row that is new has its
 * whole burst.
 *
 * The clock is read again once the row is locked. The time at which the statement began may be earlier than what
 * another process has just taken. With it, the row would go back by the wait, and requests would be admitted twice.
 *
 * @param limit one by the second.
 * @param now the database's clock, which is the same for all processes; tests set another.
 */
export async function takeFromBucket(
  db: Queryable,
  { organization_id, owner_id, kind }: BucketId,
  { limit, wanted }: { limit: Limit; wanted: number },
  now: Sql = sql`clock_timestamp()`,
): Promise<TakenRequests> {
  const first = Math.min(wanted, limit.burst)
  const burstUs = timeOf(limit, limit.burst)
  const [row] = await db.write<TakenRequests>(sql`
    with asked as (
      select ${now} as at, ${limit.count}::bigint as rate, ${wanted}::bigint as wanted,
        ${burstUs}::bigint * interval '1 microsecond' as burst
    )
    insert into request_buckets as b (organization_id, owner_id, kind, arrival_at, taken)
    select ${organization_id}, ${owner_id}, ${kind}, at - ${burstUs - timeOf(limit, first)}::bigint * interval '1 microsecond',
      ${first}::integer
    from asked
    on conflict (organization_id, owner_id, kind) do update set (arrival_at, taken) = (
      -- Rounded up to whole microseconds, so that the limit is never exceeded.
      select c.base + (c.fitting * 1000000 + c.rate - 1) / c.rate * interval '1 microsecond', c.fitting
      from (
        select a.rate, w.base,
          least(a.wanted, floor(extract(epoch from t.at - w.base) * a.rate)::bigint) as fitting
        -- Never later than now, so that the limit goes on at once if the database's clock was set back.
        from asked a, lateral (select ${now} as at offset 0) t,
          lateral (select greatest(least(b.arrival_at, t.at), t.at - a.burst) as base) w
      ) c)
    returning taken, (extract(epoch from (select at from asked) - arrival_at) * 1000000)::bigint as left_us`)
  if (row === undefined) throw new Error('a limit returned no row')
  return row
}
