import type { ConversationEnd } from './rehearsal.ts'

/** A tool that ran, as the agent's turns show it. */
export interface PlayedCall {
  name: string
  arguments: Record<string, unknown>
  /** `ok`, `failed`, `refused`, `asked`, `repeated` or `unknown`. */
  outcome: string
}

/** What followed from one thing that the caller said. */
export interface PlayedTurn {
  caller: string
  /** What the agent said; null where no turn of the agent has this input. */
  text: string | null
  calls: readonly PlayedCall[]
  /** To the first sentence, in milliseconds; null where nothing was said. */
  first_text_ms: number | null
}

/** One run of a scene. */
export interface PlayedScene {
  greeting: { text: string; ms: number | null }
  turns: readonly PlayedTurn[]
  ended_by: ConversationEnd
  tickets: number
  /** What the agent kept of the customer, by name. */
  properties: Readonly<Record<string, unknown>>
}

/** What a judging model found; `why` is its reason in its own words. */
export interface Judgement {
  passed: boolean
  why: string
}
