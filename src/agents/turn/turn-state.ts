import type { ModelToolCall } from '../../providers/models/model-client.ts'
import type { AgentConversation } from '../conversation/conversation.ts'
import type { AfterSpeech, Citation } from './speech-output.ts'

export const turnStates = ['thinking', 'acting', 'replying', 'done', 'superseded', 'failed'] as const
export type TurnState = (typeof turnStates)[number]

/**
 * How the run of a tool ended.
 *
 * - `ok`: it did what it is for. `failed`: it did nothing, for a reason outside.
 * - `refused`: it was not run, since the call does not fit. `asked`: the customer was asked first (`confirm`).
 * - `repeated`: the same call was made before, and its result is given again.
 * - `unknown`: it may have had its effect; it is never run again by itself.
 */
export const toolOutcomes = ['ok', 'failed', 'refused', 'asked', 'repeated', 'unknown'] as const
export type ToolOutcome = (typeof toolOutcomes)[number]

/** A finished request to a model. */
export interface ModelStepContent {
  /** What was handed over of its answer. */
  text: string
  /** Where that begins in the turn's text, in characters. */
  from: number
  tool_calls: ModelToolCall[]
  /** How the answer ended: `stop`, `tools`, `length`, `filtered`, or `held` where a sentence was held back. */
  reason: string
  /** What the service answered to the model itself, such as why a sentence was held back; null if nothing. */
  note: string | null
}

/** A passage with the number by which the model names it. */
export interface NumberedPassage extends Citation {
  number: number
}

/** What follows from the run of a tool. It is stored, so that another process can go on from it. */
export interface ToolEffects {
  passages?: readonly NumberedPassage[]
  /** What the channel does. */
  after?: AfterSpeech
  /** Is said word for word and ends the turn; empty: the turn ends with nothing said. */
  farewell?: string
  /** The agent stops answering once the turn has ended. */
  handsOver?: { summary: string }
}

/** A run of a tool. Result and outcome are null until it is over. */
export interface ToolStepContent {
  call_id: string
  name: string
  /** Checked arguments; null where they did not fit. */
  arguments: Record<string, unknown> | null
  result: string | null
  outcome: ToolOutcome | null
  /** The question that was asked word for word; null but for `asked`. */
  question: string | null
  /**
   * The session of the call in which it was asked has broken off before the next turn began, so it may not have been
   * heard.
   */
  unheard?: true
  /** What follows from the run; null where nothing does. */
  effects: ToolEffects | null
}

interface StepTimes {
  step: number
  begun_at: string
  ended_at: string | null
}
export interface ModelStep extends StepTimes {
  kind: 'model'
  state: 'begun' | 'done' | 'unknown'
  content: ModelStepContent
}
export interface ToolStep extends StepTimes {
  kind: 'tool'
  state: 'begun' | 'done' | 'unknown'
  content: ToolStepContent
}
export type TurnStep = ModelStep | ToolStep

/** One input of the customer and what answers it. Times are ISO 8601 UTC. */
export interface AgentTurn {
  turn: number
  state: TurnState
  input: string
  /** Everything that was handed over. */
  text: string
  /** The beginning of `text` that was heard; null: all of it. */
  heard: string | null
  citations: Citation[]
  outcome: string | null
  model: string | null
  input_tokens: number
  output_tokens: number
  tokens_estimated: boolean
  created_at: string
  asked_at: string | null
  first_text_at: string | null
  ended_at: string | null
  steps: TurnStep[]
}

/** An input that no turn has. */
export interface OpenInput {
  _id: string
  kind: 'message' | 'speech' | 'digits'
  text: string
  sent_at: string
}

/** Everything that a turn begins from. */
export interface TurnSituation {
  conversation: AgentConversation
  /** All turns so far, oldest first. The last one may be open. */
  turns: AgentTurn[]
  /** Oldest first. */
  inputs: OpenInput[]
}

/** Returns whether a turn goes on. */
export function isOpen({ state }: Pick<AgentTurn, 'state'>): boolean {
  return state === 'thinking' || state === 'acting' || state === 'replying'
}
