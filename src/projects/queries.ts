import type { Db } from '../db/database.ts'
import { selectPage } from '../db/page.ts'
import type { List } from '../db/page.ts'
import type { Queryable, Transaction } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'
import { fieldsOf, idField, textField, timestampField } from '../filters/fields.ts'

export const projectStatuses = ['active', 'archived'] as const

const given = { nullable: false }

/** The fields that a filter or sort may name: all that a list item shows. */
export const projectFields = fieldsOf({
  _id: idField(sql`_id`, given),
  organization_id: idField(sql`organization_id`, given),
  name: textField(sql`name`, given),
  status: textField(sql`status`, given),
  language: textField(sql`language`, given),
  timezone: textField(sql`timezone`, given),
  default_country: textField(sql`default_country`),
  created_at: timestampField(sql`created_at`, given),
  updated_at: timestampField(sql`updated_at`, given),
})

/**
 * Returns one page of an organization's projects, and how many there are. Index of the default order:
 * projects_by_creation.
 */
export async function selectProjects(
  db: Db,
  organizationId: string,
  list: List,
): Promise<{ items: object[]; total: number }> {
  const columns = sql`_id, organization_id, name, status, language, timezone, default_country, created_at, updated_at`
  const from = sql`from projects where organization_id = ${organizationId}`
  return selectPage<object>(db, organizationId, { columns, from }, list)
}

/** Returns whether the organization has the project. */
export async function selectHasProject(
  db: Queryable,
  organizationId: string,
  projectId: string,
): Promise<boolean> {
  const rows = await db.query(sql`
    select _id from projects where organization_id = ${organizationId} and _id = ${projectId}`)
  return rows.length === 1
}

/** Returns the time zone of a project; null if the organization has no such project. */
export async function selectProjectZone(
  db: Queryable,
  { organization_id, project_id }: { organization_id: string; project_id: string },
): Promise<string | null> {
  const [project] = await db.query<{ timezone: string }>(sql`
    select timezone from projects where organization_id = ${organization_id} and _id = ${project_id}`)
  return project?.timezone ?? null
}

/**
 * Returns the project that an operator names, organization and project each by name or id; null if there is none.
 */
export async function selectProjectByNames(
  db: Queryable,
  organization: string,
  project: string,
): Promise<{ organization_id: string; project_id: string } | null> {
  const [row] = await db.query<{ organization_id: string; project_id: string }>(sql`
    select p.organization_id, p._id as project_id
    from projects p join organizations o on o._id = p.organization_id
    where (o.name = ${organization} or o._id::text = lower(${organization}))
      and (p.name = ${project} or p._id::text = lower(${project}))
    limit 1`)
  return row ?? null
}

/** An organization as an operator declares it. The row with this id is updated; a new id makes a new one. */
export interface DeclaredOrganizationRow {
  _id: string
  name: string
  plan_status: string
  plan_whatsapp_sends: number
  plan_links: number
  /** What it may ring, where that differs from the defaults; null: the defaults. */
  calls: Readonly<Record<string, unknown>> | null
}

/**
 * Inserts or updates the organization with this id. Returns its id; null if nothing differs, and then nothing is
 * written and `updated_at` stays.
 */
