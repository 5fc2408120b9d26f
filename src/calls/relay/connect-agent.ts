import { beginConversation } from '../../agents/conversation/begin-conversation.ts'
import type { AgentConversation } from '../../agents/conversation/conversation.ts'
import { selectAgentConversation } from '../../agents/conversation/queries.ts'
import { insertConversationLines } from '../../conversations/queries.ts'
import type { Transaction } from '../../db/queryable.ts'
import type { VoiceInstruction } from '../../providers/voice-instructions.ts'
import type { DialContext } from '../call-context.ts'
import type { LockedCall } from '../queries.ts'
import { renderRelay } from './relay-document.ts'
import { selectRelaySessions } from './relay-queries.ts'

/** What leads a call before its agent does. */
export interface BeforeAgent {
  /** The turn of the transcript to which the greeting belongs; the agent's own turns count on from it. */
  turn: number
  /** What is said and played before the agent greets. */
  instructions: readonly VoiceInstruction[]
}

const nothingBefore: BeforeAgent = { turn: 0, instructions: [] }

/**
 * Returns the document that connects an answered call with its agent. The first one begins the agent's conversation and
 * greets; one that is asked for after a session has begun does not greet again.
 *
 * @returns null where the call has no conversation to lead, or it has ended.
 */
export async function connectAgent(
  context: Pick<DialContext, 'clock' | 'voiceProvider' | 'publicUrl'>,
  transaction: Transaction,
  { attempt, call }: LockedCall,
  before = nothingBefore,
): Promise<string | null> {
  const { organization_id, project_id, conversation_id, agent_id, agent_revision } = attempt
  if (conversation_id === null || agent_id === null) return null
  const key = { organization_id, conversation_id }
  await beginConversation(context, transaction, {
    ...key,
    project_id,
    agent_id,
    agent_revision,
    channel_type: 'voice',
    customer: call.customer,
    lastTurn: before.turn,
  })
  const conversation = await selectAgentConversation(transaction, key)
  if (conversation === null || conversation.ended_at !== null) return null
  const now = context.clock.now()
  const isFirst = !(await selectRelaySessions(transaction, attempt)).some(({ has_begun }) => has_begun)
  const greeting = isFirst ? greetingOf(conversation) : null
  if (greeting !== null)
    await insertConversationLines(
      transaction,
      organization_id,
      conversation_id,
      before.turn,
      [{ role: 'agent', text: greeting }],
      now,
    )
  const document = { conversation, greeting, usesFallback: false, before: before.instructions }
  return renderRelay(context, transaction, attempt, document, now)
}

/** Returns what an agent says first on a call; null where that is nothing. */
export function greetingOf({ lines }: Pick<AgentConversation, 'lines'>): string | null {
  const said = [lines.first_line, lines.disclosure].filter((line) => line !== null && line !== '').join(' ')
  return said === '' ? null : said
}
