import type { WhatsappAccount } from './accounts.ts'
import type { WhatsappExchange } from './exchange.ts'
import { graphAnswer, graphRefused, readUnless } from './graph-result.ts'
import type { GraphResult } from './graph-result.ts'

/**
 * Marks a message as read by the business, and shows that it types where the request asks for that. Provider: messages
 * endpoint, mark as read and typing indicator.
 */
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
    const typing = body['typing_indicator']
    if (typing !== undefined && !isTextIndicator(typing))
      return graphRefused(131009, 'typing_indicator must be {"type":"text"}', fault)
    inbound.read_at ??= clock.now().toISOString()
    for (const event of ['marked_read', ...(typing === undefined ? [] : ['typing' as const])] as const)
      log.append({
        kind: 'message',
        event,
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

function isTextIndicator(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Reflect.get(value, 'type') === 'text'
}
