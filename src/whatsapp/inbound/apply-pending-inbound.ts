import { writtenText } from '../../providers/whatsapp-cloud/received-text.ts'
import type { RecipientStanding, PendingInbound } from '../send/send-queries.ts'
import { optOutRequest } from './opt-out-words.ts'

/**
 * Returns a person's standing with the stored messages that no worker has processed yet. A stored message must count at
 * once, because its webhook was acknowledged. It opens the window, and a STOP bars sends. A START waits for the worker:
 * until then the person gets no messages.
 *
 * @param of.language the project's language, BCP 47.
 */
export function applyPendingInbound(
  standing: RecipientStanding,
  pendingInbound: readonly PendingInbound[],
  of: { whatsapp_sender_id: string; language: string },
): RecipientStanding {
  const inbound = pendingInbound
    .filter(({ whatsapp_sender_id }) => whatsapp_sender_id === of.whatsapp_sender_id)
    .map(({ at, received_at }) => Math.min(Date.parse(at ?? received_at), Date.parse(received_at)))
  if (standing.last_inbound_at !== null) inbound.push(Date.parse(standing.last_inbound_at))
  const hasStopped = pendingInbound.some((message) => {
    const written = writtenText(message)
    return written !== null && optOutRequest(written, of.language) === 'stop'
  })
  return {
    ...standing,
    last_inbound_at: inbound.length === 0 ? null : new Date(Math.max(...inbound)).toISOString(),
    opted_out: standing.opted_out || hasStopped,
  }
}
