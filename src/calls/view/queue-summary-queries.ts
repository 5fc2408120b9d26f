import { lastHold } from '../../audit/last-hold.ts'
import type { CampaignStatus } from '../../campaigns/queries.ts'
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import type { LimitGuard } from '../../guards/guard.ts'
import { factsOfCall } from '../callee/callee-queries.ts'
import type { CalleeFacts } from '../callee/callee-zones.ts'
import { campaignsWithCarrier, standingColumns } from './list-queries.ts'
import type { QueueStanding } from './wait-reason.ts'

/** Larger counts are not counted to their end. */
export const countedMax = 10_000

/** The most entries that one count reads. */
const most = sql`10001`

/** A campaign with calls that wait or are under way. Counts of calls are at most `countedMax` + 1. */
export interface QueueRow extends QueueStanding {
  _id: string
  name: string
  status: CampaignStatus
  slots: number
  ends_at: string | null
  /** Since when and by whom the campaign is on hold; null: it is not, or that change is no longer stored. */
  paused_since: string | null
  paused_by: string | null
  /** Calls in the queue, whatever keeps them. */
  in_queue: number
  /** Those in the queue whose number the project is calling. */
  blocked_in_queue: number
  /** Calls that were put aside until their number is free. */
  behind_number: number
  /** Calls with a delay that is not over, without those that wait for the hours where their callee is. */
  delayed: number
  /** Calls that wait until the hours open where their callee is. */
  zone_held: number
  /** When the first of them open. */
  zone_held_until: string | null
  /** Delayed calls whose number the carrier refused. */
  number_paused: number
  /** Delayed calls that a guard holds, the guard of the first of them, and the end of its delay. */
  guard_held: number
  held_by: LimitGuard | null
  held_until: string | null
  /** The end of the first delay of the others. */
  delay_ends_at: string | null
  /** Calls with a delay that is over and that no worker has returned to the queue yet. */
  delay_over: number
  /** Since when the call that was accepted first waits. */
  oldest_since: string | null
  dialling: number
  unresolved: number
  ringing: number
  live: number
}

/**
 * Returns the campaigns of a project that have calls, by name, at most `campaignsMax`. Each count reads at most
 * `countedMax` + 1 entries of an index of its own: calls_in_queue, calls_due_in_order. Calls behind numbers in use,
 * which no worker has put aside yet, are found from the numbers, since those are as few as the calls under way:
 * calls_waiting_by_number. Calls under way are counted from the slots that they hold. `materialized` and `offset 0`
 * keep the planner from joining before it has counted. If the table has no statistics yet, `order by queue_number`
 * keeps it from reading all waiting calls of a project for each of its campaigns.
 */
