import { isE164 } from '../network/e164.ts'
import { fieldOf, fieldsOf } from '../network/form.ts'
import type { FormFields } from '../network/form.ts'
import { callbackEvents } from './leg.ts'
import type { Address, CallbackEvent, CallOrder, Detection, Instructions } from './leg.ts'
import { twilioError } from './twilio-errors.ts'
import type { TwilioError } from './twilio-errors.ts'

/** The longest inline instructions and the longest address, in characters. Provider: error 32018. */
const inlineCharactersMax = 4000
const addressCharactersMax = 4000

/** The longest call of an account without another agreement, in seconds. */
const timeLimitSecondsDefault = 14_400
const timeLimitSecondsMax = 86_400

export type OrderResult = { kind: 'order'; order: CallOrder } | { kind: 'refused'; error: TwilioError }

/** The first wrong parameter; thrown and caught in this file only. */
class Refusal extends Error {
  readonly error: TwilioError
  constructor(error: TwilioError) {
    super(error.message)
    this.error = error
  }
}

/** Parses the parameters of a request that creates a call. Provider: Calls resource, create. */
export function readOrder(accountSid: string, form: FormFields): OrderResult {
  return caught(() => ({ kind: 'order', order: order(accountSid, form) }))
}

/** The changes of an update; null for those that are absent. */
export type CallChange = {
  status: 'canceled' | 'completed' | null
  instructions: Instructions | null
  statusCallback: Address | null
  fallback: Address | null
  timeLimitSeconds: number | null
}

export type ChangeResult = { kind: 'change'; change: CallChange } | { kind: 'refused'; error: TwilioError }

/** Parses the parameters of a request that updates a call. Provider: Calls resource, update. */
export function readChange(form: FormFields): ChangeResult {
  return caught(() => {
    const status = fieldOf(form, 'Status')
    if (status !== null && status !== 'canceled' && status !== 'completed')
      refuse(20001, 'Status is not valid')
    if (fieldOf(form, 'Url') !== null && fieldOf(form, 'Twiml') !== null)
      refuse(20001, 'Url and Twiml exclude each other')
    const limit = fieldOf(form, 'TimeLimit')
    const change: CallChange = {
      status,
      instructions: instructions(form),
      statusCallback: address(form, 'StatusCallback', 'StatusCallbackMethod', 21609),
      fallback: address(form, 'FallbackUrl', 'FallbackMethod', 21205),
      timeLimitSeconds: limit === null ? null : whole(limit, 1, timeLimitSecondsMax, 20001),
    }
    if (Object.values(change).every((part) => part === null)) refuse(20001, 'Nothing to change was given')
    return { kind: 'change', change }
  })
}

function order(accountSid: string, form: FormFields): CallOrder {
  const to = fieldOf(form, 'To') ?? refuse(21201)
  const from = fieldOf(form, 'From') ?? refuse(21213)
  if (!isE164(to)) refuse(21211)
  // Twilio's own test number for a sender that is not valid. Provider: test credentials.
  if (!isE164(from) || from === '+15005550001') refuse(21212)
  if (fieldOf(form, 'ApplicationSid') !== null) refuse(21218, 'The sandbox keeps no applications')
  const digits = fieldOf(form, 'SendDigits')
  if (digits !== null && !/^[0-9*#wW]{1,32}$/.test(digits)) refuse(21206)
  const timeout = fieldOf(form, 'Timeout')
  const limit = fieldOf(form, 'TimeLimit')
  return {
    accountSid,
    from,
    to,
    direction: 'outbound-api',
    parentCallSid: null,
    instructions: instructions(form) ?? refuse(21205),
    fallback: address(form, 'FallbackUrl', 'FallbackMethod', 21205),
    statusCallback: address(form, 'StatusCallback', 'StatusCallbackMethod', 21609),
    statusCallbackEvents: events(form),
    timeoutSeconds: timeout === null ? 60 : whole(timeout, 1, 600, 21208),
    timeLimitSeconds: limit === null ? timeLimitSecondsDefault : whole(limit, 1, timeLimitSecondsMax, 20001),
    detection: detection(form, digits !== null),
  }
}

/** Returns the instructions; an address takes precedence over inline instructions. Provider: warning 32019. */
function instructions(form: FormFields): Instructions | null {
  const found = address(form, 'Url', 'Method', 21205)
  if (found !== null) return { kind: 'address', ...found }
  const twiml = fieldOf(form, 'Twiml')
  if (twiml === null) return null
  if (twiml.length > inlineCharactersMax) refuse(32018)
  return { kind: 'inline', twiml }
}

function address(form: FormFields, name: string, methodName: string, code: number): Address | null {
  const url = fieldOf(form, name)
  const method = fieldOf(form, methodName) ?? 'POST'
  if (method !== 'GET' && method !== 'POST') refuse(21209, `${methodName} is neither GET nor POST`)
  if (url === null) return null
  const parsed = url.length > addressCharactersMax ? null : URL.parse(url)
  const http = parsed !== null && (parsed.protocol === 'http:' || parsed.protocol === 'https:')
  if (!http || !/^https?:\/\//i.test(url) || parsed.hostname.includes('_'))
    refuse(code, `${name} is not a valid address`)
  return { url, method }
}

/** Returns the events to report, by default only the end. The parameter is repeated; a list in one value is refused. */
function events(form: FormFields): readonly CallbackEvent[] {
  const asked = fieldsOf(form, 'StatusCallbackEvent')
  if (asked.length === 0) return ['completed']
  const unknown = asked.find((event) => !callbackEvents.some((known) => known === event))
  if (unknown !== undefined)
    refuse(21626, 'StatusCallbackEvent is none of initiated, ringing, answered, completed')
  return callbackEvents.filter((event) => asked.includes(event))
}

function detection(form: FormFields, sendsDigits: boolean): Detection | null {
  const mode = fieldOf(form, 'MachineDetection')
  // Sending digits turns the detection off. Provider: Calls resource, SendDigits.
  if (mode === null || mode === 'None' || sendsDigits) return null
  if (mode !== 'Enable' && mode !== 'DetectMessageEnd') refuse(20001, 'MachineDetection is not valid')
  return {
    mode,
    async: fieldOf(form, 'AsyncAmd') === 'true',
    report: address(form, 'AsyncAmdStatusCallback', 'AsyncAmdStatusCallbackMethod', 21609),
  }
}

function whole(text: string, least: number, most: number, code: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  return value >= least && value <= most ? value : refuse(code)
}

function refuse(code: number, message?: string): never {
  throw new Refusal(twilioError(code, message === undefined ? {} : { message }))
}

function caught<T>(read: () => T): T | { kind: 'refused'; error: TwilioError } {
  try {
    return read()
  } catch (error) {
    if (error instanceof Refusal) return { kind: 'refused', error: error.error }
    throw error
  }
}
