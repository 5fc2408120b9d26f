import { z } from 'zod'
import { malformed, takeJson, wholeOf } from '../network/control-request.ts'
import { fieldOf, parseForm } from '../network/form.ts'
import { jsonAnswer } from '../network/http-server.ts'
import type { Answer, Incoming } from '../network/http-server.ts'
import { entriesInMemoryMax } from '../network/network-log.ts'
import { WhatsappAccount } from './accounts.ts'
import { makeChange, WhatsappChange } from './changes.ts'
import type { WhatsappExchange } from './exchange.ts'
import { WhatsappFaultRule } from './faults.ts'
import { HandshakeOrder, shakeHands } from './handshake.ts'
import { InboundMessages, receiveInbounds } from './inbound.ts'
import { messagesMax } from './messages.ts'
import { whatsappOutcomesByDigits } from './outcomes.ts'
import { WhatsappPerson } from './people.ts'
import { WhatsappTemplate } from './templates.ts'
import { WebhookRelease } from './webhooks.ts'

/** `service_window`: whether the network refuses free-form messages outside the window. */
const Rules = z.strictObject({ service_window: z.boolean() })
const Hold = z.strictObject({ hold: z.literal(true) })
const Webhooks = z.union([Hold, z.strictObject({ release: WebhookRelease })])

/**
 * Handles a request to a control endpoint below `/sandbox`. There is no authentication, so the network must listen on
 * the loopback address. Bodies must have the JSON content type, which a web page of another origin can not send.
 */
export function answerWhatsappControl(exchange: WhatsappExchange, request: Incoming): Answer {
  switch (request.method) {
    case 'GET':
      return show(exchange, request)
    case 'POST':
      return change(exchange, request)
    case 'DELETE':
      if (request.path !== '/sandbox/faults') break
      exchange.faults.clear()
      return { ...jsonAnswer(204, undefined), headers: {} }
    default:
  }
  return nothingThere()
}

function show(exchange: WhatsappExchange, { path, query }: Incoming): Answer {
  switch (path) {
    case '/sandbox/outcomes':
      return jsonAnswer(200, { outcomes: outcomeList() })
    case '/sandbox/accounts':
      return jsonAnswer(200, { accounts: exchange.accounts.all().map(withoutSecrets) })
    case '/sandbox/templates':
      return jsonAnswer(200, { templates: exchange.templates.all() })
    case '/sandbox/people':
      return jsonAnswer(200, { people: exchange.people.all() })
    case '/sandbox/faults':
      return jsonAnswer(200, { faults: exchange.faults.armed() })
    case '/sandbox/rules':
      return jsonAnswer(200, { service_window: exchange.relations.enforceWindow })
    case '/sandbox/webhooks':
      return jsonAnswer(200, { held: exchange.webhooks.heldCount })
    case '/sandbox/log':
      return showLog(exchange, query)
    case '/sandbox/messages':
      return showNewest(query, 'messages', exchange.messages.sent(fieldOf(parseForm(query), 'to')))
    case '/sandbox/inbound':
      return showNewest(query, 'messages', exchange.messages.inbound(fieldOf(parseForm(query), 'from')))
    default:
      return nothingThere()
  }
}

function change(exchange: WhatsappExchange, request: Incoming): Answer {
  switch (request.path) {
    case '/sandbox/accounts':
      return takeJson(request, WhatsappAccount, (account) => {
        exchange.accounts.put(account)
        return withoutSecrets(account)
      })
    case '/sandbox/templates':
      return takeJson(request, WhatsappTemplate, (template) => exchange.templates.put(template))
    case '/sandbox/people':
      return takeJson(request, WhatsappPerson, (person) => exchange.people.put(person))
    case '/sandbox/faults':
      return takeJson(request, WhatsappFaultRule, (rule) => exchange.faults.arm(rule))
    case '/sandbox/rules':
      return takeJson(request, Rules, ({ service_window }) => {
        exchange.relations.enforceWindow = service_window
      })
    case '/sandbox/webhooks':
      return takeJson(request, Webhooks, (order) => {
        if ('hold' in order) exchange.webhooks.hold()
        else exchange.webhooks.release(order.release)
      })
    case '/sandbox/inbound':
      return takeJson(request, InboundMessages, (inbound) => receiveInbounds(exchange, inbound))
    case '/sandbox/changes':
      return takeJson(request, WhatsappChange, (change) => makeChange(exchange, change))
    case '/sandbox/handshakes':
      return takeJson(request, HandshakeOrder, (order) => orderHandshake(exchange, order))
    default:
      return nothingThere()
  }
}

/**
 * Starts a handshake in the background; the log has its result. @throws RangeError if the number has no webhook address
 */
function orderHandshake(exchange: WhatsappExchange, order: HandshakeOrder): object {
  const { phone_number_id } = order
  if ((exchange.accounts.find(phone_number_id)?.webhook_url ?? null) === null)
    throw new RangeError('no webhook address is registered for that number')
  exchange.background.start(async () => void (await shakeHands(exchange, order)))
  return { phone_number_id }
}

function outcomeList(): object[] {
  return Object.entries(whatsappOutcomesByDigits).map(([last_two_digits, { name, summary }]) => {
    return { last_two_digits, name, summary }
  })
}

function withoutSecrets({ access_token: _a, app_secret: _b, verify_token: _c, ...rest }: WhatsappAccount) {
  return rest
}

function showLog(exchange: WhatsappExchange, query: string): Answer {
  const after = wholeOf(query, 'after', 0, 0, Number.MAX_SAFE_INTEGER)
  const limit = wholeOf(query, 'limit', 1000, 1, entriesInMemoryMax)
  if (after === null || limit === null) return malformed('after and limit are whole numbers')
  return jsonAnswer(200, { entries: exchange.log.after(after, limit) })
}

function showNewest(query: string, name: string, oldestFirst: readonly unknown[]): Answer {
  const limit = wholeOf(query, 'limit', 1000, 1, messagesMax)
  if (limit === null) return malformed('limit is a whole number')
  return jsonAnswer(200, { [name]: oldestFirst.slice(-limit).toReversed() })
}

function nothingThere(): Answer {
  return jsonAnswer(404, {
    message:
      'Control endpoints: outcomes, accounts, templates, people, faults, rules, webhooks, inbound, changes, ' +
      'handshakes, messages, log; see the README',
  })
}
