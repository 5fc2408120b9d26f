import { setTimeout as sleep } from 'node:timers/promises'
import type { EndCallOutcome } from '../../providers/voice-carrier.ts'
import type { DialContext } from '../call-context.ts'
import type { Attempt } from '../queries.ts'
import { openAccount } from './carrier-account.ts'

const triesMax = 4
const pauseMs = { min: 500, max: 10_000 }

/**
 * Ends a call that should not go on at the carrier. Tries again for some seconds while the carrier does not confirm the
 * end, then logs an error. The carrier's next report about the call starts another try.
 */
export async function endCarrierCall(
  context: Pick<DialContext, 'db' | 'secretBox' | 'voiceProvider' | 'metrics' | 'log'>,
  attempt: Attempt,
  callSid: string,
): Promise<EndCallOutcome> {
  context.metrics.unwanted.inc()
  const carrier = context.voiceProvider.connect(await openAccount(context, attempt))
  for (let tries = 1; ; tries++) {
    const outcome = await carrier.endCall(callSid)
    if (outcome.kind === 'ended' || outcome.kind === 'already_over') return outcome
    if (outcome.kind === 'refused' || tries >= triesMax) {
      context.log.error(
        { attempt_id: attempt._id, outcome: outcome.kind, reason: outcome.reason },
        'a call that should end could not be ended at the carrier',
      )
      return outcome
    }
    const backoffMs = pauseMs.min * 2 ** (tries - 1)
    await sleep(Math.min(Math.max(outcome.retryAfterMs ?? 0, backoffMs), pauseMs.max))
  }
}
