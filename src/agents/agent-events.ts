import { factsOfConversations } from '../conversations/conversation-events.ts'
import { instant } from '../db/instant.ts'
import { sql } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'
import type { AgentMode, ConversationKey } from './conversation/conversation.ts'

/** Who answers from now on, and the name of the person who asked for it. */
interface NewMode {
  mode: AgentMode
  by: string | null
  summary: string | null
}

/**
 * Returns the facts of `eventsOf` for a conversation in which another one answers.
 *
 * @param when the condition that this is so.
 */
export function factsOfMode(
  { organization_id, conversation_id }: ConversationKey,
  { mode, by, summary }: NewMode,
  when: Sql,
  now: Date,
): Sql {
  const conversation = sql`
    select * from conversations where organization_id = ${organization_id} and _id = ${conversation_id} and ${when}`
  return factsOfConversations(conversation, {
    type: mode === 'person' ? 'conversation.handed_over' : 'conversation.returned',
    at: now,
    more: sql`${JSON.stringify({ mode, mode_by: by })}::jsonb`,
    texts: sql`${JSON.stringify({ summary })}::jsonb`,
  })
}

/** Returns the project of a conversation that an agent leads, for `EventPlace`. */
export function projectOf({ organization_id, conversation_id }: ConversationKey): Sql {
  return sql`(
    select project_id from agent_conversations
    where organization_id = ${organization_id} and conversation_id = ${conversation_id})`
}

/** Returns the facts of `eventsOf` for tools of which nobody knows whether they were run: rows of `agent_steps`. */
export function factsOfUnknownWrites(steps: Sql, now: Date): Sql {
  return sql`
    select 'agent.write_unknown' as type, c.agent_id as subject_id, ${now}::timestamptz as at, jsonb_build_object(
        'agent_id', c.agent_id, 'agent_name', a.name, 'conversation_id', c.conversation_id, 'turn', s.turn, 'step', s.step,
        'tool', s.content ->> 'name', 'begun_at', ${instant(sql`s.begun_at`)}) as data,
      jsonb_build_object('arguments', s.content -> 'arguments') as texts
    from (${steps}) s
    join agent_conversations c on c.organization_id = s.organization_id and c.conversation_id = s.conversation_id
    join agents a on a.organization_id = c.organization_id and a._id = c.agent_id`
}

/** Returns the facts of `eventsOf` for a turn that ended because it would have passed a limit of the agent. */
export function factsOfReachedBudget(
  { organization_id, conversation_id, turn }: ConversationKey & { turn: number },
  now: Date,
): Sql {
  return sql`
    select 'agent.budget_reached' as type, c.agent_id as subject_id, ${now}::timestamptz as at, jsonb_build_object(
        'agent_id', c.agent_id, 'agent_name', a.name, 'conversation_id', c.conversation_id, 'turn', ${turn}::integer,
        'tokens', c.tokens) as data,
      null::jsonb as texts
    from agent_conversations c join agents a on a.organization_id = c.organization_id and a._id = c.agent_id
    where c.organization_id = ${organization_id} and c.conversation_id = ${conversation_id}`
}
