import type { WakeSignal } from '../../jobs/wake-signal.ts'
import type { Job } from '../../jobs/repeat.ts'
import { processEvent } from '../inbound/process-event.ts'
import type { EventContext } from '../inbound/process-event.ts'

/** How many events one process works off at once: most of the time goes into commits. */
const atOnce = 4

/** Works off what the provider's webhooks told. Rung by the process that stored it; looks by itself for what a notice missed. */
export function processEvents(context: EventContext, wakeSignal: WakeSignal): Job {
  return {
    name: 'work off events',
    pauseMs: 1_000,
    wakeSignal,
    run: async () => {
      const found = await Promise.all(Array.from({ length: atOnce }, () => processEvent(context)))
      return found.includes(true)
    },
  }
}
