import type { DialContext } from '../call-context.ts'
import type { Attempt } from '../queries.ts'
import { openAccount } from './carrier-account.ts'

const triesMax = 2
/** The carrier waits 15 s for the answer that begins the transfer. */
const timeoutMs = 4_000

/**
 * Has the carrier let a call last longer, so that it does not end it in the middle of a transfer. If the carrier does
 * not confirm that, the transfer begins nevertheless: most are over before the limit that the call was dialed with
 * (Rule 114).
 */
export async function raiseTimeLimit(
  context: Pick<DialContext, 'db' | 'secretBox' | 'voiceProvider' | 'log'>,
  attempt: Attempt,
  seconds: number,
): Promise<void> {
  const { carrier_call_sid } = attempt
  if (carrier_call_sid === null) return
  const carrier = context.voiceProvider.connect(await openAccount(context, attempt))
  for (let tries = 1; ; tries++) {
    const outcome = await carrier.limitCall(carrier_call_sid, seconds, AbortSignal.timeout(timeoutMs))
    if (outcome.kind === 'limited') return
    if (tries < triesMax) continue
    context.log.warn(
      { attempt_id: attempt._id, call_id: attempt.call_id, reason: outcome.reason },
      'the time limit of a call could not be raised for its transfer',
    )
    return
  }
}
