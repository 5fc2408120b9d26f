import { randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Clock } from '../base/clock.ts'
import type { NewId } from '../base/ids.ts'
import { refusals } from '../base/refusals.ts'
import type { SecretBox } from '../base/secret-box.ts'
import type { Db } from '../db/database.ts'
import type { Queryable } from '../db/queryable.ts'
import type { RequestUser } from './authenticate-user.ts'
import { recordUserChange } from './record-user-change.ts'
import {
  deleteRecoveryCode,
  deleteSecondFactor,
  replaceRecoveryCodes,
  selectSecondFactor,
  updateLastPeriod,
  updateSecondFactorConfirmed,
  upsertSecondFactor,
} from './second-factor-queries.ts'
import { hashSecret } from './secret-token.ts'
import { deleteSessions } from './session-queries.ts'
import { checkThrottled } from './throttle.ts'

export interface SecondFactorContext {
  db: Db
  clock: Clock
  newId: NewId
  secretBox: SecretBox
}

/** What every authenticator app takes without settings: RFC 6238 with SHA-1, six digits, 30 seconds. */
const form = { issuer: 'Switchboard', algorithm: 'SHA1', digits: 6, period: 30 } as const
const secretBytes = 20
/** Codes of the period before and after are taken too, for clocks that are off and people who type slowly. */
const periodsOff = 1

const recoveryCodes = 10
/** Without letters and digits that look alike. Ten of them are 49 bits. */
const recoveryAlphabet = '23456789abcdefghjkmnpqrstuvwxyz'
const recoveryLength = 10

/** A new secret, as an authenticator app takes it. */
export interface BegunSecondFactor {
  /** Base32, to type. */
  secret: string
  /** `otpauth://`, for a QR code. */
  uri: string
}

/**
 * Makes a secret for a person. Signing in does not ask for it until `confirmSecondFactor` has seen a code.
 *
 * @throws {Refusal} `second_factor_exists`.
 */
export async function beginSecondFactor(
  { db, clock, secretBox }: SecondFactorContext,
  { _id, email }: { _id: string; email: string },
): Promise<BegunSecondFactor> {
  const secret = new Secret({ size: secretBytes }).base32
  const sealed = secretBox.seal(secret)
  if (!(await upsertSecondFactor(db, _id, { secret: sealed, now: clock.now() })))
    throw refusals.secondFactorExists()
  return { secret, uri: appOf(secret, email).toString() }
}

/**
 * Turns the second factor on, once the app shows a right code. Returns the recovery codes, which are stored nowhere.
 * All other sessions of the person end, since they were begun without it.
 *
 * @throws {Refusal} `second_factor_not_begun`, `second_factor_wrong`, `too_many_failures`.
 */
export async function confirmSecondFactor(
  context: SecondFactorContext,
  user: RequestUser,
  { email, code, address }: { email: string; code: string; address: string },
): Promise<string[]> {
  const { db, clock, newId, secretBox } = context
  const stored = await selectSecondFactor(db, user.user_id)
  if (stored === null || stored.confirmed_at !== null) throw refusals.secondFactorNotBegun()
  const now = clock.now()
  let period: number | null = null
  await checkThrottled({ db, clock }, { email, address }, async () => {
    period = periodOf(secretBox.open(stored.secret), code, now)
    return period !== null
  })
  if (period === null) throw refusals.secondFactorWrong()
  const codes = generateRecoveryCodes()
  const confirmed = { secret: stored.secret, period, now }
  await db.transaction(async (transaction) => {
    if (!(await updateSecondFactorConfirmed(transaction, user.user_id, confirmed)))
      throw refusals.secondFactorNotBegun()
    await replaceRecoveryCodes(transaction, user.user_id, codes.map(hashSecret))
    await deleteSessions(transaction, user.user_id, user.session_id)
    await recordOwn(transaction, { user, newId, now }, 'second factor turned on')
  })
  return codes
}

/**
 * Makes new recovery codes; earlier ones are no longer good.
 *
 * @throws {Refusal} `second_factor_not_begun`.
 */
export async function renewRecoveryCodes(
  { db, clock, newId }: SecondFactorContext,
  user: RequestUser,
): Promise<string[]> {
  const stored = await selectSecondFactor(db, user.user_id)
  if (stored === null || stored.confirmed_at === null) throw refusals.secondFactorNotBegun()
  const codes = generateRecoveryCodes()
  await db.transaction(async (transaction) => {
    await replaceRecoveryCodes(transaction, user.user_id, codes.map(hashSecret))
    await recordOwn(transaction, { user, newId, now: clock.now() }, 'recovery codes made')
  })
  return codes
}

/** Turns the second factor of the person who asks off, or gives up one that was begun. */
export async function endSecondFactor(
  { db, clock, newId }: Omit<SecondFactorContext, 'secretBox'>,
  user: RequestUser,
): Promise<void> {
  await db.transaction(async (transaction) => {
    if (await deleteSecondFactor(transaction, user.user_id))
      await recordOwn(transaction, { user, newId, now: clock.now() }, 'second factor turned off')
  })
}

/** What a given code is for a person. */
export type CodeOutcome =
  | { kind: 'not asked' }
  | { kind: 'needed' }
  | { kind: 'wrong' }
  | { kind: 'right'; isRecovery: boolean }

/**
 * Checks the code that somebody gives beside their password, and uses it up: neither a code of the app nor a recovery
 * code is taken twice.
 */
export async function takeCode(
  { db, clock, secretBox }: Omit<SecondFactorContext, 'newId'>,
  userId: string,
  code: string | null,
): Promise<CodeOutcome> {
  const stored = await selectSecondFactor(db, userId)
  if (stored === null || stored.confirmed_at === null) return { kind: 'not asked' }
  if (code === null) return { kind: 'needed' }
  const plain = code.replaceAll(/[\s-]/g, '').toLowerCase()
  if (plain.length === recoveryLength) {
    const isRecovery = await deleteRecoveryCode(db, userId, hashSecret(plain))
    return isRecovery ? { kind: 'right', isRecovery } : { kind: 'wrong' }
  }
  const period = periodOf(secretBox.open(stored.secret), plain, clock.now())
  if (period === null || !(await updateLastPeriod(db, userId, period))) return { kind: 'wrong' }
  return { kind: 'right', isRecovery: false }
}

/** Returns the period whose code this is; null where it is none of now, shortly before or shortly after. */
function periodOf(secret: string, code: string, now: Date): number | null {
  const plain = code.replaceAll(/[\s-]/g, '')
  if (!/^\d{6}$/.test(plain)) return null
  const timestamp = now.getTime()
  const delta = appOf(secret, '').validate({ token: plain, timestamp, window: periodsOff })
  return delta === null ? null : TOTP.counter({ period: form.period, timestamp }) + delta
}

function appOf(secret: string, label: string): TOTP {
  return new TOTP({ ...form, label, secret: Secret.fromBase32(secret) })
}

function generateRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodes }, () => {
    let code = ''
    for (let index = 0; index < recoveryLength; index++)
      code += recoveryAlphabet[randomInt(recoveryAlphabet.length)]
    return code
  })
}

function recordOwn(
  db: Queryable,
  { user, newId, now }: { user: RequestUser; newId: NewId; now: Date },
  action: string,
): Promise<void> {
  const { user_id: _id, name, actor } = user
  return recordUserChange(db, { now, newId, actor }, { _id, name }, action)
}
