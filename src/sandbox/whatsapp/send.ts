import { preventsEffect } from '../network/faults.ts'
import type { AnswerFault } from '../network/faults.ts'
import type { WhatsappAccount } from './accounts.ts'
import { startDelivery, waIdOf } from './delivery.ts'
import type { WhatsappExchange } from './exchange.ts'
import { graphAnswer, graphRefused, faultyAnswer } from './graph-result.ts'
import type { GraphResult } from './graph-result.ts'
import { userIdIn } from './graph-values.ts'
import { markRead } from './mark-read.ts'
import { addressOf, checkMessage } from './message-check.ts'
import type { CheckedMessage, Refused } from './message-check.ts'
import { newMessageId } from './messages.ts'
import type { DeliveryStep, WhatsappOutcome } from './outcomes.ts'
import { checkTemplate } from './template-check.ts'
import type { WhatsappTemplate } from './templates.ts'

/** The most numbers whose one-time refusal is remembered. */
const refusedOnceMax = 100_000

type Body = Readonly<Record<string, unknown>>

/** The decision about a message once it is checked. */
type Decision =
  | { kind: 'accepted'; message: CheckedMessage; template: WhatsappTemplate | null; outcome: WhatsappOutcome }
  /** Answered like an accepted message, but never delivered: `to` is a user id. */
  | { kind: 'dropped'; message: CheckedMessage }
  | Refused

/** The messages endpoint of one network, which sends messages and marks received ones as read. */
export class WhatsappSend {
  readonly #exchange: WhatsappExchange
  /** Numbers whose one-time refusal is used up. */
  readonly #refusedOnce = new Set<string>()

  constructor(exchange: WhatsappExchange) {
    this.#exchange = exchange
  }

  /** Handles a POST: sends a message; a body with `status` marks one as read. Provider: messages endpoint. */
  post(account: WhatsappAccount, body: Body): GraphResult {
    return body['status'] === undefined ? this.#send(account, body) : markRead(this.#exchange, account, body)
  }

