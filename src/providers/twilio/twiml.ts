import assert from 'node:assert/strict'
// Only the builder is loaded: the package's main entry loads the REST client too, 97 ms instead of 13 (Node 26).
import VoiceResponse from 'twilio/lib/twiml/VoiceResponse.js'
import { speakable } from '../voice-instructions.ts'
import type {
  ConnectRelayInstruction,
  ListenInstruction,
  PlayInstruction,
  SayInstruction,
  VoiceInstruction,
} from '../voice-instructions.ts'
import { askAgain } from './ask-again.ts'
import { gatherLanguage, sayLanguage, twilioLanguage } from './twilio-language.ts'

// The builder's types list the voices and languages of its release. Twilio adds more at any time, hence the casts
// below.
type SayVoice = NonNullable<VoiceResponse.SayAttributes['voice']>
type SayLanguage = NonNullable<VoiceResponse.SayAttributes['language']>
type GatherLanguage = NonNullable<VoiceResponse.GatherAttributes['language']>

/** The largest document that Twilio accepts (error 11750 above it). https://www.twilio.com/docs/api/errors */
export const twimlBytesMax = 64 * 1024

/** The longest `continueUrl`, which occurs twice in the document. */
const continueUrlCharsMax = 2_048

/** Renders the document that rejects an incoming call, which is then neither answered nor billed. */
export function renderReject(): string {
  const response = new VoiceResponse()
  response.reject({ reason: 'rejected' })
  return response.toString()
}

/**
 * Renders the instructions as a TwiML document. https://www.twilio.com/docs/voice/twiml
 *
 * Twilio posts to `continueUrl` with the customer's input (`Digits` or `SpeechResult`), with the end of a transfer
 * (`DialCallStatus`), or with neither after silence. It is absolute, because after a relative or missing action Twilio
 * fetches the same document again for ever. Null is for lists that wait for nothing.
 *
 * @throws for a `listen` or `transfer` without `continueUrl` or before the end of the list, for a
 *   `connect_relay` before the end or with malformed addresses, and for a document over `twimlBytesMax`.
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
        assert(index === instructions.length - 1, 'no instruction follows a listen')
        addListen(response, instruction, absolute(continueUrl))
        break
      case 'transfer':
        assert(index === instructions.length - 1, 'no instruction follows a transfer')
        response
          .dial({
            action: absolute(continueUrl),
            method: 'POST',
            timeout: instruction.timeoutSeconds,
            ...(typeof instruction.timeLimitSeconds === 'number' && {
              timeLimit: instruction.timeLimitSeconds,
            }),
            ...(instruction.callerId === null ? {} : { callerId: speakable(instruction.callerId) }),
          })
          .number(speakable(instruction.to))
        break
      case 'connect_relay':
        assert(index === instructions.length - 1, 'no instruction follows a relay')
        addRelay(response, instruction)
        break
      case 'pause':
        response.pause({ length: instruction.seconds })
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
      ? { language: gatherLanguage(listen.language) as GatherLanguage }
      : {}),
  })
  for (const prompt of listen.prompts) addPrompt(gather, prompt)
  // Without input Twilio skips the action and runs the next verb: this one, whose request contains no input.
  response.redirect({ method: 'POST' }, continueUrl)
}

/** Adds a ConversationRelay. https://www.twilio.com/docs/voice/twiml/connect/conversationrelay */
function addRelay(response: VoiceResponse, relay: ConnectRelayInstruction): void {
  const [language, ...others] = relay.languages
  assert(language !== undefined, 'a relay has a language')
  assert(/^wss?:\/\/[^\s?#]+$/.test(relay.url) && URL.canParse(relay.url), 'the address of a relay is wss://')
  const { ttsProvider, transcriptionProvider } = relay.speech
  // Twilio ends a session whose voice or model does not speak its language.
  const { voice, speechModel } = relay.speechLanguage === language ? relay.speech : noVoice
  const attributes = {
    url: relay.url,
    welcomeGreeting: relay.greeting === null ? '' : speakable(relay.greeting),
    welcomeGreetingInterruptible: relay.greetingInterruptible,
    language: twilioLanguage(language),
    ttsProvider,
    voice,
    transcriptionProvider,
    speechModel,
    hints: hintList(relay.hints),
    interruptible: relay.interruptible,
    interruptSensitivity: relay.interruptSensitivity,
    ignoreBackchannel: String(relay.ignoreBackchannel),
    dtmfDetection: String(relay.dtmf),
    elevenlabsTextNormalization: relay.textNormalization,
    events: 'speaker-events tokens-played',
  }
  const element = response
    .connect({ action: absolute(relay.actionUrl), method: 'POST' })
    // The builder's types have some attributes in lower case, which Twilio's documentation has in camel case.
    .conversationRelay(givenOf(attributes))
  for (const tag of others)
    element.language(
      givenOf({ code: twilioLanguage(tag), ...(tag === relay.speechLanguage ? relay.speech : noVoice) }),
    )
}

const noVoice = { voice: null, speechModel: null }

/** Returns the attributes that have a value. */
function givenOf(attributes: Record<string, string | null>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) =>
      value === null || value === '' ? [] : [[name, speakable(value)]],
    ),
  )
}

