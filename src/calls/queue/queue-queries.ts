import type { Db } from '../../db/database.ts'
import type { Queryable, Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'

/** A campaign by its keys. */
export interface CampaignKey {
  organization_id: string
  project_id: string
  campaign_id: string
}

/** How many calls at the head of a line are looked at for being blocked. */
const parkWindow = sql`500`

/**
 * Puts calls aside that stand at the head of a line and can't go, so that they are not looked at again before they can:
 * until their number is free where it is in use, and until the pause is over where the carrier does not take it. The row
 * of a number in use is held meanwhile: whoever frees it comes after, and finds them. A number that somebody is just
 * freeing is passed over. Answers how many. Index: calls_in_queue.
 */
export async function parkBlocked(
  transaction: Transaction,
  { organization_id, project_id, campaign_id, voice_carrier_id }: CampaignKey & { voice_carrier_id: string },
): Promise<number> {
  const parked = await transaction.query(sql`
    with first as materialized (
      select _id from calls
      where organization_id = ${organization_id} and campaign_id = ${campaign_id} and state = 'waiting'
        and waits_for = 'turn'
      order by queue_number limit ${parkWindow}
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
      where (c.waits_for = 'turn') is true and n.paused_until > clock_timestamp()
        and not exists (select from in_use u where u._id = f._id)
      for update of c skip locked
    ), later as (
      update calls c set waits_for = 'due', due_at = (select paused_until from paused p where p._id = c._id)
      where c.organization_id = ${organization_id} and c._id = any(array(select _id from paused)) returning c._id
    ), after as (
      update calls c set waits_for = 'number'
      where c.organization_id = ${organization_id} and c._id = any(array(select _id from in_use)) returning c._id
    )
    select _id from later union all select _id from after`)
  return parked.length
}

/** Frees the slot of a dial and the number of its call. */
export async function deleteHold(
  transaction: Transaction,
  organizationId: string,
  attemptId: string,
  callId: string,
): Promise<void> {
  await transaction.query(sql`
    with slot as (
      update calling_slots set attempt_id = null, taken_at = null
      where organization_id = ${organizationId} and attempt_id = ${attemptId}
    )
    delete from numbers_in_use where organization_id = ${organizationId} and call_id = ${callId}`)
}

/**
 * Puts back into each line the first call that waits for this number; answers the campaigns. A statement of its own
 * after the number was freed: only then does it see what was put aside meanwhile. Index: calls_waiting_by_number, read
 * once for each campaign that has such a call.
 */
export async function unparkNumber(
  transaction: Transaction,
  {
    organization_id,
    project_id,
    phone_number,
  }: { organization_id: string; project_id: string; phone_number: string },
): Promise<CampaignKey[]> {
  const waiting = sql`
    from calls where organization_id = ${organization_id} and project_id = ${project_id}
      and phone_number = ${phone_number} and state = 'waiting' and waits_for = 'number'`
  return transaction.query<CampaignKey>(sql`
    with recursive first (campaign_id, _id) as (
      (select campaign_id, _id ${waiting} order by campaign_id, queue_number limit 1)
      union all
      select n.campaign_id, n._id from first cross join lateral (
        select campaign_id, _id ${waiting} and campaign_id > first.campaign_id
        order by campaign_id, queue_number limit 1) n
    )
    update calls c set waits_for = 'turn'
    where c.organization_id = ${organization_id} and c._id = any(array(select _id from first))
      and (c.waits_for = 'number') is true
    returning c.organization_id, c.project_id, c.campaign_id`)
}

/** Puts calls whose delay is over back into the line, and answers how many; at most 1,000. Index: calls_due. */
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
      order by due_at limit 1000 for update skip locked
    )
    update calls c set waits_for = 'turn', due_at = null
    where c.organization_id = ${organization_id} and c._id = any(array(select _id from due)) returning c._id`)
  return returned.length
}

/** Ends waiting calls of a campaign, 500 at most, and answers how many. Index: calls_in_queue. */
export async function endWaitingCalls(
  transaction: Transaction,
  { organization_id, campaign_id }: CampaignKey,
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
    )
    insert into call_moves (organization_id, _id, call_id, from_state, to_state, reason, moved_at)
    select ${organization_id}::uuid, i.move_id, w._id, 'waiting', ${end.to}, ${end.reason}, ${now}::timestamptz
    from waiting w join unnest(${moveIds}::uuid[]) with ordinality as i (move_id, place) using (place)
    returning _id`)
  return ended.length
}

