import type { Clock } from '../../base/clock.ts'
import type { Transaction } from '../../db/queryable.ts'
import type { AgentChannel } from '../definition.ts'
import type { ConversationKey, CustomerValues, FilledLines } from './conversation.ts'
import { fillAgent } from './fill-agent.ts'
import { insertAgentConversation, selectAgent } from './queries.ts'

/** Which agent is to lead which conversation. */
export interface BeginningConversation extends ConversationKey {
  project_id: string
  agent_id: string
  /** Null: the present revision. */
  agent_revision: number | null
  channel_type: AgentChannel
  customer: CustomerValues
  /** The turn of the conversation that came last before the agent's own; 0 for all but calls of a workflow. */
  lastTurn?: number
}

/** What the channel says first. */
export interface BegunConversation {
  lines: FilledLines
  /** BCP 47. */
  language: string
  agent_revision: number
}

/**
 * Lets an agent lead an existing conversation. Fills its prompt and lines once, so that nothing changes them later
 * (Rule 99). Where an agent leads the conversation already, nothing is written.
 *
 * @returns what is said first; null where the project has no such agent, or an agent leads the conversation already.
 */
export async function beginConversation(
  { clock }: { clock: Clock },
  transaction: Transaction,
  { organization_id, project_id, agent_id, agent_revision, ...given }: BeginningConversation,
): Promise<BegunConversation | null> {
  const agent = await selectAgent(transaction, { organization_id, project_id }, agent_id, agent_revision)
  if (agent === null) return null
  const now = clock.now()
  const { prompt, lines } = fillAgent(agent, {
    customer: given.customer,
    channel: given.channel_type,
    beginsAt: now,
  })
  const row = {
    organization_id,
    project_id,
    agent_id,
    conversation_id: given.conversation_id,
    agent_revision: agent.revision,
    channel_type: given.channel_type,
    prompt,
    lines,
    customer: given.customer,
    language: agent.definition.languages[0]!,
    turn: given.lastTurn ?? 0,
  }
  const isNew = await insertAgentConversation(transaction, row, now)
  return isNew ? { lines, language: row.language, agent_revision: agent.revision } : null
}
