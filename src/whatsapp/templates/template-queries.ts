import type { Db } from '../../db/database.ts'
import type { Queryable, Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { StoredTemplate } from './template-changes.ts'

/** How long a worker has to read the templates of a sender's account before another may. */
const leaseMinutes = 15
/** How long after a reading a reason to read again is put off: a broadcast can give one with each of its messages. */
const pauseMinutes = 10

/** A sender whose templates one process reads. */
export interface SyncingSender {
  organization_id: string
  project_id: string
  _id: string
  name: string
  organization: string
  project: string
  /** BCP 47, the project's. */
  language: string
  business_account_id: string
  /** Sealed. */
  access_token: Buffer
  api_url: string | null
  /** Until when it is this process's; what it is recognised by. */
  templates_due_at: string
}

const claimed = sql`s.organization_id, s.project_id, s._id, s.name, s.business_account_id, s.access_token, s.api_url,
  s.templates_due_at, o.name as organization, p.name as project, p.language`

/**
 * Takes the connected sender that is due first, if another worker has not; null where none is. Index:
 * whatsapp_senders_by_due_templates.
 */
export async function claimDueSync(db: Db, now: Date): Promise<SyncingSender | null> {
  const [sender] = await db.write<SyncingSender>(sql`
    update whatsapp_senders s set templates_read_at = ${now},
      templates_due_at = ${now}::timestamptz + ${leaseMinutes} * interval '1 minute'
    from organizations o, projects p
    where (s.organization_id, s._id) = (
        select organization_id, _id from whatsapp_senders where status = 'connected' and templates_due_at <= ${now}
        order by templates_due_at limit 1 for no key update skip locked)
      and o._id = s.organization_id and p.organization_id = s.organization_id and p._id = s.project_id
    returning ${claimed}`)
  return sender ?? null
}

/** Takes a sender whether or not it is due, from a worker too that has it; null where it is gone or not connected. */
export async function claimSync(
  db: Db,
  { organization_id, _id }: { organization_id: string; _id: string },
  now: Date,
): Promise<SyncingSender | null> {
  const [sender] = await db.write<SyncingSender>(sql`
    update whatsapp_senders s set templates_read_at = ${now},
      templates_due_at = ${now}::timestamptz + ${leaseMinutes} * interval '1 minute'
    from organizations o, projects p
    where s.organization_id = ${organization_id} and s._id = ${_id} and s.status = 'connected'
      and o._id = s.organization_id and p.organization_id = s.organization_id and p._id = s.project_id
    returning ${claimed}`)
  return sender ?? null
}

/**
 * Writes down what hindered a reading, null where nothing did, and when the next is due. A reading that was asked for
 * meanwhile stays asked for: then the sender is no more due when it was claimed until.
 */
export async function updateSyncEnded(
  db: Queryable,
  { organization_id, _id, templates_due_at }: SyncingSender,
  dueAt: Date,
  fault: string | null,
): Promise<void> {
  await db.write(sql`
    update whatsapp_senders set templates_fault = ${fault},
      templates_due_at = case when templates_due_at = ${templates_due_at} then ${dueAt} else templates_due_at end
    where organization_id = ${organization_id} and _id = ${_id}`)
}

/** Has the templates of a sender's account read soon, since something shows that they differ from what is stored. */
export async function updateSyncDue(
  db: Queryable,
  { organization_id, whatsapp_sender_id }: { organization_id: string; whatsapp_sender_id: string },
  now: Date,
): Promise<void> {
  const soon = sql`greatest(${now}::timestamptz, templates_read_at + ${pauseMinutes} * interval '1 minute')`
  await db.write(sql`
    update whatsapp_senders set templates_due_at = ${soon}
    where organization_id = ${organization_id} and _id = ${whatsapp_sender_id} and templates_due_at > ${soon}`)
}

/** A sender as an operator names it. */
export interface NamedSyncSender {
  organization_id: string
  _id: string
}

/**
 * The connected senders of the service, of an organization or of one of its projects, each given by name or id, in the
 * order of their names.
 */
export async function selectSyncSenders(
  db: Queryable,
  { organization, project }: { organization: string | null; project: string | null },
): Promise<NamedSyncSender[]> {
  return db.query<NamedSyncSender>(sql`
    select s.organization_id, s._id from whatsapp_senders s
    join organizations o on o._id = s.organization_id
    join projects p on p.organization_id = s.organization_id and p._id = s.project_id
    where s.status = 'connected'
      and (${organization}::text is null or o.name = ${organization} or o._id::text = lower(${organization}))
      and (${project}::text is null or p.name = ${project} or p._id::text = lower(${project}))
    order by o.name, p.name, s.name`)
}

/** Locks the templates of an account in a project, whichever sender they are of; ordered, so that two of these wait. */
export async function lockAccountTemplates(
  transaction: Transaction,
  { organization_id, project_id, business_account_id }: SyncingSender,
): Promise<StoredTemplate[]> {
  return transaction.query<StoredTemplate>(sql`
    select _id, name, provider_name, language, category, status, components from whatsapp_templates
    where organization_id = ${organization_id} and project_id = ${project_id} and whatsapp_sender_id in (
      select _id from whatsapp_senders where organization_id = ${organization_id} and project_id = ${project_id}
        and business_account_id = ${business_account_id})
    order by _id for update`)
}

/** Every name that is taken in the project. */
export async function selectTemplateNames(
  db: Queryable,
  { organization_id, project_id }: SyncingSender,
): Promise<string[]> {
  const rows = await db.query<{ name: string }>(sql`
    select name from whatsapp_templates where organization_id = ${organization_id} and project_id = ${project_id}`)
  return rows.map(({ name }) => name)
}

/** Writes templates that the provider has and the project had not. @throws where somebody else made one meanwhile. */
export async function insertTemplates(
  transaction: Transaction,
  { organization_id, project_id, _id }: SyncingSender,
  templates: readonly StoredTemplate[],
  now: Date,
): Promise<void> {
  await transaction.query(sql`
    insert into whatsapp_templates (organization_id, project_id, _id, name, provider_name, whatsapp_sender_id, language,
      category, status, components, created_at, updated_at)
    select ${organization_id}, ${project_id}, t._id, t.name, t.provider_name, ${_id}, t.language, t.category, t.status,
      t.components, ${now}, ${now}
    from ${rowsOf(templates)}`)
}

/** Writes what the provider says of stored templates. */
export async function updateTemplates(
  transaction: Transaction,
  { organization_id }: SyncingSender,
  templates: readonly StoredTemplate[],
  now: Date,
): Promise<void> {
  await transaction.query(sql`
    update whatsapp_templates w
    set category = t.category, status = t.status, components = t.components, updated_at = ${now}
    from ${rowsOf(templates)} where w.organization_id = ${organization_id} and w._id = t._id`)
}

/** One parameter for any number of rows. */
function rowsOf(templates: readonly StoredTemplate[]) {
  return sql`jsonb_to_recordset(${JSON.stringify(templates)}::jsonb) as t (_id uuid, name text, provider_name text,
    language text, category text, status text, components jsonb)`
}
