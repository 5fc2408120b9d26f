import { setTimeout as sleep } from 'node:timers/promises'
import type { Transaction } from '../../db/queryable.ts'
import { retryBudgetMaxMs, startWithinMs } from '../attempt/dial-attempt.ts'
import { attemptLeaseMs } from '../attempt/new-attempt.ts'
import type { DialContext } from '../call-context.ts'
import { moveReasons } from '../move-reasons.ts'
import { publishCall } from '../publish-calls.ts'
import type { CallKey } from './cancel-queries.ts'
import { selectHasAttemptsUnderWay, updateWaitingToCanceled } from './stop-queries.ts'

type StopContext = Pick<DialContext, 'db' | 'clock' | 'newId' | 'hints'>

/** Calls that are canceled in one statement, which takes about a tenth of a second. */
const canceledAtOnce = 1_000
const lookAgainMs = 20
/** By how much the clocks of two processes may differ. */
const clocksDifferMs = 2_000
/** How long before its `poll_at` an attempt can begin at the latest: its process gives up earlier (`dialAttempt`). */
const begunBeforePollMs = attemptLeaseMs - startWithinMs - retryBudgetMaxMs - clocksDifferMs

/**
 * Stops calls to numbers that a committed transaction has just forbidden (Promise 161). Cancels those that wait, in all
 * projects of the organization. Resolves once no attempt that was let pass before can begin any more. Returns how many
 * were canceled.
 *
 * Whether an attempt may begin is asked by a statement that starts after the attempt is committed (`whyNotToBegin`). If
 * that statement did not find the entry, it started before the entry was committed; so the attempt was committed
 * earlier still, and is found here. Such an attempt may still begin until its outcome is stored, or until its process
 * is too late. This takes as long as the carrier takes to answer; up to 15 s after the attempt's turn if its process
 * has died.
 *
 * @param options.waitMaxMs resolves after this time even if an attempt is under way; without it, 30 s.
 */
export async function stopCallsTo(
  context: StopContext,
  organizationId: string,
  numbers: readonly string[],
  { waitMaxMs = attemptLeaseMs }: { waitMaxMs?: number } = {},
): Promise<number> {
  let canceledCount = 0
  for (;;) {
    const canceled = await context.db.transaction((transaction) =>
      cancelWaitingTo(context, transaction, organizationId, numbers),
    )
    for (const call of canceled) publishCall(context, call)
    canceledCount += canceled.length
    if (canceled.length < canceledAtOnce) break
  }
  for (const begunAt = performance.now(); performance.now() - begunAt < waitMaxMs; await sleep(lookAgainMs)) {
    const from = new Date(context.clock.now().getTime() + begunBeforePollMs)
    if (!(await selectHasAttemptsUnderWay(context.db, organizationId, numbers, from))) break
  }
  return canceledCount
}

/** Cancels waiting calls to the numbers, at most 1,000, and returns them. A call that is being claimed is left. */
export function cancelWaitingTo(
  { clock, newId }: Pick<StopContext, 'clock' | 'newId'>,
  transaction: Transaction,
  organizationId: string,
  numbers: readonly string[],
): Promise<CallKey[]> {
  const moveIds = Array.from({ length: canceledAtOnce }, newId)
  return updateWaitingToCanceled(transaction, organizationId, numbers, {
    moveIds,
    reason: moveReasons.listed,
    now: clock.now(),
  })
}
