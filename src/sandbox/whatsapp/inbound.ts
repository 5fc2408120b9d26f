import { z } from 'zod'
import { e164 } from '../network/e164.ts'
import type { WhatsappAccount } from './accounts.ts'
import { graphId } from './accounts.ts'
import type { Update } from './envelope.ts'
import { messageValue } from './envelope.ts'
import type { WhatsappExchange } from './exchange.ts'
import { bareNumber, unixSeconds, userIdForm } from './graph-values.ts'
import { filledContent, InboundContent } from './inbound-content.ts'
import { newMessageId } from './messages.ts'
import type { ShownPerson } from './people.ts'

const Inbound = z.strictObject({
  from: z.string().regex(e164),
  content: InboundContent,
  /** Generated if absent. A repeated id is a repetition of the same message. */
  id: z.string().min(1).max(128).optional(),
  /** Seconds since 1970; now if absent. */
  timestamp: z.number().int().positive().optional(),
  /**
   * A business-scoped user id, which the person keeps. Webhooks have it beside the number, or instead of it if
   * `hide_number` is true.
   */
  user_id: z.string().regex(userIdForm).optional(),
  hide_number: z.boolean().optional(),
})
type Inbound = z.infer<typeof Inbound>

/** Messages from people to a business number, sent in one webhook. */
export const InboundMessages = z.strictObject({
  phone_number_id: graphId,
  messages: z.array(Inbound).min(1).max(1000),
})
export type InboundMessages = z.infer<typeof InboundMessages>

/** Stores the messages, sends their webhook in the background, and returns their ids. */
export function receiveInbounds(
  exchange: WhatsappExchange,
  { phone_number_id, messages }: InboundMessages,
): { message_ids: string[] } {
  const account = exchange.accounts.ofNumberId(phone_number_id)
  const updates = messages.map((inbound) => receiveInbound(exchange, account, inbound))
  exchange.background.start(() => exchange.webhooks.send(updates))
  return { message_ids: updates.map(({ summary }) => summary.message_id ?? '') }
}

/**
 * Stores a message, opens the window unless it is a system message, and returns the webhook update. Provider: webhooks,
 * messages.
 */
export function receiveInbound(
  exchange: WhatsappExchange,
  account: WhatsappAccount,
  inbound: Inbound,
): Update {
  const { from, content } = inbound
  const { phone_number_id } = account
  if (inbound.user_id !== undefined)
    exchange.people.noteUserId(from, inbound.user_id, inbound.hide_number === true)
  const id = inbound.id ?? newMessageId()
  const now = exchange.clock.now()
  const at = inbound.timestamp === undefined ? now : new Date(inbound.timestamp * 1000)
  const person = exchange.people.shown(from, { waId: bareNumber(from), isByNumber: false })
  const body = inboundBody(account, inbound, { id, at, person })
  // A message can not be newer than its arrival. A system message is a notice and opens no window.
  if (content.type !== 'system') exchange.relations.noteInbound(phone_number_id, from, at < now ? at : now)
  exchange.messages.addInbound({ message_id: id, phone_number_id, from, body, read_at: null })
  exchange.log.append({
    kind: 'message',
    event: 'received',
    message_id: id,
    phone_number_id,
    type: content.type,
    outcome: null,
    callback_data: null,
    code: null,
  })
  const contact = { profile: exchange.people.profileOf(from), ...person }
  // A system message has no contact.
  const contacts = content.type === 'system' ? {} : { contacts: [contact] }
  return {
    account,
    field: 'messages',
    value: messageValue(account, { ...contacts, messages: [body] }),
    number: from,
    summary: { field: 'messages', what: content.type, message_id: id },
  }
}

function inboundBody(
  account: WhatsappAccount,
  { content }: Inbound,
  { id, at, person }: { id: string; at: Date; person: ShownPerson },
): Record<string, unknown> {
  const context = {
    ...(content.context?.id !== undefined && { from: bareNumber(account.display_phone_number) }),
    ...content.context,
  }
  return {
    ...(person.wa_id !== undefined && { from: person.wa_id }),
    ...(person.user_id !== undefined && { from_user_id: person.user_id }),
    id,
    timestamp: unixSeconds(at),
    ...filledContent(content),
    ...(content.context !== undefined && { context }),
  }
}
