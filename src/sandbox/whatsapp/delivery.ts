import { randomUUID } from 'node:crypto'
import type { WhatsappAccount } from './accounts.ts'
import type { Update } from './envelope.ts'
import { messageValue } from './envelope.ts'
import { webhookError } from './errors.ts'
import type { WhatsappExchange } from './exchange.ts'
import { bareNumber, unixSeconds } from './graph-values.ts'
import { receiveInbound } from './inbound.ts'
import type { SentMessage } from './messages.ts'
import type { DeliveryStep, WhatsappOutcome } from './outcomes.ts'
import { windowMs } from './relations.ts'

/** An accepted message that is being delivered. */
export type Delivery = {
  readonly account: WhatsappAccount
  readonly message: SentMessage
  readonly messageId: string
  /** The recipient, E.164; the user id of a person whom this network does not know. */
  readonly number: string
  /** Whether the business sent to the number and not to a user id. */
  readonly isByNumber: boolean
  readonly outcome: WhatsappOutcome
  /** The delivery steps: those of the outcome, unless the message itself requires others. */
  readonly course: readonly DeliveryStep[]
  /** The template's category; `service` for other messages. */
  readonly category: string
  /** Free within the window. */
  readonly pricingType: 'regular' | 'free_customer_service'
}

/** The time after which a person writes back, in simulated time. */
const replyAfterMs = 2000

/** Delivers an accepted message in the background: sends its statuses in time, and perhaps a reply of the person. */
export function startDelivery(exchange: WhatsappExchange, delivery: Delivery): void {
  exchange.background.start(() => run(exchange, delivery))
}

async function run(exchange: WhatsappExchange, delivery: Delivery): Promise<void> {
  const { course, outcome } = delivery
  let unsent: Update[] = []
  for (const [index, step] of course.entries()) {
    await exchange.speed.wait(step.after_ms, exchange.background.closing)
    const update = statusUpdate(exchange, delivery, step)
    const last = index === course.length - 1
    unsent.push(update)
    if (outcome.webhooks === 'in_order') await exchange.webhooks.send(unsent)
    else if (outcome.webhooks === 'repeated_and_reordered') {
      // Two at a time: the later one first, then both again.
      if (unsent.length < 2 && !last) continue
      const pair = unsent.toReversed()
      for (const shuffled of [...pair, ...pair]) await exchange.webhooks.send([shuffled])
    } else if (outcome.webhooks === 'one_batch') {
      if (!last) continue
      await exchange.webhooks.send(unsent)
    }
    unsent = []
  }
  await exchange.webhooks.sendDelayed()
  if (course.at(-1)?.status === 'read') await reply(exchange, delivery)
}

async function reply(exchange: WhatsappExchange, { account, number, outcome, messageId }: Delivery) {
  const content = exchange.people.nextReply(number, outcome)
  if (content === null) return
  await exchange.speed.wait(replyAfterMs, exchange.background.closing)
  // The context says which message a reply or a tapped button belongs to.
  const context = { id: messageId, ...content.context }
  const update = receiveInbound(exchange, account, { from: number, content: { ...content, context } })
  await exchange.webhooks.send([update])
}

/** Records the status and returns its webhook update. Provider: webhooks, statuses (v23). */
function statusUpdate(exchange: WhatsappExchange, delivery: Delivery, step: DeliveryStep): Update {
  const { account, message, messageId, number, isByNumber, outcome } = delivery
  const { status } = step
  const person = exchange.people.shown(number, { waId: waIdOf(number, outcome), isByNumber })
  const code = step.status === 'failed' ? step.code : null
  const at = exchange.clock.now()
  message.statuses.push({ status, at: at.toISOString(), code })
  const { phone_number_id, type, callback_data } = message
  exchange.log.append({
    kind: 'message',
    event: status,
    message_id: messageId,
    phone_number_id,
    type,
    outcome: outcome.name,
    callback_data,
    code,
  })
  const echoes = callback_data !== null && (code === null || outcome.failedEchoes)
  const shown = {
    id: messageId,
    status,
    timestamp: unixSeconds(at),
    ...(person.wa_id !== undefined && { recipient_id: person.wa_id }),
    ...(person.user_id !== undefined && { recipient_user_id: person.user_id }),
    ...(echoes && { biz_opaque_callback_data: callback_data }),
    ...((status === 'sent' || status === 'delivered') && pricingOf(delivery, status, at)),
    ...(code !== null && { errors: [webhookError(code)] }),
  }
  return {
    account,
    field: 'messages',
    value: messageValue(account, { statuses: [shown] }),
    number,
    summary: { field: 'messages', what: status, message_id: messageId },
  }
}

function pricingOf(delivery: Delivery, status: string, at: Date): object {
  const { category, pricingType } = delivery
  const expires = { expiration_timestamp: unixSeconds(new Date(at.getTime() + windowMs)) }
  return {
    conversation: {
      id: randomUUID().replaceAll('-', ''),
      ...(status === 'sent' && expires),
      origin: { type: category },
    },
    pricing: { billable: pricingType === 'regular', pricing_model: 'PMP', type: pricingType, category },
  }
}

/** Returns the person's `wa_id`: the digits of the number, or a variant of them. */
export function waIdOf(number: string, outcome: WhatsappOutcome): string {
  const digits = bareNumber(number)
  return outcome.otherWaId ? digits.slice(0, 4) + digits.slice(5) : digits
}
