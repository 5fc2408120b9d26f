import type { Log } from '../../base/log.ts'
import type { Duty } from '../../jobs/repeat.ts'
import { askCarrier } from '../ask-carrier.ts'
import type { DialContext } from '../dial-attempt.ts'
import { claimAttemptsToAsk } from '../queries.ts'

const atOnce = 10
/** How long this worker has for its questions before another may ask them. */
const claimMs = 30_000

/** Asks carriers about dials that they are silent about, several at once. */
export function askSilentCarriers(context: DialContext & { log: Log }): Duty {
  return {
    name: 'ask silent carriers',
    pauseMs: 1_000,
    run: async () => {
      const now = context.clock.now()
      const attempts = await claimAttemptsToAsk(context.db, now, new Date(now.getTime() + claimMs), atOnce)
      const asked = await Promise.allSettled(attempts.map((attempt) => askCarrier(context, attempt)))
      asked.forEach((result, index) => {
        if (result.status === 'rejected')
          context.log.error(
            { err: result.reason, attempt_id: attempts[index]?._id },
            'asking the carrier failed',
          )
      })
      return attempts.length === atOnce
    },
  }
}
