import { elementsOf } from '../twiml/xml.ts'
import type { XmlElement } from '../twiml/xml.ts'

/** What of the customer's input stops the service's speech. */
export type Interruption = 'none' | 'dtmf' | 'speech' | 'any'

/** The settings of a session, from the attributes of `<ConversationRelay>`. */
export type RelaySettings = {
  readonly url: string
  readonly greeting: string | null
  readonly greetingInterruption: Interruption
  readonly interruption: Interruption
  /** Which input is reported while the service speaks and is not interrupted. */
  readonly reportedInput: Interruption
  readonly preemptible: boolean
  readonly dtmf: boolean
  readonly partialPrompts: boolean
  readonly ttsLanguage: string
  readonly transcriptionLanguage: string
  readonly speakerEvents: boolean
  readonly tokensPlayed: boolean
  readonly parameters: Readonly<Record<string, string>>
}

export type RelayRead = { kind: 'settings'; settings: RelaySettings } | { kind: 'refused'; reason: string }

const oneOf =
  (...values: string[]) =>
  (text: string): boolean =>
    values.includes(text.toLowerCase())
const anyText = (): boolean => true
const someText = (text: string): boolean => text.trim() !== ''
const between = (least: number, most: number) => (text: string) =>
  /^\d+(?:\.\d+)?$/.test(text) && Number(text) >= least && Number(text) <= most
const flag = oneOf('true', 'false')
const interruption = oneOf('none', 'dtmf', 'speech', 'any', 'true', 'false')
const language = (text: string): boolean => /^(?:multi|[a-z]{2,3}(?:-[a-z0-9]{2,8})*)$/i.test(text)
const speechTimeout = (text: string): boolean =>
  text === 'auto' || (/^\d+$/.test(text) && between(600, 5000)(text))
const events = (text: string): boolean =>
  text.split(/\s+/).every((event) => ['', 'speaker-events', 'tokens-played'].includes(event))
const ttsProvider = oneOf('elevenlabs', 'google', 'amazon', 'deepgram')
const transcriptionProvider = oneOf('deepgram', 'google')

type Checks = Readonly<Record<string, (text: string) => boolean>>

/** The attributes and what each may be. Provider: TwiML ConversationRelay. */
const relayChecks: Checks = {
  url: (text) => /^wss?:\/\/[^\s?#]+$/.test(text) && URL.canParse(text),
  welcomeGreeting: anyText,
  welcomeGreetingInterruptible: interruption,
  language,
  ttsLanguage: language,
  transcriptionLanguage: language,
  ttsProvider,
  voice: someText,
  transcriptionProvider,
  speechModel: someText,
  interruptible: interruption,
  interruptSensitivity: oneOf('low', 'medium', 'high'),
  reportInputDuringAgentSpeech: interruption,
  ignoreBackchannel: flag,
  preemptible: flag,
  dtmfDetection: flag,
  partialPrompts: flag,
  profanityFilter: flag,
  deepgramSmartFormat: flag,
  backgroundNoiseReduction: anyText,
  turnDetection: anyText,
  speechTimeout,
  eotThreshold: between(0.5, 0.9),
  elevenlabsTextNormalization: oneOf('on', 'auto', 'off'),
  hints: anyText,
  events,
  debug: anyText,
  intelligenceService: someText,
}

const languageChecks: Checks = {
  code: language,
  ttsProvider,
  voice: someText,
  transcriptionProvider,
  speechModel: someText,
}

const parameterChecks: Checks = { name: someText, value: anyText }

/**
 * Reads `<ConversationRelay>`. Twilio refuses unknown attributes and wrong values with error 64101, and so does this.
 */
export function readRelay(noun: XmlElement): RelayRead {
  const fault = faultOf(noun)
  if (fault !== null) return { kind: 'refused', reason: fault }
  const { attributes } = noun
  const spoken = attributes['language'] ?? 'en-US'
  const parameters = elementsOf(noun).filter((child) => child.name === 'Parameter')
  const wanted = (attributes['events'] ?? '').split(/\s+/)
  const greeting = attributes['welcomeGreeting'] ?? ''
  return {
    kind: 'settings',
    settings: {
      url: attributes['url']!,
      greeting: greeting === '' ? null : greeting,
      greetingInterruption: interruptionOf(attributes['welcomeGreetingInterruptible'], 'any'),
      interruption: interruptionOf(attributes['interruptible'], 'any'),
      reportedInput: interruptionOf(attributes['reportInputDuringAgentSpeech'], 'none'),
      preemptible: isTrue(attributes['preemptible']),
      dtmf: isTrue(attributes['dtmfDetection']),
      partialPrompts: isTrue(attributes['partialPrompts']),
      ttsLanguage: attributes['ttsLanguage'] ?? spoken,
      transcriptionLanguage: attributes['transcriptionLanguage'] ?? spoken,
      speakerEvents: wanted.includes('speaker-events'),
      tokensPlayed: wanted.includes('tokens-played'),
      parameters: Object.fromEntries(
        parameters.map(({ attributes: { name, value } }) => [name ?? '', value ?? '']),
      ),
    },
  }
}

/** Returns whether input of this kind is among those. */
export function includesInput(among: Interruption, kind: 'speech' | 'dtmf'): boolean {
  return among === 'any' || among === kind
}

function faultOf(noun: XmlElement): string | null {
  if (noun.attributes['url'] === undefined) return 'url is missing'
  const own = attributeFault('ConversationRelay', noun.attributes, relayChecks)
  if (own !== null) return own
  for (const child of elementsOf(noun)) {
    const checks =
      child.name === 'Language' ? languageChecks : child.name === 'Parameter' ? parameterChecks : null
    if (checks === null) return `<${child.name}> cannot stand in <ConversationRelay>`
    const fault = attributeFault(child.name, child.attributes, checks)
    if (fault !== null) return fault
    const required = child.name === 'Language' ? 'code' : 'name'
    if (child.attributes[required] === undefined) return `<${child.name}> needs ${required}`
  }
  return multiFault(noun.attributes)
}

function attributeFault(
  element: string,
  attributes: Readonly<Record<string, string>>,
  checks: Checks,
): string | null {
  for (const [name, text] of Object.entries(attributes)) {
    const check = Object.hasOwn(checks, name) ? checks[name] : undefined
    if (check === undefined) return `<${element}> has no attribute ${name}`
    if (!check(text)) return `${name} of <${element}> can not be "${text}"`
  }
  return null
}

/** Languages are detected by two providers alone. */
function multiFault(attributes: Readonly<Record<string, string>>): string | null {
  const languages = [attributes['language'], attributes['ttsLanguage'], attributes['transcriptionLanguage']]
  if (!languages.includes('multi')) return null
  const speaks = (attributes['ttsProvider'] ?? 'ElevenLabs').toLowerCase() === 'elevenlabs'
  const hears = (attributes['transcriptionProvider'] ?? 'Deepgram').toLowerCase() === 'deepgram'
  return speaks && hears ? null : 'the language multi needs ElevenLabs and Deepgram'
}

/** Booleans are accepted for the sake of old documents. */
function interruptionOf(text: string | undefined, otherwise: Interruption): Interruption {
  switch (text?.toLowerCase()) {
    case 'none':
    case 'false':
      return 'none'
    case 'dtmf':
      return 'dtmf'
    case 'speech':
      return 'speech'
    case 'any':
    case 'true':
      return 'any'
    default:
      return otherwise
  }
}

function isTrue(text: string | undefined): boolean {
  return text?.toLowerCase() === 'true'
}
