import type { VoiceInstruction } from '../providers/voice-instructions.ts'
import type { AgentOutcome } from './definition.ts'
import type { StepTicket, TranscriptLine } from './turn.ts'

/** The state of a call between two callbacks: plain JSON with all that is needed to go on after a restart. */
export interface WorkflowRunState {
  /** The listen, transfer or agent step that waits; null once the call has ended. */
  step: string | null
  /** The stored values, by variable. */
  variables: Record<string, string>
  /** How many turns there were, including the start. */
  turns: number
}

/** How a transfer ended. `completed`: the other party answered and has hung up. */
export type TransferStatus = 'completed' | 'busy' | 'no_answer' | 'failed'

/** The carrier's report for the step that waits. */
export type WorkflowInput =
  | { kind: 'speech'; text: string; confidence: number | null }
  | { kind: 'keys'; digits: string }
  | { kind: 'silence' }
  | { kind: 'transfer_ended'; status: TransferStatus }
  | { kind: 'agent_ended'; outcome: AgentOutcome }

export interface WorkflowTurn {
  kind: 'turn'
  state: WorkflowRunState
  /** The names of the steps that were taken, in order; the last one may be the one that waits. */
  steps: string[]
  /**
   * Ends with a listen or transfer if the call goes on, and with a hang-up if it ends. Where an agent leads on, the
   * caller adds what connects it.
   */
  instructions: VoiceInstruction[]
  /** Whether an agent leads the call from here, until `agent_ended`. */
  handsOver: boolean
  /** The lines that this turn adds, in order. */
  transcript: TranscriptLine[]
  /** The tickets that this turn opens, in order; they are stored in the same transaction as the state. */
  tickets: StepTicket[]
  /**
   * How the customer asked not to be called again; null if they did not. The number is stored in the same transaction
   * as the state.
   */
  optOut: OptOutBy | null
  ended: boolean
}

/** `keys`: the last that came from the customer was a key; `voice`: anything else. */
export type OptOutBy = 'voice' | 'keys'

/** A look-up in the knowledge base without which the turn can't be completed. */
export interface LookUp {
  kind: 'look_up'
  question: string
  /** The most passages. */
  limit: number
}

/** The result of a look-up: the best passages in a form for speech, empty if there are none. */
export interface LookedUp {
  question: string
  limit: number
  text: string
}
