import { instant } from '../../db/instant.ts'
import type { Queryable } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import type { AgentConversation, ConversationKey, Hold } from '../conversation/conversation.ts'
import { conversationColumns, conversationTables, mine, personStretchesOf } from '../conversation/queries.ts'
import type { PersonStretch } from '../conversation/queries.ts'
import type { ModelAccountRow } from '../declared-queries.ts'
import { dayTokensOf } from './step-queries.ts'
import type { DayTokens } from './step-queries.ts'
import { turnsWhere } from './turn-queries.ts'
import type { AgentTurn, OpenInput } from './turn-state.ts'

/** A model account as its row has it; the sealed key as base64. */
export type SituationAccount = Omit<ModelAccountRow, 'api_key'> & { api_key: string | null }

/** Everything that a turn begins from, as it was at one moment. */
export interface Situation {
  conversation: AgentConversation
  /** Whether the conversation has the caller's token. */
  is_held: boolean
  /** All turns so far, oldest first. The last one may be open. */
  turns: AgentTurn[]
  /** The inputs that no turn has, by their own time. */
  inputs: OpenInput[]
  /** The times in which a person answered, oldest first. */
  stretches: PersonStretch[]
  /** The agent's model accounts, in no order. */
  accounts: SituationAccount[]
  /** What was used of models today (UTC). */
  day: DayTokens
}

/** Gathers the rows of a statement into one JSON list; `order` names columns of its rows. */
const listOf = (rows: Sql, order: Sql) =>
  sql`(select coalesce(jsonb_agg(to_jsonb(e) order by ${order}), '[]') from (${rows}) e)`

/**
 * Returns everything that a turn begins from, in one statement; null where no agent leads the conversation. By primary
 * keys; indexes: agent_inputs_open, messages_by_conversation.
 */
export async function selectSituation(
  db: Queryable,
  key: ConversationKey,
  { token }: Hold,
  now: Date,
): Promise<Situation | null> {
  const place = {
    organization_id: sql`c.organization_id`,
    project_id: sql`c.project_id`,
    agent_id: sql`c.agent_id`,
  }
  const inputs = sql`
    select _id, kind, text, ${instant(sql`sent_at`)} as sent_at from agent_inputs where ${mine(key)} and turn is null`
  const accounts = sql`
    select _id, name, kind, base_url, model, encode(api_key, 'base64') as api_key, output_field, extra from model_accounts
    where organization_id = c.organization_id and _id in (r.model_account_id, r.fallback_account_id)`
  const [row] = await db.query<AgentConversation & Omit<Situation, 'conversation'>>(sql`
    select ${conversationColumns}, c.lease_token is not distinct from ${token} as is_held,
      ${listOf(turnsWhere(mine(key)), sql`e.turn`)} as turns,
      ${listOf(inputs, sql`e.sent_at, e._id`)} as inputs,
      ${listOf(personStretchesOf(key), sql`e.begun_at`)} as stretches,
      ${listOf(accounts, sql`e._id`)} as accounts,
      (select to_jsonb(d) from (${dayTokensOf(place, now)}) d) as day
    from ${conversationTables}
    where c.organization_id = ${key.organization_id} and c.conversation_id = ${key.conversation_id}`)
  if (row === undefined) return null
  const { is_held, turns, inputs: waiting, stretches, accounts: stored, day, ...conversation } = row
  return { conversation, is_held, turns, inputs: waiting, stretches, accounts: stored, day }
}
