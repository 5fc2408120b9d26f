import type { WhatsappAccount } from './accounts.ts'
import type { WhatsappExchange } from './exchange.ts'
import { graphAnswer, graphRefused, readUnless } from './graph-result.ts'
import type { GraphResult } from './graph-result.ts'

/** Marks a message as read by the business. Provider: messages endpoint, mark as read and typing indicator. */
export function markRead(
  exchange: WhatsappExchange,
  account: WhatsappAccount,
  body: Readonly<Record<string, unknown>>,
): GraphResult {
  const { faults, messages, clock, log } = exchange
  const id = body['message_id']
  const inbound = typeof id === 'string' ? messages.findInbound(id) : null
  const fault = faults.takeForAnswer('mark_read', inbound?.from ?? null)
  return readUnless(fault, () => {
    const { phone_number_id } = account
    if (body['messaging_product'] !== 'whatsapp') return graphRefused(131008, 'messaging_product', fault)
    if (body['status'] !== 'read') return graphRefused(131009, 'status must be read', fault)
    if (inbound === null || inbound.phone_number_id !== phone_number_id)
      return graphRefused(131009, 'message_id: no such message', fault)
    inbound.read_at ??= clock.now().toISOString()
    log.append({
      kind: 'message',
      event: 'marked_read',
      message_id: inbound.message_id,
      phone_number_id,
      type: String(inbound.body['type']),
      outcome: null,
      callback_data: null,
      code: null,
    })
    return graphAnswer({ success: true }, fault, inbound.message_id)
  })
}
