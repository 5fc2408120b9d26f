import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { asApiError, isRefusal } from '../api/errors.ts'
import type { ApiError } from '../api/errors.ts'
import type { ConfiguredBroadcast } from '../api/generated.ts'
import { query } from '../api/queries.ts'
import { newIdempotencyKey } from '../hooks/new-key.ts'
import { usePlace } from '../hooks/use-place.ts'
import type { SendValues } from './send-body.ts'

const followMs = 1_000
const openStates = new Set(['processing', 'unresolved'])

/** A failed message that is sent again. */
export interface ResentMessage {
  id: string
  who: string
}

/** A request for one message, with the form that it was made of. */
export interface SendRequest {
  broadcast: ConfiguredBroadcast
  resent: ResentMessage | null
  values: SendValues
  body: Record<string, unknown>
}

interface Attempt {
  request: SendRequest
  /** Whether the outcome of the same request before is not known. */
  isRepeat: boolean
}

/** How a send stands. */
export type SendStanding =
  | { kind: 'form'; error: ApiError | null }
  | { kind: 'sending' }
  /** It is not known whether the server has it, or WhatsApp; only the same request may be repeated. */
  | { kind: 'not_known'; messageId: string | null; status: string | null; error: ApiError | null }
  /** WhatsApp has taken or refused it for good. */
  | { kind: 'final'; messageId: string }

/** A send. Keep it above the dialog that shows it, so that it outlives the dialog. */
export interface Send {
  standing: SendStanding
  /** The request that has no answer yet: it may have sent the message, and is all that may be sent. */
  open: SendRequest | null
  send: (request: SendRequest) => void
  /** Repeats the very same request. It returns the outcome of the first, and sends nothing again. */
  askAgain: () => void
  /** Lets go what has an answer. A message whose outcome is open is in the lists, which say how it stands. */
  forget: () => void
}

/**
 * Sends one message under one key, which is kept until the answer is final. So neither a double press, nor a repeated
 * request after a lost answer, nor a second sign-in, nor a dialog that is closed and opened again sends twice.
 */
export function useSend(): Send {
  const { ids } = usePlace()
  const queries = useQueryClient()
  const [key, setKey] = useState(newIdempotencyKey)
  const sending = useMutation({
    mutationFn: ({ request: { broadcast, body } }: Attempt) =>
      call(
        'sendWhatsappMessage',
        { ...ids, broadcast_id: broadcast._id, body: body as { to: string } },
        { idempotencyKey: key },
      ),
    onSuccess: () => {
      setKey(newIdempotencyKey())
      void queries.invalidateQueries()
    },
    onError: (error, { isRepeat }) => {
      void queries.invalidateQueries()
      // A refusal is final: the next press is another send. After anything else the outcome of this one is open.
      if (isRefusal(error, isRepeat)) setKey(newIdempotencyKey())
    },
  })
  const { data, error, variables, isPending, isError } = sending
  const messageId = data?.message_id ?? null
  const isFollowed = data !== undefined && openStates.has(data.status)
  const followed = useQuery({
    ...query('getProjectMessage', { ...ids, message_id: messageId ?? '' }),
    enabled: isFollowed,
    refetchInterval: followMs,
  })
  const isOpen = isError && !isRefusal(error, variables.isRepeat)
  const status = (isFollowed ? followed.data?.status : undefined) ?? data?.status ?? null
  return {
    standing: standingOf({
      isPending,
      isOpen,
      messageId,
      status,
      error: error === null ? null : asApiError(error),
    }),
    open: isOpen || isPending ? (variables?.request ?? null) : null,
    send: (request) => sending.mutate({ request, isRepeat: false }),
    askAgain: () => {
      if (isOpen) sending.mutate({ request: variables.request, isRepeat: true })
    },
    forget: () => {
      if (!isOpen && !isPending) sending.reset()
    },
  }
}

interface Answered {
  isPending: boolean
  /** Whether the answer was lost. */
  isOpen: boolean
  messageId: string | null
  status: string | null
  error: ApiError | null
}

function standingOf({ isPending, isOpen, messageId, status, error }: Answered): SendStanding {
  if (isPending) return { kind: 'sending' }
  if (messageId !== null && status !== null && !openStates.has(status)) return { kind: 'final', messageId }
  if (isOpen || messageId !== null) return { kind: 'not_known', messageId, status, error }
  return { kind: 'form', error }
}
