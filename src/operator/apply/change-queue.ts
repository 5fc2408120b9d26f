import { refusals } from '../../base/refusals.ts'
import type { Db } from '../../db/database.ts'
import { QueueFull, createFairQueue } from '../../db/fair-queue.ts'
import type { FairQueue } from '../../db/fair-queue.ts'

/**
 * Changes of what is configured run one at a time in the whole database (`lockDeclarations`), so more at once than
 * these would only keep connections that calls and sends need. One tenant has one of the slots, and others are next
 * after it.
 */
const limits = { runningMax: 3, runningPerTenantMax: 1, waitingPerTenantMax: 50, waitMaxMs: 15_000 }

const queues = new WeakMap<Db, FairQueue>()

/**
 * Runs a change once its organization has no other one under way in this process. It is not begun if it waits too long.
 *
 * @param organization its id; any other text for changes of several, or that must not wait for its others.
 * @throws {Refusal} `too_many_changes`.
 */
export async function changeInTurn<T>(db: Db, organization: string, change: () => Promise<T>): Promise<T> {
  const queue = queues.get(db) ?? createFairQueue(limits)
  queues.set(db, queue)
  try {
    return await queue.run(organization, change)
  } catch (error) {
    throw error instanceof QueueFull ? refusals.tooManyChanges(limits.waitMaxMs) : error
  }
}
