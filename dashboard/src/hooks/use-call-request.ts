import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { asApiError, isRefusal } from '../api/errors.ts'
import type { ApiError } from '../api/errors.ts'
import { newIdempotencyKey } from './new-key.ts'
import { usePlace } from './use-place.ts'

/** A request for one call. */
export interface CallRequest {
  operation: 'triggerCall' | 'createCall'
  campaign_id: string
  body: { phone_number: string } & Record<string, unknown>
}

interface Placing {
  request: CallRequest
  /** Whether the outcome of the same request before is not known. */
  isRepeat: boolean
}

/** How a request for a call stands. Keep it above the dialog that shows it, so that it outlives the dialog. */
export interface RequestedCall {
  isPending: boolean
  error: ApiError | null
  /** The request whose outcome is not known yet: it may have placed the call, and is all that may be sent. */
  open: CallRequest | null
  /** The id of the call that was placed. */
  callId: string | null
  place: (request: CallRequest) => void
  /** Lets go what is over. It keeps a request whose outcome is not known yet. */
  forget: () => void
}

/**
 * Places one call under one key, which is kept until the answer is final. So neither a double press, nor a lost answer,
 * nor a dialog that is closed and opened again calls twice.
 */
export function useCallRequest(onPlaced: (callId: string) => void = () => {}): RequestedCall {
  const { ids } = usePlace()
  const [key, setKey] = useState(newIdempotencyKey)
  const placing = useMutation({
    mutationFn: ({ request: { operation, campaign_id, body } }: Placing) =>
      call(operation, { ...ids, campaign_id, body }, { idempotencyKey: key }),
    onSuccess: ({ campaign_queue_id: id }) => {
      setKey(newIdempotencyKey())
      onPlaced(id)
    },
    // A refusal is final, and is repeated for the same key: the next press is another call.
    onError: (error, { isRepeat }) => {
      if (isRefusal(error, isRepeat)) setKey(newIdempotencyKey())
    },
  })
  const isOpen = placing.isError && !isRefusal(placing.error, placing.variables.isRepeat)
  return {
    isPending: placing.isPending,
    error: placing.isError ? asApiError(placing.error) : null,
    open: isOpen ? placing.variables.request : null,
    callId: placing.data?.campaign_queue_id ?? null,
    place: (request) => placing.mutate({ request, isRepeat: isOpen }),
    forget: () => {
      if (!isOpen && !placing.isPending) placing.reset()
    },
  }
}
