import { endLeg, notice } from '../exchange.ts'
import type { Instructions } from '../leg.ts'
import { connect } from '../relay/connect.ts'
import { dial } from './dial.ts'
import { gather } from './gather.ts'
import { loadInstructions } from './load-instructions.ts'
import type { Run, Source } from './load-instructions.ts'
import { prompt } from './prompt.ts'
import type { TwimlDocument } from './twiml-document.ts'
import { goToDocument } from './verb-result.ts'
import type { VerbResult } from './verb-result.ts'
import { textOf } from './xml.ts'
import type { XmlElement } from './xml.ts'

/**
 * Runs instructions, document by document, until they hang up or end. Rejects with an `AbortError` if the leg ends or
 * the instructions are replaced meanwhile.
 */
export async function runInstructions(run: Run, start: Instructions): Promise<void> {
  let source: Source | null = start.kind === 'inline' ? start : { ...start, fields: [] }
  while (source !== null) {
    const document: TwimlDocument | null = await loadInstructions(run, source)
    source = document === null ? null : await runDocument(run, document)
  }
}

async function runDocument(run: Run, document: TwimlDocument): Promise<Source | null> {
  for (const verb of document.verbs) {
    run.signal.throwIfAborted()
    if (verb.name !== 'Reject') run.leg.answer()
    const result = await runVerb(run, document, verb)
    if (result.kind === 'document') return result.source
    if (result.kind === 'end') return null
  }
  return null
}

async function runVerb(run: Run, document: TwimlDocument, verb: XmlElement): Promise<VerbResult> {
  const { exchange, leg } = run
  switch (verb.name) {
    case 'Say':
    case 'Play':
    case 'Pause':
      await prompt(run, verb)
      return { kind: 'go_on' }
    case 'Gather':
      return gather(run, document, verb)
    case 'Dial':
      return dial(run, document, verb)
    case 'Connect':
      return connect(run, document, verb)
    case 'Redirect':
      return goToDocument(run, document, {
        address: textOf(verb),
        method: verb.attributes['method'],
        fields: [],
      })
    case 'Reject':
      return reject(run, verb)
    case 'Hangup':
      exchange.log.append({ kind: 'step', call_sid: leg.sid, verb: 'Hangup', detail: '' })
      return { kind: 'end' }
    default:
      notice(exchange, leg, 12200, `<${verb.name}> is not supported by the sandbox and is passed over`)
      return { kind: 'go_on' }
  }
}

/** Rejects an inbound call that is not yet answered; hangs up any other. Provider: TwiML Reject. */
function reject({ exchange, leg, signal }: Run, verb: XmlElement): VerbResult {
  const isBusy = verb.attributes['reason'] === 'busy'
  exchange.log.append({
    kind: 'step',
    call_sid: leg.sid,
    verb: 'Reject',
    detail: isBusy ? 'busy' : 'rejected',
  })
  if (leg.answeredAt !== null) return { kind: 'end' }
  endLeg(exchange, leg, {
    status: isBusy ? 'busy' : 'no-answer',
    sip: isBusy ? 486 : 603,
    by: 'instructions',
  })
  signal.throwIfAborted()
  return { kind: 'end' }
}
