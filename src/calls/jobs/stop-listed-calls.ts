import { nextSweepDue, claimEntriesToSweep } from '../../guards/do-not-call/entry-queries.ts'
import type { Job } from '../../jobs/repeat.ts'
import type { DialContext } from '../call-context.ts'
import { cancelWaitingTo } from '../cancel/stop-calls.ts'
import { publishCall } from '../publish-calls.ts'

/** Entries of the list that are looked at in one transaction; they take a few milliseconds. */
const entriesAtOnce = 200
const pauseMs = 1_000

/**
 * Cancels waiting calls to numbers on the do-not-call list. Such calls remain if the process that listed the number
 * died, if the number was listed in a transaction of something else, or if the call was accepted at the same moment.
 */
export function stopListedCalls(context: DialContext): Job {
  const { db, clock } = context
  return {
    name: 'stop calls to numbers on the do-not-call list',
    pauseMs,
    due: () => nextSweepDue,
    run: async () => {
      const { found, canceled } = await db.transaction(async (transaction) => {
        const entries = await claimEntriesToSweep(transaction, clock.now(), entriesAtOnce)
        const inForce = entries.filter(({ is_in_force }) => is_in_force)
        const byOrganization = Map.groupBy(inForce, ({ organization_id }) => organization_id)
        const stopped = []
        for (const [organizationId, of] of byOrganization) {
          const numbers = of.map(({ number }) => number)
          stopped.push(...(await cancelWaitingTo(context, transaction, organizationId, numbers)))
        }
        return { found: entries.length, canceled: stopped }
      })
      for (const call of canceled) publishCall(context, call)
      return found === entriesAtOnce
    },
  }
}
