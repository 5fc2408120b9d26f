import type { Queryable, Reader } from '../queryable.ts'
import { sql } from '../sql.ts'
import type { Sql } from '../sql.ts'
import { flushedPosition } from './position.ts'
import type { Position } from './position.ts'

/** Which database it is: that of one installation of PostgreSQL and all copies of its files. */
const identity = sql`(select system_identifier::text from pg_control_system()) || ' ' || current_database()`

/** Where the primary is. */
export interface PrimaryStanding {
  /** For `parsePosition`. */
  position: string
  /** The timeline that is noted for replicas; null: none yet. */
  noted: string | null
  database: string
}

/** Returns where the primary is. Needs no rights beyond those of the service. */
export async function selectPrimaryStanding(db: Reader): Promise<PrimaryStanding> {
  const [standing] = await db.query<PrimaryStanding>(sql`
    select ${flushedPosition} as position, (select timeline from wal_timeline) as noted, ${identity} as database`)
  if (standing === undefined) throw new Error('the primary returned no position')
  return standing
}

/** Notes the timeline that the primary is on. Replicas that have the row have followed the primary there. */
export async function noteTimeline(db: Queryable, timeline: string): Promise<void> {
  await db.write(sql`
    insert into wal_timeline (timeline) values (${timeline})
    on conflict (is_only) do update set timeline = excluded.timeline where wal_timeline.timeline <> excluded.timeline`)
}

/** How far a server has replayed the primary's log. */
export interface ReplicaAnswer {
  /** Null: it is no replica, since it accepts writes. */
  replayed: string | null
  /** The noted timeline as far as it has replayed; null: it has none. */
  timeline: string | null
  database: string
}

/** Returns how far a server has replayed the primary's log. */
export async function selectReplicaAnswer(replica: Reader): Promise<ReplicaAnswer> {
  const [answer] = await replica.query<ReplicaAnswer>(sql`
    select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as replayed,
      (select timeline from wal_timeline) as timeline, ${identity} as database`)
  if (answer === undefined) throw new Error('the replica returned no position')
  return answer
}

/**
 * Asks whether the server of a connection has replayed a position. The row of the timeline is visible only after the
 * replica has followed the primary onto it. What has replayed never becomes less while the connection is open.
 */
export function hasReplayed({ timeline, lsn }: Position): Sql {
  return sql`
    select pg_is_in_recovery() and coalesce(pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn, false)
      and exists (select from wal_timeline where timeline = ${timeline}) as has_replayed`
}
