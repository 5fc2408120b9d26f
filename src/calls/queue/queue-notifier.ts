import type { Clock } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import type { Db } from '../../db/database.ts'
import { notifyQueues } from './queue-queries.ts'
import type { CampaignKey } from './queue-queries.ts'

type QueueKey = Pick<CampaignKey, 'organization_id' | 'campaign_id'>

/** Makes queues due after an event that may let their calls go. */
export interface QueueNotifier {
  /** To be called after the commit of the event. Returns at once. */
  wake(queues: readonly QueueKey[]): void
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
  let running: Promise<void> | null = null

  async function flush(): Promise<void> {
    let failures = 0
    await new Promise((resolve) => setImmediate(resolve))
    while (queues.size > 0) {
      const toWake = [...queues.values()]
      queues.clear()
      try {
        await notifyQueues(db, toWake, clock.now())
      } catch (error) {
        log.warn({ err: error }, 'queues could not be notified; trying again')
        failures++
        // Queues that were added meanwhile stay. After some tries `wake-forgotten-queues.ts` has found the others.
        if (failures <= triesMax) for (const queue of toWake) queues.set(queue.campaign_id, queue)
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
    idle: async () => {
      await running
    },
  }
}
