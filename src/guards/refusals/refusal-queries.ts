import type { Db } from '../../db/database.ts'
import type { Queryable, Transaction } from '../../db/queryable.ts'
import { literal, sql } from '../../db/sql.ts'
import type { Guard } from '../guard.ts'

/** Calls that a guard has refused, and the last of their numbers. */
export interface Refused {
  organization_id: string
  project_id: string
  campaign_id: string
  /** E.164. */
  phone_number: string
  guard: Guard
  count: number
}

/** Counts refused calls in their minute. Returns how many the guard has refused in the last `minutes`. */
export async function upsertRefusals(
  db: Db,
  { organization_id, project_id, campaign_id, phone_number, guard, count }: Refused,
  now: Date,
  minutes: number,
): Promise<number> {
  const minute = sql`date_trunc('minute', ${now}::timestamptz, 'UTC')`
  const [row] = await db.write<{ refusals: number }>(sql`
    with counted as (
      insert into guard_refusals as r (organization_id, guard, minute, refusals, project_id, campaign_id, phone_number, at)
      values (${organization_id}, ${guard}, ${minute}, ${count}, ${project_id}, ${campaign_id}, ${phone_number}, ${now})
      on conflict (organization_id, guard, minute) do update set refusals = r.refusals + excluded.refusals,
        project_id = excluded.project_id, campaign_id = excluded.campaign_id, phone_number = excluded.phone_number,
        at = excluded.at
      returning refusals
    )
    select ((select refusals from counted) + coalesce((
      select sum(refusals) from guard_refusals where organization_id = ${organization_id} and guard = ${guard}
        and minute > ${minute} - ${minutes} * interval '1 minute' and minute < ${minute}), 0))::integer as refusals`)
  return row?.refusals ?? 0
}

/**
 * Records that a guard has tripped. Returns false if it has within the last `minutes`. Only the minute of a trip is
 * kept, and the trip counts as one at the end of it.
 */
export async function insertTrip(
  transaction: Transaction,
  { organization_id, guard }: Pick<Refused, 'organization_id' | 'guard'>,
  refusals: number,
  now: Date,
  minutes: number,
): Promise<boolean> {
  const tripped = await transaction.write(sql`
    insert into guard_trips (organization_id, guard, tripped_at, refusals)
    select ${organization_id}::uuid, ${guard}, date_trunc('minute', ${now}::timestamptz, 'UTC'), ${refusals}::integer
    where not exists (select from guard_trips where organization_id = ${organization_id} and guard = ${guard}
      and tripped_at > ${now}::timestamptz - ${minutes + 1} * interval '1 minute')
    on conflict do nothing returning guard`)
  return tripped.length === 1
}

/** What a guard has refused of late. */
export interface RefusalsOfGuard {
  guard: Guard
  refusals: number
  /** The last refused call. */
  at: string
  phone_number: string
  project_id: string
  project_name: string
  campaign_id: string
  /** Null: the campaign that was asked for does not exist. */
  campaign_name: string | null
  /** Null: it has not tripped. */
  tripped_at: string | null
}

/** Returns what each guard of an organization has refused since an instant, and when it tripped last. */
export async function selectRefusals(
  db: Queryable,
  organizationId: string,
  since: Date,
): Promise<RefusalsOfGuard[]> {
  return db.query<RefusalsOfGuard>(sql`
    select g.guard, g.refusals, r.at, r.phone_number, r.project_id, p.name as project_name, r.campaign_id,
      c.name as campaign_name,
      (select max(t.tripped_at) from guard_trips t where t.organization_id = ${organizationId} and t.guard = g.guard
        and t.tripped_at >= ${since}) as tripped_at
    from (select guard, sum(refusals)::integer as refusals, max(minute) as minute from guard_refusals
          where organization_id = ${organizationId} and minute >= ${since} group by guard) g
    join guard_refusals r on r.organization_id = ${organizationId} and r.guard = g.guard and r.minute = g.minute
    join projects p on p.organization_id = r.organization_id and p._id = r.project_id
    left join campaigns c on c.organization_id = r.organization_id and c._id = r.campaign_id`)
}

/** The most rows that one purge deletes of a table. */
const purgedMax = 1_000
const refusalsKept = sql`interval '30 days'`

/** Deletes refusals, and when they alerted, after 30 days. Returns whether there may be more. */
export async function deletePastRefusals(db: Db, now: Date): Promise<boolean> {
  const deleted = await db.write(sql`
    with refusals as (
      delete from guard_refusals where ctid = any(array(
        select ctid from guard_refusals where minute < ${now}::timestamptz - ${refusalsKept} and is_here(organization_id)
        order by minute limit ${literal(`${purgedMax}`)} for update skip locked))
      returning 1
    ), trips as (
      delete from guard_trips where ctid = any(array(
        select ctid from guard_trips where tripped_at < ${now}::timestamptz - ${refusalsKept} and is_here(organization_id)
        order by tripped_at limit ${literal(`${purgedMax}`)} for update skip locked))
      returning 1
    )
    select 1 from refusals union all select 1 from trips`)
  return deleted.length >= purgedMax
}
