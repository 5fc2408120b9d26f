import { once } from 'node:events'
import { isE164 } from '../../network/e164.ts'
import { endLeg, notice } from '../exchange.ts'
import { callbackEvents, talkedSeconds } from '../leg.ts'
import type { Address, CallbackEvent, Leg } from '../leg.ts'
import type { Run } from './load-instructions.ts'
import { resolveAddress, wholeNumber } from './twiml-document.ts'
import type { TwimlDocument } from './twiml-document.ts'
import { goToDocument } from './verb-result.ts'
import type { VerbResult } from './verb-result.ts'
import { elementsOf, textOf } from './xml.ts'
import type { XmlElement } from './xml.ts'

/**
 * Transfers the call: places a leg to the other number and waits for its end. The number's outcome decides what
 * happens, as for any call. Then the action is requested, or the next verb runs if there is none.
 */
export async function dial(run: Run, document: TwimlDocument, verb: XmlElement): Promise<VerbResult> {
  const { attributes } = verb
  const fields = await transfer(run, document, verb)
  const { action } = attributes
  if (action === undefined || action === '') return { kind: 'go_on' }
  return goToDocument(run, document, { address: action, method: attributes['method'], fields })
}

/** Places the other leg and waits for its end. Returns the fields for the action. */
async function transfer(run: Run, document: TwimlDocument, verb: XmlElement): Promise<[string, string][]> {
  const { exchange, leg, signal } = run
  const nouns = elementsOf(verb)
  const noun = nouns.find((child) => child.name === 'Number')
  const number = (noun === undefined ? textOf({ ...verb, children: plainText(verb) }) : textOf(noun)).trim()
  exchange.log.append({ kind: 'step', call_sid: leg.sid, verb: 'Dial', detail: number })
  const passedOver = nouns.filter((child) => child !== noun).map((child) => `<${child.name}>`)
  if (passedOver.length > 0) notice(exchange, leg, 12200, `ignored inside <Dial>: ${passedOver.join(', ')}`)
  if (!isE164(number)) {
    notice(exchange, leg, 13223, `<Dial> of "${number}", which is no E.164 number`)
    return [['DialCallStatus', 'failed']]
  }
  const shown = shownNumber(run, verb)
  if (!isE164(shown) || withheld.has(shown)) {
    notice(exchange, leg, 13214, `<Dial> with the caller ID "${shown}", which is not valid`)
    return [['DialCallStatus', 'failed']]
  }
  const outcome = exchange.people.outcomeOf(number)
  if (outcome.creation.kind === 'refused' && outcome.creation.times === 'always') {
    notice(exchange, leg, 13224, `<Dial> of a number that cannot be called (${outcome.name})`)
    return [['DialCallStatus', 'failed']]
  }
  const child = exchange.placeLeg(orderOf(run, document, verb, noun, number), outcome)
  const waiting = AbortSignal.any([signal, child.ended])
  if (!waiting.aborted) await once(waiting, 'abort')
  if (!child.over) {
    const answered = child.answeredAt !== null
    endLeg(exchange, child, {
      status: answered ? 'completed' : 'canceled',
      sip: answered ? 200 : 487,
      by: 'parent',
    })
  }
  signal.throwIfAborted()
  return resultOf(child)
}

/** What stands for a withheld number, which nobody can be shown. Provider: Help Center, "strange numbers". */
const withheld: ReadonlySet<string> = new Set([
  '+266696687',
  '+7378742833',
  '+2562533',
  '+8656696',
  '+86282452253',
])

/** Returns the number that is shown: that of the verb, else the one from which the call comes. */
function shownNumber({ leg }: Run, verb: XmlElement): string {
  return verb.attributes['callerId'] ?? leg.order.from
}

function plainText(verb: XmlElement): string[] {
  return verb.children.filter((child) => typeof child === 'string')
}

function orderOf(
  run: Run,
  document: TwimlDocument,
  verb: XmlElement,
  noun: XmlElement | undefined,
  number: string,
): Leg['order'] {
  const events = (noun?.attributes['statusCallbackEvent'] ?? 'completed').split(/\s+/)
  return {
    accountSid: run.leg.order.accountSid,
    from: shownNumber(run, verb),
    to: number,
    direction: 'outbound-dial',
    parentCallSid: run.leg.sid,
    instructions: null,
    fallback: null,
    statusCallback: callbackAddress(noun, document),
    statusCallbackEvents: callbackEvents.filter((event: CallbackEvent) => events.includes(event)),
    timeoutSeconds: wholeNumber(verb.attributes['timeout'], 30, 1, 600),
    timeLimitSeconds: wholeNumber(verb.attributes['timeLimit'], 14_400, 1, 86_400),
    detection: null,
  }
}

function callbackAddress(noun: XmlElement | undefined, document: TwimlDocument): Address | null {
  const given = noun?.attributes['statusCallback']
  const url = given === undefined ? null : resolveAddress(given, document.base)
  if (url === null) return null
  return { url, method: noun?.attributes['statusCallbackMethod']?.toUpperCase() === 'GET' ? 'GET' : 'POST' }
}

function resultOf(child: Leg): [string, string][] {
  const fields: [string, string][] = [
    ['DialCallStatus', child.status],
    ['DialCallSid', child.sid],
    ['DialBridged', child.answeredAt === null ? 'false' : 'true'],
  ]
  if (child.answeredAt !== null) fields.push(['DialCallDuration', String(talkedSeconds(child))])
  return fields
}
