import type { AgentMode } from '../conversation/conversation.ts'

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

/** What those see who watch the run of a tool. Has neither arguments nor results. */
export interface ToolSign {
  name: string
  /** `begun`, or how it ended (`ToolOutcome`). */
  outcome: string
}

/**
 * Where an agent's words go: the frames of a call, or the messages of a chat. The engine of a turn knows no channel
 * besides this. None of the functions waits for a person to hear or read.
 */
export interface SpeechOutput {
  /** Takes one sentence, as it is to be spoken or written, in the conversation's language. */
  say(sentence: string): void
  /** Takes what a tool asks of the channel; a chat ignores what only calls can do. */
  afterwards(after: AfterSpeech): void
  /** Takes that a tool begins and ends; absent where nobody watches. */
  tool?(sign: ToolSign): void
}

/**
 * Why the signal of a turn was aborted.
 *
 * - `interrupted`: the customer speaks or writes again, or a noise cuts off the words. What was handed over stays; if
 *   that says nothing, as the wait line, the turn is superseded. A tool that writes runs to its end.
 * - `leave`: this process stops. The turn stays open, and whoever leads the conversation next goes on with it.
 */
export type TurnAbort = 'interrupted' | 'leave'

/** A passage of the knowledge base that the agent was given. */
export interface Citation {
  id: string
  title: string
  /** Null for a file. */
  url: string | null
}

/** What a turn came to, for those who wait for it. */
export interface EndedTurn {
  /** Why it ended. */
  outcome: string
  citations: Citation[]
  /** Who answers from here on. */
  mode: AgentMode
  /** Whether the agent has said goodbye. */
  isClosing: boolean
  /** The inputs that it answers; empty for a turn that another process has begun. */
  inputIds: readonly string[]
}

/**
 * How a turn ended.
 *
 * - `answered`: the reply is committed. `text` has its sentences. On WhatsApp the turn is still `replying`: the channel
 *   sends the text and then calls `finishReply`. With an empty text nothing is to be sent. `ended` says how the turn
 *   ended; null for a reply that an earlier process has left to be sent.
 * - `nothing`: no input waits.
 * - `held`: nothing is answered, as a person answers this conversation.
 * - `superseded`: it was interrupted before it said anything but the wait line. The next turn answers its inputs, with
 *   newer ones if there are any. On a call these may still be on their way.
 * - `left`: the turn stays open, as its signal asked.
 * - `lost`: another process leads the conversation now, or it has ended; nothing more may be said.
 * - `failed`: no model answered. `text` has what was said instead; `why` is for people and has no text of the customer.
 *   With `retryAfterMs` the turn stays open, and taking it again after this time asks anew; only chats are tried again.
 */
export type TurnOutcome =
  | { kind: 'answered'; turn: number; text: string; ended: EndedTurn | null }
  | { kind: 'nothing' }
  | { kind: 'held' }
  | { kind: 'superseded'; turn: number }
  | { kind: 'left' }
  | { kind: 'lost' }
  | { kind: 'failed'; turn: number; text: string; why: string; retryAfterMs: number | null }
