import type { Answerer } from '../voice-carrier.ts'
import { parseForm, requiredField } from './form.ts'
import { accountSidForm, callSidForm, readAnswerer, readCount } from './types.ts'

/**
 * The callback of an asynchronous answering-machine detection.
 * Twilio: "Answering Machine Detection", "AsyncAmdStatusCallback".
 */
export interface MachineDetectionForm {
  call_sid: string
  account_sid: string
  /** An estimate; `unknown` also if the detection ran out of time. */
  answered_by: Answerer
  /** From the answer of the call to the result. Null if it is not given. */
  detection_ms: number | null
}

/** `fault` says which field is wrong and what it must be, without its value. */
export type ParsedMachineDetection = { ok: true; form: MachineDetectionForm } | { ok: false; fault: string }

/**
 * Reads a form body, whose size the caller has limited. Three fields are required. Other fields count as absent if they
 * are malformed, and unknown fields are ignored, as in `parseCallback`.
 */
export function parseMachineDetection(body: string): ParsedMachineDetection {
  const form = parseForm(body)
  const call_sid = requiredField(form, 'CallSid', callSidForm)
  if (call_sid === null) return fault('CallSid must be CA followed by 32 hexadecimal digits')
  const account_sid = requiredField(form, 'AccountSid', accountSidForm)
  if (account_sid === null) return fault('AccountSid must be AC followed by 32 hexadecimal digits')
  const answered_by = readAnswerer(requiredField(form, 'AnsweredBy', /./))
  if (answered_by === null) return fault('AnsweredBy must be given, once')
  const detection_ms = readCount(form.get('MachineDetectionDuration'))
  return { ok: true, form: { call_sid, account_sid, answered_by, detection_ms } }
}

function fault(text: string): ParsedMachineDetection {
  return { ok: false, fault: text }
}
