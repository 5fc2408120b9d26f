import type { AgentChannel, AgentDefinition, AgentLines } from '../definition.ts'
import type { OpenHours } from '../prompt/service-part.ts'

/** Names a conversation that an agent leads. */
export interface ConversationKey {
  organization_id: string
  conversation_id: string
}

/**
 * The right to lead a conversation. A process that claims it or takes it over gets a token; everything that a turn
 * writes asks for this token, so that a process which has lost the conversation writes nothing more.
 */
export interface Hold {
  token: string
}

/** Who answers the customer. */
export const agentModes = ['agent', 'person'] as const
export type AgentMode = (typeof agentModes)[number]

/** The values of a customer with which a prompt is filled. None is nested. */
export type CustomerValues = Readonly<Record<string, string | number | boolean>>

/** What the service says for the agent, filled when the conversation began. */
export interface FilledLines extends AgentLines {
  /** Null where the definition has none. */
  first_line: string | null
  /** Null where the definition gives a reason to say none. */
  disclosure: string | null
  /** What the customer of a call heard of both, where it was not all; absent: all, as far as is known. */
  opening_heard?: string
}

/** A conversation that an agent leads, with the definition by which it began. Times are ISO 8601 UTC. */
export interface AgentConversation extends ConversationKey {
  project_id: string
  agent_id: string
  agent_revision: number
  agent_name: string
  definition: AgentDefinition
  model_account_id: string
  /** Null: none is declared. */
  fallback_account_id: string | null
  project: { name: string; timezone: string }
  /** The calling hours of a call's campaign; null: it has none, or this is a chat. */
  open_hours: OpenHours | null
  channel_type: AgentChannel
  /** The filled prompt, without what the service adds. */
  prompt: string
  lines: FilledLines
  customer: CustomerValues
  /** BCP 47; one of the definition's. */
  language: string
  mode: AgentMode
  mode_since: string
  /** The name of the user who chose the mode; null: the agent itself, or nobody yet. */
  mode_by: string | null
  summary: string | null
  person_wrote_at: string | null
  /** Agent turns so far. */
  turn: number
  /** Tokens so far, over all models. */
  tokens: number
  closing_since: string | null
  ended_at: string | null
  created_at: string
}

/** How long a person's silence lasts until the agent answers again. */
export const personSilenceHours = 12

/** How long a process leads a chat without renewing its lease. */
export const leaseMs = 60_000

/** The longest time for which messages of one burst are gathered, from its first message. */
export const burstMs = 15_000

/** When a worker answers a web message whose request did not: longer than a lease lasts. */
export const webRescueMs = leaseMs + 15_000

/** The turn of an input that a person has answered, or that the end of the conversation left unanswered. */
export const unansweredTurn = 0

/** Pauses before a chat is taken up again after an error of this program or of the database. */
export const errorPausesMs = [1_000, 5_000, 25_000, 60_000]
