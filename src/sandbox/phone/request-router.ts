import { byName, parseForm } from '../network/form.ts'
import type { FieldsByName } from '../network/form.ts'
import { datedHeaders, jsonAnswer } from '../network/http-server.ts'
import type { Handled, Incoming } from '../network/http-server.ts'
import type { Accounts } from './accounts.ts'
import { answerControl } from './control.ts'
import type { Exchange } from './exchange.ts'
import { RestNumbers } from './inbound/rest-numbers.ts'
import { RestCalls } from './rest-calls.ts'
import type { RestResult } from './rest-calls.ts'
import { isAccountSid, isCallSid } from './sids.ts'
import { twilioError } from './twilio-errors.ts'

/** Parameters with credentials, which are not logged. */
const secretParameters: ReadonlySet<string> = new Set(['SipAuthPassword', 'CallToken'])

/** Routes each request to its handler, and logs the request and the answer. */
export class RequestRouter {
  readonly #exchange: Exchange
  readonly #accounts: Accounts
  readonly #calls: RestCalls
  readonly #numbers: RestNumbers
  #count = 0

  constructor(exchange: Exchange, accounts: Accounts) {
    this.#exchange = exchange
    this.#accounts = accounts
    this.#calls = new RestCalls(exchange)
    this.#numbers = new RestNumbers(exchange)
  }

  handle(request: Incoming): Handled {
    const { log } = this.#exchange
    // Reads of the log or the calls are not logged: a client that polls would fill the log.
    const control = request.path.startsWith('/sandbox/')
    const silent = control && request.method === 'GET'
    const request_id = ++this.#count
    const { method, path } = request
    if (!silent) log.append({ kind: 'request', request_id, method, path, params: paramsOf(request) })
    const { answer, fault, callSid, code } = control
      ? { answer: answerControl(this.#exchange, request), fault: null, callSid: null, code: null }
      : this.#answerRest(request)
    return {
      answer: { ...answer, headers: datedHeaders(this.#exchange.clock, answer.headers) },
      fault,
      delivered: (delivery) => {
        if (silent) return
        const { status } = answer
        const what = fault === null ? null : fault.kind
        log.append({ kind: 'answer', request_id, status, delivery, call_sid: callSid, code, fault: what })
      },
    }
  }

  #answerRest(request: Incoming): RestResult {
    const account = /^\/2010-04-01\/Accounts\/([^/]+)\.json$/.exec(request.path)?.[1]
    if (account !== undefined && request.method === 'GET') return this.#answerAccount(account, request)
    const numbers =
      /^\/2010-04-01\/Accounts\/([^/]+)\/IncomingPhoneNumbers(?:\/(PN[0-9a-f]{32}))?\.json$/i.exec(
        request.path,
      )
    if (numbers !== null) return this.#answerNumbers(numbers[1]!, numbers[2], request)
    const route = /^\/2010-04-01\/Accounts\/([^/]+)\/Calls(?:\/([^/.]+)(\/Events)?)?\.json$/.exec(
      request.path,
    )
    const [, accountSid, sid, events] = route ?? []
    if (accountSid === undefined || !isAccountSid(accountSid)) return refused(20404)
    if (!this.#accounts.accepts(accountSid, request.authorization)) return refused(20003)
    if (sid !== undefined && !isCallSid(sid)) return refused(20404)
    const query = parseForm(request.query)
    if (request.method === 'GET') {
      if (sid === undefined) return this.#calls.list(accountSid, request.path, query)
      if (events !== undefined) return this.#calls.events(accountSid, sid, request.path, query)
      return this.#calls.fetch(accountSid, sid)
    }
    if (request.method !== 'POST' || events !== undefined) return refused(20004)
    if (request.contentType !== 'application/x-www-form-urlencoded') return refused(20001, 415)
    const form = parseForm(request.body.toString('utf8'))
    return sid === undefined
      ? this.#calls.create(accountSid, form)
      : this.#calls.update(accountSid, sid, form)
  }

  #answerNumbers(accountSid: string, sid: string | undefined, request: Incoming): RestResult {
    if (!isAccountSid(accountSid)) return refused(20404)
    if (!this.#accounts.accepts(accountSid, request.authorization)) return refused(20003)
    if (request.method === 'GET')
      return sid === undefined
        ? this.#numbers.list(accountSid, request.path, parseForm(request.query))
        : this.#numbers.fetch(accountSid, sid)
    if (request.method !== 'POST' || sid === undefined) return refused(20004)
    if (request.contentType !== 'application/x-www-form-urlencoded') return refused(20001, 415)
    return this.#numbers.update(accountSid, sid, parseForm(request.body.toString('utf8')))
  }

  #answerAccount(sid: string, request: Incoming): RestResult {
    if (!isAccountSid(sid)) return refused(20404)
    if (!this.#accounts.accepts(sid, request.authorization)) return refused(20003)
    const account = { sid, friendly_name: 'Sandbox', status: 'active', type: 'Full' }
    return { answer: jsonAnswer(200, account), fault: null, callSid: null, code: null }
  }
}

function refused(code: number, otherStatus?: number): RestResult {
  const error = twilioError(code, otherStatus === undefined ? {} : { status: otherStatus })
  const headers: Record<string, string> =
    code === 20003 ? { 'www-authenticate': 'Basic realm="Twilio API"' } : {}
  return { answer: jsonAnswer(error.status, error, headers), fault: null, callSid: null, code }
}

/** Returns query and body for the log; the body of a control request is one field. */
function paramsOf(request: Incoming): FieldsByName {
  const query = parseForm(request.query)
  const text = request.body.toString('utf8')
  if (request.contentType === 'application/json') return byName([...query, ['body', text]])
  const fields = [...query, ...parseForm(text)]
  return byName(fields.map(([name, value]) => [name, secretParameters.has(name) ? '[redacted]' : value]))
}
