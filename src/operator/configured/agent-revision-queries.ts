import type { Reader } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'

/** A revision of an agent. */
export interface AgentRevision {
  revision: number
  definition: Record<string, unknown>
  /** The present name of its model account. */
  model: string
  /** Null: none is declared. */
  fallback: string | null
  created_at: string
  /** Null: from before changes were stored. */
  changed_by: string | null
  via: string | null
  /** Conversations that it led, counted to `countedConversationsMax` + 1. */
  conversations: number
  /** The latest of them, at most `latestMax`. */
  latest_conversations: { conversation_id: string; channel_type: string; at: string }[]
}

/** More conversations of a revision are not counted. */
export const countedConversationsMax = 1_000
const latestMax = 5

/**
 * Returns one page of an agent's revisions, newest first, and how many there are. What they led is read from
 * agent_conversations_by_revision.
 */
export async function selectAgentRevisions(
  db: Reader,
  organizationId: string,
  agentId: string,
  { skip, limit }: { skip: number; limit: number },
): Promise<{ items: AgentRevision[]; total: number }> {
  const from = sql`from agent_revisions v
    where v.organization_id = ${organizationId} and v.agent_id = ${agentId}`
  const ledBy = sql`l.organization_id = r.organization_id and l.agent_id = r.agent_id and l.agent_revision = r.revision`
  const [items, counts] = await Promise.all([
    db.query<AgentRevision>(sql`
      select r.revision, r.definition, m.name as model, f.name as fallback, r.created_at, c.actor_name as changed_by, c.via,
        (select count(*) from (
          select from agent_conversations l where ${ledBy} limit ${countedConversationsMax + 1}::bigint) counted
        ) as conversations,
        coalesce((
          select jsonb_agg(jsonb_build_object('conversation_id', n.conversation_id, 'channel_type', n.channel_type,
            'at', n.created_at) order by n.conversation_id desc)
          from (
            select l.conversation_id, l.channel_type, l.created_at from agent_conversations l
            where ${ledBy} order by l.conversation_id desc limit ${latestMax}::bigint) n), '[]') as latest_conversations
      from (select v.* ${from} order by v.revision desc limit ${limit} offset ${skip}) r
      join model_accounts m on m.organization_id = r.organization_id and m._id = r.model_account_id
      left join model_accounts f on f.organization_id = r.organization_id and f._id = r.fallback_account_id
      left join lateral (
        select actor_name, via from changes c
        where c.organization_id = r.organization_id and c.kind = 'agent' and c.record_id = r.agent_id::text
          and c.revision = r.revision
        order by c.at limit 1) c on true
      order by r.revision desc`),
    db.query<{ total: number }>(sql`select count(*) as total ${from}`),
  ])
  return { items, total: counts[0]?.total ?? 0 }
}