/** The line that is due first, locked; null where none is, or others have them. Index: campaign_queues_due. */
export async function lockDueQueue(transaction: Transaction, now: Date): Promise<CampaignKey | null> {
  const [line] = await transaction.query<CampaignKey>(sql`
    select organization_id, project_id, campaign_id from campaign_queues
    where next_at <= ${now} order by next_at limit 1 for update skip locked`)
  return line ?? null
}

/**
 * What a line that was served has left: whether anybody stands in it, and when the next delay is over. Indexes:
 * calls_in_queue, calls_due. Each is the first of an index, not an `exists`: for that the planner reads the table from
 * its beginning where it believes that calls like these lie everywhere, and passes all those of other campaigns.
 */
export async function selectRestOfQueue(
  transaction: Transaction,
  { organization_id, campaign_id }: CampaignKey,
): Promise<{ in_line: boolean; is_waiting: boolean; due_at: string | null }> {
  const waiting = sql`from calls where organization_id = ${organization_id} and campaign_id = ${campaign_id}
    and state = 'waiting'`
  const [row] = await transaction.query<{ in_line: boolean; is_waiting: boolean; due_at: string | null }>(sql`
    select (select true ${waiting} and waits_for = 'turn' order by queue_number limit 1) is not null as in_line,
      (select true ${waiting} order by waits_for, queue_number limit 1) is not null as is_waiting,
      (select due_at from calls where organization_id = ${organization_id} and campaign_id = ${campaign_id}
        and waits_for = 'due' order by due_at limit 1) as due_at`)
  if (row === undefined) throw new Error('exists answered no row')
  return row
}

/** Writes when a line that this transaction has locked is looked at next. */
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

/** The channel on which workers are told that a line is due. */
export const queueChannel = 'switchboard_lines'

/**
 * Makes lines due, and tells the workers. Each row is locked whether or not it changes: a worker that is just writing
 * "nothing to do" is waited for, so that its word is never the last. In one order, so that two don't block each other.
 */
export async function notifyQueues(
  db: Db,
  lines: readonly Pick<CampaignKey, 'organization_id' | 'campaign_id'>[],
  now: Date,
): Promise<void> {
  await db.write(sql`
    with line as materialized (
      select organization_id, campaign_id, next_at from campaign_queues
      where (organization_id, campaign_id) in (select * from unnest(
        ${lines.map((line) => line.organization_id)}::uuid[], ${lines.map((line) => line.campaign_id)}::uuid[]))
      order by organization_id, campaign_id for update
    ), woken as (
      update campaign_queues l set next_at = ${now} from line
      where l.organization_id = line.organization_id and l.campaign_id = line.campaign_id
        and (line.next_at is null or line.next_at > ${now})
    )
    select pg_notify(${queueChannel}, '') from (select count(*) from line) counted`)
}

/**
 * Makes lines due that somebody forgot to wake, because a process ended between its commit and the waking, and answers
 * how many: a delay is over, or somebody stands in line, it is open, and a slot is free. One look at each campaign that
 * has a line; those that others are at work on are passed over.
 */
