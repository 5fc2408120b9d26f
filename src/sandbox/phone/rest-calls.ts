import { preventsEffect } from '../network/faults.ts'
import type { AnswerFault } from '../network/faults.ts'
import { fieldOf } from '../network/form.ts'
import type { FormFields } from '../network/form.ts'
import { jsonAnswer } from '../network/http-server.ts'
import type { Answer } from '../network/http-server.ts'
import { limitTime } from './call-life.ts'
import { readChange, readOrder } from './call-order.ts'
import type { CallChange } from './call-order.ts'
import { callResource, eventResource } from './call-resource.ts'
import { endLeg } from './exchange.ts'
import type { Exchange } from './exchange.ts'
import type { RestOperation } from './faults.ts'
import type { Leg } from './leg.ts'
import { pageOf } from './paging.ts'
import { twilioError } from './twilio-errors.ts'
import type { TwilioError } from './twilio-errors.ts'

/** The result of a REST request. */
export type RestResult = {
  answer: Answer
  fault: AnswerFault | null
  callSid: string | null
  code: number | null
}

/** The most numbers whose one-time refusal is remembered. */
const refusedOnceMax = 100_000

/** The Calls resource of one network. Each method handles one operation. */
export class RestCalls {
  readonly #exchange: Exchange
  /** Numbers whose one-time refusal is used up. */
  readonly #refusedOnce = new Set<string>()

  constructor(exchange: Exchange) {
    this.#exchange = exchange
  }

  create(accountSid: string, form: FormFields): RestResult {
    const to = fieldOf(form, 'To')
    const armed = this.#exchange.faults.takeForAnswer('create', to)
    if (armed !== null && preventsEffect(armed)) return faultyResult(armed)
    const read = readOrder(accountSid, form)
    if (read.kind === 'refused') return refusal(read.error, armed)
    const outcome = this.#exchange.people.outcomeOf(read.order.to)
    const { creation } = outcome
    if (creation.kind === 'refused' && (creation.times === 'always' || this.#firstTime(read.order.to))) {
      return refusal(twilioError(creation.code), armed)
    }
    const fault = armed ?? (creation.kind === 'fault' ? creation.fault : null)
    if (fault !== null && preventsEffect(fault)) return faultyResult(fault)
    const leg = this.#exchange.placeLeg(read.order, outcome)
    return result(jsonAnswer(201, callResource(leg)), leg.sid, fault)
  }

  fetch(accountSid: string, sid: string): RestResult {
    return this.#withLeg('fetch', accountSid, sid, (leg) => jsonAnswer(200, callResource(leg)))
  }

  /** Lists calls, newest first. */
  list(accountSid: string, path: string, query: FormFields): RestResult {
    const fault = this.#exchange.faults.takeForAnswer('list', fieldOf(query, 'To'))
    if (fault !== null && preventsEffect(fault)) return faultyResult(fault)
    const unknown = query.find(([name]) => !listParameters.has(name))
    if (unknown !== undefined)
      return refusal(twilioError(20001, { message: `${unknown[0]} is not supported` }), fault)
    const hidden = fault?.kind === 'omit'
    const legs = hidden
      ? []
      : this.#exchange.legs.newestFirst().filter((leg) => matches(leg, accountSid, query))
    const page = pageOf(legs, (leg) => leg.sid, path, query)
    if (page.kind === 'malformed') {
      return refusal(twilioError(20001, { message: `${page.parameter} is not valid` }), fault)
    }
    return result(jsonAnswer(200, { ...page.frame, calls: page.items.map(callResource) }), null, fault)
  }

  update(accountSid: string, sid: string, form: FormFields): RestResult {
    return this.#withLeg('update', accountSid, sid, (leg) => {
      const read = readChange(form)
      if (read.kind === 'refused') return jsonAnswer(read.error.status, read.error)
      const error = this.#change(leg, read.change)
      return error === null ? jsonAnswer(200, callResource(leg)) : jsonAnswer(error.status, error)
    })
  }

  events(accountSid: string, sid: string, path: string, query: FormFields): RestResult {
    return this.#withLeg('events', accountSid, sid, (leg) => {
      const numbered = leg.requestsMade.map((made, index) => ({ made, id: String(index) }))
      const page = pageOf(numbered, (event) => event.id, path, query)
      if (page.kind === 'malformed') {
        const error = twilioError(20001, { message: `${page.parameter} is not valid` })
        return jsonAnswer(error.status, error)
      }
      return jsonAnswer(200, { ...page.frame, events: page.items.map(({ made }) => eventResource(made)) })
    })
  }

  /**
   * Changes a call. Provider: modifying calls. `canceled` ends an unanswered call and does not affect an answered one;
   * `completed` ends any call. Only answered calls get other instructions. A call that has ended can not be changed.
   */
  #change(leg: Leg, change: CallChange): TwilioError | null {
    const talking = leg.status === 'in-progress'
    if (leg.over || (change.instructions !== null && !talking)) return twilioError(21220)
    if (change.statusCallback !== null) leg.statusCallback = change.statusCallback
    if (change.fallback !== null) leg.fallback = change.fallback
    if (change.timeLimitSeconds !== null) {
      leg.timeLimitSeconds = change.timeLimitSeconds
      if (talking) limitTime(this.#exchange, leg)
    }
    if (change.status !== null && !talking)
      endLeg(this.#exchange, leg, { status: 'canceled', sip: 487, by: 'api' })
    else if (change.status === 'completed')
      endLeg(this.#exchange, leg, { status: 'completed', sip: 200, by: 'api' })
    else if (change.instructions !== null) leg.replaceInstructions(change.instructions)
    return null
  }

  #withLeg(operation: RestOperation, accountSid: string, sid: string, act: (leg: Leg) => Answer): RestResult {
    const leg = this.#exchange.legs.find(accountSid, sid)
    const fault = this.#exchange.faults.takeForAnswer(operation, leg?.order.to ?? null)
    if (fault !== null && preventsEffect(fault)) return faultyResult(fault)
    if (leg === null || fault?.kind === 'omit') return refusal(twilioError(20404), fault)
    return result(act(leg), sid, fault)
  }

  #firstTime(number: string): boolean {
    if (this.#refusedOnce.has(number) || this.#refusedOnce.size >= refusedOnceMax) return false
    this.#refusedOnce.add(number)
    return true
  }
}

