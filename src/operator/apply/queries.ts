import type { Queryable, Transaction } from '../../db/queryable.ts'
import { join, sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import type { SectionName } from './outline.ts'

/** The key of an advisory lock; an arbitrary number that other programs are unlikely to use. */
const declarationLock = 8_020_326_115

/**
 * Waits up to 15 seconds until no other declaration is being applied, and keeps others waiting until the transaction
 * ends. There is one lock for the whole service: new records have no row to lock, a phone number id is unique over all
 * organizations, and locks per organization could deadlock by their order.
 */
export async function lockDeclarations(transaction: Transaction): Promise<void> {
  await transaction.query(sql`
    select set_config('lock_timeout', '15s', true), set_config('statement_timeout', '60s', true)`)
  await transaction.query(sql`select pg_advisory_xact_lock(${declarationLock}::bigint)`)
}

export interface StoredOrganization {
  _id: string
  name: string
}

/** Returns the organizations that have one of the names. */
export async function selectOrganizationsByName(
  db: Queryable,
  names: readonly string[],
): Promise<StoredOrganization[]> {
  return db.query<StoredOrganization>(
    sql`select _id, name from organizations where name = any(${names}::text[])`,
  )
}

export interface StoredProject {
  organization_id: string
  _id: string
  name: string
}

/** Returns all projects of the organizations. */
export async function selectProjectsOf(
  db: Queryable,
  organizationIds: readonly string[],
): Promise<StoredProject[]> {
  return db.query<StoredProject>(sql`
    select organization_id, _id, name from projects where organization_id = any(${organizationIds}::uuid[])`)
}

export interface StoredRecord {
  section: SectionName
  project_id: string
  _id: string
  /** The name, or the number of a caller ID. */
  key: string
  /** Encrypted, in the order of the section's secrets; for an agent in the order of `tools`. */
  secrets: Buffer[]
  /** The tools of an agent that have a secret; else empty. */
  tools: string[]
  /** What it leads to, as in `Stored.through`; null for others. */
  through_id: string | null
  /** Whether it is an agent that can end a call. */
  endsCalls: boolean
  /** Whether it is a campaign that answers calls. */
  isInbound: boolean
}

/**
 * Returns all records that a declaration can match or refer to, of every project of the organizations, in one statement
 * for a declaration of any size.
 */
export async function selectRecordsOf(
  db: Queryable,
  organizationIds: readonly string[],
): Promise<StoredRecord[]> {
  const records = (
    section: SectionName,
    table: Sql,
    more: { key?: Sql; secrets?: Sql; tools?: Sql; through?: Sql; endsCalls?: Sql; isInbound?: Sql } = {},
  ) => {
    const { key = sql`r.name`, secrets = sql`array[]::bytea[]`, tools = sql`array[]::text[]` } = more
    const { through = sql`null::uuid`, endsCalls = sql`false`, isInbound = sql`false` } = more
    return sql`select ${section}::text as section, r.project_id, r._id, ${key} as key, ${secrets} as secrets,
      ${tools} as tools, ${through} as through_id, ${endsCalls} as "endsCalls", ${isInbound} as "isInbound"
      from ${table} r where r.organization_id = any(${organizationIds}::uuid[])`
  }
  const toolsOf = (column: Sql) => sql`array(select s.${column} from agent_tool_secrets s
    where s.organization_id = r.organization_id and s.agent_id = r._id order by s.tool collate "C")`
  const parts = [
    records('voice_carriers', sql`voice_carriers`, { secrets: sql`array[r.auth_token]` }),
    records('caller_ids', sql`caller_ids`, {
      key: sql`r.number`,
      through: sql`r.inbound_campaign_id`,
    }),
    records('workflows', sql`workflows`, {
      through: sql`(select v.agent_id from workflow_revisions v where v.organization_id = r.organization_id
        and v.workflow_id = r._id and v.revision = r.revision)`,
    }),
    records('whatsapp_senders', sql`whatsapp_senders`, {
      secrets: sql`array[r.access_token, r.app_secret, r.verify_token]`,
    }),
    records('whatsapp_templates', sql`whatsapp_templates`),
    records('broadcasts', sql`broadcasts`, { through: sql`r.whatsapp_sender_id` }),
    records('model_accounts', sql`model_accounts`, { secrets: sql`array_remove(array[r.api_key], null)` }),
    records('agents', sql`agents`, {
      secrets: toolsOf(sql`secret`),
      tools: toolsOf(sql`tool`),
      through: sql`r.broadcast_id`,
      endsCalls: sql`exists (select from agent_revisions v where v.organization_id = r.organization_id
        and v.agent_id = r._id and v.revision = r.revision and v.definition @? '$.tools[*] ? (@.kind == "end_call")')`,
    }),
    records('campaigns', sql`campaigns`, {
      through: sql`r.agent_id`,
      isInbound: sql`r.call_direction = 'inbound'`,
    }),
    records('api_keys', sql`api_keys`),
    records('webhook_endpoints', sql`(select * from webhook_endpoints where removed_at is null)`, {
      secrets: sql`array[r.secret]`,
    }),
  ]
  return db.query<StoredRecord>(join(parts, sql` union all `))
}

export interface PhoneNumberIdHolder {
  _id: string
  phone_number_id: string
  project_id: string
  name: string
  organization: string
  project: string
}

/** Returns the senders of any organization that have one of these ids. The operator may see all tenants. */
export async function selectPhoneNumberIdHolders(
  db: Queryable,
  phoneNumberIds: readonly string[],
): Promise<PhoneNumberIdHolder[]> {
  return db.query<PhoneNumberIdHolder>(sql`
    select s._id, s.phone_number_id, s.project_id, s.name, o.name as organization, p.name as project
    from whatsapp_senders s
    join organizations o on o._id = s.organization_id
    join projects p on p.organization_id = s.organization_id and p._id = s.project_id
    where s.phone_number_id = any(${phoneNumberIds}::text[])`)
}
