import { notice } from '../exchange.ts'
import type { Run } from './load-instructions.ts'
import { spokenText, wholeNumber } from './twiml-document.ts'
import { languageOfVoice } from './voices.ts'
import { textOf } from './xml.ts'
import type { XmlElement } from './xml.ts'

/** The speed of speech, and the length of every recording, in simulated time. */
export const charactersPerSecond = 15
export const recordingMs = 3000

/** The longest text of a Say with a basic voice, in characters; longer ones are skipped. By Twilio's documentation. */
const spokenCharactersMax = 4096

/** The repetitions of `loop="0"`. Provider: Say and Play. */
const loopsMax = 1000

/** Returns the time to speak a text, in simulated milliseconds. */
export function speakingMs(text: string): number {
  return (text.length / charactersPerSecond) * 1000
}

/** Says, plays or pauses; skips other elements among prompts. */
export async function prompt(run: Run, verb: XmlElement): Promise<void> {
  const { exchange, leg, signal } = run
  const step = (detail: string) =>
    exchange.log.append({ kind: 'step', call_sid: leg.sid, verb: verb.name, detail })
  const loop = wholeNumber(verb.attributes['loop'], 1, 0, loopsMax)
  const times = loop === 0 ? loopsMax : loop
  switch (verb.name) {
    case 'Say': {
      const text = spokenText(verb)
      if (text === '') return notice(exchange, leg, 13520, '<Say> without a text')
      if (text.length > spokenCharactersMax) return notice(exchange, leg, 13521, '<Say> with too long a text')
      const { voice = '', language } = verb.attributes
      const own = languageOfVoice(voice)
      if (own !== null && language !== undefined && language !== own)
        return notice(exchange, leg, 13511, `<Say> in ${language} with ${voice}, a voice of ${own}`)
      step(text)
      return exchange.speed.wait(speakingMs(text) * times, signal)
    }
    case 'Play': {
      const digits = verb.attributes['digits']
      step(digits === undefined ? textOf(verb).trim() : `digits ${digits}`)
      return exchange.speed.wait(recordingMs * times, signal)
    }
    case 'Pause': {
      const seconds = wholeNumber(verb.attributes['length'], 1, 0, 86_400)
      step(`${seconds} s`)
      return exchange.speed.wait(seconds * 1000, signal)
    }
    default:
      notice(exchange, leg, 12200, `<${verb.name}> cannot stand here and is passed over`)
  }
}