const listParameters: ReadonlySet<string> = new Set([
  'To',
  'From',
  'Status',
  'ParentCallSid',
  'PageSize',
  'Page',
  'PageToken',
])

function matches(leg: Leg, accountSid: string, query: FormFields): boolean {
  const { order } = leg
  const is = (name: string, value: string | null) => [null, value].includes(fieldOf(query, name))
  const status = leg.status === 'initiated' ? 'queued' : leg.status
  return (
    order.accountSid === accountSid &&
    is('To', order.to) &&
    is('From', order.from) &&
    is('Status', status) &&
    is('ParentCallSid', order.parentCallSid)
  )
}

/** Returns the answer, or the one that the fault replaces it with. */
function result(answer: Answer, callSid: string | null, fault: AnswerFault | null): RestResult {
  if (fault?.kind === 'status' || fault?.kind === 'answer') return { ...faultyResult(fault), callSid }
  return { answer, fault, callSid, code: null }
}

function refusal(error: TwilioError, fault: AnswerFault | null): RestResult {
  return { ...result(jsonAnswer(error.status, error), null, fault), code: error.code }
}

/** Returns the answer of a request without effect: the fault's own, or a 503, which the fault may cut or withhold. */
function faultyResult(fault: AnswerFault): RestResult {
  const base = { fault, callSid: null }
  if (fault.kind === 'answer') {
    const { status, headers, body, encoding, repeat } = fault
    return { ...base, answer: { status, headers, body: Buffer.from(body, encoding), repeat }, code: null }
  }
  const status = fault.kind === 'status' ? fault.status : 503
  const code =
    (fault.kind === 'status' ? fault.code : null) ?? (status === 429 ? 20429 : status === 503 ? 20503 : 20500)
  const pause = fault.kind === 'status' ? fault.retry_after_seconds : null
  const headers: Record<string, string> = pause === null ? {} : { 'retry-after': String(pause) }
  return { ...base, answer: jsonAnswer(status, twilioError(code, { status }), headers), code }
}
