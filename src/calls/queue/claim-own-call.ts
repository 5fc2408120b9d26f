import type { Transaction } from '../../db/queryable.ts'
import { claimCalls } from './claim-calls.ts'
import type { ClaimedCall, ClaimLimits, ClaimRequest } from './claim-calls.ts'
import { lockFreeSlot, parkBlocked } from './queue-queries.ts'

/** How often a request puts calls aside that stand before its own; each time at most 500. */
const parksMost = 4

/**
 * Lets a call go that was accepted a moment ago, if it may (`claimCalls`). A queued call goes where every call before it
 * waits for its own number (Rule 68), so two things that hide this are cleared away first:
 *
 * - Calls whose number is in use fill the head of the line, and no worker has put them aside yet. They are put aside
 *   here. Behind more than 2,000 of them the call waits for a worker.
 * - Another transaction has the free slots in its hands and may not use them, since its call loses its number. It is
 *   waited for: it ends within milliseconds. Nobody who waits here holds what it could be waiting for: neither a slot
 *   nor a number nor the carrier's turn.
 */
export async function claimOwnCall(
  transaction: Transaction,
  request: ClaimRequest,
): Promise<{ limits: ClaimLimits; granted: ClaimedCall[] }> {
  let hasWaited = false
  for (let parks = 0; ;) {
    const claimed = await claimCalls(transaction, request)
    const { free_slots, slots_had, able } = claimed.limits
    if (claimed.granted.length > 0 || free_slots === 0) return claimed
    if (able === 0 && request.only?.inOrder && parks < parksMost) {
      parks++
      if ((await parkBlocked(transaction, request)) > 0) continue
      return claimed
    }
    if (able === 0 || slots_had > 0 || hasWaited) return claimed
    hasWaited = true
    if (!(await lockFreeSlot(transaction, request))) return claimed
  }
}