export async function selectQueues(
  db: Db,
  { organization_id, project_id }: { organization_id: string; project_id: string },
  now: Date,
  campaignsMax: number,
): Promise<QueueRow[]> {
  const waiting = sql`from calls w where w.organization_id = ${organization_id} and w.campaign_id = c._id
        and w.state = 'waiting'`
  const countWaiting = (waitsFor: Sql) =>
    sql`(select count(*) from (select ${waiting} and w.waits_for = ${waitsFor} order by w.queue_number limit ${most}) o)`
  return db.query<QueueRow>(sql`
    with under_way as materialized (
      select s.campaign_id, count(*) filter (where a.state = 'dialling') as dialling,
        count(*) filter (where a.state = 'unresolved') as unresolved,
        count(*) filter (where a.state = 'ringing') as ringing, count(*) filter (where a.state = 'live') as live
      from calling_slots s join call_attempts a on a.organization_id = s.organization_id and a._id = s.attempt_id
      where s.organization_id = ${organization_id} and s.attempt_id is not null and a.project_id = ${project_id}
      group by s.campaign_id
    ), blocked as materialized (
      select w.campaign_id, count(*) as calls
      from (select phone_number from numbers_in_use
            where organization_id = ${organization_id} and project_id = ${project_id} limit ${most}) n
      cross join lateral (
        select campaign_id from calls where organization_id = ${organization_id} and project_id = ${project_id}
          and phone_number = n.phone_number and state = 'waiting' and waits_for = 'turn' limit ${most}) w
      group by w.campaign_id
    ), paused_numbers as materialized (
      select w.campaign_id, count(*) as calls ${delayedByNumberPauses(organization_id, project_id, now)}
      group by w.campaign_id
    )
    select c._id, c.name, c.status, c.slots, c.ends_at, k.at as paused_since, k.actor_name as paused_by,
      ${standingColumns(now)},
      q.in_queue, coalesce(b.calls, 0) as blocked_in_queue, q.behind_number, q.delayed, q.zone_held, q.zone_held_until,
      q.guard_held, h.held_by, h.held_until,
      coalesce(x.calls, 0) as number_paused, q.delay_ends_at, q.delay_over, q.oldest_since,
      coalesce(u.dialling, 0) as dialling, coalesce(u.unresolved, 0) as unresolved,
      coalesce(u.ringing, 0) as ringing, coalesce(u.live, 0) as live
    from ${campaignsWithCarrier}
    cross join lateral (
      select ${countWaiting(sql`'turn'`)} as in_queue,
        ${countWaiting(sql`'number'`)} as behind_number,
        delays.delayed, delays.zone_held, delays.guard_held, delays.delay_ends_at, delays.zone_held_until,
        (select count(*) from (select from calls w where w.organization_id = ${organization_id}
          and w.campaign_id = c._id and w.waits_for = 'due' and w.due_at <= ${now} limit ${most}) o) as delay_over,
        (select min(state_since) from (
          (select w.state_since ${waiting} and w.waits_for = 'turn' order by w.queue_number limit 1)
          union all (select w.state_since ${waiting} and w.waits_for = 'number' order by w.queue_number limit 1)
          union all (select w.state_since ${waiting} and w.waits_for = 'due' order by w.queue_number limit 1)) heads
        ) as oldest_since
      from (
        select count(*) filter (where held_timezone is null) as delayed,
          count(*) filter (where held_timezone is not null) as zone_held,
          count(*) filter (where held_by is not null) as guard_held,
          min(due_at) filter (where held_timezone is null and held_by is null) as delay_ends_at,
          min(due_at) filter (where held_timezone is not null) as zone_held_until
        from (select w.due_at, w.held_timezone, w.held_by from calls w where w.organization_id = ${organization_id}
          and w.campaign_id = c._id and w.waits_for = 'due' and w.due_at > ${now} order by w.due_at limit ${most}) o) delays
      offset 0) q
    left join lateral (
      select w.held_by, w.due_at as held_until from calls w where w.organization_id = ${organization_id}
        and w.campaign_id = c._id and w.waits_for = 'due' and w.due_at > ${now} and w.held_by is not null
      order by w.due_at limit 1) h on q.guard_held > 0
    ${lastHold(sql`k`)}
    left join under_way u on u.campaign_id = c._id
    left join blocked b on b.campaign_id = c._id
    left join paused_numbers x on x.campaign_id = c._id
    where c.organization_id = ${organization_id} and c.project_id = ${project_id}
      and (q.oldest_since is not null or u.campaign_id is not null)
    order by c.name, c._id limit ${campaignsMax}`)
}

/** A call with a delay, and what shows where its callee is. */
export interface DelayedCallee extends CalleeFacts {
  campaign_id: string
  due_at: string
  open_until: string | null
}

/** How many delayed calls of a campaign are looked at for their callees. */
const delayedCalleesMax = sql`20`

/**
 * Returns the first calls of campaigns that have a delay which neither a guard nor calling hours gave them. Index:
 * calls_due_in_order.
 */
export async function selectDelayedCallees(
  db: Db,
  organizationId: string,
  campaignIds: readonly string[],
  now: Date,
): Promise<DelayedCallee[]> {
  if (campaignIds.length === 0) return []
  return db.query<DelayedCallee>(sql`
    select g.campaign_id, c.due_at, c.open_until, ${factsOfCall}
    from unnest(${campaignIds}::uuid[]) g (campaign_id)
    cross join lateral (
      select w.* from calls w where w.organization_id = ${organizationId} and w.campaign_id = g.campaign_id
        and w.waits_for = 'due' and w.due_at > ${now} and w.held_timezone is null and w.held_by is null
      order by w.due_at limit ${delayedCalleesMax}) c`)
}

/** Calls whose number is paused at their carrier until after they are due again, as `w`. */
function delayedByNumberPauses(organization_id: string, project_id: string, now: Date): Sql {
  return sql`from (select p.phone_number, p.paused_until, p.voice_carrier_id from number_pauses p
          join voice_carriers v on v.organization_id = p.organization_id and v._id = p.voice_carrier_id
          where p.organization_id = ${organization_id} and v.project_id = ${project_id}
            and p.paused_until > ${now} limit ${most}) n
    cross join lateral (
      select o.campaign_id from calls o
      join campaigns g on g.organization_id = o.organization_id and g._id = o.campaign_id
      join caller_ids i on i.organization_id = g.organization_id and i._id = g.caller_id_id
      where o.organization_id = ${organization_id} and o.project_id = ${project_id}
        and o.phone_number = n.phone_number and o.state = 'waiting' and o.waits_for = 'due'
        and i.voice_carrier_id = n.voice_carrier_id and o.due_at > ${now} and o.due_at <= n.paused_until
      limit ${most}) w`
}
