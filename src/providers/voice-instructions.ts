/** Speaks `text` in full; markup in it is text. */
export interface SayInstruction {
  kind: 'say'
  text: string
  /** As the carrier names its voices; null is the carrier's default. */
  voice: string | null
  /** A BCP 47 tag such as `en-US`; a bare `en` stands for its most usual region. Null is the carrier's default. */
  language: string | null
}

/** Plays a recording that the carrier fetches from `url` without signing in. */
export interface PlayInstruction {
  kind: 'play'
  url: string
}

/**
 * Waits for what the customer says or presses, while the prompts are heard; input cuts them short. What came, or that
 * nothing came, is told to the service, which answers with the next instructions: nothing may follow in the same list.
 */
export interface ListenInstruction {
  kind: 'listen'
  input: 'speech' | 'keys' | 'both'
  prompts: (SayInstruction | PlayInstruction)[]
  /** Seconds of silence after the prompts before it counts as no input. */
  timeoutSeconds: number
  /** Stops after so many keys; null stops at `finishOnKey` or at the timeout only. */
  keysCount: number | null
  /** The key that ends the input and is no part of it; the empty string is none. */
  finishOnKey: string
  /** Words likely to be said. */
  hints: string[]
  language: string | null
}

/** Dials `to` and joins it with the customer. How it ended is told to the service; nothing may follow in the same list. */
export interface TransferInstruction {
  kind: 'transfer'
  /** E.164. */
  to: string
  /** E.164, a number that the carrier account may show; null shows the caller ID of the call itself. */
  callerId: string | null
  /** How long it may ring. */
  timeoutSeconds: number
}

/** Ends the call. */
export interface HangUpInstruction {
  kind: 'hang_up'
}

/**
 * What a carrier is to do with a live call, in order, in no carrier's own terms; each adapter renders it in its own
 * (TwiML, NCCO, commands). A call whose list is done is over, so a list ends with `listen`, `transfer` or `hang_up`.
 */
export type VoiceInstruction =
  | SayInstruction
  | PlayInstruction
  | ListenInstruction
  | TransferInstruction
  | HangUpInstruction

/**
 * The text with blanks in place of control characters and of code points that neither XML 1.0 nor PostgreSQL's `text`
 * can hold, lone surrogates replaced, and runs of white space made one blank: what can be spoken, stored and rendered
 * for every carrier.
 */
export function speakable(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\uFFFE\uFFFF\s]+/gu, ' ')
    .trim()
}
