import { usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import type { WholeCall } from './call-attempts.tsx'
import { endsWithRelease } from './call-sentence.tsx'
import { useStopped } from './use-under-way.ts'

/** Why a call waits or ended as it did, and what to do. */
export function CallAdvice({ call }: { call: WholeCall }) {
  const { call: texts, calls } = useMessages('call', 'calls')
  const { isHeld, hasNoWorker } = useStopped(usePlace().place)
  const error = call.error ?? (call.state === 'unresolved' ? (call.attempts.at(-1)?.error ?? null) : null)
  return (
    <>
      {error?.reason != null &&
        texts.failedWhy(
          <span>
            <span data-stored="">{error.reason}</span>
            {error.code !== null && <> ({texts.code(<bdi>{error.code}</bdi>)})</>}
          </span>,
        )}
      {call.waiting === null
        ? call.state === 'failed' && call.call_direction === 'outbound'
          ? texts.failedAdvice[error?.about ?? 'general']
          : (call.call_direction === 'inbound' ? texts.inboundAdvice : texts.advice)[call.state]
        : isHeld && endsWithRelease(call.waiting.reason)
          ? calls.releaseAdvice
          : hasNoWorker && call.waiting.reason === 'slot'
            ? calls.workerAdvice
            : call.waiting.reason === 'guard' && call.waiting.until === null
              ? calls.beyondDayAdvice
              : calls.advice[call.waiting.reason]}
    </>
  )
}
