import type { Data } from '../api/operations.ts'
import { useMessages } from '../messages/use-messages.ts'

type ListedCall = Data<'listProjectCalls'>['items'][number]

export interface CallFailureProps {
  call: Pick<ListedCall, 'state' | 'call_direction' | 'error'>
}

/** Why a call ended as it did, with the carrier's code, and what to do; the same in a list and on the call's page. */
export function CallFailure({ call: { state, call_direction, error } }: CallFailureProps) {
  const { call: texts } = useMessages('call')
  return (
    <>
      {error?.reason != null &&
        texts.failedWhy(
          <span>
            <span data-stored="">{error.reason}</span>
            {error.code !== null && <> ({texts.code(<bdi>{error.code}</bdi>)})</>}
          </span>,
        )}
      {state === 'failed' && call_direction === 'outbound'
        ? texts.failedAdvice[error?.about ?? 'general']
        : (call_direction === 'inbound' ? texts.inboundAdvice : texts.advice)[state]}
    </>
  )
}