export async function notifyForgottenQueues(db: Db, now: Date): Promise<number> {
  const isWithinLimit = withinLimit(sql`s.slot_number`, {
    organization_id: sql`l.organization_id`,
    campaign_id: sql`l.campaign_id`,
    slots: sql`p.slots`,
  })
  const woken = await db.write(sql`
    with forgotten as materialized (
      select l.organization_id, l.campaign_id from campaign_queues l
      join campaigns p on p.organization_id = l.organization_id and p._id = l.campaign_id
      where (l.next_at is null or l.next_at > ${now}) and (l.closed_until is null or l.closed_until <= ${now})
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
  return woken.length
}

/** Puts off a line that could not be served, so that the others are. */
export async function postponeQueue(
  db: Db,
  { organization_id, campaign_id }: CampaignKey,
  until: Date,
): Promise<void> {
  await db.write(sql`
    update campaign_queues set next_at = ${until}
    where organization_id = ${organization_id} and campaign_id = ${campaign_id}`)
}

/** Makes ready what dialling for a campaign needs: its line, which is looked at anew, and its slots. */
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

/** The pace of a new carrier account. */
export async function insertRateLimit(
  transaction: Transaction,
  organizationId: string,
  carrierId: string,
): Promise<void> {
  await transaction.query(sql`
    insert into carrier_rate_limits (organization_id, voice_carrier_id) values (${organizationId}, ${carrierId})
    on conflict do nothing`)
}

/**
 * Conditions on free slots of a campaign: those up to its limit, but for as many, from the first, as calls are under way in slots
 * beyond it, since the limit was lowered meanwhile. Whoever has an older view of the slots keeps at least as many free, so
 * that no two dials together exceed the limit. Indexes: calling_slots_pkey, calling_slots_free.
 */
export function withinLimit(
  slotNumber: Sql,
  { organization_id, campaign_id, slots }: { organization_id: Sql; campaign_id: Sql; slots: Sql },
): Sql {
  const ofCampaign = sql`from calling_slots where organization_id = ${organization_id} and campaign_id = ${campaign_id}`
  return sql`${slotNumber} <= ${slots} and ${slotNumber} > (
    select case beyond when 0 then 0 else coalesce((
      select slot_number ${ofCampaign} and attempt_id is null and slot_number <= ${slots}
      order by slot_number offset beyond - 1 limit 1), ${slots}) end
    from (select count(*) as beyond ${ofCampaign} and attempt_id is not null and slot_number > ${slots}) b)`
}

/** The same for the slots of one campaign, of which `calling_slots` is asked. */
export function freeWithinLimit({
  organization_id,
  campaign_id,
  slots,
}: CampaignKey & { slots: number }): Sql {
  return withinLimit(sql`slot_number`, {
    organization_id: sql`${organization_id}`,
    campaign_id: sql`${campaign_id}`,
    slots: sql`${slots}::integer`,
  })
}

/**
 * Whether a slot is free, for now: others may be about to take it, which only a claim finds out. Index:
 * calling_slots_free.
 */
export async function selectHasFreeSlot(
  db: Queryable,
  campaign: CampaignKey & { slots: number },
): Promise<boolean> {
  const { organization_id, campaign_id } = campaign
  const [row] = await db.query<{ is_free: boolean }>(sql`
    select exists (select from calling_slots where organization_id = ${organization_id}
      and campaign_id = ${campaign_id} and attempt_id is null and ${freeWithinLimit(campaign)}) as is_free`)
  return row?.is_free ?? false
}

/**
 * Locks a free slot, and waits for those that have it in their hands; false where none is left free then. Index:
 * calling_slots_free.
 */
export async function lockFreeSlot(
  transaction: Transaction,
  campaign: CampaignKey & { slots: number },
): Promise<boolean> {
  const { organization_id, campaign_id } = campaign
  const locked = await transaction.query(sql`
    select slot_number from calling_slots where organization_id = ${organization_id}
      and campaign_id = ${campaign_id} and attempt_id is null and ${freeWithinLimit(campaign)}
    order by slot_number limit 1 for update`)
  return locked.length > 0
}
