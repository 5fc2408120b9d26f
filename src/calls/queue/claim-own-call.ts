import type { Transaction } from '../../db/queryable.ts'
import { claimAlone } from './claim-alone.ts'
import type { OwnClaim } from './claim-alone.ts'
import { claimCalls } from './claim-calls.ts'
import type { Claim } from './claim-request.ts'
import { parkBlocked } from './queue-queries.ts'
import { lockFreeSlot } from './slot-queries.ts'

/** The most times that a request parks calls before its own; it parks at most 500 each time. */
const parksMax = 4

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
    const { free_slots, locked_slots, eligible, guard } = result.limits
    if (result.claimed.length > 0 || free_slots === 0 || guard !== null) return result
    if (eligible === 0 && request.only.inOrder && parks < parksMax) {
      parks++
      if ((await parkBlocked(transaction, request)) > 0) continue
      return result
    }
    if (eligible === 0 || locked_slots > 0 || hasWaited) return result
    hasWaited = true
    if (!(await lockFreeSlot(transaction, request))) return result
  }
}