export async function upsertOrganization(
  transaction: Transaction,
  row: DeclaredOrganizationRow,
  now: Date,
): Promise<string | null> {
  // Apart from the insert: `on conflict do update` of a unique column locks the row as if its key changed, and then
  // every insert of a row of the organization waits.
  const [updated] = await transaction.query<{ _id: string }>(sql`
    update organizations o set
      name = d.name, plan_status = d.plan_status, plan_whatsapp_sends = d.plan_whatsapp_sends,
      plan_links = d.plan_links, calls = d.calls, revision = o.revision + 1, updated_at = ${now}
    from (select ${row.name}::text as name, ${row.plan_status}::text as plan_status,
      ${row.plan_whatsapp_sends}::integer as plan_whatsapp_sends, ${row.plan_links}::integer as plan_links,
      ${row.calls === null ? null : JSON.stringify(row.calls)}::jsonb as calls) d
    where o._id = ${row._id} and (o.name, o.plan_status, o.plan_whatsapp_sends, o.plan_links, o.calls)
      is distinct from (d.name, d.plan_status, d.plan_whatsapp_sends, d.plan_links, d.calls)
    returning o._id`)
  if (updated !== undefined) return updated._id
  const [made] = await transaction.query<{ _id: string }>(sql`
    insert into organizations
      (_id, name, plan_status, plan_whatsapp_sends, plan_links, calls, created_at, updated_at)
    values (${row._id}, ${row.name}, ${row.plan_status}, ${row.plan_whatsapp_sends}, ${row.plan_links},
      ${row.calls === null ? null : JSON.stringify(row.calls)}::jsonb, ${now}, ${now})
    on conflict (_id) do nothing
    returning _id`)
  return made?._id ?? null
}

/** What is removed after a number of days. */
export const retentionKinds = ['transcripts', 'messages', 'events', 'audit'] as const
export type RetentionKind = (typeof retentionKinds)[number]
export type Retention = Record<RetentionKind, number | null>

/** A project as an operator declares it. The row with this id is updated; a new id makes a new one. */
export interface DeclaredProjectRow {
  organization_id: string
  _id: string
  name: string
  status: string
  language: string
  timezone: string
  default_country: string | null
  ticket_keywords: readonly string[]
  /** What all agents may ask of models in a day (UTC), in tokens; null: unbounded. */
  model_tokens_a_day: number | null
  /** Whether events are kept although nobody may read them. */
  events: 'as_needed' | 'keep'
  /** How many days each kind of data is kept; null: as long as the project. */
  retention: Retention | null
  /** How many requests all its keys may make together; null: no limit. */
  requests_per_second: number | null
  /** Whether a stored project keeps its own `requests_per_second`. */
  keepsRate: boolean
}

/**
 * Inserts or updates the project with this id in its organization. Returns its id; null if nothing differs, and
 * then nothing is written and `updated_at` stays.
 */
export async function upsertProject(
  transaction: Transaction,
  row: DeclaredProjectRow,
  now: Date,
): Promise<string | null> {
  const rate = row.keepsRate ? sql`p.requests_per_second` : sql`excluded.requests_per_second`
  const [written] = await transaction.query<{ _id: string }>(sql`
    insert into projects as p (organization_id, _id, name, status, language, timezone, default_country, ticket_keywords, model_tokens_a_day,
      events, retention, requests_per_second, created_at, updated_at)
    values (${row.organization_id}, ${row._id}, ${row.name}, ${row.status}, ${row.language}, ${row.timezone},
      ${row.default_country}, ${row.ticket_keywords}::text[], ${row.model_tokens_a_day}, ${row.events},
      ${row.retention === null ? null : JSON.stringify(row.retention)}::jsonb, ${row.requests_per_second}, ${now}, ${now})
    on conflict (organization_id, _id) do update set
      name = excluded.name, status = excluded.status, language = excluded.language, timezone = excluded.timezone,
      default_country = excluded.default_country, ticket_keywords = excluded.ticket_keywords,
      model_tokens_a_day = excluded.model_tokens_a_day, events = excluded.events, retention = excluded.retention,
      requests_per_second = ${rate}, revision = p.revision + 1, updated_at = excluded.updated_at
    where (p.name, p.status, p.language, p.timezone, p.default_country, p.ticket_keywords, p.model_tokens_a_day,
        p.events, p.retention, p.requests_per_second)
      is distinct from (excluded.name, excluded.status, excluded.language, excluded.timezone, excluded.default_country,
        excluded.ticket_keywords, excluded.model_tokens_a_day, excluded.events, excluded.retention, ${rate})
    returning _id`)
  return written?._id ?? null
}
