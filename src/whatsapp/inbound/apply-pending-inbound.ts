import { optOutRequest } from './opt-out-words.ts'
import type { RecipientStanding, PendingInbound } from '../send/send-queries.ts'

/**
 * How a person stands once what they wrote last is taken into account, which a worker has yet to work off: whoever has
 * been told that it is stored may count on it. Their message opens the window, and a STOP bars; a START is left to the
 * worker, so that a doubt ends in silence.
 *
 * @param of.language of the project, BCP 47.
 */
export function applyPendingInbound(
  standing: RecipientStanding,
  unheard: readonly PendingInbound[],
  of: { whatsapp_sender_id: string; language: string },
): RecipientStanding {
  const inbound = unheard
    .filter(({ whatsapp_sender_id }) => whatsapp_sender_id === of.whatsapp_sender_id)
    .map(({ at, received_at }) => Math.min(Date.parse(at ?? received_at), Date.parse(received_at)))
  if (standing.last_inbound_at !== null) inbound.push(Date.parse(standing.last_inbound_at))
  const hasStopped = unheard.some(({ text }) => text !== null && optOutRequest(text, of.language) === 'stop')
  return {
    ...standing,
    last_inbound_at: inbound.length === 0 ? null : new Date(Math.max(...inbound)).toISOString(),
    opted_out: standing.opted_out || hasStopped,
  }
}
