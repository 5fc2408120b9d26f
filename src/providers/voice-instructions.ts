/** Speaks `text` in full; markup in it is spoken as text. */
export interface SayInstruction {
  kind: 'say'
  text: string
  /** The carrier's name of a voice; null is the carrier's default. */
  voice: string | null
  /** A BCP 47 tag such as `en-US`; without a region that the carrier has, the usual one. Null is its default. */
  language: string | null
}

/** Plays a recording that the carrier downloads from `url` without credentials. */
export interface PlayInstruction {
  kind: 'play'
  url: string
}

/**
 * Plays the prompts and waits for what the customer says or presses, which interrupts them. The carrier then reports
 * the input, or its absence, to the service and gets the next instructions. So this is the last instruction of a list.
 */
export interface ListenInstruction {
  kind: 'listen'
  input: 'speech' | 'keys' | 'both'
  prompts: (SayInstruction | PlayInstruction)[]
  /** Seconds of silence after the prompts before it counts as no input. */
  timeoutSeconds: number
  /** Stops after this many keys; null stops only at `finishOnKey` or at the timeout. */
  keysCount: number | null
  /** The key that ends the input and is not part of it; the empty string means none. */
  finishOnKey: string
  /** Words that the customer is likely to say. */
  hints: string[]
  language: string | null
}

/**
 * Dials `to` and connects it with the customer. The carrier then reports how that call ended, so this is the last
 * instruction of a list.
 */
export interface TransferInstruction {
  kind: 'transfer'
  /** E.164. */
  to: string
  /** E.164, a number that the carrier account may show; null shows who calls: for a call that comes in, the caller. */
  callerId: string | null
  /** How long it may ring. */
  timeoutSeconds: number
  /** After which the carrier ends the transfer; absent or null: its own limit. */
  timeLimitSeconds?: number | null
}

/** What of the customer's input stops the service's speech, in Twilio's words. */
const interruptions = ['none', 'dtmf', 'speech', 'any'] as const
export type Interruption = (typeof interruptions)[number]

/**
 * Who speaks and who recognizes speech, by the carrier's names of providers, voices and models; null is its default.
 */
export interface RelaySpeech {
  ttsProvider: string | null
  voice: string | null
  transcriptionProvider: string | null
  speechModel: string | null
}

/**
 * Opens a websocket to the service, over which the carrier sends what the customer says as text and speaks the texts
 * that it gets. When the session ends, the carrier reports it to `actionUrl` and gets the next instructions. So this is
 * the last instruction of a list.
 */
export interface ConnectRelayInstruction {
  kind: 'connect_relay'
  /**
   * The address of the websocket, `wss://` (`ws://` without TLS), without parameters; it is signed as it stands here.
   */
  url: string
  /** Absolute, at most 2,048 characters, without a fragment. */
  actionUrl: string
  /** What is spoken at once; null waits in silence. */
  greeting: string | null
  greetingInterruptible: Interruption
  interruptible: Interruption
  interruptSensitivity: 'low' | 'medium' | 'high'
  /** Whether short acknowledgements such as "uh-huh" neither interrupt nor count as speech. */
  ignoreBackchannel: boolean
  /** BCP 47 tags; the first is used first, a message may switch to another. At least one. */
  languages: string[]
  speech: RelaySpeech
  /**
   * Which of the languages `voice` and `speechModel` are for. In the others the carrier's defaults speak and recognize.
   */
  speechLanguage: string
  /** Words that the customer is likely to say. */
  hints: string[]
  /** Whether keys are reported. */
  dtmf: boolean
  /** Whether the speech provider spells numbers and the like out by itself; null is the carrier's default. */
  textNormalization: 'on' | 'off' | 'auto' | null
}

/** Waits in silence. */
export interface PauseInstruction {
  kind: 'pause'
  seconds: number
}

/** Ends the call. */
export interface HangUpInstruction {
  kind: 'hang_up'
}

/**
 * An instruction for a live call, in terms that all carriers share; each provider renders a list of them in its own
 * language (TwiML, NCCO, commands). The call ends after the list, so a list ends with `listen`, `transfer`,
 * `connect_relay` or `hang_up`.
 */
export type VoiceInstruction =
  | SayInstruction
  | PlayInstruction
  | PauseInstruction
  | ListenInstruction
  | TransferInstruction
  | ConnectRelayInstruction
  | HangUpInstruction

/**
 * Returns the text in a form that can be spoken, stored and rendered for every carrier. Control characters and code
 * points that XML 1.0 or PostgreSQL's `text` do not allow become blanks, lone surrogates are replaced, and white space
 * is collapsed.
 */
export function speakable(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\uFFFE\uFFFF\s]+/gu, ' ')
    .trim()
}