  #send(account: WhatsappAccount, body: Body): GraphResult {
    const number = this.#addressee(body)
    const armed = this.#exchange.faults.takeForAnswer('send', number)
    if (armed !== null && preventsEffect(armed)) return this.#notAccepted(account, body, faultyAnswer(armed))
    const decision = this.#decide(account, body)
    if (decision.kind === 'dropped') return this.#drop(account, body, decision.message)
    if (decision.kind === 'refused')
      return this.#notAccepted(account, body, graphRefused(decision.code, decision.details, armed))
    const { answer } = decision.outcome
    const fault = armed ?? (answer.kind === 'fault' ? answer.fault : null)
    if (fault !== null && preventsEffect(fault)) return this.#notAccepted(account, body, faultyAnswer(fault))
    return this.#accept(account, body, decision, fault)
  }

  /** Checks in Meta's order: the format, then the person, then the template or the window. */
  #decide(account: WhatsappAccount, body: Body): Decision {
    const { people, relations, clock } = this.#exchange
    const read = checkMessage(body)
    if (read.kind === 'refused') return read
    if (userIdIn(body['to']) !== null) return { kind: 'dropped', message: read.message }
    const to = this.#addressee(body) ?? read.message.to
    const message = { ...read.message, to }
    const { type } = message
    if (to === account.display_phone_number)
      return { kind: 'refused', code: 131021, details: 'The number can not write to itself' }
    const outcome = people.outcomeOf(to)
    const { answer } = outcome
    if (answer.kind === 'refused' && (answer.times === 'always' || this.#firstTime(to)))
      return { kind: 'refused', code: answer.code, details: outcome.summary }
    const template = type === 'template' ? this.#templateOf(account, message) : null
    if (template !== null && 'kind' in template) return template
    if (template?.category === 'AUTHENTICATION' && body['to'] === undefined)
      return { kind: 'refused', code: 131062, details: 'Authentication templates need a phone number' }
    const closed = !relations.isWindowOpen(account.phone_number_id, to, clock.now())
    if (type !== 'template' && closed && relations.enforceWindow)
      return { kind: 'refused', code: 131047, details: 'The person has not written in the last 24 hours' }
    return { kind: 'accepted', message, template, outcome }
  }

  /** Returns the template, or null for a business account without templates, which accepts all. */
  #templateOf({ business_account_id }: WhatsappAccount, { content }: CheckedMessage) {
    const { name, language, components } = content as {
      name: string
      language: { code: string }
      components?: unknown
    }
    const { templates } = this.#exchange
    if (templates.of(business_account_id).length === 0) return null
    const template = templates.find(business_account_id, name, language.code)
    if (template === null) {
      const details = `There is no template ${name} in ${language.code}`
      return { kind: 'refused' as const, code: 132001, details }
    }
    return checkTemplate(template, components) ?? template
  }

  #accept(
    account: WhatsappAccount,
    body: Body,
    decision: Extract<Decision, { kind: 'accepted' }>,
    fault: AnswerFault | null,
  ): GraphResult {
    const { clock, relations, messages, log, people } = this.#exchange
    const { message, template, outcome } = decision
    const { to, type, callbackData } = message
    const { phone_number_id } = account
    const messageId = newMessageId()
    const now = clock.now()
    const isByNumber = body['to'] !== undefined
    const sent = {
      message_id: messageId,
      phone_number_id,
      to,
      type,
      body,
      callback_data: callbackData,
      outcome: outcome.name,
      received_at: now.toISOString(),
      code: null,
      statuses: [],
    }
    messages.addSent(sent)
    log.append({
      kind: 'message',
      event: 'accepted',
      message_id: messageId,
      phone_number_id,
      type,
      outcome: outcome.name,
      callback_data: callbackData,
      code: null,
    })
    const isFree = relations.isWindowOpen(phone_number_id, to, now)
    startDelivery(this.#exchange, {
      account,
      message: sent,
      messageId,
      number: to,
      isByNumber,
      outcome,
      course: this.#courseOf(account, decision),
      category: type === 'template' ? (template?.category ?? 'MARKETING').toLowerCase() : 'service',
      pricingType: isFree && template?.category !== 'MARKETING' ? 'free_customer_service' : 'regular',
    })
    const person = people.shown(to, { waId: waIdOf(to, outcome), isByNumber })
    const state = outcome.held ? 'held_for_quality_assessment' : 'accepted'
    const answer = {
      messaging_product: 'whatsapp',
      contacts: [{ input: body['to'] ?? body['recipient'], ...person }],
      messages: [{ id: messageId, ...(type === 'template' && { message_status: state }) }],
    }
    return graphAnswer(answer, fault, messageId)
  }

  /** Returns the delivery steps of the outcome, except for marketing to somebody who stopped it, and for reactions. */
  #courseOf(
    account: WhatsappAccount,
    { message, template, outcome }: Extract<Decision, { kind: 'accepted' }>,
  ) {
    const { relations, messages } = this.#exchange
    const fails = (code: number): DeliveryStep[] => [{ status: 'failed', after_ms: 500, code }]
    const stopped = relations.hasStoppedMarketing(account.phone_number_id, message.to)
    const isMarketing = message.type === 'template' && (template?.category ?? 'MARKETING') === 'MARKETING'
    if (stopped && isMarketing) return fails(131050)
    if (message.type !== 'reaction') return outcome.course
    const { message_id } = message.content as { message_id: string }
    // The only status of a reaction is `sent`.
    return messages.knows(message_id) ? outcome.course.slice(0, 1) : fails(131009)
  }

  /** Returns the recipient's number, also for a user id; or the user id of a person who is not on this network. */
  #addressee(body: Body): string | null {
    const address = addressOf(body)
    return address === null ? null : (this.#exchange.people.numberOf(address) ?? address)
  }

  /** Handles a user id in `to` as Meta does: reads its digits as a number, answers as usual, and delivers nothing. */
  #drop(
    { phone_number_id }: WhatsappAccount,
    body: Body,
    { to, type, callbackData }: CheckedMessage,
  ): GraphResult {
    const { messages, clock } = this.#exchange
    const messageId = newMessageId()
    messages.addSent({
      message_id: messageId,
      phone_number_id,
      to,
      type,
      body,
      callback_data: callbackData,
      outcome: 'dropped',
      received_at: clock.now().toISOString(),
      code: null,
      statuses: [],
    })
    const answer = {
      messaging_product: 'whatsapp',
      contacts: [{ input: to, wa_id: to.replaceAll(/\D/g, '') }],
      messages: [{ id: messageId }],
    }
    return graphAnswer(answer, null, messageId)
  }

  /** Stores a refused request for tests, and returns the result. */
  #notAccepted({ phone_number_id }: WhatsappAccount, body: Body, result: GraphResult): GraphResult {
    const { messages, people, clock } = this.#exchange
    const to = this.#addressee(body) ?? ''
    const { type, biz_opaque_callback_data: data } = body
    messages.addSent({
      message_id: null,
      phone_number_id,
      to,
      type: typeof type === 'string' ? type : 'text',
      body,
      callback_data: typeof data === 'string' ? data : null,
      outcome: people.outcomeOf(to).name,
      received_at: clock.now().toISOString(),
      code: result.code,
      statuses: [],
    })
    return result
  }

  #firstTime(number: string): boolean {
    if (this.#refusedOnce.has(number) || this.#refusedOnce.size >= refusedOnceMax) return false
    this.#refusedOnce.add(number)
    return true
  }
}
