import { parseForm } from '../network/form.ts'
import { datedHeaders } from '../network/http-server.ts'
import type { Handled, Incoming } from '../network/http-server.ts'
import { answerWhatsappControl } from './control.ts'
import type { WhatsappExchange } from './exchange.ts'
import { graphAnswer, graphRefused } from './graph-result.ts'
import type { GraphResult } from './graph-result.ts'
import { readNumber, readNumbers, readTemplates } from './reads.ts'
import { WhatsappSend } from './send.ts'

const graphPath = /^(?:\/v\d{1,3}\.\d)?\/(\d{5,20})(?:\/([a-z_]+))?\/?$/

/** Routes each request to its handler, and logs the request and the answer. */
export class WhatsappRouter {
  readonly #exchange: WhatsappExchange
  readonly #send: WhatsappSend
  #count = 0

  constructor(exchange: WhatsappExchange) {
    this.#exchange = exchange
    this.#send = new WhatsappSend(exchange)
  }

  handle(request: Incoming): Handled {
    const { log, clock } = this.#exchange
    const isControl = request.path.startsWith('/sandbox/')
    // Reads of the log or the messages are not logged: a client that polls would fill the log.
    const silent = isControl && request.method === 'GET'
    const request_id = ++this.#count
    const { method, path } = request
    if (!silent) log.append({ kind: 'request', request_id, method, path })
    const { answer, fault, messageId, code } = isControl
      ? { answer: answerWhatsappControl(this.#exchange, request), fault: null, messageId: null, code: null }
      : this.#answerGraph(request)
    return {
      answer: { ...answer, headers: datedHeaders(clock, answer.headers) },
      fault,
      delivered: (delivery) => {
        if (silent) return
        const { status } = answer
        const what = fault?.kind ?? null
        log.append({ kind: 'answer', request_id, status, delivery, message_id: messageId, code, fault: what })
      },
    }
  }

  #answerGraph(request: Incoming): GraphResult {
    const [, id, edge = null] = graphPath.exec(request.path) ?? []
    if (id === undefined) return graphRefused(100, 'Unknown path')
    const token = /^Bearer +(\S+)$/i.exec(request.authorization ?? '')?.[1]
    if (token === undefined) return graphRefused(104)
    if (!this.#exchange.accounts.accepts(id, token)) return graphRefused(190)
    const query = parseForm(request.query)
    switch (`${request.method} ${edge}`) {
      case 'POST messages':
        return this.#postMessage(id, request)
      case 'GET null':
        return readNumber(this.#exchange, id, query)
      case 'GET phone_numbers':
        return readNumbers(this.#exchange, id, request.path, query)
      case 'GET message_templates':
        return readTemplates(this.#exchange, id, request.path, query)
      case 'POST subscribed_apps':
        return graphAnswer({ success: true }, null)
      case 'GET subscribed_apps':
        return graphAnswer({ data: [{ whatsapp_business_api_data: { name: 'Sandbox', id: '1' } }] }, null)
      default:
        return graphRefused(100, `${request.method} is not supported here`)
    }
  }

  #postMessage(id: string, { contentType, body }: Incoming): GraphResult {
    if (contentType !== 'application/json') return graphRefused(100, 'The body must be application/json')
    const read = readObject(body)
    if (read === null) return graphRefused(100, 'The body is not a JSON object')
    return this.#send.post(this.#exchange.accounts.ofNumberId(id), read)
  }
}

function readObject(body: Buffer): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
