import type { FormFields } from '../../network/form.ts'
import { notice } from '../exchange.ts'
import type { Run, Source } from './load-instructions.ts'
import { resolveAddress } from './twiml-document.ts'
import type { TwimlDocument } from './twiml-document.ts'

/** What follows a verb: the next verb, another document, or the end of the call. */
export type VerbResult = { kind: 'go_on' } | { kind: 'document'; source: Source } | { kind: 'end' }

/** Continues with the document at an address. Ends the call with Twilio's error 11100 if the address is invalid. */
export function goToDocument(
  run: Run,
  document: TwimlDocument,
  to: { address: string; method: string | undefined; fields: FormFields },
): VerbResult {
  const url = resolveAddress(to.address, document.base)
  if (url === null) {
    notice(
      run.exchange,
      run.leg,
      11100,
      `"${to.address}" is no address that instructions can be fetched from`,
    )
    return { kind: 'end' }
  }
  const method = to.method?.toUpperCase() === 'GET' ? 'GET' : 'POST'
  run.exchange.log.append({ kind: 'step', call_sid: run.leg.sid, verb: 'turn_to', detail: url })
  return { kind: 'document', source: { kind: 'address', url, method, fields: to.fields } }
}
