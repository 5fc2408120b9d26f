import type { Transaction } from '../../db/queryable.ts'
import { claimAlone } from './claim-alone.ts'
import type { OwnClaim } from './claim-alone.ts'
import { claimCalls } from './claim-calls.ts'
import type { Claim, ClaimLimits } from './claim-request.ts'
import { parkBlocked } from './queue-queries.ts'
import { lockFreeSlot } from './slot-queries.ts'

/** The most times that a request parks calls before its own; it parks at most 500 each time. */
const parksMax = 4

/** Only `claimOwnCall` finds out whether the call may go. */
export class ClaimAgain extends Error {}

/**
 * Claims a call as `claimOwnCall` does where that needs one claim, as almost always. It needs no savepoint, because it
 * is for a triggered call: if that can not go, its transaction is rolled back at once, and so is the lock of the day.
 *
 * @throws {ClaimAgain} if another call has to be looked at, or another transaction waited for.
 */
export async function claimAtOnce(transaction: Transaction, request: OwnClaim): Promise<Claim> {
  const claim = await claimAlone(transaction, { ...request, hasSavepoint: false })
  if (claim === null || isSlotWaitedFor(claim.limits)) throw new ClaimAgain()
  return claim
}

/** Returns whether others have locked all the free slots that the call could use. */
function isSlotWaitedFor({ free_slots, eligible, locked_slots, guard }: ClaimLimits): boolean {
  return free_slots > 0 && guard === null && eligible > 0 && locked_slots === 0
}

/**
 * Claims a call that this transaction has written, if it may go (`claimCalls`). A queued call goes if every call before
 * it waits for its own number (Rule 68). Two things can hide this, and this function removes both:
 *
 * - Calls whose number is in use fill the head of the queue, and no worker has parked them yet. They are parked here,
 *   up to 2,000; if there are more, the call waits for a worker.
 * - Another transaction has locked the free slots, but may leave them free because its call does not get its number.
 *   This transaction waits for the other one, which ends within milliseconds. No deadlock is possible: a transaction
 *   that waits here has locked no slot, no number and no row of the carrier's rate.
 *
 * @param isAlone whether no other call seemed to be before it or to wait for its number, so that `claimAlone` is tried
 * first.
 */
export async function claimOwnCall(
  transaction: Transaction,
  request: OwnClaim,
  { isAlone }: { isAlone: boolean },
): Promise<Claim> {
  let hasWaited = false
  for (let parks = 0; ;) {
    const alone = isAlone ? await claimAlone(transaction, request) : null
    const result = alone ?? (await claimCalls(transaction, request))
    const { free_slots, eligible, guard } = result.limits
    if (result.claimed.length > 0 || free_slots === 0 || guard !== null) return result
    if (eligible === 0 && request.only.inOrder && parks < parksMax) {
      parks++
      if ((await parkBlocked(transaction, request)) > 0) continue
      return result
    }
    if (!isSlotWaitedFor(result.limits) || hasWaited) return result
    hasWaited = true
    if (!(await lockFreeSlot(transaction, request))) return result
  }
}
