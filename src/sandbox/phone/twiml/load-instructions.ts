import { setTimeout as sleep } from 'node:timers/promises'
import type { FormFields } from '../../network/form.ts'
import { callFields, requestForCall } from '../call-requests.ts'
import { notice } from '../exchange.ts'
import type { Exchange } from '../exchange.ts'
import { documentsMax } from '../leg.ts'
import type { Address, Leg } from '../leg.ts'
import type { OutgoingResult } from '../outgoing-requests.ts'
import type { Conversation } from '../people.ts'
import { parseTwiml, parseTwimlText } from './twiml-document.ts'
import type { TwimlDocument, TwimlResult } from './twiml-document.ts'

/** One run of instructions on a leg. The signal aborts when the leg ends or the instructions are replaced. */
export type Run = {
  readonly exchange: Exchange
  readonly leg: Leg
  readonly conversation: Conversation
  readonly signal: AbortSignal
}

/** The next document: an address to fetch it from, with the fields of the verb before; or the document itself. */
export type Source =
  | { kind: 'address'; url: string; method: 'GET' | 'POST'; fields: FormFields }
  | { kind: 'inline'; twiml: string }

/**
 * Loads the next document. After an error, loads the one at the fallback address, if the call has one. Returns null if
 * there is none or the call has had too many documents: the call then ends.
 */
export async function loadInstructions(run: Run, source: Source): Promise<TwimlDocument | null> {
  const { exchange, leg } = run
  const first = await load(run, source)
  if (first.kind === 'document') return first.document
  notice(exchange, leg, first.code, first.reason)
  if (leg.fallback === null || first.code === tooManyDocuments) return null
  const failedUrl = source.kind === 'address' ? source.url : ''
  const fields: FormFields = [
    ['ErrorCode', String(first.code)],
    ['ErrorUrl', failedUrl],
  ]
  const second = await load(run, { kind: 'address', ...leg.fallback, fields })
  if (second.kind === 'document') return second.document
  notice(exchange, leg, second.code, second.reason)
  return null
}

/** Twilio's error 12400, internal failure. The limit of documents is this network's own; Twilio documents none. */
const tooManyDocuments = 12400

async function load(run: Run, source: Source): Promise<TwimlResult> {
  const { leg } = run
  if (++leg.documentsFetched > documentsMax) {
    return {
      kind: 'refused',
      code: tooManyDocuments,
      reason: `more than ${documentsMax} documents in one call`,
    }
  }
  if (source.kind === 'inline') return parseTwimlText(source.twiml, null)
  const ask = () => fetchDocument(run, source, [...callFields(leg), ...source.fields])
  const result = await (leg.life === null ? ask() : leg.life.outside(ask))
  run.signal.throwIfAborted()
  if (result.kind === 'failed')
    return { kind: 'refused', code: failureCode(result.code), reason: result.code }
  if (result.status < 200 || result.status > 299) {
    return { kind: 'refused', code: 11200, reason: `HTTP ${result.status} from the instructions address` }
  }
  return parseTwiml(result.body, result.contentType, source.url.split('#')[0]!)
}

async function fetchDocument(run: Run, address: Address, fields: FormFields): Promise<OutgoingResult> {
  const { exchange, leg, signal } = run
  const ask = (forged: boolean) =>
    requestForCall(exchange, leg, { purpose: 'instructions', address, fields, forged })
  const fault = exchange.faults.takeForCallback('instructions', leg.order.to)
  switch (fault?.kind) {
    case 'drop':
      return { kind: 'failed', stage: 'connect', code: 'ECONNREFUSED', durationMs: 0 }
    case 'delay':
      await sleep(fault.ms, undefined, { signal })
      break
    case 'forge':
      await ask(true)
      break
    case 'duplicate':
      await ask(false)
      break
    case 'reorder':
    case undefined:
      break
  }
  return ask(false)
}

/** Returns Twilio's code for a request without an answer. */
function failureCode(code: string): number {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 11210
  if (code.includes('CERT') || code.includes('TLS') || code.includes('SSL')) return 11220
  return 11205
}
