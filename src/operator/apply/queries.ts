import type { Queryable, Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { SectionName } from './outline.ts'

/** The key of an advisory lock; an arbitrary number that other programs are unlikely to use. */
const declarationLock = 8_020_326_115

/**
 * Waits up to a minute until no other declaration is being applied, and keeps others waiting until the transaction
 * ends. There is one lock for the whole service: new records have no row to lock, a phone number id is unique over all
 * organizations, and locks per organization could deadlock by their order.
 */
export async function lockDeclarations(transaction: Transaction): Promise<void> {
  await transaction.query(sql`
    select set_config('lock_timeout', '60s', true), set_config('statement_timeout', '60s', true)`)
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
  /** Encrypted, in the order of the section's secrets. */
  secrets: Buffer[]
}

/**
 * Returns all records that a declaration can match or refer to, of every project of the organizations, in one statement
 * for a declaration of any size.
 */
export async function selectRecordsOf(
  db: Queryable,
  organizationIds: readonly string[],
): Promise<StoredRecord[]> {
  const among = sql`where organization_id = any(${organizationIds}::uuid[])`
  const none = sql`array[]::bytea[] as secrets`
  return db.query<StoredRecord>(sql`
    select 'voice_carriers' as section, project_id, _id, name as key, array[auth_token] as secrets
      from voice_carriers ${among}
    union all select 'caller_ids', project_id, _id, number, ${none} from caller_ids ${among}
    union all select 'workflows', project_id, _id, name, ${none} from workflows ${among}
    union all select 'campaigns', project_id, _id, name, ${none} from campaigns ${among}
    union all select 'whatsapp_senders', project_id, _id, name, array[access_token, app_secret, verify_token]
      from whatsapp_senders ${among}
    union all select 'whatsapp_templates', project_id, _id, name, ${none} from whatsapp_templates ${among}
    union all select 'broadcasts', project_id, _id, name, ${none} from broadcasts ${among}
    union all select 'api_keys', project_id, _id, name, ${none} from api_keys ${among}`)
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
