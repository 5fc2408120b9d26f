import type { Db } from '../../db/database.ts'
import type { Queryable, Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import { eventsOf } from '../../events/event-of.ts'
import { factsOfTemplates } from '../message-events.ts'
import type { LockedTemplate, StoredTemplate } from './template-changes.ts'

/** The lease of a claimed sync; after it another worker may claim the sender. */
const leaseMinutes = 15
/** The shortest time between two syncs of a sender. Each message of a broadcast can request one. */
const pauseMinutes = 10

/** A sender whose sync one process has claimed. */
export interface SyncingSender {
  organization_id: string
  project_id: string
  _id: string
  name: string
  organization: string
  project: string
  /** The project's language, BCP 47. */
  language: string
  business_account_id: string
  /** Sealed. */
  access_token: Buffer
  api_url: string | null
  api_url_given_by: string | null
  /** When the claim's lease ends; also identifies the claim. */
  templates_due_at: string
}

const claimed = sql`s.organization_id, s.project_id, s._id, s.name, s.business_account_id, s.access_token, s.api_url, s.api_url_given_by,
  s.templates_due_at, o.name as organization, p.name as project, p.language`

/**
 * Claims the connected sender whose sync is due first and that no other worker has claimed; returns null if none is
 * due. Index: whatsapp_senders_by_due_templates.
 *
 * @param busy organizations whose senders are left out.
 */
export async function claimDueSync(
  db: Db,
  now: Date,
  busy: readonly string[],
): Promise<SyncingSender | null> {
  const [sender] = await db.write<SyncingSender>(sql`
    update whatsapp_senders s set templates_read_at = ${now},
      templates_due_at = ${now}::timestamptz + ${leaseMinutes} * interval '1 minute'
    from organizations o, projects p
    where (s.organization_id, s._id) = (
        select organization_id, _id from whatsapp_senders where status = 'connected' and templates_due_at <= ${now}
          and is_here(organization_id) and organization_id <> all(${busy}::uuid[])
        order by templates_due_at limit 1 for no key update skip locked)
      and o._id = s.organization_id and p.organization_id = s.organization_id and p._id = s.project_id
    returning ${claimed}`)
  return sender ?? null
}

/** When the next sync is due. Index: whatsapp_senders_by_due_templates. */
export const nextSyncDue = sql`(
  select min(templates_due_at) from whatsapp_senders where status = 'connected' and is_here(organization_id))`

/**
 * Claims a sender's sync whether or not it is due, even if a worker has claimed it. Returns null if the sender is
 * deleted or not connected.
 */
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
 * Records the end of a sync: its fault, or null, and when the next one is due. If an earlier sync was requested
 * meanwhile, which shows in a changed `templates_due_at`, that request stays.
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

/** Requests a sync of a sender soon, because its templates at Meta seem to differ from the stored ones. */
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

/**
 * Claims a sender's sync for somebody who asks for it, unless its templates were read within the last `pauseSeconds`.
 * Returns null then, or if the sender is deleted or not connected.
 */
export async function claimAskedSync(
  db: Db,
  { organization_id, _id }: { organization_id: string; _id: string },
  now: Date,
  pauseSeconds: number,
): Promise<SyncingSender | null> {
  const [sender] = await db.write<SyncingSender>(sql`
    update whatsapp_senders s set templates_read_at = ${now},
      templates_due_at = ${now}::timestamptz + ${leaseMinutes} * interval '1 minute'
    from organizations o, projects p
    where s.organization_id = ${organization_id} and s._id = ${_id} and s.status = 'connected'
      and (s.templates_read_at is null
        or s.templates_read_at <= ${now}::timestamptz - ${pauseSeconds} * interval '1 second')
      and o._id = s.organization_id and p.organization_id = s.organization_id and p._id = s.project_id
    returning ${claimed}`)
  return sender ?? null
}

/** A sender whose templates somebody asks to be read. */
export interface AskedSender {
  organization_id: string
  _id: string
  name: string
  status: string
  business_account_id: string
  templates_read_at: string | null
}

/** Returns the senders of a project, ordered by name; with an id that one alone. */
export async function selectAskedSenders(
  db: Queryable,
  { organization_id, project_id }: { organization_id: string; project_id: string },
  senderId: string | null,
): Promise<AskedSender[]> {
  return db.query<AskedSender>(sql`
    select organization_id, _id, name, status, business_account_id, templates_read_at from whatsapp_senders
    where organization_id = ${organization_id} and project_id = ${project_id}
      and (${senderId}::uuid is null or _id = ${senderId}::uuid)
    order by name limit 1000`)
}

/** A sender that an operator's command syncs. */
export interface NamedSyncSender {
  organization_id: string
  _id: string
}

/**
 * Returns the connected senders, ordered by name. An organization and a project, by name or id, narrow the selection.
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

/**
 * Locks all templates of an account in a project. A sync waits here for another one of the project, before it sees
 * which templates and names are there, so that the two never both add a template. The order prevents a deadlock with a
 * webhook.
 *
 * @param readAt when reading Meta's templates began. What Meta shows may be some seconds old, and its times are whole
 * seconds.
 */
export async function lockAccountTemplates(
  transaction: Transaction,
  { organization_id, project_id, business_account_id }: SyncingSender,
  readAt: Date,
): Promise<LockedTemplate[]> {
  const [, stored] = await Promise.all([
    transaction.query(sql`
      select pg_advisory_xact_lock(hashtextextended(${`whatsapp templates ${project_id}`}, 0))`),
    transaction.query<LockedTemplate>(sql`
      select _id, name, provider_name, language, category, status, components,
        coalesce(updated_at > ${readAt} and status_since > ${readAt}::timestamptz - interval '10 seconds', false)
          as has_later_status
      from whatsapp_templates
      where organization_id = ${organization_id} and project_id = ${project_id} and whatsapp_sender_id in (
        select _id from whatsapp_senders where organization_id = ${organization_id} and project_id = ${project_id}
          and business_account_id = ${business_account_id})
      order by _id for update`),
  ])
  return stored
}

/** A template with its sender's name. */
export interface SenderTemplate extends StoredTemplate {
  sender_name: string
  /** Since when it has its status; null: not known. */
  known_since: string | null
}

/**
 * Locks the templates of a sender with Meta's name and language; more than one is possible. Index:
 * whatsapp_templates_by_sender.
 */
export async function lockSenderTemplates(
  transaction: Transaction,
  { organization_id, whatsapp_sender_id }: { organization_id: string; whatsapp_sender_id: string },
  { name, language }: { name: string; language: string },
): Promise<SenderTemplate[]> {
  return transaction.query<SenderTemplate>(sql`
    select t._id, t.name, t.provider_name, t.language, t.category, t.status, t.components, s.name as sender_name,
      t.status_since as known_since
    from whatsapp_templates t
    join whatsapp_senders s on s.organization_id = t.organization_id and s._id = t.whatsapp_sender_id
    where t.organization_id = ${organization_id} and t.whatsapp_sender_id = ${whatsapp_sender_id}
      and t.provider_name = ${name} and t.language = ${language}
    order by t._id for update of t`)
}

/** Returns all template names of the project. */
export async function selectTemplateNames(
  db: Queryable,
  { organization_id, project_id }: SyncingSender,
): Promise<string[]> {
  const rows = await db.query<{ name: string }>(sql`
    select name from whatsapp_templates where organization_id = ${organization_id} and project_id = ${project_id}`)
  return rows.map(({ name }) => name)
}

/** Inserts new templates. @throws a unique violation if another transaction took one of the names meanwhile. */
export async function insertTemplates(
  transaction: Transaction,
  { organization_id, project_id, _id }: SyncingSender,
  templates: readonly StoredTemplate[],
  now: Date,
): Promise<void> {
  const made = factsOfTemplates(sql`select * from made`, now)
  await transaction.query(sql`
    with made as (
    insert into whatsapp_templates (organization_id, project_id, _id, name, provider_name, whatsapp_sender_id, language,
      category, status, components, created_at, updated_at)
    select ${organization_id}, ${project_id}, t._id, t.name, t.provider_name, ${_id}, t.language, t.category, t.status,
      t.components, ${now}, ${now}
    from ${rowsOf(templates)}
    returning *
    ), ${eventsOf({ organization_id, project_id }, made)}
    select`)
}

/** A template with what Meta says about a new status. */
export interface UpdatedTemplate extends StoredTemplate {
  /** When Meta gave it the status; absent: now. */
  status_since?: string
  /** Meta's word for why, such as `ABUSIVE_CONTENT`. */
  status_reason?: string | null
  /** Meta's text for the operator. */
  status_explanation?: string | null
}

/**
 * Updates stored templates with Meta's category, status and components. A new status takes its own reason, or none.
 * Returns their revisions by id.
 */
export async function updateTemplates(
  transaction: Transaction,
  project: { organization_id: string; project_id: string },
  templates: readonly UpdatedTemplate[],
  now: Date,
): Promise<Map<string, number>> {
  const { organization_id } = project
  const updated = await transaction.query<{ _id: string; revision: number }>(sql`
    with updated as (
    update whatsapp_templates w
    set category = t.category, status = t.status, components = t.components,
      status_since = case when w.status = t.status then w.status_since
        else coalesce(t.status_since, ${now}::timestamptz) end,
      status_reason = case when w.status = t.status then w.status_reason else t.status_reason end,
      status_explanation = case when w.status = t.status then w.status_explanation else t.status_explanation end,
      revision = w.revision + 1, updated_at = ${now}
    from ${rowsOf(templates)} where w.organization_id = ${organization_id} and w._id = t._id
    returning w.*
    ), ${eventsOf(project, factsOfTemplates(sql`select * from updated`, now))}
    select _id, revision from updated`)
  return new Map(updated.map(({ _id, revision }) => [_id, revision]))
}

/**
 * Writes when Meta gave templates the status that they have already, and why. That is no change of the template and
 * makes no revision; `updated_at` shows a sync under way that what it has read of the status may be older.
 */
export async function updateStatusRemark(
  transaction: Transaction,
  project: { organization_id: string; project_id: string },
  templates: readonly { _id: string }[],
  remark: Required<Pick<UpdatedTemplate, 'status_since' | 'status_reason' | 'status_explanation'>>,
  now: Date,
): Promise<void> {
  const { organization_id } = project
  await transaction.query(sql`
    with remarked as (
    update whatsapp_templates set status_since = ${remark.status_since}, status_reason = ${remark.status_reason},
      status_explanation = ${remark.status_explanation}, updated_at = ${now}
    where organization_id = ${organization_id} and _id = any(${templates.map(({ _id }) => _id)}::uuid[])
    returning *
    ), ${eventsOf(project, factsOfTemplates(sql`select * from remarked`, now))}
    select`)
}

/** What Meta says of a template beside its content. */
export interface TemplateRemark {
  provider_name: string
  language: string
  /** Why Meta rejected it, in Meta's word; null: it does not say. */
  reason: string | null
  quality: string | null
}

/** Writes Meta's reasons and qualities where they differ. They are no change of the template. */
export async function updateTemplateRemarks(
  transaction: Transaction,
  { organization_id, project_id, business_account_id }: SyncingSender,
  remarks: readonly TemplateRemark[],
  now: Date,
): Promise<void> {
  await transaction.query(sql`
    with remarked as (
    update whatsapp_templates w
    set status_reason = coalesce(t.reason, w.status_reason), quality = coalesce(t.quality, w.quality)
    from jsonb_to_recordset(${JSON.stringify(remarks)}::jsonb) as t (provider_name text, language text, reason text,
      quality text)
    where w.organization_id = ${organization_id} and w.project_id = ${project_id}
      and w.whatsapp_sender_id in (
        select _id from whatsapp_senders where organization_id = ${organization_id} and project_id = ${project_id}
          and business_account_id = ${business_account_id})
      and w.provider_name = t.provider_name and w.language = t.language
      and (coalesce(t.reason, w.status_reason), coalesce(t.quality, w.quality))
        is distinct from (w.status_reason, w.quality)
    returning w.*
    ), ${eventsOf({ organization_id, project_id }, factsOfTemplates(sql`select * from remarked`, now))}
    select`)
}

/**
 * Returns the templates as a table. They are one parameter, so that the statement is the same for any number of rows.
 */
function rowsOf(templates: readonly UpdatedTemplate[]) {
  return sql`jsonb_to_recordset(${JSON.stringify(templates)}::jsonb) as t (_id uuid, name text, provider_name text,
    language text, category text, status text, components jsonb, status_since timestamptz, status_reason text,
    status_explanation text)`
}
