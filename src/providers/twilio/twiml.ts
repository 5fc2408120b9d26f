import assert from 'node:assert/strict'
// The builder alone: the package's main entry loads the REST client too and takes 97 ms instead of 13 (Node 26).
import VoiceResponse from 'twilio/lib/twiml/VoiceResponse.js'
import { speakable } from '../voice-instructions.ts'
import type {
  ListenInstruction,
  PlayInstruction,
  SayInstruction,
  VoiceInstruction,
} from '../voice-instructions.ts'

// The builder's types list the voices and languages of its release; Twilio adds to them without one, hence the casts below.
type SayVoice = NonNullable<VoiceResponse.SayAttributes['voice']>
type SayLanguage = NonNullable<VoiceResponse.SayAttributes['language']>
type GatherLanguage = NonNullable<VoiceResponse.GatherAttributes['language']>

/** The largest document that Twilio takes (error 11750 above it). https://www.twilio.com/docs/api/errors */
export const twimlBytesMax = 64 * 1024

/** Bound of `continueUrl`, which stands twice in the document. */
export const continueUrlCharsMax = 2_048

/**
 * The TwiML document that carries the instructions out. https://www.twilio.com/docs/voice/twiml
 *
 * `continueUrl` is requested by POST with what was heard (`Digits` or `SpeechResult`), with the end of a transfer
 * (`DialCallStatus`), or with neither: then there was silence. It is absolute, because a relative or missing action
 * makes Twilio fetch the same document again for ever; null serves lists that wait for nothing.
 *
 * Throws where the caller is at fault: a `listen` or `transfer` without `continueUrl` or before the end of the list, or
 * a document over `twimlBytesMax`.
 */
export function renderTwiml(
  instructions: VoiceInstruction[],
  { continueUrl }: { continueUrl: string | null },
): string {
  const response = new VoiceResponse()
  for (const [index, instruction] of instructions.entries()) {
    switch (instruction.kind) {
      case 'say':
      case 'play':
        addPrompt(response, instruction)
        break
      case 'listen':
        assert(index === instructions.length - 1, 'nothing follows a listen')
        addListen(response, instruction, absolute(continueUrl))
        break
      case 'transfer':
        assert(index === instructions.length - 1, 'nothing follows a transfer')
        response
          .dial({
            action: absolute(continueUrl),
            method: 'POST',
            timeout: instruction.timeoutSeconds,
            ...(instruction.callerId === null ? {} : { callerId: speakable(instruction.callerId) }),
          })
          .number(speakable(instruction.to))
        break
      case 'hang_up':
        response.hangup()
        break
    }
  }
  const document = response.toString()
  assert(Buffer.byteLength(document) <= twimlBytesMax, 'the TwiML document is larger than Twilio takes')
  return document
}

function addListen(response: VoiceResponse, listen: ListenInstruction, continueUrl: string): void {
  const speech = listen.input !== 'keys'
  const keys = listen.input !== 'speech'
  const gather = response.gather({
    input: [...(keys ? (['dtmf'] as const) : []), ...(speech ? (['speech'] as const) : [])],
    action: continueUrl,
    method: 'POST',
    timeout: listen.timeoutSeconds,
    ...(keys ? { finishOnKey: listen.finishOnKey } : {}),
    ...(keys && listen.keysCount !== null ? { numDigits: listen.keysCount } : {}),
    ...(speech ? { speechTimeout: 'auto' } : {}),
    ...(speech && listen.hints.length > 0 ? { hints: hintList(listen.hints) } : {}),
    ...(speech && listen.language !== null
      ? { language: twilioLanguage(listen.language) as GatherLanguage }
      : {}),
  })
  for (const prompt of listen.prompts) addPrompt(gather, prompt)
  // Without input Twilio skips the action and runs the next verb: this one, whose request bears no input.
  response.redirect({ method: 'POST' }, continueUrl)
}

function addPrompt(
  parent: VoiceResponse | VoiceResponse.Gather,
  prompt: SayInstruction | PlayInstruction,
): void {
  if (prompt.kind === 'play') {
    parent.play(speakable(prompt.url))
    return
  }
  for (const text of splitText(speakable(prompt.text), sayCharsMax(prompt.voice))) {
    parent.say(
      {
        ...(prompt.voice === null ? {} : { voice: speakable(prompt.voice) as SayVoice }),
        ...(prompt.language === null ? {} : { language: twilioLanguage(prompt.language) as SayLanguage }),
      },
      text,
    )
  }
}

/** Twilio asks for at most 500 hints of 100 characters, separated by commas. */
function hintList(hints: string[]): string {
  return hints
    .slice(0, 500)
    .map((hint) => speakable(hint.replaceAll(',', ' ')).slice(0, 100).toWellFormed())
    .join(',')
}

/** Twilio knows languages with a region only, so that a bare `de` gets its most usual one. */
function twilioLanguage(tag: string): string {
  if (!/^[a-z]{2,3}$/i.test(tag)) return speakable(tag)
  const { language, region } = new Intl.Locale(tag).maximize()
  return region === undefined ? language : `${language}-${region}`
}

/**
 * The most characters of one Say, by the engine behind the voice: a longer one is skipped whole (error 13521). A tenth
 * stays free, since the engines don't agree on what they count. https://www.twilio.com/docs/voice/twiml/say
 */
function sayCharsMax(voice: string | null): number {
  if (voice?.startsWith('Google.')) return 4_500
  if (voice === 'man' || voice === 'woman' || voice === 'alice') return 3_600
  return 2_700
}

/**
 * The text in parts of at most `charsMax` characters, cut after the last sentence that fits, else between words, else
 * between two characters.
 */
export function splitText(text: string, charsMax: number): string[] {
  const parts: string[] = []
  let rest = text
  while (rest.length > charsMax) {
    const window = rest.slice(0, charsMax)
    const cut = lastSentenceEnd(window) ?? lastBlank(window) ?? window.length - (endsInHalf(window) ? 1 : 0)
    parts.push(rest.slice(0, cut).trim())
    rest = rest.slice(cut).trim()
  }
  parts.push(rest)
  return parts.filter((part) => part !== '')
}

function lastSentenceEnd(window: string): number | undefined {
  let end: number | undefined
  for (const match of window.matchAll(/[.!?…]["'”’)]*\s|[。！？]/gu)) end = match.index + match[0].length
  return end
}

function lastBlank(window: string): number | undefined {
  const blank = window.lastIndexOf(' ')
  return blank > 0 ? blank : undefined
}

/** Whether the last unit is the first half of a surrogate pair. */
function endsInHalf(window: string): boolean {
  return /[\uD800-\uDBFF]$/.test(window)
}

function absolute(continueUrl: string | null): string {
  assert(continueUrl !== null, 'an instruction that waits needs the address that is told what came')
  assert(/^https?:\/\/\S+$/.test(continueUrl) && URL.canParse(continueUrl), 'continueUrl is absolute')
  assert(continueUrl.length <= continueUrlCharsMax, 'continueUrl is too long')
  return continueUrl
}
