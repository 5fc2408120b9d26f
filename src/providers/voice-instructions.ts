/** Speaks `text` in full; markup in it is spoken as text. */
export interface SayInstruction {
  kind: 'say'
  text: string
  /** The carrier's name of a voice; null is the carrier's default. */
  voice: string | null
  /** A BCP 47 tag such as `en-US`; a bare `en` means its most usual region. Null is the carrier's default. */
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
  /** E.164, a number that the carrier account may show; null shows the call's own caller ID. */
  callerId: string | null
  /** How long it may ring. */
  timeoutSeconds: number
}

/** Ends the call. */
export interface HangUpInstruction {
  kind: 'hang_up'
}

/**
 * An instruction for a live call, in terms that all carriers share; each provider renders a list of them in its own language
 * (TwiML, NCCO, commands). The call ends after the list, so a list ends with `listen`, `transfer` or `hang_up`.
 */
export type VoiceInstruction =
  | SayInstruction
  | PlayInstruction
  | ListenInstruction
  | TransferInstruction
  | HangUpInstruction

/**
 * Returns the text in a form that can be spoken, stored and rendered for every carrier. Control characters and code points
 * that XML 1.0 or PostgreSQL's `text` do not allow become blanks, lone surrogates are replaced, and white space is collapsed.
 */
export function speakable(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\uFFFE\uFFFF\s]+/gu, ' ')
    .trim()
}
