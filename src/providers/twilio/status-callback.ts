import { carrierStatuses } from '../voice-carrier.ts'
import type { Answerer, CarrierStatus } from '../voice-carrier.ts'
import { speakable } from '../voice-instructions.ts'
import { matching, parseForm, requiredField } from './form.ts'
import { parseRfc2822 } from './rfc-2822-date.ts'
import { accountSidForm, callSidForm, readAnswerer, readCount } from './types.ts'

/** How the second call of a transfer has ended. Twilio: "TwiML Voice: Dial", `DialCallStatus`. */
const dialStatuses = ['completed', 'answered', 'busy', 'no-answer', 'failed', 'canceled'] as const
export type DialStatus = (typeof dialStatuses)[number]

/**
 * A callback of Twilio: a report about a call's progress, or a request for instructions with the customer's input.
 * Twilio: "Call resource", "StatusCallback"; "TwiML for Programmable Voice", "Twilio's request to your application";
 * "TwiML Voice: Gather". Null is a field that the callback does not have.
 */
export interface CallbackForm {
  call_sid: string
  account_sid: string
  status: CarrierStatus
  /** From 0, in the order of the events; callbacks may arrive in another. */
  sequence: number | null
  occurred_at: Date | null
  /** Talking time, in the last callback only. Not Twilio's `Duration`, which counts started minutes. */
  duration_seconds: number | null
  /** Three digits, such as `486`. */
  sip_response_code: string | null
  answered_by: Answerer | null
  error_code: string | null
  /** Keys that were pressed: `0` to `9`, `*`, `#`, `A` to `D`. */
  digits: string | null
  /** The recognized speech, on one line. */
  speech: string | null
  /** The confidence in the recognized speech, from 0 to 1. */
  confidence: number | null
  dial_status: DialStatus | null
}

/**
 * `fault` says which field is wrong and what it must be, without its value. `isUnknownStatus`: the callback is
 * complete, but this version does not know its status.
 */
export type ParsedCallback =
  | { ok: true; form: CallbackForm }
  | { ok: false; fault: string; isUnknownStatus?: boolean }

const digitsForm = /^[0-9*#A-D]{1,100}$/
const sipCodeForm = /^[1-6]\d\d$/
const errorCodeForm = /^\d{4,7}$/
const confidenceForm = /^\d(?:\.\d{1,20})?$/

/**
 * Reads a form body, whose size the caller has limited.
 *
 * Three fields are required; it is a fault if one is missing, malformed, or has two different values. Other malformed
 * fields count as absent: when Twilio changes the form of one, calls must still be followed. Unknown fields are
 * ignored, because Twilio adds some over time.
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
    return {
      ...fault(`CallStatus must be one of ${carrierStatuses.join(', ')}`),
      isUnknownStatus: statusText !== null,
    }
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

function readConfidence(form: URLSearchParams): number | null {
  const text = matching(form, 'Confidence', confidenceForm)
  return text === null || Number(text) > 1 ? null : Number(text)
}
