import type { AgentDefinition } from '../../agents/definition.ts'
import type { CampaignStatus } from '../../campaigns/queries.ts'
import { instant } from '../../db/instant.ts'
import type { Queryable, Reader } from '../../db/queryable.ts'
import { join, sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import { declaredDefinition } from '../../workflows/queries.ts'
import { agentFieldsOf } from './agent-fields.ts'
import type { ConfiguredKind } from './kinds.ts'

/** A configured record as it is stored, in the form of the declaration. */
export interface ConfiguredRow {
  kind: ConfiguredKind
  organization_id: string
  /** The project's own id for a project; null for an organization. */
  project_id: string | null
  _id: string
  /** The name, or the number of a caller ID. */
  key: string
  revision: number
  created_at: string
  updated_at: string
  /** The declaration's fields in its order, without secrets. */
  fields: Record<string, unknown>
  /** Encrypted, by field. */
  secrets: Record<string, Buffer>
}

type StoredRow = Omit<ConfiguredRow, 'secrets'> & { secrets: Buffer[] }

/** The secrets of each kind, in the order in which `sources` reads them. */
const secretNames: Partial<Record<ConfiguredKind, readonly string[]>> = {
  voice_carrier: ['auth_token'],
  whatsapp_sender: ['access_token', 'app_secret', 'verify_token'],
  model_account: ['api_key'],
  webhook_endpoint: ['secret'],
}

const none = sql`array[]::bytea[]`
/** API keys have no `updated_at`. What happens to one later leaves an instant of its own. */
const keyUpdatedAt = sql`greatest(r.created_at, r.revoked_at, r.rate_set_at)`

interface Source {
  from: Sql
  key: Sql
  fields: Sql
  secrets: Sql
  projectId: Sql
  organizationId: Sql
  updatedAt: Sql
}

function recordSource(table: Sql, fields: Sql, more: Partial<Source> = {}): Source {
  return {
    from: sql`${table} r`,
    key: sql`r.name`,
    fields: sql`json_build_object(${fields})`,
    secrets: none,
    projectId: sql`r.project_id`,
    organizationId: sql`r.organization_id`,
    updatedAt: sql`r.updated_at`,
    ...more,
  }
}

/** Returns the key of a record that another one refers to. */
function keyOf(table: Sql, id: Sql, key = sql`name`): Sql {
  return sql`(select x.${key} from ${table} x where x.organization_id = r.organization_id and x._id = ${id})`
}

/** Returns the name of a model account of an agent's current revision. */
function accountOf(column: Sql): Sql {
  return sql`(select m.name from agent_revisions v
    join model_accounts m on m.organization_id = v.organization_id and m._id = v.${column}
    where v.organization_id = r.organization_id and v.agent_id = r._id and v.revision = r.revision)`
}

/** How each kind is read: `json_build_object` keeps the order of the fields, which `jsonb` does not. */
const sources: Record<ConfiguredKind, Source> = {
  organization: recordSource(
    sql`organizations`,
    sql`'name', r.name, 'plan', json_build_object('status', r.plan_status, 'whatsapp_sends', r.plan_whatsapp_sends,
      'links', r.plan_links), 'calls', r.calls`,
    { organizationId: sql`r._id`, projectId: sql`null::uuid` },
  ),
  project: recordSource(
    sql`projects`,
    sql`'name', r.name, 'status', r.status, 'language', r.language, 'timezone', r.timezone,
      'default_country', r.default_country, 'ticket_keywords', r.ticket_keywords,
      'model_tokens_a_day', r.model_tokens_a_day, 'events', r.events, 'retention', r.retention,
      'requests_per_second', coalesce(to_json(r.requests_per_second), '"none"')`,
    { projectId: sql`r._id` },
  ),
  voice_carrier: recordSource(
    sql`voice_carriers`,
    sql`'name', r.name, 'kind', r.kind, 'account_sid', r.account_sid, 'api_url', r.api_url,
      'calls_per_second', r.calls_per_second, 'unknown_grace_seconds', r.unknown_grace_seconds`,
    { secrets: sql`array[r.auth_token]` },
  ),
  caller_id: recordSource(
    sql`caller_ids`,
    sql`'number', r.number, 'carrier', ${keyOf(sql`voice_carriers`, sql`r.voice_carrier_id`)},
      'inbound_campaign', ${keyOf(sql`campaigns`, sql`r.inbound_campaign_id`)}`,
    { key: sql`r.number` },
  ),
  workflow: recordSource(
    sql`workflows`,
    sql`'name', r.name, 'definition', (select ${declaredDefinition} from workflow_revisions v
      where v.organization_id = r.organization_id and v.workflow_id = r._id and v.revision = r.revision)`,
  ),
  campaign: recordSource(
    sql`campaigns`,
    sql`'name', r.name, 'status', r.status, 'call_direction', r.call_direction, 'campaign_type', r.campaign_type,
      'workflow', ${keyOf(sql`workflows`, sql`r.workflow_id`)}, 'agent', ${keyOf(sql`agents`, sql`r.agent_id`)}, 'script', r.script, 'voice', r.voice,
      'caller_id', ${keyOf(sql`caller_ids`, sql`r.caller_id_id`, sql`number`)},
      'calling_hours', r.calling_hours, 'slots', r.slots,
      'retry', case when r.retry_max_attempts > 1 or r.retry_delay_minutes > 0 or r.retry_on <> '{}' then
        json_build_object('max_attempts', r.retry_max_attempts, 'delay_minutes', r.retry_delay_minutes,
          'on', r.retry_on) end,
      'ring_timeout_seconds', r.ring_timeout_seconds, 'machine_detection', r.machine_detection,
      'ends_at', ${instant(sql`r.ends_at`)},
      'closed_message', r.closed_message, 'busy_message', r.busy_message`,
  ),
  whatsapp_sender: recordSource(
    sql`whatsapp_senders`,
    sql`'name', r.name, 'phone_number_id', r.phone_number_id, 'business_account_id', r.business_account_id,
      'display_phone_number', r.display_phone_number, 'status', r.status, 'catalog_id', r.catalog_id,
      'api_url', r.api_url, 'messages_per_second', r.messages_per_second`,
    { secrets: sql`array[r.access_token, r.app_secret, r.verify_token]` },
  ),
  whatsapp_template: recordSource(
    sql`whatsapp_templates`,
    sql`'name', r.name, 'sender', ${keyOf(sql`whatsapp_senders`, sql`r.whatsapp_sender_id`)},
      'language', r.language, 'category', r.category, 'status', r.status, 'components', r.components`,
  ),
  broadcast: recordSource(
    sql`broadcasts`,
    sql`'name', r.name, 'sender', ${keyOf(sql`whatsapp_senders`, sql`r.whatsapp_sender_id`)},
      'template', ${keyOf(sql`whatsapp_templates`, sql`r.whatsapp_template_id`)}`,
  ),
  model_account: recordSource(
    sql`model_accounts`,
    sql`'name', r.name, 'kind', r.kind, 'base_url', r.base_url, 'model', r.model, 'output_field', r.output_field,
      'extra', r.extra`,
    { secrets: sql`array_remove(array[r.api_key], null)` },
  ),
  agent: recordSource(
    sql`agents`,
    sql`'name', r.name, 'model', ${accountOf(sql`model_account_id`)}, 'fallback', ${accountOf(sql`fallback_account_id`)},
      'broadcast', ${keyOf(sql`broadcasts`, sql`r.broadcast_id`)},
      'after_window', ${keyOf(sql`broadcasts`, sql`r.after_window_broadcast_id`)},
      'definition', (select v.definition from agent_revisions v
        where v.organization_id = r.organization_id and v.agent_id = r._id and v.revision = r.revision)`,
    {
      secrets: sql`array(select s.secret from agent_tool_secrets s
        where s.organization_id = r.organization_id and s.agent_id = r._id order by s.tool collate "C")`,
    },
  ),
  webhook_endpoint: recordSource(
    // Without those that were removed.
    sql`(select * from webhook_endpoints where removed_at is null)`,
    sql`'name', r.name, 'url', r.url, 'types', r.declared_types, 'content', r.content, 'order', r.delivery_order,
      'rate_per_second', r.rate_per_second`,
    { secrets: sql`array[r.secret]` },
  ),
  api_key: recordSource(
    sql`api_keys`,
    sql`'name', r.name, 'scopes', r.scopes, 'rate', case when r.requests_per_second is null then '"none"' else
      json_build_object('requests_per_second', r.requests_per_second, 'burst', r.burst,
        'writes_per_second', r.writes_per_second, 'write_burst', r.write_burst) end`,
    { updatedAt: keyUpdatedAt },
  ),
}

const configuredKinds = Object.keys(sources) as ConfiguredKind[] // Object.keys forgets the literal type.

function selectOf(kind: ConfiguredKind, where: Sql): Sql {
  const { from, key, fields, secrets, projectId, organizationId, updatedAt } = sources[kind]
  return sql`select ${kind}::text as kind, ${organizationId} as organization_id, ${projectId} as project_id, r._id,
    ${key} as key, r.revision, r.created_at, ${updatedAt} as updated_at, ${fields} as fields, ${secrets} as secrets
    from ${from} where ${where}`
}

function whereOf(kind: ConfiguredKind, organizationIds: readonly string[]): Sql {
  return sql`${sources[kind].organizationId} = any(${organizationIds}::uuid[])`
}

/** Returns the records with these ids, of all kinds, in one statement. */
export async function selectConfigured(
  db: Reader,
  organizationIds: readonly string[],
  ids: readonly string[],
): Promise<ConfiguredRow[]> {
  const parts = configuredKinds.map((kind) =>
    selectOf(kind, sql`${whereOf(kind, organizationIds)} and r._id = any(${ids}::uuid[])`),
  )
  return (await db.query<StoredRow>(join(parts, sql` union all `))).map(rowOf)
}

/**
 * Returns an organization with all that is configured in it, records of one kind in the order of their names. Keys that
 * are revoked or replaced are left out.
 */
export async function selectConfiguredOf(db: Reader, organizationId: string): Promise<ConfiguredRow[]> {
  const parts = configuredKinds.map((kind) => {
    const works = kind === 'api_key' ? sql` and r.revoked_at is null and r.ends_at is null` : sql``
    return selectOf(kind, sql`${whereOf(kind, [organizationId])}${works}`)
  })
  const all = sql`select * from (${join(parts, sql` union all `)}) a order by key collate "C", _id`
  return (await db.query<StoredRow>(all)).map(rowOf)
}

/**
 * Returns one page of the records of a kind, by name, and how many there are.
 *
 * @param project_id null: of the whole organization, which has its projects there.
 * @param status only campaigns with it, where one past its end date has ended (Rule 14); undefined: records with any.
 */
export async function selectConfiguredPage(
  db: Queryable,
  kind: ConfiguredKind,
  { organization_id, project_id }: { organization_id: string; project_id: string | null },
  ids: readonly string[] | null,
  { skip, limit, status, now }: { skip: number; limit: number; status?: CampaignStatus; now: Date },
): Promise<{ items: ConfiguredRow[]; total: number }> {
  const { from, key, organizationId, projectId } = sources[kind]
  const where = sql`${organizationId} = ${organization_id}
    and (${project_id}::uuid is null or ${projectId} = ${project_id}::uuid)
    and (${ids}::uuid[] is null or r._id = any(${ids}::uuid[]))
    ${status === undefined ? sql`` : sql`and (case when r.ends_at <= ${now} then 'ended' else r.status end) = ${status}`}`
  const [rows, counts] = await Promise.all([
    db.query<StoredRow>(sql`${selectOf(kind, where)} order by ${key}, r._id limit ${limit} offset ${skip}`),
    db.query<{ total: number }>(sql`select count(*) as total from ${from} where ${where}`),
  ])
  return { items: rows.map(rowOf), total: counts[0]?.total ?? 0 }
}

function rowOf({ secrets, ...row }: StoredRow): ConfiguredRow {
  const fields = fieldsOf(row)
  const names = row.kind === 'agent' ? toolSecretNames(fields) : (secretNames[row.kind] ?? [])
  return {
    ...row,
    fields,
    secrets: Object.fromEntries(secrets.map((secret, index) => [names[index]!, secret])),
  }
}

function fieldsOf({ kind, fields }: Pick<StoredRow, 'kind' | 'fields'>): Record<string, unknown> {
  if (kind === 'campaign') return { ...fields, calling_hours: hoursOf(fields) }
  return kind === 'agent' ? agentFieldsOf(fields) : fields
}

/** Returns where the secrets of an agent's tools stand, in the order of the tools' names. */
function toolSecretNames({ tools }: Record<string, unknown>): string[] {
  return (tools as AgentDefinition['tools'])
    .flatMap((tool) => (tool.kind === 'http' ? [tool.name] : []))
    .toSorted()
    .map((name) => `tools.${name}.secret`)
}

interface StoredHours {
  timezone: string
  also_callee?: boolean
  windows: { days: string[]; from: string; to: string }[]
  closed_dates: string[]
}

/** Returns calling hours in the order in which people write them; `jsonb` sorts its members. */
function hoursOf(fields: Record<string, unknown>): StoredHours | null {
  const hours = fields['calling_hours'] as StoredHours | null // `apply` has checked what it stored.
  if (hours === null) return null
  const { timezone, also_callee, windows, closed_dates } = hours
  return {
    timezone,
    ...(also_callee === true && { also_callee }),
    windows: windows.map(({ days, from, to }) => ({ days, from, to })),
    closed_dates,
  }
}
