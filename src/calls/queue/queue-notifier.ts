import type { Clock } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import type { Db } from '../../db/database.ts'
import { notifyQueues } from './queue-queries.ts'
import type { CampaignKey } from './queue-queries.ts'

type Line = Pick<CampaignKey, 'organization_id' | 'campaign_id'>

/** Makes lines of campaigns due after something happened that may let their calls go. */
export interface QueueNotifier {
  /** After the commit of what happened. Returns at once. */
  wake(lines: readonly Line[]): void
  /** Resolves once everything that was asked for has been tried. */
  idle(): Promise<void>
}

const triesMost = 5
const retryMs = 100

/**
 * Gathers what is woken while a statement is under way, so that thousands of ends a second make some hundred
 * notifications: inside the transactions they would cost two thirds of the throughput (docs/architecture.md). What is
 * lost with a process or a connection, the sweep finds (`wake-forgotten-lines.ts`).
 */
export function createQueueNotifier({ db, clock, log }: { db: Db; clock: Clock; log: Log }): QueueNotifier {
  const lines = new Map<string, Line>()
  let running: Promise<void> | null = null

  async function flush(): Promise<void> {
    let failures = 0
    await new Promise((resolve) => setImmediate(resolve))
    while (lines.size > 0) {
      const woken = [...lines.values()]
      lines.clear()
      try {
        await notifyQueues(db, woken, clock.now())
      } catch (error) {
        log.warn({ err: error }, 'lines could not be woken and are tried again')
        failures++
        // What has come meanwhile stays. After some tries the sweep has found them.
        if (failures <= triesMost) for (const line of woken) lines.set(line.campaign_id, line)
        await new Promise((resolve) => setTimeout(resolve, retryMs))
      }
    }
    running = null
  }

  return {
    wake(woken) {
      for (const line of woken) lines.set(line.campaign_id, line)
      if (lines.size > 0) running ??= flush()
    },
    idle: async () => {
      await running
    },
  }
}
