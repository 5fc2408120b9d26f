import type { Transaction } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'
import type { ModelKind } from '../providers/models/model-client.ts'
import type { AgentDefinition } from './definition.ts'

/** A model account as an operator declares it; the row with this id is updated, a new id makes a new one. */
export interface DeclaredModelAccountRow {
  organization_id: string
  project_id: string
  _id: string
  name: string
  kind: ModelKind
  base_url: string
  model: string
  /** Encrypted; null: the server asks for none. The stored bytes if the key has not changed. */
  api_key: Buffer | null
  output_field: string | null
  extra: Readonly<Record<string, unknown>>
}

/** Inserts or updates the project's model account of this id. Returns its id, or null if nothing differs. */
export async function upsertModelAccount(
  transaction: Transaction,
  row: DeclaredModelAccountRow,
  now: Date,
): Promise<string | null> {
  const keySetAt = row.api_key === null ? null : now
  const [written] = await transaction.query<{ _id: string }>(sql`
    insert into model_accounts as m (organization_id, project_id, _id, name, kind, base_url, model, api_key,
      api_key_set_at, output_field, extra, created_at, updated_at)
    values (${row.organization_id}, ${row.project_id}, ${row._id}, ${row.name}, ${row.kind}, ${row.base_url},
      ${row.model}, ${row.api_key}, ${keySetAt}, ${row.output_field}, ${JSON.stringify(row.extra)}::jsonb, ${now}, ${now})
    on conflict (organization_id, _id) do update set
      name = excluded.name, kind = excluded.kind, base_url = excluded.base_url, model = excluded.model,
      api_key = excluded.api_key,
      api_key_set_at = case when m.api_key is not distinct from excluded.api_key then m.api_key_set_at
        else excluded.api_key_set_at end,
      output_field = excluded.output_field, extra = excluded.extra, revision = m.revision + 1,
      updated_at = excluded.updated_at
    where (m.name, m.kind, m.base_url, m.model, m.api_key, m.output_field, m.extra)
      is distinct from (excluded.name, excluded.kind, excluded.base_url, excluded.model, excluded.api_key,
        excluded.output_field, excluded.extra)
    returning _id`)
  return written?._id ?? null
}

/** An agent as an operator declares it; the row with this id is updated, a new id makes a new one. */
export interface DeclaredAgentRow {
  organization_id: string
  project_id: string
  _id: string
  name: string
  definition: AgentDefinition
  model_account_id: string
  fallback_account_id: string | null
  broadcast_id: string | null
  after_window_broadcast_id: string | null
  /** Encrypted, by the names of the tools; a stored one stays as it is if it has not changed. */
  tool_secrets: ReadonlyMap<string, Buffer>
}

/**
 * Makes the definition the current revision of the project's agent of this id. Returns the agent's id, or null if
 * nothing differs: then nothing is written. Each change becomes a new revision, also that of the name or of a secret,
 * so that conversations under way keep theirs. The conflict locks the agent's row: two at the same time make two
 * revisions.
 */
export async function upsertAgent(
  transaction: Transaction,
  row: DeclaredAgentRow,
  now: Date,
): Promise<string | null> {
  const { organization_id, project_id, _id, model_account_id, fallback_account_id } = row
  const definition = JSON.stringify(row.definition)
  const tools = [...row.tool_secrets.keys()]
  const secrets = [...row.tool_secrets.values()]
  const [written] = await transaction.query<{ _id: string }>(sql`
    with given as (
      select * from unnest(${tools}::text[], ${secrets}::bytea[]) g (tool, secret)
    ), written as (
      insert into agents as a (organization_id, project_id, _id, name, broadcast_id, after_window_broadcast_id, created_at,
        updated_at)
      values (${organization_id}, ${project_id}, ${_id}, ${row.name}, ${row.broadcast_id},
        ${row.after_window_broadcast_id}, ${now}, ${now})
      on conflict (organization_id, _id) do update
        set name = excluded.name, broadcast_id = excluded.broadcast_id,
          after_window_broadcast_id = excluded.after_window_broadcast_id, revision = a.revision + 1,
          updated_at = excluded.updated_at
        where (a.name, a.broadcast_id, a.after_window_broadcast_id)
            is distinct from (excluded.name, excluded.broadcast_id, excluded.after_window_broadcast_id)
          or (select (r.definition, r.model_account_id, r.fallback_account_id) from agent_revisions r
              where r.organization_id = a.organization_id and r.agent_id = a._id and r.revision = a.revision)
            is distinct from (${definition}::jsonb, ${model_account_id}::uuid, ${fallback_account_id}::uuid)
          or exists (
            select from given full join (
              select s.tool, s.secret from agent_tool_secrets s
              where s.organization_id = a.organization_id and s.agent_id = a._id) s using (tool)
            where given.secret is distinct from s.secret)
      returning organization_id, _id, revision, updated_at
    ), removed as (
      delete from agent_tool_secrets s using written w
      where s.organization_id = w.organization_id and s.agent_id = w._id and s.tool <> all (${tools}::text[])
    )
    insert into agent_revisions (organization_id, agent_id, revision, definition, model_account_id, fallback_account_id,
      created_at)
    select organization_id, _id, revision, ${definition}::jsonb, ${model_account_id}, ${fallback_account_id}, updated_at
    from written
    returning agent_id as _id`)
  if (written === undefined) return null
  await transaction.query(sql`
    insert into agent_tool_secrets (organization_id, agent_id, tool, secret)
    select ${organization_id}::uuid, ${_id}::uuid, tool, secret
    from unnest(${tools}::text[], ${secrets}::bytea[]) g (tool, secret)
    on conflict (organization_id, agent_id, tool) do update set secret = excluded.secret`)
  return written._id
}

/** A model account as the database has it. */
export interface ModelAccountRow {
  _id: string
  name: string
  kind: ModelKind
  base_url: string
  model: string
  /** Encrypted; null: the server asks for none. */
  api_key: Buffer | null
  output_field: string | null
  extra: Record<string, unknown>
}
