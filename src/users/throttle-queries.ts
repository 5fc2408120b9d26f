import type { Queryable, Reader } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'

export interface FailureBounds {
  now: Date
  /** Failures are forgotten where the last was before this instant. */
  forgetBefore: Date
  /** From this failure on, each blocks, twice as long as the one before. */
  failuresMax: number
  blockMs: number
  blockMaxMs: number
}

/**
 * Counts an attempt as a failure before its password is checked, so that attempts at the same time are not checked
 * beyond the limit. The time of the last failure stays until the attempt has failed, unless counting begins again.
 * Returns false, with nothing counted, while the subject is blocked.
 */
export async function insertFailure(db: Queryable, subject: Buffer, bounds: FailureBounds): Promise<boolean> {
  const { now, forgetBefore, failuresMax, blockMs, blockMaxMs } = bounds
  const isForgotten = sql`f.last_at < ${forgetBefore}::timestamptz`
  const failures = sql`(case when ${isForgotten} then 1 else f.failures + 1 end)`
  const counted = await db.write(sql`
    insert into sign_in_failures as f (subject, failures, last_at) values (${subject}, 1, ${now})
    on conflict (subject) do update set
      failures = ${failures}, last_at = case when ${isForgotten} then ${now}::timestamptz else f.last_at end,
      blocked_until = case when ${failures} >= ${failuresMax}::integer then ${now}::timestamptz
        + least(${blockMaxMs}::float8, ${blockMs}::float8 * 2 ^ least(20, ${failures} - ${failuresMax}::integer))
        * interval '1 millisecond' end
    where f.blocked_until is null or f.blocked_until <= ${now}
    returning subject`)
  return counted.length === 1
}

/**
 * Returns an address in the lower case of the database, which decides what addresses are the same. Some locales take
 * more letters for the same than JavaScript does.
 */
export async function selectLower(db: Reader, email: string): Promise<string> {
  const [row] = await db.query<{ email: string }>(sql`select lower(${email}::text) as email`)
  return row!.email
}

/** Returns until when a subject is blocked; null where it is not. */
export async function selectBlockedUntil(db: Reader, subject: Buffer, now: Date): Promise<string | null> {
  const [row] = await db.query<{ blocked_until: string }>(sql`
    select blocked_until from sign_in_failures where subject = ${subject} and blocked_until > ${now}`)
  return row?.blocked_until ?? null
}

/** Forgets the failures of a subject. */
export async function deleteFailures(db: Queryable, subject: Buffer): Promise<void> {
  await db.write(sql`delete from sign_in_failures where subject = ${subject}`)
}

/** Keeps when an attempt that was counted has failed. */
export async function updateFailed(db: Queryable, subject: Buffer, now: Date): Promise<void> {
  await db.write(sql`
    update sign_in_failures set last_at = greatest(last_at, ${now}) where subject = ${subject}`)
}

/** Takes back one counted failure, of an attempt that succeeded. */
export async function updateFailureTakenBack(db: Queryable, subject: Buffer): Promise<void> {
  await db.write(sql`
    update sign_in_failures set failures = greatest(0, failures - 1), blocked_until = null where subject = ${subject}`)
}

/** Deletes failures before this instant. Returns how many, at most 1,000. */
export async function deletePastFailures(db: Queryable, before: Date): Promise<number> {
  const deleted = await db.write(sql`
    delete from sign_in_failures where subject in (
      select subject from sign_in_failures where last_at < ${before} limit 1000
    ) returning subject`)
  return deleted.length
}
