import { usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import type { WholeCall } from './call-attempts.tsx'
import { CallFailure } from './call-failure.tsx'
import { endsWithRelease } from './call-sentence.tsx'
import { useStopped } from './use-under-way.ts'

/** Why a call waits or ended as it did, and what to do. */
export function CallAdvice({ call }: { call: WholeCall }) {
  const { calls } = useMessages('calls')
  const { isHeld, hasNoWorker } = useStopped(usePlace().place)
  const error = call.error ?? (call.state === 'unresolved' ? (call.attempts.at(-1)?.error ?? null) : null)
  // While it waits, the state has no advice of its own.
  return (
    <>
      <CallFailure call={{ ...call, error }} />
      {call.waiting !== null &&
        (isHeld && endsWithRelease(call.waiting.reason)
          ? calls.releaseAdvice
          : hasNoWorker && call.waiting.reason === 'slot'
            ? calls.workerAdvice
            : call.waiting.reason === 'guard' && call.waiting.until === null
              ? calls.beyondDayAdvice
              : calls.advice[call.waiting.reason])}
    </>
  )
}
