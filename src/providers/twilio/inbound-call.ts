import { isE164 } from '../../base/phone-number.ts'
import { parseForm, requiredField } from './form.ts'
import { accountSidForm, callSidForm } from './types.ts'

/** What Twilio says when somebody calls a number of an account. */
export interface InboundCallForm {
  call_sid: string
  account_sid: string
  /** The number that was called, as Twilio writes it. */
  to: string
  /** The caller's number, E.164; null where it is withheld, or the caller has none. */
  from: string | null
}

export type ParsedInboundCall = { ok: true; form: InboundCallForm } | { ok: false; fault: string }

/**
 * What Twilio gives as the number of a caller who has none to show: the words ANONYMOUS, RESTRICTED, BLOCKED, UNKNOWN
 * and UNAVAILABLE, typed on a telephone. Twilio Help Center: "Why am I getting calls from these strange numbers?"
 */
const withheld: ReadonlySet<string> = new Set([
  '+266696687',
  '+7378742833',
  '+2562533',
  '+8656696',
  '+86282452253',
])

/** Reads the form of a call to a number, whose size the caller of this function has limited. */
export function parseInboundCall(body: string): ParsedInboundCall {
  const form = parseForm(body)
  const call_sid = requiredField(form, 'CallSid', callSidForm)
  if (call_sid === null) return { ok: false, fault: 'CallSid must be CA followed by 32 hexadecimal digits' }
  const account_sid = requiredField(form, 'AccountSid', accountSidForm)
  if (account_sid === null)
    return { ok: false, fault: 'AccountSid must be AC followed by 32 hexadecimal digits' }
  const to = requiredField(form, 'To', /^.{1,255}$/)
  if (to === null) return { ok: false, fault: 'To must be the number that was called' }
  const from = form.get('From')?.trim() ?? ''
  return { ok: true, form: { call_sid, account_sid, to, from: isShown(from) ? from : null } }
}

function isShown(from: string): boolean {
  return isE164(from) && !withheld.has(from)
}
