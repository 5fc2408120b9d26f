import type { Transaction } from '../../db/queryable.ts'
import { claimCalls } from './claim-calls.ts'
import type { ClaimedCall, ClaimLimits, ClaimRequest } from './claim-calls.ts'
import { lockFreeSlot, parkBlocked } from './queue-queries.ts'

/** How often a request parks calls that are before its own; each time at most 500. */
const parksMax = 4

/**
 * Claims a call that has just been accepted, if it may go (`claimCalls`). A queued call goes if every call before it waits
 * for its own number (Rule 68). Two things can hide this, and are cleared away first:
 *
 * - Calls whose number is in use fill the head of the queue, and no worker has parked them yet. They are parked here.
 *   Behind more than 2,000 of them the call waits for a worker.
 * - Another transaction has locked the free slots and may not use them, because its call does not get its number. This one
 *   waits for it; it ends within milliseconds. A deadlock is not possible: a transaction that waits here has locked neither
 *   a slot nor a number nor the carrier's rate.
 */
export async function claimOwnCall(
  transaction: Transaction,
  request: ClaimRequest,
): Promise<{ limits: ClaimLimits; claimed: ClaimedCall[] }> {
  let hasWaited = false
  for (let parks = 0; ;) {
    const result = await claimCalls(transaction, request)
    const { free_slots, locked_slots, eligible } = result.limits
    if (result.claimed.length > 0 || free_slots === 0) return result
    if (eligible === 0 && request.only?.inOrder && parks < parksMax) {
      parks++
      if ((await parkBlocked(transaction, request)) > 0) continue
      return result
    }
    if (eligible === 0 || locked_slots > 0 || hasWaited) return result
    hasWaited = true
    if (!(await lockFreeSlot(transaction, request))) return result
  }
}
