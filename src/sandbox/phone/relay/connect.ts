import { callFields, requestForCall } from '../call-requests.ts'
import { notice } from '../exchange.ts'
import { newSid } from '../sids.ts'
import type { Run } from '../twiml/load-instructions.ts'
import { resolveAddress } from '../twiml/twiml-document.ts'
import type { TwimlDocument } from '../twiml/twiml-document.ts'
import { goToDocument } from '../twiml/verb-result.ts'
import type { VerbResult } from '../twiml/verb-result.ts'
import { elementsOf } from '../twiml/xml.ts'
import type { XmlElement } from '../twiml/xml.ts'
import { readRelay } from './relay-attributes.ts'
import { RelaySession } from './relay-session.ts'
import type { SessionEnd } from './relay-session.ts'

/**
 * Connects the call with a service over ConversationRelay and waits for the session's end. Then the action is
 * requested, or the next verb runs if there is none. If the call has ended, the action is requested too, and its answer
 * has no effect.
 */
export async function connect(run: Run, document: TwimlDocument, verb: XmlElement): Promise<VerbResult> {
  const { exchange, leg, signal } = run
  const noun = elementsOf(verb).find((child) => child.name === 'ConversationRelay')
  if (noun === undefined) {
    notice(exchange, leg, 12200, '<Connect> without <ConversationRelay> is passed over')
    return { kind: 'go_on' }
  }
  const startedAt = performance.now()
  const { sid, end } = await runRelay(run, noun)
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  if (end.status === 'failed') notice(exchange, leg, end.code, `ConversationRelay: ${end.reason}`)
  // Instructions that replace these end the session without a report.
  if (signal.aborted && !leg.over) signal.throwIfAborted()
  const { action, method } = verb.attributes
  const fields = endFields(sid, end, seconds)
  if (leg.over) {
    reportLate(run, document, action, method, fields)
    signal.throwIfAborted()
  }
  if (action === undefined || action === '') return { kind: 'go_on' }
  return goToDocument(run, document, { address: action, method, fields })
}

/** Who speaks and understands; the log has them where the instructions name them. */
const speechAttributes = ['ttsProvider', 'voice', 'transcriptionProvider']

async function runRelay(run: Run, noun: XmlElement): Promise<{ sid: string; end: SessionEnd }> {
  const { exchange, leg } = run
  const read = readRelay(noun)
  const detail = noun.attributes['url'] ?? ''
  exchange.log.append({ kind: 'step', call_sid: leg.sid, verb: 'ConversationRelay', detail })
  const speech = speechAttributes.flatMap((name) => noun.attributes[name] ?? []).join(' ')
  if (speech !== '') exchange.log.append({ kind: 'step', call_sid: leg.sid, verb: 'speech', detail: speech })
  if (read.kind === 'refused')
    return { sid: newSid('VX'), end: { status: 'failed', code: 64101, reason: read.reason } }
  const session = new RelaySession(run, read.settings)
  return { sid: session.sid, end: await session.run() }
}

/** Returns the fields of the action's request. Provider: TwiML ConversationRelay, action URL. */
function endFields(sid: string, end: SessionEnd, seconds: number): [string, string][] {
  const fields: [string, string][] = [
    ['SessionId', sid],
    ['SessionStatus', end.status],
    ['SessionDuration', String(seconds)],
  ]
  if (end.status === 'ended' && end.handoffData !== null) fields.push(['HandoffData', end.handoffData])
  if (end.status === 'failed') fields.push(['ErrorCode', String(end.code)], ['ErrorMessage', end.reason])
  return fields
}

/** Requests the action of a session whose call is over. */
function reportLate(
  run: Run,
  document: TwimlDocument,
  action: string | undefined,
  method: string | undefined,
  fields: [string, string][],
): void {
  const { exchange, leg } = run
  const url = action === undefined || action === '' ? null : resolveAddress(action, document.base)
  if (url === null || exchange.background.closing.aborted) return
  exchange.background.start(async () => {
    await requestForCall(exchange, leg, {
      purpose: 'instructions',
      address: { url, method: method?.toUpperCase() === 'GET' ? 'GET' : 'POST' },
      fields: [...callFields(leg), ...fields],
      forged: false,
    })
  })
}
