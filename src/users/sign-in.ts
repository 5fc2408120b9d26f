import { recordChange } from '../audit/record-change.ts'
import type { Actor, ChangeWriting } from '../audit/record-change.ts'
import type { Clock } from '../base/clock.ts'
import type { NewId } from '../base/ids.ts'
import { refusals } from '../base/refusals.ts'
import type { Db } from '../db/database.ts'
import type { Queryable } from '../db/queryable.ts'
import { isPasswordOf } from './password.ts'
import { selectAccountByEmail } from './queries.ts'
import type { Account } from './queries.ts'
import { generateSecret, hashSecret } from './secret-token.ts'
import { deleteSurplusSessions, insertSession } from './session-queries.ts'
import { checkThrottled } from './throttle.ts'

export interface SignInContext {
  db: Db
  clock: Clock
  newId: NewId
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

/** Returns a person as the actor of a change in the dashboard. */
export function personActor(user: { _id: string; name: string }, requestId: string): Actor {
  return { kind: 'person', id: user._id, name: user.name, via: 'dashboard', requestId }
}

/** Records what happened to a person's account: a change of the installation, not of an organization. */
export async function recordUserChange(
  db: Queryable,
  writing: ChangeWriting,
  user: { _id: string; name: string },
  action: string,
): Promise<void> {
  await recordChange(db, writing, {
    organization_id: null,
    kind: 'user',
    record_id: user._id,
    record_name: user.name,
    action,
    revision: null,
    fields: [],
  })
}

/**
 * Signs a person in. Returns their id and the secret for the cookie. An address that nobody has takes as long as a wrong
 * password and is refused with the same words.
 *
 * @throws {Refusal} `sign_in_failed`, `too_many_failures` or `sign_ins_busy`.
 */
export async function signIn(
  { db, clock, newId }: SignInContext,
  { email, password }: { email: string; password: string },
  circumstances: Circumstances,
): Promise<{ userId: string; secret: string }> {
  const { address, userAgent, requestId } = circumstances
  const account = await selectAccountByEmail(db, email)
  const isRight = await checkThrottled({ db, clock }, { email, address }, () =>
    isPasswordOf(password, account?.password_hash ?? null),
  )
  const now = clock.now()
  if (account === null) throw refusals.signInFailed()
  const writing = { now, newId, actor: personActor(account, requestId) }
  if (!isRight) {
    await recordUserChange(db, writing, account, 'sign-in failed')
    throw refusals.signInFailed()
  }
  const secret = await db.transaction(async (transaction) => {
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
