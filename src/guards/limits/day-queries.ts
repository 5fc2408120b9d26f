import type { Db } from '../../db/database.ts'
import type { Queryable, Transaction } from '../../db/queryable.ts'
import { literal, shared, sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import type { LimitGuard } from '../guard.ts'
import { blockCountUntil, guardTimes, numberCountUntil } from './guard-times.ts'
import type { GuardTimes } from './guard-times.ts'
import {
  blockOf,
  callGuard,
  dayGuard,
  minutePriceSql,
  selectDay,
  selectLimits,
  timeLimit,
} from './limit-sql.ts'

/** Days before these are forgotten. */
const daysKept = sql`60`

/** The days whose rows this process has found committed, by organization. A row is never removed on its day. */
const daysFound = new Set<string>()
const daysFoundMax = 10_000

/**
 * Locks what an organization uses of a day until the end of the transaction. Claims take this lock before they read the
 * limits, so that two at once never share what a guard allows last (Promise 119). Sent together with the claim, it
 * costs no round trip.
 *
 * The first claim of a day creates the row. A claim that came while the row was not committed yet would find nothing to
 * lock, and would then deadlock with those that have locked it. So the row is created before it is locked, which waits
 * for others that create it. Both statements are sent at once, in this order.
 */
export async function lockDay(
  transaction: Transaction,
  organizationId: string,
  { day }: GuardTimes,
): Promise<void> {
  const key = `${organizationId} ${day}`
  const isFound = daysFound.has(key)
  const [made, locked] = await Promise.all([
    isFound ? [] : insertDay(transaction, organizationId, day),
    transaction.query(sql`
      select from call_days where organization_id = ${organizationId} and day = ${day}::date for update`),
  ])
  // It was created by a transaction that rolled back: the next claim creates it.
  if (locked.length === 0) daysFound.delete(key)
  if (isFound || made.length > 0 || locked.length === 0) return
  if (daysFound.size >= daysFoundMax) daysFound.clear()
  daysFound.add(key)
}

/** Creates the row of a day where it is missing, and then forgets old ones. Returns one row if it was missing. */
function insertDay(transaction: Transaction, organizationId: string, day: string): Promise<unknown[]> {
  return transaction.query(sql`
    with made as (
      insert into call_days (organization_id, day) values (${organizationId}, ${day}::date) on conflict do nothing returning day
    ), forgotten as (
      delete from call_days c using made where c.organization_id = ${organizationId} and c.day < made.day - ${daysKept}
    )
    select from made`)
}

/** What an attempt has reserved, and what it has used in the end. */
export interface Reservation {
  /** Null: the attempt has reserved nothing, as one that is older than the guards, or that a person made. */
  time_limit_seconds: number | null
  /** Null: spending had no limit, or the number no rate. */
  rate_per_minute: number | null
  transferred_at: string | null
  transfer_rate_per_minute: number | null
  /** How long its transfers may last in all; null: as long as its call, or none has begun. */
  transfer_limit_seconds: number | null
  /** Null before its end. */
  settled_seconds: number | null
  settled_amount: number | null
}

/** The reservation of a call that a person makes to the project, until it is transferred. */
export const nothingReserved: Reservation = {
  time_limit_seconds: null,
  rate_per_minute: null,
  transferred_at: null,
  transfer_rate_per_minute: null,
  transfer_limit_seconds: null,
  settled_seconds: null,
  settled_amount: null,
}

/** The columns of `Reservation`, from `call_attempts a`. */
export const reservationColumns = sql`a.time_limit_seconds, a.rate_per_minute::double precision as rate_per_minute,
  a.transferred_at, a.transfer_rate_per_minute::double precision as transfer_rate_per_minute,
  a.transfer_limit_seconds, a.settled_seconds, a.settled_amount::double precision as settled_amount`

/** Returns how long an attempt and its transfers may last, in seconds. */
function limitsOf(reserved: Reservation): { own: number; transferred: number } {
  const own = reserved.time_limit_seconds ?? 0
  const transferred = reserved.transferred_at === null ? 0 : (reserved.transfer_limit_seconds ?? own)
  return { own, transferred }
}

/** Returns what a reservation holds while its attempt is open. A transfer is a second call for the carrier. */
function reservedOf(reserved: Reservation): { seconds: number; amount: number } {
  const { own, transferred } = limitsOf(reserved)
  return { seconds: own + transferred, amount: amountOf(reserved, { own, transferred }) }
}

/** Returns what times cost, by begun minutes. */
function amountOf(
  { rate_per_minute, transfer_rate_per_minute }: Reservation,
  { own, transferred }: { own: number; transferred: number },
): number {
  return (
    Math.ceil(own / 60) * (rate_per_minute ?? 0) +
    Math.ceil(transferred / 60) * (transfer_rate_per_minute ?? 0)
  )
}

/**
 * Returns what an attempt has used: its own seconds, and those from its first transfer to its end. A call that a person
 * makes uses nothing of its own.
 */
export function usedOf(
  reserved: Reservation,
  durationSeconds: number | null,
  endedAt: string | null,
): { seconds: number; amount: number } {
  const own = reserved.time_limit_seconds === null ? 0 : Math.max(0, Math.ceil(durationSeconds ?? 0))
  const transferred =
    reserved.transferred_at === null || endedAt === null
      ? 0
      : Math.max(0, Math.ceil((Date.parse(endedAt) - Date.parse(reserved.transferred_at)) / 1_000))
  return { seconds: own + transferred, amount: amountOf(reserved, { own, transferred }) }
}

/** An attempt as its day knows it. */
export interface DayOfAttempt extends Reservation {
  organization_id: string
  /** Its day is that of this instant. */
  created_at: string
  /** Null: a caller who withholds it. */
  phone_number: string | null
}

/**
 * Returns the change of the day in which an attempt ends: what it has reserved goes, what it has used comes. To be
 * appended to a statement of the transaction that ends it, near its commit, because all claims of the organization wait
 * for the row.
 */
export function settleDay(attempt: DayOfAttempt, used: { seconds: number; amount: number }): Sql | null {
  if (attempt.time_limit_seconds === null && attempt.transferred_at === null) return null
  const { day } = guardTimes(new Date(attempt.created_at))
  const isOpen = attempt.settled_seconds === null
  const freed = isOpen ? reservedOf(attempt) : { seconds: 0, amount: 0 }
  const more = {
    seconds: used.seconds - (attempt.settled_seconds ?? 0),
    amount: used.amount - (attempt.settled_amount ?? 0),
  }
  if (!isOpen && more.seconds === 0 && more.amount === 0) return null
  return sql`update call_days set reserved_seconds = greatest(0, reserved_seconds - ${freed.seconds}::bigint),
      used_seconds = greatest(0, used_seconds + ${more.seconds}::bigint),
      reserved_amount = greatest(0, reserved_amount - ${freed.amount}::numeric),
      used_amount = greatest(0, used_amount + ${more.amount}::numeric)
    where organization_id = ${attempt.organization_id} and day = ${day}::date`
}

/**
 * Gives back what an attempt that was never placed has counted and reserved. Called once, when the attempt is settled
 * or deleted.
 */
export async function releaseDial(transaction: Transaction, attempt: DayOfAttempt): Promise<void> {
  if (attempt.time_limit_seconds === null) return
  const times = guardTimes(new Date(attempt.created_at))
  const { organization_id, phone_number } = attempt
  const freed = reservedOf(attempt)
  await transaction.query(sql`
    with day as (
      update call_days set dials = greatest(0, dials - 1),
        reserved_seconds = greatest(0, reserved_seconds - ${freed.seconds}::bigint),
        reserved_amount = greatest(0, reserved_amount - ${freed.amount}::numeric)
      where organization_id = ${organization_id} and day = ${times.day}::date returning day
    )
    update dial_counts set dials = greatest(0, dials - 1) from day
    where organization_id = ${organization_id} and ((counted = ${phone_number} and since = ${times.dayBegins})
      or (counted = ${blockOf(sql`${phone_number}::text`)} and since = ${times.bucket}))`)
}

/**
 * Returns the part of a claim that counts its calls. It reads `claimed` with `phone_number`, and locks the counts in
 * one order, though the lock of the day has made sure already that nobody else counts.
 */
export function countDials(organizationId: Sql, times: GuardTimes): Sql {
  return sql`counted_dials as (
      insert into dial_counts as n (organization_id, counted, since, dials, until)
      select ${organizationId}, counted, since, dials, until from (
        select phone_number as counted, ${times.dayBegins}::timestamptz as since, count(*) as dials,
          ${numberCountUntil(times)}::timestamptz as until from claimed group by phone_number
        union all
        select ${blockOf(sql`phone_number`)}, ${times.bucket}::timestamptz, count(*),
          ${blockCountUntil(times)}::timestamptz from claimed group by ${blockOf(sql`phone_number`)}) c
      order by counted
      on conflict (organization_id, counted, since) do update set dials = n.dials + excluded.dials
    )`
}

/**
 * Returns which limit holds a call that would be dialed now; null if none does, for a request before its call is
 * written.
 */
export function heldGuard(organizationId: string, number: string, seconds: number, times: GuardTimes): Sql {
  const organization = shared(organizationId, 'uuid')
  const limit = shared(seconds, 'integer')
  return sql`(select coalesce(${dayGuard(limit)}, ${callGuard(organization, shared(number, 'text'), limit, times)})
    from (${selectLimits(organization)}) l left join (${selectDay(organization, times)}) d on true)`
}

/** What a transfer has reserved, or which limit refuses it. */
export interface ReservedTransfer {
  /** Null: it is reserved. */
  guard: LimitGuard | null
  /** What its number costs a minute; null where the organization declares no rate for it. */
  rate: number | null
  /** How long the transfers of the attempt may last in all. */
  limit_seconds: number
  /** How long the attempt's own call may last, by then; null: it has reserved nothing. */
  own_seconds: number | null
}

/**
 * How long a transfer may ring, and its call go on after it, in seconds; the transfer itself counts from its answer.
 */
const besideTransfer = sql`60`
/** The longest call of an account, unless the carrier allows more (Twilio: "Call resource", `TimeLimit`). */
const callSecondsMax = sql`14400`

/**
 * Reserves a transfer of an open attempt on the attempt's day. It counts as dialed, with the time and money that the
 * second call may take. The second call may last as long as the attempt's own limit, or the organization's if a person
 * called. Further transfers of the attempt count too, and reserve what they cost more, because they follow each other
 * within that time.
 *
 * The call goes on while the customer talks with whom it was transferred to. If its own limit leaves no room for that,
 * as with the seconds of an agent, `lasted` is how long it has lasted. Then the first transfer raises the limit and
 * reserves the rest of it.
 *
 * @param lasted in seconds; null: the call keeps its limit.
 */
export async function reserveTransfer(
  transaction: Transaction,
  { organization_id, created_at, ...attempt }: DayOfAttempt,
  number: string,
  lasted: Sql | null = null,
): Promise<ReservedTransfer> {
  const times = guardTimes(new Date(created_at))
  await lockDay(transaction, organization_id, times)
  const organization = sql`${organization_id}::uuid`
  const isFirst = attempt.transferred_at === null
  const known = attempt.transfer_limit_seconds ?? attempt.time_limit_seconds
  const limit = timeLimit(organization, sql`${known}::integer`)
  const own = sql`${attempt.time_limit_seconds}::integer`
  const raised =
    lasted === null || !isFirst || attempt.time_limit_seconds === null
      ? own
      : sql`greatest(${own}, least(${callSecondsMax}, ${lasted} + limit_seconds + ${besideTransfer}))::integer`
  const more = sql`ceil(limit_seconds / 60.0) * greatest(0, coalesce(rate, 0)
      - ${attempt.transfer_rate_per_minute ?? 0}::numeric)
    + coalesce((ceil(own_seconds / 60.0) - ceil(${own} / 60.0)) * ${attempt.rate_per_minute}::numeric, 0)`
  const [row] = await transaction.query<ReservedTransfer>(sql`
    with asked as materialized (
      select l.*, ${raised} as own_seconds from (
        select l.*, ${limit} as limit_seconds, ${minutePriceSql(sql`${number}::text`)} as rate
        from (${selectLimits(organization)}) l) l
    ), judged as materialized (
      select coalesce(${dayGuard(sql`t.seconds`)},
          case when coalesce(d.amount, 0) + t.amount > l.spend_a_day then 'spend_a_day' end) as guard,
        l.rate, l.limit_seconds, l.own_seconds, t.seconds, t.amount
      from asked l left join (${selectDay(organization, times)}) d on true
      cross join lateral (select case when ${isFirst}::boolean then l.limit_seconds else 0 end
          + coalesce(own_seconds - ${own}, 0) as seconds, ${more} as amount) t
    ), reserved as (
      update call_days c set dials = c.dials + 1, reserved_seconds = c.reserved_seconds + j.seconds,
        reserved_amount = c.reserved_amount + j.amount
      from judged j
      where c.organization_id = ${organization_id} and c.day = ${times.day}::date and j.guard is null
    )
    select guard, rate::double precision as rate, limit_seconds, own_seconds from judged`)
  if (row === undefined) throw new Error('the limits of the organization are missing')
  return row
}

/** What is used of the limits of a day. */
export interface DayUse {
  dials: number
  reserved_seconds: number
  used_seconds: number
  reserved_amount: number
  used_amount: number
}

/** Returns what an organization has used of a day. */
export async function selectDayUse(
  db: Queryable,
  organizationId: string,
  { day }: GuardTimes,
): Promise<DayUse> {
  const [use] = await db.query<DayUse>(sql`
    select dials, reserved_seconds, used_seconds, reserved_amount::double precision as reserved_amount,
      used_amount::double precision as used_amount
    from call_days where organization_id = ${organizationId} and day = ${day}::date`)
  return use ?? { dials: 0, reserved_seconds: 0, used_seconds: 0, reserved_amount: 0, used_amount: 0 }
}

/** The most counts that one purge deletes. */
const purgedMax = 1_000

/** Deletes counts of dials that no guard reads any more. Returns whether there may be more. */
export async function deletePastCounts(db: Db, now: Date): Promise<boolean> {
  const deleted = await db.write(sql`
    delete from dial_counts where ctid = any(array(
      select ctid from dial_counts where until <= ${now} and is_here(organization_id)
      order by until limit ${literal(`${purgedMax}`)} for update skip locked))
    returning 1`)
  return deleted.length >= purgedMax
}
