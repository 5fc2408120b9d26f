import type { EndCallOutcome } from '../../providers/twilio/outcome.ts'
import { openAccount } from './carrier-account.ts'
import type { DialContext } from './dial-attempt.ts'
import type { Attempt } from '../queries.ts'

const triesMost = 4
const pauseMs = { first: 500, most: 10_000 }

/**
 * Ends a call at the carrier that nobody wants any more, and tries again for some seconds where it is not clear that it
 * worked. What remains is logged, and ended when the carrier tells of it again.
 */
export async function endCarrierCall(
  context: Pick<DialContext, 'db' | 'secretBox' | 'twilio' | 'metrics' | 'log'>,
  attempt: Attempt,
  callSid: string,
): Promise<EndCallOutcome> {
  context.metrics.unwanted.inc()
  const client = context.twilio(await openAccount(context, attempt))
  for (let tries = 1; ; tries++) {
    const outcome = await client.endCall(callSid)
    if (outcome.kind === 'ended' || outcome.kind === 'already_over') return outcome
    if (outcome.kind === 'refused' || tries >= triesMost) {
      context.log.error(
        { attempt_id: attempt._id, outcome: outcome.kind, reason: outcome.reason },
        'a call that should end could not be ended',
      )
      return outcome
    }
    const ms = Math.min(Math.max(outcome.retryAfterMs ?? 0, pauseMs.first * 2 ** (tries - 1)), pauseMs.most)
    await new Promise((resolve) => setTimeout(resolve, ms))
  }
}
