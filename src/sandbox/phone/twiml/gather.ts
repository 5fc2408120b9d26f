import { endLeg, notice } from '../exchange.ts'
import type { Reply } from '../outcomes.ts'
import type { Run } from './load-instructions.ts'
import { charactersPerSecond, prompt, speakingMs } from './prompt.ts'
import { wholeNumber } from './twiml-document.ts'
import type { TwimlDocument } from './twiml-document.ts'
import { goToDocument } from './verb-result.ts'
import type { VerbResult } from './verb-result.ts'
import { elementsOf } from './xml.ts'
import type { XmlElement } from './xml.ts'

/** The time before a person answers, and the time for each key, in simulated milliseconds. */
const reactionMs = 800
export const keyMs = 300

/** The constant confidence of speech recognition. */
const confidence = '0.93'

/** The input that a Gather accepts, from its attributes. Provider: TwiML Gather. */
type Listening = {
  speech: boolean
  keys: boolean
  timeoutMs: number
  /** The silence that ends speech. */
  speechTimeoutMs: number
  speechCharactersMax: number
  finishOnKey: string
  digitsMax: number
}

/** The received input: the fields to report, and the simulated time after which it is complete. */
type Input = { fields: readonly (readonly [string, string])[]; afterMs: number; did: string }

/** Plays the prompts, then waits for the person's next reply. People never interrupt a prompt. */
export async function gather(run: Run, document: TwimlDocument, verb: XmlElement): Promise<VerbResult> {
  const { exchange, leg, signal, conversation } = run
  const listening = listeningOf(verb)
  for (const child of elementsOf(verb)) await prompt(run, child)
  const wanted = [listening.speech ? 'speech' : '', listening.keys ? 'dtmf' : ''].join(' ').trim()
  exchange.log.append({ kind: 'step', call_sid: leg.sid, verb: 'Gather', detail: wanted })
  const reply = conversation.next()
  if ('hang_up' in reply) {
    await exchange.speed.wait(reactionOf(reply), signal)
    endLeg(exchange, leg, { status: 'completed', sip: 200, by: 'callee' })
    signal.throwIfAborted()
  }
  const input = inputOf(reply, listening)
  exchange.log.append({ kind: 'person', call_sid: leg.sid, did: input?.did ?? describe(reply) })
  await exchange.speed.wait(input?.afterMs ?? listening.timeoutMs, signal)
  if (input === null && verb.attributes['actionOnEmptyResult'] !== 'true') return { kind: 'go_on' }
  const address = verb.attributes['action'] ?? document.base
  if (address === null) {
    notice(exchange, leg, 11100, '<Gather> in inline instructions needs an absolute action')
    return { kind: 'end' }
  }
  return goToDocument(run, document, {
    address,
    method: verb.attributes['method'],
    fields: input?.fields ?? [],
  })
}

function listeningOf({ attributes }: XmlElement): Listening {
  const input = (attributes['input'] ?? 'dtmf').split(/\s+/)
  const timeoutMs = wholeNumber(attributes['timeout'], 5, 0, 600) * 1000
  const speechTimeout = attributes['speechTimeout']
  return {
    speech: input.includes('speech'),
    keys: input.includes('dtmf'),
    timeoutMs,
    speechTimeoutMs:
      speechTimeout === 'auto' ? 1000 : wholeNumber(speechTimeout, timeoutMs / 1000, 0, 600) * 1000,
    speechCharactersMax: wholeNumber(attributes['maxSpeechTime'], 60, 1, 600) * charactersPerSecond,
    finishOnKey: attributes['finishOnKey'] ?? '#',
    digitsMax: wholeNumber(attributes['numDigits'], Number.MAX_SAFE_INTEGER, 1, Number.MAX_SAFE_INTEGER),
  }
}

/** Returns the accepted input of a reply; null for one of the wrong kind, one that is too late, or silence. */
function inputOf(reply: Reply, listening: Listening): Input | null {
  if ('silence' in reply || 'hang_up' in reply || listening.timeoutMs <= reactionOf(reply)) return null
  if (reply.speech !== undefined && listening.speech) {
    const speech = reply.speech.slice(0, listening.speechCharactersMax)
    return {
      fields: [
        ['SpeechResult', speech],
        ['Confidence', confidence],
      ],
      afterMs: reactionOf(reply) + speakingMs(speech) + listening.speechTimeoutMs,
      did: `says: ${speech}`,
    }
  }
  if (reply.digits !== undefined && listening.keys)
    return keysPressed(reply.digits, listening, reactionOf(reply))
  return null
}

/** Returns the keys up to the finishing key or the maximum; otherwise the timeout ends the input. */
function keysPressed(keys: string, listening: Listening, reactMs: number): Input | null {
  const finish = listening.finishOnKey === '' ? -1 : keys.indexOf(listening.finishOnKey)
  const digits = (finish < 0 ? keys : keys.slice(0, finish)).slice(0, listening.digitsMax)
  if (digits === '') return null
  const finished = finish >= 0 || digits.length >= listening.digitsMax
  const pressedMs = reactMs + keyMs * digits.length
  return {
    fields: [['Digits', digits]],
    afterMs: finished ? pressedMs : pressedMs + listening.timeoutMs,
    did: `presses: ${digits}`,
  }
}

/** Returns the time before the person begins with this reply, in simulated milliseconds. */
export function reactionOf(reply: Reply): number {
  return 'after_ms' in reply ? (reply.after_ms ?? reactionMs) : reactionMs
}

function describe(reply: Reply): string {
  if ('silence' in reply) return 'stays silent'
  if ('hang_up' in reply) return 'hangs up'
  return 'is not understood'
}
