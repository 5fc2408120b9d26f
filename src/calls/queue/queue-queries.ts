import type { CampaignHours } from '../../campaigns/campaign-hours.ts'
import type { Db } from '../../db/database.ts'
import type { Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import { eventsOf } from '../../events/event-of.ts'
import { guardTimes } from '../../guards/limits/guard-times.ts'
import { callGuard, isTooDearToday, selectDay, selectLimits } from '../../guards/limits/limit-sql.ts'
import { factsOfCalls } from '../call-events.ts'
import { isPausedNow } from './carrier-pause.ts'
import { withinLimit } from './slot-queries.ts'

/** A campaign by its keys. */
export interface CampaignKey {
  organization_id: string
  project_id: string
  campaign_id: string
}

/** Returns the keys of a campaign without what else an object has. */
export function campaignKeyOf({ organization_id, project_id, campaign_id }: CampaignKey): CampaignKey {
  return { organization_id, project_id, campaign_id }
}

/** The hours by which the waiting calls of a queue were looked at, and from where on they are to be looked at again. */
export interface QueueCheck {
  /** Null: they are of a campaign whose hours don't hold where the callee is. */
  checked_hours: CampaignHours | null
  /** A position in the queue; null: all were looked at. */
  recheck_from: number | null
}

/** What decides which calls of a campaign can not go. */
export interface ParkRequest extends CampaignKey {
  voice_carrier_id: string
  attempt: { time_limit_seconds: number | null }
  now: Date
}

/** How many calls at the head of a queue are checked and parked at once. */
const parkedMax = sql`500`

/**
 * Parks calls at the head of a queue that can not go, so that claims skip them. Returns how many. A call is parked
 * - whose number is in use, until it is free;
 * - whose number is paused, until the pause is over;
 * - that a guard holds, until it counts anew: within ten minutes for a block and for money that calls under way
 *   reserve, else on the next day.
 *
 * The row of a number in use is locked meanwhile, so a transaction that frees the number comes after and finds the
 * parked calls. A number whose row another transaction has locked, to free it, is skipped. Index: calls_in_queue.
 */
export async function parkBlocked(
  transaction: Transaction,
  { organization_id, project_id, campaign_id, voice_carrier_id, attempt, now }: ParkRequest,
): Promise<number> {
  const times = guardTimes(now)
  const organization = sql`${organization_id}::uuid`
  const seconds = sql`${attempt.time_limit_seconds}::integer`
  const parked = await transaction.query(sql`
    with first as materialized (
      select _id from calls
      where organization_id = ${organization_id} and campaign_id = ${campaign_id} and state = 'waiting'
        and waits_for = 'turn'
      order by queue_number limit ${parkedMax}
    ), in_use as materialized (
      select c._id from first f
      join calls c on c.organization_id = ${organization_id} and c._id = f._id
      join numbers_in_use n on n.organization_id = c.organization_id and n.project_id = ${project_id}
        and n.phone_number = c.phone_number
      where (c.waits_for = 'turn') is true
      for update of c skip locked for share of n skip locked
    ), paused as materialized (
      select c._id, n.paused_until from first f
      join calls c on c.organization_id = ${organization_id} and c._id = f._id
      join number_pauses n on n.organization_id = c.organization_id and n.voice_carrier_id = ${voice_carrier_id}
        and n.phone_number = c.phone_number
      where (c.waits_for = 'turn') is true and ${isPausedNow(sql`n.paused_until`)}
        and not exists (select from in_use u where u._id = f._id)
      for update of c skip locked
    ), guarded as materialized (
      select c._id, ${callGuard(organization, sql`c.phone_number`, seconds, times)} as guard,
        ${isTooDearToday(sql`c.phone_number`, seconds)} as is_too_dear from first f
      join calls c on c.organization_id = ${organization_id} and c._id = f._id
      cross join (${selectLimits(organization)}) l left join (${selectDay(organization, times)}) d on true
      where (c.waits_for = 'turn') is true
        and not exists (select from in_use u where u._id = f._id) and not exists (select from paused p where p._id = f._id)
      for update of c skip locked
    ), held as (
      update calls c set waits_for = 'due', held_by = g.guard,
        due_at = case when g.guard = 'block_dials_an_hour' or g.guard = 'spend_a_day' and not g.is_too_dear
          then ${times.nextBucket}::timestamptz else ${times.nextDay}::timestamptz end
      from guarded g
      where c.organization_id = ${organization_id} and c._id = any(array(select _id from guarded where guard is not null))
        and g._id = c._id
      returning c._id
    ), later as (
      update calls c set waits_for = 'due', due_at = (select paused_until from paused p where p._id = c._id)
      where c.organization_id = ${organization_id} and c._id = any(array(select _id from paused)) returning c._id
    ), after as (
      update calls c set waits_for = 'number'
      where c.organization_id = ${organization_id} and c._id = any(array(select _id from in_use)) returning c._id
    )
    select _id from later union all select _id from after union all select _id from held`)
  return parked.length
}

/**
 * Puts calls whose delay is over back into the queue, at most 1,000. Returns how many. Where the hours hold at the
 * callee, `returnDueCallees` does it. Index: calls_due_in_order.
 */
export async function returnDueCalls(
  transaction: Transaction,
  { organization_id, campaign_id }: CampaignKey,
  now: Date,
): Promise<number> {
  const returned = await transaction.query(sql`
    with due as materialized (
      select _id from calls
      where organization_id = ${organization_id} and campaign_id = ${campaign_id} and waits_for = 'due'
        and due_at <= ${now}
      order by due_at, queue_number limit 1000 for update skip locked
    )
    update calls c set waits_for = 'turn', due_at = null, held_by = null, open_until = null, held_timezone = null
    where c.organization_id = ${organization_id} and c._id = any(array(select _id from due)) returning c._id`)
  return returned.length
}

/** Ends waiting calls of a campaign, one for each id in `moveIds`. Returns how many. Index: calls_in_queue. */
export async function endWaitingCalls(
  transaction: Transaction,
  { organization_id, project_id, campaign_id }: CampaignKey,
  end: { to: 'expired' | 'failed'; reason: string },
  moveIds: readonly string[],
  now: Date,
): Promise<number> {
  const error = end.to === 'failed' ? end.reason : null
  const ended = await transaction.query(sql`
    with waiting as materialized (
      select _id, row_number() over () as place from (
        select _id from calls
        where organization_id = ${organization_id} and campaign_id = ${campaign_id} and state = 'waiting'
        limit ${moveIds.length} for update skip locked) w
    ), ended as (
      update calls c set state = ${end.to}, state_since = ${now}, waits_for = null, due_at = null,
        error_reason = ${error}
      where c.organization_id = ${organization_id} and c._id = any(array(select _id from waiting))
      returning c.*
    ), ${eventsOf({ organization_id, project_id }, factsOfCalls(sql`select * from ended`, ['call.ended'], now, { last: 'attempt' }))}
    insert into call_moves (organization_id, _id, call_id, from_state, to_state, reason, moved_at)
    select ${organization_id}::uuid, i.move_id, w._id, 'waiting', ${end.to}, ${end.reason}, ${now}::timestamptz
    from waiting w join unnest(${moveIds}::uuid[]) with ordinality as i (move_id, place) using (place)
    returning _id`)
  return ended.length
}

/** A queue that this transaction serves. */
export interface DueQueue extends CampaignKey, QueueCheck {
  /** Another queue is due too, or will be in a moment; others may be serving it. */
  has_more: boolean
  /** A delay of one of its calls is over, or soon will be. */
  has_delayed: boolean
}

/** Longer than most queues are served, and shorter than the pause until the next look. */
const inAMoment = sql`interval '50 milliseconds'`

/** Longer than it takes from the lock of a queue to `returnDueCalls`. */
const soon = sql`interval '1 second'`

/**
 * Locks and returns the queue that is due first; null if none is, or others have locked them. Indexes:
 * campaign_queues_due, calls_due_in_order by its first row.
 */
export async function lockDueQueue(transaction: Transaction, now: Date): Promise<DueQueue | null> {
  const [queue] = await transaction.query<DueQueue>(sql`
    select organization_id, project_id, campaign_id, checked_hours, recheck_from,
      (select count(*) from (select from campaign_queues
        where next_at <= ${now}::timestamptz + ${inAMoment} and is_here(organization_id)
        order by next_at limit 2) q) > 1 as has_more,
      (select true from calls c where c.organization_id = l.organization_id and c.campaign_id = l.campaign_id
        and c.waits_for = 'due' and c.due_at <= ${now}::timestamptz + ${soon}
        order by c.due_at limit 1) is true as has_delayed
    from campaign_queues l where next_at <= ${now} and is_here(organization_id)
    order by next_at limit 1 for update skip locked`)
  return queue ?? null
}

/** When the next queue is due. Index: campaign_queues_due. */
export const nextQueueDue = sql`(
  select min(next_at) from campaign_queues where is_here(organization_id))`

/** Now, if any call waits. Index: calls_in_queue, by its first row. */
export const dueWhileCallsWait = (now: Date) => sql`(
  select ${now}::timestamptz from (
    select from calls where state = 'waiting' order by organization_id, campaign_id, waits_for, queue_number limit 1) w)`

/**
 * Returns whether calls of a campaign are ready in its queue, as a condition. Index: calls_in_queue, by its first row.
 */
export function isQueueFilled({ organization_id, campaign_id }: Omit<CampaignKey, 'project_id'>): Sql {
  return sql`((select true from calls where organization_id = ${organization_id} and campaign_id = ${campaign_id}
        and state = 'waiting' and waits_for = 'turn' order by queue_number limit 1) is true)`
}

/**
 * Writes and returns when a queue that this transaction has locked is due next: the earliest of `nextAt` (if calls are
 * ready), the end of the first delay (not before `closedUntil`) and the campaign's end (if any call waits); null if
 * there is none. Indexes: calls_in_queue, calls_due_in_order. Each value is read from the first row of
 * an index. With `exists` instead, the planner may read the table from its beginning, past all calls of other
 * campaigns.
 */
export async function scheduleQueue(
  transaction: Transaction,
  { organization_id, campaign_id }: CampaignKey,
  { nextAt, closedUntil, endsAt }: { nextAt: Date | null; closedUntil: Date | null; endsAt: string | null },
): Promise<Date | null> {
  const waiting = sql`from calls where organization_id = ${organization_id} and campaign_id = ${campaign_id}
    and state = 'waiting'`
  const [queue] = await transaction.query<{ next_at: string | null }>(sql`
    update campaign_queues set closed_until = ${closedUntil}, next_at = least(
      case when (select true ${waiting} and waits_for = 'turn' order by queue_number limit 1) then ${nextAt}::timestamptz end,
      (select greatest(due_at, ${closedUntil}::timestamptz) from calls
        where organization_id = ${organization_id} and campaign_id = ${campaign_id} and waits_for = 'due'
        order by due_at limit 1),
      case when (select true ${waiting} order by waits_for, queue_number limit 1) then ${endsAt}::timestamptz end)
    where organization_id = ${organization_id} and campaign_id = ${campaign_id} returning next_at`)
  return queue === undefined || queue.next_at === null ? null : new Date(queue.next_at)
}

/** Writes when a queue that this transaction has locked is due next. */
export async function updateQueue(
  transaction: Transaction,
  { organization_id, campaign_id }: CampaignKey,
  nextAt: Date | null,
  closedUntil: Date | null,
): Promise<void> {
  await transaction.query(sql`
    update campaign_queues set next_at = ${nextAt}, closed_until = ${closedUntil}
    where organization_id = ${organization_id} and campaign_id = ${campaign_id}`)
}

/** Whether the slot `s` may be used, of the queue `l` of the campaign `p`. */
const isWithinLimit = withinLimit(sql`s.slot_number`, {
  organization_id: sql`l.organization_id`,
  campaign_id: sql`l.campaign_id`,
  slots: sql`p.slots`,
})

/** The channel on which workers are notified that a queue is due. */
export const queueChannel = 'switchboard_queues'

/**
 * Makes queues due and notifies the workers. It locks each row even if nothing changes. So if a worker is writing at
 * this moment that nothing is due, it waits for the worker and then overwrites that. All callers lock in the same
 * order, so that they do not deadlock.
 *
 * Queues in which no call waits are left alone, so that most calls of a campaign with free slots cost no write here. It
 * is called after the commit of what lets calls go. So a call that this statement does not see was committed later, and
 * whoever placed it notifies its queue. Queues of organizations that a move has closed are left out: the database
 * refuses to write them, and with them all others. Index: calls_in_queue.
 */
export async function notifyQueues(
  db: Db,
  queues: readonly Pick<CampaignKey, 'organization_id' | 'campaign_id'>[],
  now: Date,
): Promise<void> {
  await db.write(sql`
    with locked as materialized (
      select organization_id, campaign_id, next_at from campaign_queues
      where (organization_id, campaign_id) in (select * from unnest(
        ${queues.map((queue) => queue.organization_id)}::uuid[], ${queues.map((queue) => queue.campaign_id)}::uuid[]))
        and (select true from calls c where c.organization_id = campaign_queues.organization_id
          and c.campaign_id = campaign_queues.campaign_id and c.state = 'waiting'
          order by c.waits_for, c.queue_number limit 1)
        and not exists (
          select from organization_moves m where m.organization_id = campaign_queues.organization_id and m.is_closed)
      order by organization_id, campaign_id for update
    ), woken as (
      update campaign_queues l set next_at = ${now} from locked
      where l.organization_id = locked.organization_id and l.campaign_id = locked.campaign_id
        and (locked.next_at is null or locked.next_at > ${now})
    )
    select pg_notify(${queueChannel}, '') from (select count(*) as queues from locked) counted where queues > 0`)
}

/**
 * Returns which of these queues have to be served for a call that has just been committed as waiting for a slot. These
 * are the queues with a free slot, and those that nobody would look at when their campaign ends. Where all slots are
 * taken, whoever frees one commits that after this look, finds the call, and notifies the queue. The limit is read
 * anew, since it may have changed after the call was decided. Indexes: calling_slots_pkey, calling_slots_free.
 */
export async function selectQueuesToServe(
  db: Db,
  queues: readonly Pick<CampaignKey, 'organization_id' | 'campaign_id'>[],
): Promise<Pick<CampaignKey, 'organization_id' | 'campaign_id'>[]> {
  return db.query(sql`
    select l.organization_id, l.campaign_id
    from unnest(${queues.map((queue) => queue.organization_id)}::uuid[], ${queues.map((queue) => queue.campaign_id)}::uuid[])
      as grown (organization_id, campaign_id)
    join campaign_queues l using (organization_id, campaign_id)
    join campaigns p on p.organization_id = l.organization_id and p._id = l.campaign_id
    where p.ends_at is not null and l.next_at is null
      or exists (select from calling_slots s where s.organization_id = l.organization_id
        and s.campaign_id = l.campaign_id and s.attempt_id is null and ${isWithinLimit})`)
}

/**
 * Makes queues due that got no notification because a process died between its commit and the notification. Returns how
 * many. Such a queue is open and not paused (unless the campaign has ended), and a delay is over, or a call is ready
 * and a slot is free. Queues that other transactions have locked are skipped.
 */
export async function notifyForgottenQueues(db: Db, now: Date): Promise<number> {
  const notified = await db.write(sql`
    with forgotten as materialized (
      select l.organization_id, l.campaign_id from campaign_queues l
      join campaigns p on p.organization_id = l.organization_id and p._id = l.campaign_id
      where is_here(l.organization_id) and (l.next_at is null or l.next_at > ${now})
        and (l.closed_until is null or l.closed_until <= ${now})
        and (p.status <> 'paused' or p.ends_at <= ${now})
        and (exists (select from calls c where c.organization_id = l.organization_id
              and c.campaign_id = l.campaign_id and c.waits_for = 'due' and c.due_at <= ${now} offset 0)
          or exists (select from calls c where c.organization_id = l.organization_id
              and c.campaign_id = l.campaign_id and c.state = 'waiting' and c.waits_for = 'turn' offset 0)
            and exists (select from calling_slots s where s.organization_id = l.organization_id
              and s.campaign_id = l.campaign_id and s.attempt_id is null and ${isWithinLimit} offset 0))
      for update of l skip locked
    )
    update campaign_queues l set next_at = ${now} from forgotten f
    where l.organization_id = f.organization_id and l.campaign_id = f.campaign_id returning l.campaign_id`)
  return notified.length
}

/** Postpones a queue that could not be served, so that the others are. */
export async function postponeQueue(
  db: Db,
  { organization_id, campaign_id }: CampaignKey,
  until: Date,
): Promise<void> {
  await db.write(sql`
    update campaign_queues set next_at = ${until}
    where organization_id = ${organization_id} and campaign_id = ${campaign_id}`)
}

/** Creates what calls of a campaign need: its queue, which becomes due, and its slots. */
export async function upsertQueue(
  transaction: Transaction,
  { organization_id, project_id, campaign_id }: CampaignKey,
  slots: number,
  now: Date,
): Promise<void> {
  await transaction.query(sql`
    insert into campaign_queues as l (organization_id, project_id, campaign_id, next_at)
    values (${organization_id}, ${project_id}, ${campaign_id}, ${now})
    on conflict (organization_id, campaign_id) do update set next_at = ${now}, closed_until = null`)
  await transaction.query(sql`
    insert into calling_slots (organization_id, campaign_id, slot_number)
    select ${organization_id}::uuid, ${campaign_id}::uuid, generate_series(1, ${slots}::integer)
    on conflict do nothing`)
}

/** Creates the rate limit of a new carrier account. */
export async function insertRateLimit(
  transaction: Transaction,
  organizationId: string,
  carrierId: string,
): Promise<void> {
  await transaction.query(sql`
    insert into carrier_rate_limits (organization_id, voice_carrier_id) values (${organizationId}, ${carrierId})
    on conflict do nothing`)
}
