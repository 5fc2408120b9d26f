import type { Clock } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import type { Db } from '../../db/database.ts'
import { notifyQueues, selectQueuesToServe } from './queue-queries.ts'
import type { CampaignKey } from './queue-queries.ts'

type QueueKey = Pick<CampaignKey, 'organization_id' | 'campaign_id'>

/** Makes queues due after an event that may let their calls go. */
export interface QueueNotifier {
  /** To be called after the commit of the event. Returns at once. */
  wake(queues: readonly QueueKey[]): void
  /**
   * To be called after the commit of a call that waits for a slot. Its queue becomes due if a slot is free, or if its
   * end is not yet scheduled. Returns at once.
   */
  wakeIfServable(queue: QueueKey): void
  /** Resolves once all queues have been notified, or given up. */
  idle(): Promise<void>
}

const triesMax = 5
const retryMs = 100

/**
 * Collects queues while a statement runs, so that thousands of ended calls a second make about a hundred notifications.
 * Inside of the transactions these would cost two thirds of the throughput (docs/architecture.md). If a process or a
 * connection dies first, `wake-forgotten-queues.ts` finds the queue.
 */
export function createQueueNotifier({ db, clock, log }: { db: Db; clock: Clock; log: Log }): QueueNotifier {
  const queues = new Map<string, QueueKey>()
  /** Queues that have got calls which may have to wait for a slot. */
  const grown = new Map<string, QueueKey>()
  let running: Promise<void> | null = null

  async function flush(): Promise<void> {
    let failures = 0
    await new Promise((resolve) => setImmediate(resolve))
    while (queues.size + grown.size > 0) {
      const [toWake, toLookAt] = [[...queues.values()], [...grown.values()]]
      queues.clear()
      grown.clear()
      try {
        // Most new calls of a busy campaign wait for a slot. To serve its queue for each of them would cost more than
        // to accept it.
        if (toLookAt.length > 0) toWake.push(...(await selectQueuesToServe(db, toLookAt)))
        if (toWake.length > 0) await notifyQueues(db, toWake, clock.now())
      } catch (error) {
        log.warn({ err: error }, 'queues could not be notified; trying again')
        failures++
        // Queues that were added meanwhile stay. After some tries `wake-forgotten-queues.ts` has found the others.
        if (failures <= triesMax)
          for (const queue of [...toWake, ...toLookAt]) queues.set(queue.campaign_id, queue)
        await new Promise((resolve) => setTimeout(resolve, retryMs))
      }
    }
    running = null
  }

  return {
    wake(toWake) {
      for (const queue of toWake) queues.set(queue.campaign_id, queue)
      if (queues.size > 0) running ??= flush()
    },
    wakeIfServable(queue) {
      grown.set(queue.campaign_id, queue)
      running ??= flush()
    },
    idle: async () => {
      await running
    },
  }
}
