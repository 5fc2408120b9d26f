import type { Queryable, Reader, Transaction } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'

export interface SecondFactorRow {
  /** Sealed. */
  secret: Buffer
  /** Null: it was begun and is not asked for. */
  confirmed_at: string | null
}

export async function selectSecondFactor(db: Reader, userId: string): Promise<SecondFactorRow | null> {
  const [row] = await db.query<SecondFactorRow>(sql`
    select secret, confirmed_at from second_factors where user_id = ${userId}`)
  return row ?? null
}

/** Stores a secret that is not asked for yet. Returns false, with nothing written, where another one is asked for. */
export async function upsertSecondFactor(
  db: Queryable,
  userId: string,
  { secret, now }: { secret: Buffer; now: Date },
): Promise<boolean> {
  const stored = await db.write(sql`
    insert into second_factors as f (user_id, secret, created_at) values (${userId}, ${secret}, ${now})
    on conflict (user_id) do update set secret = excluded.secret, created_at = excluded.created_at, last_period = 0
    where f.confirmed_at is null
    returning user_id`)
  return stored.length === 1
}

/** Returns whether signing in asks for a second factor. */
export async function selectHasSecondFactor(db: Reader, userId: string): Promise<boolean> {
  const confirmed = await db.query(sql`
    select from second_factors where user_id = ${userId} and confirmed_at is not null`)
  return confirmed.length === 1
}

/**
 * Makes signing in ask for the second factor from now on. Returns false where it is asked for already, or another
 * secret has been stored. Sign-ins whose password is right already have started their session before, or see the
 * factor.
 */
export async function updateSecondFactorConfirmed(
  transaction: Transaction,
  userId: string,
  { secret, period, now }: { secret: Buffer; period: number; now: Date },
): Promise<boolean> {
  await transaction.query(sql`select from users where _id = ${userId} for no key update`)
  const confirmed = await transaction.write(sql`
    update second_factors set confirmed_at = ${now}, last_period = ${period}
    where user_id = ${userId} and secret = ${secret} and confirmed_at is null
    returning user_id`)
  return confirmed.length === 1
}

/**
 * Takes the code of a period. Returns false where it, or a later one, was taken before: two sign-ins can't use one
 * code.
 */
export async function updateLastPeriod(db: Queryable, userId: string, period: number): Promise<boolean> {
  const taken = await db.write(sql`
    update second_factors set last_period = ${period}
    where user_id = ${userId} and last_period < ${period}
    returning user_id`)
  return taken.length === 1
}

/** Returns whether there was one. Its recovery codes go with it. */
export async function deleteSecondFactor(db: Queryable, userId: string): Promise<boolean> {
  const deleted = await db.write(sql`delete from second_factors where user_id = ${userId} returning user_id`)
  return deleted.length === 1
}

/** Puts these codes in the place of all earlier ones. */
export async function replaceRecoveryCodes(
  transaction: Transaction,
  userId: string,
  codeHashes: readonly Buffer[],
): Promise<void> {
  await transaction.write(sql`delete from recovery_codes where user_id = ${userId}`)
  await transaction.write(sql`
    insert into recovery_codes (user_id, code_hash)
    select ${userId}::uuid, code_hash from unnest(${codeHashes}::bytea[]) code_hash`)
}

/** Uses a recovery code up. Returns false where the person has no such code. */
export async function deleteRecoveryCode(db: Queryable, userId: string, codeHash: Buffer): Promise<boolean> {
  const used = await db.write(sql`
    delete from recovery_codes where user_id = ${userId} and code_hash = ${codeHash} returning user_id`)
  return used.length === 1
}

/** What a person sees of their own second factor; null where none is asked for. */
export interface OwnSecondFactor {
  since: string
  recovery_codes_left: number
}

export async function selectOwnSecondFactor(db: Reader, userId: string): Promise<OwnSecondFactor | null> {
  const [row] = await db.query<OwnSecondFactor>(sql`
    select confirmed_at as since,
      (select count(*) from recovery_codes r where r.user_id = f.user_id) as recovery_codes_left
    from second_factors f where user_id = ${userId} and confirmed_at is not null`)
  return row ?? null
}
