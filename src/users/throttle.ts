import { createHash } from 'node:crypto'
import type { Clock } from '../base/clock.ts'
import { networkOf } from '../base/network-of.ts'
import { refusals } from '../base/refusals.ts'
import type { Db } from '../db/database.ts'
import {
  deleteFailures,
  insertFailure,
  selectBlockedUntil,
  selectLower,
  updateFailed,
  updateFailureTakenBack,
} from './throttle-queries.ts'

/** Failures after which a further one blocks: of an account, and of a network address. */
const accountFailuresMax = 5
const addressFailuresMax = 50
/** Without a failure for so long, counting begins again. */
const failuresKeptMs = 15 * 60_000
/** The first block; each further failure doubles it. */
const blockMs = 60_000
const blockMaxMs = 15 * 60_000

/**
 * Runs a check of a password and returns its result. Whatever is not true counts as a failed sign-in of the account and
 * of the address, for all processes together. An address that nobody has counts like an account.
 *
 * @throws {Refusal} `too_many_failures`, with nothing checked, while account or address is blocked.
 */
export async function checkThrottled(
  { db, clock }: { db: Db; clock: Clock },
  { email, address }: { email: string; address: string },
  check: () => Promise<boolean>,
): Promise<boolean> {
  const now = clock.now()
  const bounds = { now, forgetBefore: new Date(now.getTime() - failuresKeptMs), blockMs, blockMaxMs }
  const account = subjectOf('account', await selectLower(db, email))
  const network = subjectOf('address', networkOf(address))
  if (!(await insertFailure(db, network, { ...bounds, failuresMax: addressFailuresMax })))
    throw await refuseBlocked(db, network, now)
  if (!(await insertFailure(db, account, { ...bounds, failuresMax: accountFailuresMax }))) {
    await updateFailureTakenBack(db, network)
    throw await refuseBlocked(db, account, now)
  }
  let isRight: boolean
  try {
    isRight = await check()
  } catch (error) {
    await Promise.all([updateFailureTakenBack(db, network), updateFailureTakenBack(db, account)])
    throw error
  }
  if (isRight) await Promise.all([updateFailureTakenBack(db, network), deleteFailures(db, account)])
  else await Promise.all([updateFailed(db, network, now), updateFailed(db, account, now)])
  return isRight
}

async function refuseBlocked(db: Db, subject: Buffer, now: Date): Promise<Error> {
  const until = await selectBlockedUntil(db, subject, now)
  return refusals.tooManyFailures(until === null ? 0 : new Date(until).getTime() - now.getTime())
}

/** Returns the hashed subject, so that the table shows neither who signs in nor from where. */
function subjectOf(kind: 'account' | 'address', value: string): Buffer {
  return createHash('sha256').update(`${kind} ${value}`).digest()
}
