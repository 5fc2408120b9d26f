import { speakable } from '../voice-instructions.ts'
import { parseForm, requiredField } from './form.ts'
import { parseRfc2822 } from './rfc-2822-date.ts'
import { accountSidForm, callSidForm, carrierStatuses, readAnswerer, readCount } from './types.ts'
import type { Answerer, CarrierStatus } from './types.ts'

/** How the call that a transfer made has ended. Twilio: "TwiML Voice: Dial", `DialCallStatus`. */
export const dialStatuses = ['completed', 'answered', 'busy', 'no-answer', 'failed', 'canceled'] as const
export type DialStatus = (typeof dialStatuses)[number]

/**
 * What a callback of Twilio's says: of a call's course, or of what was heard, when it asks for instructions.
 * Twilio: "Call resource", "StatusCallback"; "TwiML for Programmable Voice", "Twilio's request to your application";
 * "TwiML Voice: Gather". Null is what the callback does not tell.
 */
export interface CallbackForm {
  call_sid: string
  account_sid: string
  status: CarrierStatus
  /** From 0, in the order in which things happened; callbacks may come in another. */
  sequence: number | null
  occurred_at: Date | null
  /** Talking time, in the last callback only. Never Twilio's `Duration`, which counts started minutes. */
  duration_seconds: number | null
  /** Three digits, such as `486`. */
  sip_response_code: string | null
  answered_by: Answerer | null
  error_code: string | null
  /** Keys that were pressed: `0` to `9`, `*`, `#`, `A` to `D`. */
  digits: string | null
  /** What was understood, on one line. */
  speech: string | null
  /** Of what was understood, from 0 to 1. */
  confidence: number | null
  dial_status: DialStatus | null
}

/**
 * `fault` names the field and what it must be, without its value. `isNew`: the callback is whole, and its status is a word
 * that this version does not know.
 */
export type ParsedCallback = { ok: true; form: CallbackForm } | { ok: false; fault: string; isNew?: boolean }

const digitsForm = /^[0-9*#A-D]{1,100}$/
const sipCodeForm = /^[1-6]\d\d$/
const errorCodeForm = /^\d{4,7}$/
const confidenceForm = /^\d(?:\.\d{1,20})?$/

/**
 * Reads a form body, whose size its receiver has bounded.
 *
 * Faults are the three fields without which a callback says nothing, where they are missing, malformed or given twice
 * with different values. Other fields that are malformed count as not given: when Twilio changes the form of one, the
 * course of the calls must still be followed. Fields that are not known are left alone; Twilio adds some over time.
 */
export function parseCallback(body: string): ParsedCallback {
  const form = parseForm(body)
  const call_sid = requiredField(form, 'CallSid', callSidForm)
  if (call_sid === null) return fault('CallSid must be CA followed by 32 hexadecimal digits')
  const account_sid = requiredField(form, 'AccountSid', accountSidForm)
  if (account_sid === null) return fault('AccountSid must be AC followed by 32 hexadecimal digits')
  const statusText = requiredField(form, 'CallStatus', /./)
  const status = carrierStatuses.find((known) => known === statusText)
  if (status === undefined)
    return { ...fault(`CallStatus must be one of ${carrierStatuses.join(', ')}`), isNew: statusText !== null }
  const speech = speakable(form.get('SpeechResult') ?? '')
  const dialStatus = form.get('DialCallStatus')
  return {
    ok: true,
    form: {
      call_sid,
      account_sid,
      status,
      sequence: readCount(form.get('SequenceNumber')),
      occurred_at: parseRfc2822(form.get('Timestamp') ?? ''),
      duration_seconds: readCount(form.get('CallDuration')),
      sip_response_code: matching(form, 'SipResponseCode', sipCodeForm),
      answered_by: readAnswerer(form.get('AnsweredBy')),
      error_code: matching(form, 'ErrorCode', errorCodeForm),
      digits: matching(form, 'Digits', digitsForm),
      speech: speech === '' ? null : speech,
      confidence: readConfidence(form),
      dial_status: dialStatuses.find((known) => known === dialStatus) ?? null,
    },
  }
}

function fault(text: string): { ok: false; fault: string } {
  return { ok: false, fault: text }
}

function matching(form: URLSearchParams, name: string, shape: RegExp): string | null {
  const value = form.get(name)
  return value !== null && shape.test(value) ? value : null
}

function readConfidence(form: URLSearchParams): number | null {
  const text = matching(form, 'Confidence', confidenceForm)
  return text === null || Number(text) > 1 ? null : Number(text)
}
