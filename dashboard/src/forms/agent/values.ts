import type { FieldValues } from 'react-hook-form'
import type { ConfiguredAgent } from '../../api/generated.ts'

/** A tool of an agent, as the declaration has it. Its fields depend on its kind. */
export type Tool = { kind: string } & Record<string, unknown>

export interface Claim {
  pattern: string
  needs: string
}

/** How an agent answers chats. */
export interface Chats {
  broadcast: string
  gather_seconds: number | null
  after_window: string | null
}

export type Speech = Record<string, unknown>

/** What the form of an agent edits, as the declaration has it. */
export interface AgentValues extends FieldValues {
  name: string
  purpose: string
  prompt: string
  first_line: string | null
  disclosure: string | false
  disclosure_why: string | null
  model: string
  fallback: string | null
  languages: readonly string[]
  speech: Speech | null
  speech_fallback: Speech | null
  whatsapp: Chats | null
  tools: readonly Tool[]
  claims: readonly Claim[]
  limits: Record<string, number | null>
  lines: Record<string, string | null>
}

/** What a new agent begins with; what is empty gets its default. */
export const newAgent: AgentValues = {
  name: '',
  purpose: '',
  prompt: '',
  first_line: null,
  disclosure: 'I am an automated assistant.',
  disclosure_why: null,
  model: '',
  fallback: null,
  languages: ['en-US'],
  speech: null,
  speech_fallback: null,
  whatsapp: null,
  tools: [{ kind: 'open_ticket' }, { kind: 'end_call' }],
  claims: [],
  limits: {},
  lines: {},
}

/** Returns what the form edits of an agent. */
export function agentValues(agent: ConfiguredAgent): AgentValues {
  const names = Object.keys(newAgent) as (keyof ConfiguredAgent)[]
  return Object.fromEntries(names.map((name) => [name, agent[name]])) as never
}

/** Returns the name by which a model calls a tool. */
export function toolName(tool: Tool): string {
  return tool.kind === 'http' ? textOf(tool['name']) : tool.kind
}

/** What the parts of the form share. */
export interface AgentPartProps {
  values: AgentValues
  set: <Name extends keyof AgentValues & string>(name: Name, value: AgentValues[Name]) => void
  faultAt: (path: string) => string | undefined
}

/** Returns a member of a configured mapping as an input shows it. */
export function textOf(member: unknown): string {
  return typeof member === 'string' ? member : ''
}
