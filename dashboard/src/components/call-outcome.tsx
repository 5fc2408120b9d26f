import type { RequestedCall } from '../hooks/use-call-request.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Failure } from './failure.tsx'

/** Why a call was not placed, or that this is not known yet. */
export function CallOutcome({ requested: { error, open } }: { requested: RequestedCall }) {
  const { failure } = useMessages()
  if (error === null) return null
  return (
    <>
      <Failure error={error} />
      {open !== null && <p role="status">{failure.callNotKnown}</p>}
    </>
  )
}