function addPrompt(
  parent: VoiceResponse | VoiceResponse.Gather,
  prompt: SayInstruction | PlayInstruction,
): void {
  if (prompt.kind === 'play') {
    parent.play(speakable(prompt.url))
    return
  }
  const { voice } = prompt
  const language = prompt.language === null ? null : sayLanguage(prompt.language)
  for (const text of splitText(speakable(prompt.text), sayCharsMax(voice))) {
    parent.say(
      {
        ...(voice === null ? {} : { voice: speakable(voice) as SayVoice }),
        ...(language === null || goesAlone(voice, language) ? {} : { language: language as SayLanguage }),
      },
      text,
    )
  }
}

/**
 * Returns whether no language is named beside the voice, because it speaks one. Twilio may skip a Say that names
 * another one.
 */
function goesAlone(voice: string | null, language: string): boolean {
  if (voice === null || !/^(?:Polly|Google)\./.test(voice)) return false
  // These speak Hindi as well as English, and English where no language is named.
  return !(language === 'hi-IN' && /^Polly\.(?:Aditi|Kajal)\b/.test(voice))
}

/** Joins hints as Twilio expects them: at most 500, of at most 100 characters, separated by commas. */
function hintList(hints: string[]): string {
  return hints
    .slice(0, 500)
    .map((hint) => speakable(hint.replaceAll(',', ' ')).slice(0, 100).toWellFormed())
    .join(',')
}

/**
 * Returns the most characters of one Say, which depends on the engine of the voice: Twilio skips a longer one (error
 * 13521). The limits are lowered by a tenth, because engines count differently.
 * https://www.twilio.com/docs/voice/twiml/say
 */
function sayCharsMax(voice: string | null): number {
  if (voice?.startsWith('Google.')) return 4_500
  if (voice === 'man' || voice === 'woman' || voice === 'alice') return 3_600
  return 2_700
}

/**
 * Splits the text into parts of at most `charsMax` characters, after the last sentence that fits, else between words,
 * else between two characters.
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

/** Returns whether the last code unit is the first half of a surrogate pair. */
function endsInHalf(window: string): boolean {
  return /[\uD800-\uDBFF]$/.test(window)
}

/** Returns the address of which Twilio asks what follows, and asks again during a restart. */
function absolute(continueUrl: string | null): string {
  assert(continueUrl !== null, 'an instruction that waits needs a continueUrl')
  assert(/^https?:\/\/\S+$/.test(continueUrl) && URL.canParse(continueUrl), 'continueUrl is absolute')
  assert(continueUrl.length <= continueUrlCharsMax, 'continueUrl is too long')
  return askAgain(continueUrl)
}
