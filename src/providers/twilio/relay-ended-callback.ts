import { carrierStatuses } from '../voice-carrier.ts'
import type { CarrierStatus } from '../voice-carrier.ts'
import { speakable } from '../voice-instructions.ts'
import { matching, parseForm, requiredField } from './form.ts'
import { accountSidForm, callSidForm, readCount } from './types.ts'

/**
 * How a session has ended: `ended` by a message of ours, `completed` because the customer hung up, `failed` for an
 * error, such as a lost socket (64105).
 */
const relaySessionStatuses = ['ended', 'completed', 'failed'] as const
export type RelaySessionStatus = (typeof relaySessionStatuses)[number]

/**
 * The request that Twilio makes after a ConversationRelay session; its answer is what the call does next.
 * Twilio: "TwiML Voice: ConversationRelay", "Action URL". Null is a field that the request does not have.
 */
export interface RelayEndedForm {
  call_sid: string
  account_sid: string
  /** Final if the call is over, so that no instruction has an effect. */
  call_status: CarrierStatus
  session_id: string | null
  /** Null also for a status that this version does not know. */
  session_status: RelaySessionStatus | null
  duration_seconds: number | null
  /** The text of our own `end`, of which the first 4,000 characters are kept. */
  handoff_data: string | null
  /** Digits, such as `64105`. */
  error_code: string | null
  /** On one line, at most 500 characters. */
  error_message: string | null
}

/** `fault` says which field is wrong and what it must be, without its value. */
export type ParsedRelayEnded = { ok: true; form: RelayEndedForm } | { ok: false; fault: string }

const handoffCharsMax = 4_000
const errorCharsMax = 500

/**
 * Reads a form body, whose size the caller has limited. Three fields are required. Other fields count as absent if they
 * are malformed, and unknown fields are ignored, as in `parseCallback`.
 */
export function parseRelayEnded(body: string): ParsedRelayEnded {
  const form = parseForm(body)
  const call_sid = requiredField(form, 'CallSid', callSidForm)
  if (call_sid === null) return fault('CallSid must be CA followed by 32 hexadecimal digits')
  const account_sid = requiredField(form, 'AccountSid', accountSidForm)
  if (account_sid === null) return fault('AccountSid must be AC followed by 32 hexadecimal digits')
  const statusText = requiredField(form, 'CallStatus', /./)
  const call_status = carrierStatuses.find((known) => known === statusText)
  if (call_status === undefined) return fault(`CallStatus must be one of ${carrierStatuses.join(', ')}`)
  const session_status = relaySessionStatuses.find((known) => known === form.get('SessionStatus')) ?? null
  return {
    ok: true,
    form: {
      call_sid,
      account_sid,
      call_status,
      session_id: matching(form, 'SessionId', /^[A-Za-z0-9_-]{1,64}$/),
      session_status,
      duration_seconds: readCount(form.get('SessionDuration')),
      handoff_data: shortened(form.get('HandoffData'), handoffCharsMax),
      error_code: matching(form, 'ErrorCode', /^\d{4,7}$/),
      error_message: shortened(form.get('ErrorMessage'), errorCharsMax),
    },
  }
}

function fault(text: string): ParsedRelayEnded {
  return { ok: false, fault: text }
}

function shortened(text: string | null, charsMax: number): string | null {
  const short = speakable((text ?? '').slice(0, charsMax))
  return short === '' ? null : short
}
