/** What a tool asks the channel to do after the turn's last sentence. */
export type AfterSpeech =
  /** Ends the call once its last sentence was spoken. */
  | { kind: 'end' }
  /** Connects the call to a declared number (E.164). */
  | { kind: 'transfer'; to: string; number: string }
  /** Sends keys, as to a menu of recorded choices. */
  | { kind: 'press_keys'; digits: string }
  /** Speaks and hears another of the agent's languages from here on. */
  | { kind: 'switch_language'; language: string }

/**
 * Where an agent's words go: the frames of a call, or the messages of a chat. The engine of a turn knows no channel besides
 * this. None of the functions waits for a person to hear or read.
 */
export interface SpeechOutput {
  /** Takes one sentence, as it is to be spoken or written. */
  say(sentence: string): void
  /** Takes what a tool asks of the channel; a chat ignores what only calls can do. */
  then(after: AfterSpeech): void
}

/**
 * How a turn ended.
 *
 * - `answered`: the reply is committed. `text` has its sentences.
 * - `held`: nothing is answered, as a person answers this conversation.
 * - `superseded`: newer inputs came before anything was handed over; they are answered with these.
 * - `lost`: another process leads the conversation now; nothing more may be said.
 * - `failed`: no model answered. `text` has what was said instead; `why` is for people and has no text of the customer.
 */
export type TurnOutcome =
  | { kind: 'answered'; turn: number; text: string }
  | { kind: 'held' }
  | { kind: 'superseded'; turn: number }
  | { kind: 'lost' }
  | { kind: 'failed'; turn: number; text: string; why: string; retryAfterMs: number | null }
