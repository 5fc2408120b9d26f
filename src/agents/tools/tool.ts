import type { AgentConversation } from '../conversation/conversation.ts'
import type { AgentContext } from '../turn/turn-context.ts'
import type { ToolEffects, ToolOutcome } from '../turn/turn-state.ts'

/** One run of a tool. Turn and step name it for good, also when another process runs it again. */
export interface ToolRun {
  context: AgentContext
  conversation: AgentConversation
  turn: number
  step: number
  /** They fit the tool's parameters. */
  arguments: Readonly<Record<string, unknown>>
  /** How many passages this turn was given before. */
  passagesBefore: number
}

/** What a run has done. */
export interface ToolResult extends ToolEffects {
  outcome: Extract<ToolOutcome, 'ok' | 'failed' | 'refused' | 'unknown'>
  /** For the model. */
  text: string
}

/** A tool as the engine runs it. */
export interface RunnableTool {
  name: string
  /** For the model. */
  description: string
  /** A JSON Schema of type `object`. */
  parameters: Readonly<Record<string, unknown>>
  /**
   * Whether the same run may be made a second time, when a process died in it. The service's own tools may: what they
   * write has the key of the step.
   */
  mayRunAgain: boolean
  /** A write with the same arguments is made once a conversation. */
  isWriteOnce: boolean
  /** Is asked word for word before the tool runs; null: it runs at once. */
  confirm: string | null
  run: (run: ToolRun) => Promise<ToolResult>
}

/** Returns the schema of an object with these members, all of which are required. */
export function objectSchema(properties: Record<string, unknown>): Record<string, unknown> {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}

/** Returns an argument that the tool's parameters say is a text. */
export function textArgument(run: ToolRun, name: string): string {
  const value = run.arguments[name]
  return typeof value === 'string' ? value : ''
}
