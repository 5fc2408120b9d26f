import type { Db } from '../../db/database.ts'
import type { Queryable } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import { attemptColumns } from '../queries.ts'
import type { Attempt } from '../queries.ts'

/**
 * The longest time to the next poll: 600 s of ringing, and a margin. A poll that is further ahead was planned by a
 * wrong clock, and is due.
 */
const pollAheadMinutesMax = 15

/**
 * Claims attempts of all tenants that are due to be polled, and postpones their next poll so that no other worker polls
 * at the same time. `skip locked` lets several workers claim at once. Index: call_attempts_to_poll.
 */
export async function claimAttemptsToPoll(
  db: Db,
  now: Date,
  nextPollAt: Date,
  limit: number,
): Promise<Attempt[]> {
  return db.write<Attempt>(sql`
    update call_attempts a set poll_at = ${nextPollAt}, polls_count = a.polls_count + 1
    from (select organization_id, _id from call_attempts 
          where (poll_at <= ${now} or poll_at > ${now}::timestamptz + ${pollAheadMinutesMax} * interval '1 minute')
            and is_here(organization_id)
          order by poll_at limit ${limit} for update skip locked) due
    where a.organization_id = due.organization_id and a._id = due._id
    returning ${attemptColumns}`)
}

/** When the next poll is due; now, if one lies too far ahead. Index: call_attempts_to_poll. */
export const nextPollDue = (now: Date) => sql`(
  select case when max(poll_at) > ${now}::timestamptz + ${pollAheadMinutesMax} * interval '1 minute' then ${now}::timestamptz
    else min(poll_at) end
  from call_attempts where poll_at is not null and is_here(organization_id))`

/** Writes when an attempt that is not over is polled next. */
export async function updateAttemptPollAt(
  db: Db,
  attempt: Pick<Attempt, 'organization_id' | '_id'>,
  pollAt: Date,
): Promise<void> {
  await db.write(sql`
    update call_attempts set poll_at = ${pollAt}
    where organization_id = ${attempt.organization_id} and _id = ${attempt._id} and poll_at is not null`)
}

/**
 * Writes when attempts that were claimed and not polled are polled next, in one statement however many they are. Their
 * claims do not count as polls, which would lengthen the time between them.
 */
export async function postponePolls(
  db: Db,
  polls: readonly { attempt: Pick<Attempt, 'organization_id' | '_id'>; pollAt: Date }[],
): Promise<void> {
  const organizationIds = polls.map(({ attempt }) => attempt.organization_id)
  const ids = polls.map(({ attempt }) => attempt._id)
  await db.write(sql`
    update call_attempts a set poll_at = p.poll_at, polls_count = a.polls_count - 1
    from unnest(${organizationIds}::uuid[], ${ids}::uuid[], ${polls.map(({ pollAt }) => pollAt)}::timestamptz[])
      p (organization_id, _id, poll_at)
    where a.organization_id = p.organization_id and a._id = p._id and a.poll_at is not null`)
}

/** Records that the carrier has no such call. Returns since when it says so, and how often it has said so. */
export async function updateAttemptAbsent(
  db: Db,
  attempt: Pick<Attempt, 'organization_id' | '_id'>,
  now: Date,
): Promise<{ absent_since: string; absent_count: number } | null> {
  const [row] = await db.write<{ absent_since: string; absent_count: number }>(sql`
    update call_attempts set absent_since = coalesce(absent_since, ${now}), absent_count = absent_count + 1
    where organization_id = ${attempt.organization_id} and _id = ${attempt._id} and poll_at is not null
    returning absent_since, absent_count`)
  return row ?? null
}

/** Records that the carrier has the call. */
export async function updateAttemptPresent(
  db: Db,
  attempt: Pick<Attempt, 'organization_id' | '_id'>,
): Promise<void> {
  await db.write(sql`
    update call_attempts set absent_since = null, absent_count = 0
    where organization_id = ${attempt.organization_id} and _id = ${attempt._id} and absent_count > 0`)
}

/** Keeps why a call that waits in a queue of the carrier is ended, for the move that its end makes (`resultOf`). */
export async function updateAttemptForbidden(
  db: Db,
  attempt: Pick<Attempt, 'organization_id' | '_id'>,
  reason: string,
): Promise<void> {
  await db.write(sql`
    update call_attempts set error_reason = ${reason}
    where organization_id = ${attempt.organization_id} and _id = ${attempt._id} and state = 'dialling'`)
}

/** Returns the SIDs of other attempts to the same number, at most the newest 100. */
export async function selectOtherSids(db: Queryable, attempt: Attempt): Promise<string[]> {
  const rows = await db.query<{ carrier_call_sid: string }>(sql`
    select carrier_call_sid from call_attempts
    where organization_id = ${attempt.organization_id} and phone_number = ${attempt.phone_number}
      and _id <> ${attempt._id} and carrier_call_sid is not null
    order by created_at desc limit 100`)
  return rows.map((row) => row.carrier_call_sid)
}

/**
 * Returns whether another attempt between the same numbers is open and has no SID either: then a call that is found at
 * the carrier may be the other's. Index: call_attempts_by_number.
 */
export async function selectHasRivalAttempt(db: Queryable, attempt: Attempt): Promise<boolean> {
  const rivals = await db.query(sql`
    select _id from call_attempts
    where organization_id = ${attempt.organization_id} and phone_number = ${attempt.phone_number}
      and caller_id_number = ${attempt.caller_id_number} and _id <> ${attempt._id}
      and state in ('dialling', 'unresolved') and carrier_call_sid is null
    limit 1`)
  return rivals.length > 0
}
