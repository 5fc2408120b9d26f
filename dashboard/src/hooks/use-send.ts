import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../api/client.ts'
import { asApiError, isRefusal } from '../api/errors.ts'
import type { ApiError } from '../api/errors.ts'
import { query } from '../api/queries.ts'
import { newIdempotencyKey } from './new-key.ts'
import { usePlace } from './use-place.ts'

const followMs = 1_000
const openStates = new Set(['processing', 'unresolved'])

/** How a send stands. */
export type SendStanding =
  | { kind: 'form'; error: ApiError | null }
  | { kind: 'sending' }
  /** It is not known whether the server has it, or WhatsApp; only the same request may be repeated. */
  | { kind: 'not_known'; messageId: string | null; status: string | null; error: ApiError | null }

/**
 * Sends one message under one key, which is made when the form opens and kept until the answer is final. So neither a
 * double press, nor a repeated request after a lost answer, nor a second sign-in sends twice.
 *
 * @param onFinal gets the id of the message once WhatsApp has taken or refused it for good.
 */
export function useSend(broadcastId: string, onFinal: (messageId: string) => void) {
  const { ids } = usePlace()
  const queries = useQueryClient()
  const [key, setKey] = useState(newIdempotencyKey)
  const [body, setBody] = useState<Record<string, unknown> | null>(null)
  const [messageId, setMessageId] = useState<string | null>(null)
  const sending = useMutation({
    mutationFn: ({ sent }: { sent: Record<string, unknown>; isRepeat: boolean }) =>
      call(
        'sendWhatsappMessage',
        { ...ids, broadcast_id: broadcastId, body: sent as { to: string } },
        { idempotencyKey: key },
      ),
    onSuccess: ({ message_id, status }) => {
      if (openStates.has(status)) setMessageId(message_id)
      else onFinal(message_id)
      void queries.invalidateQueries()
    },
    onError: (error, { isRepeat }) => {
      void queries.invalidateQueries()
      // A refusal is final: the next press is another send. After anything else the outcome of this one is open.
      if (isRefusal(error, isRepeat)) setKey(newIdempotencyKey())
    },
  })
  const followed = useQuery({
    ...query('getProjectMessage', { ...ids, message_id: messageId ?? '' }),
    enabled: messageId !== null,
    refetchInterval: followMs,
  })
  const status = followed.data?.status ?? null
  useEffect(() => {
    if (messageId !== null && status !== null && !openStates.has(status)) onFinal(messageId)
  }, [messageId, status, onFinal])

  const error = sending.isError ? asApiError(sending.error) : null
  const isRefused = error !== null && isRefusal(error, sending.variables?.isRepeat ?? false)
  const isKnown = messageId === null && (error === null || isRefused)
  const standing: SendStanding = sending.isPending
    ? { kind: 'sending' }
    : isKnown
      ? { kind: 'form', error }
      : { kind: 'not_known', messageId, status: status ?? sending.data?.status ?? null, error }
  return {
    standing,
    send: (sent: Record<string, unknown>) => {
      setBody(sent)
      sending.mutate({ sent, isRepeat: false })
    },
    /** Repeats the very same request. It returns the outcome of the first, and sends nothing again. */
    askAgain: () => {
      if (body !== null) sending.mutate({ sent: body, isRepeat: true })
    },
  }
}
