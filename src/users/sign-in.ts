import type { Clock } from '../base/clock.ts'
import type { NewId } from '../base/ids.ts'
import { refusals } from '../base/refusals.ts'
import type { SecretBox } from '../base/secret-box.ts'
import type { Db } from '../db/database.ts'
import type { Queryable } from '../db/queryable.ts'
import { isPasswordOf } from './password.ts'
import { lockPassword, selectAccountByEmail } from './queries.ts'
import type { Account } from './queries.ts'
import { personActor, recordUserChange } from './record-user-change.ts'
import { selectHasSecondFactor } from './second-factor-queries.ts'
import { takeCode } from './second-factor.ts'
import type { CodeOutcome } from './second-factor.ts'
import { generateSecret, hashSecret } from './secret-token.ts'
import { deleteSurplusSessions, insertSession } from './session-queries.ts'
import { checkThrottled } from './throttle.ts'

export interface SignInContext {
  db: Db
  clock: Clock
  newId: NewId
  secretBox: SecretBox
}

/** Where a request comes from. */
export interface Circumstances {
  /** The client's network address. */
  address: string
  userAgent: string | null
  requestId: string
}

/** Sessions of one person; the oldest ones beyond are ended. */
const sessionsMax = 50

/** Starts a session and returns the secret for its cookie, which is stored nowhere. */
export async function startSession(
  db: Queryable,
  { now, newId }: { now: Date; newId: NewId },
  userId: string,
  userAgent: string | null,
): Promise<string> {
  const secret = generateSecret()
  const session = {
    _id: newId(),
    user_id: userId,
    token_hash: hashSecret(secret),
    user_agent: userAgent,
    now,
  }
  await insertSession(db, session)
  await deleteSurplusSessions(db, userId, sessionsMax)
  return secret
}

/**
 * Signs a person in. Returns their id and the secret for the cookie. An address that nobody has takes as long as a
 * wrong password and is refused with the same words. Whether a code is needed shows only who gives the right password.
 *
 * @throws {Refusal} `sign_in_failed`, `second_factor_needed`, `second_factor_wrong`, `too_many_failures` or
 *   `sign_ins_busy`.
 */
export async function signIn(
  context: SignInContext,
  { email, password, code }: { email: string; password: string; code: string | null },
  circumstances: Circumstances,
): Promise<{ userId: string; secret: string }> {
  const { db, clock, newId } = context
  const { address, userAgent, requestId } = circumstances
  const account = await selectAccountByEmail(db, email)
  let outcome: CodeOutcome | null = null
  await checkThrottled({ db, clock }, { email, address }, async () => {
    if (!(await isPasswordOf(password, account?.password_hash ?? null))) return false
    outcome = await takeCode(context, account!._id, code)
    // Nothing was guessed: it counts neither as a failure nor as a success.
    if (outcome.kind === 'needed') throw refusals.secondFactorNeeded()
    return outcome.kind !== 'wrong'
  })
  const now = clock.now()
  if (account === null) throw refusals.signInFailed()
  const writing = { now, newId, actor: personActor(account, requestId) }
  const taken = outcome as CodeOutcome | null
  if (taken === null || taken.kind === 'wrong') {
    await recordUserChange(db, writing, account, taken === null ? 'sign-in failed' : 'second factor failed')
    throw taken === null ? refusals.signInFailed() : refusals.secondFactorWrong()
  }
  const secret = await db.transaction(async (transaction) => {
    // While the password was checked, another one may have been set or a second factor turned on, and sessions ended.
    if (!(await lockPassword(transaction, account))) throw refusals.signInFailed()
    if (taken.kind === 'not asked' && (await selectHasSecondFactor(transaction, account._id)))
      throw refusals.secondFactorNeeded()
    if (taken.kind === 'right' && taken.isRecovery)
      await recordUserChange(transaction, writing, account, 'recovery code used')
    await recordUserChange(transaction, writing, account, 'signed in')
    return startSession(transaction, { now, newId }, account._id, userAgent)
  })
  return { userId: account._id, secret }
}

/**
 * Checks the password of somebody who is signed in.
 *
 * @throws {Refusal} `password_wrong`, `too_many_failures` or `sign_ins_busy`.
 */
export async function confirmPassword(
  context: { db: Db; clock: Clock },
  account: Account,
  password: string,
  address: string,
): Promise<void> {
  const subject = { email: account.email, address }
  const isRight = await checkThrottled(context, subject, () => isPasswordOf(password, account.password_hash))
  if (!isRight) throw refusals.passwordWrong()
}
