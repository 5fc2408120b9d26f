import type { Job } from '../../jobs/repeat.ts'
import type { WakeSignal } from '../../jobs/wake-signal.ts'
import { nextEventDue } from '../inbound/event-queries.ts'
import { eventsJob, processEvent } from '../inbound/process-event.ts'
import type { EventContext, EventRound } from '../inbound/process-event.ts'

/** How many events one process handles at once: most of the time is spent in commits. */
const concurrency = 4

/**
 * Processes stored webhook events. The process that stores an event notifies this job; it also looks every second, in
 * case a notification was lost.
 */
export function processEvents(context: EventContext, wakeSignal: WakeSignal): Job {
  const round: EventRound = { lastId: null }
  return {
    name: eventsJob,
    pauseMs: 1_000,
    due: () => nextEventDue,
    wakeSignal,
    run: async () => {
      const found = await Promise.all(Array.from({ length: concurrency }, () => processEvent(context, round)))
      return found.includes(true)
    },
  }
}
