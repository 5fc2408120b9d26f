import type { Db } from '../db/database.ts'
import type { Queryable, Reader } from '../db/queryable.ts'
import { join, sql, typedParam } from '../db/sql.ts'

/** A change as it is stored and shown. */
export interface ChangeRow {
  organization_id: string | null
  _id: string
  project_id: string | null
  at: string
  actor_kind: string
  actor_id: string | null
  actor_name: string
  via: string
  request_id: string | null
  kind: string
  record_id: string
  record_name: string
  action: string
  revision: number | null
  fields: readonly { path: string; before: unknown; after: unknown }[]
}

const columns = sql`organization_id, _id, project_id, at, actor_kind, actor_id, actor_name, via, request_id, kind, record_id,
  record_name, action, revision, fields`

/** Inserts changes. They are one parameter, so that the statement is the same for any number of rows. */
export async function insertChanges(transaction: Queryable, rows: readonly ChangeRow[]): Promise<void> {
  await transaction.write(sql`
    insert into changes (${columns})
    select ${columns} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t (organization_id uuid, _id uuid,
      project_id uuid, at timestamptz, actor_kind text, actor_id text, actor_name text, via text, request_id text,
      kind text, record_id text, record_name text, action text, revision integer, fields jsonb)`)
}

/** Which changes a list shows; null: all. */
export interface ChangeFilter {
  /** The id or the name of the actor. */
  person: string | null
  kind: string | null
  record_id: string | null
  /** A path, which also selects the fields below it. */
  field: string | null
  /** From this instant on. */
  from: Date | null
  /** Before this instant. */
  to: Date | null
  /** The projects that the reader may see; null: the whole organization. */
  project_ids: readonly string[] | null
}

/**
 * Returns one page of an organization's changes, newest first, and how many there are. Index: changes_by_time, or
 * changes_by_record if a record is named.
 */
export async function selectChanges(
  db: Db,
  organizationId: string,
  filter: ChangeFilter,
  { skip, limit }: { skip: number; limit: number },
): Promise<{ items: ChangeRow[]; total: number }> {
  const from = sql`from changes where ${conditionsOf(organizationId, filter)}`
  const reader = db.limited(organizationId)
  const [items, counts] = await Promise.all([
    reader.query<ChangeRow>(sql`
      select ${columns} ${from} order by at desc, _id desc
      limit ${typedParam(limit, 'bigint')} offset ${typedParam(skip, 'bigint')}`),
    reader.query<{ total: number }>(sql`select count(*) as total ${from}`),
  ])
  return { items, total: counts[0]?.total ?? 0 }
}

function conditionsOf(organizationId: string, filter: ChangeFilter) {
  const { person, kind, record_id, field, from, to, project_ids } = filter
  const conditions = [sql`organization_id = ${organizationId}`]
  if (person !== null) conditions.push(sql`(actor_id = ${person} or lower(actor_name) = lower(${person}))`)
  if (kind !== null) conditions.push(sql`kind = ${kind}`)
  if (record_id !== null) conditions.push(sql`record_id = ${record_id}`)
  if (field !== null)
    conditions.push(sql`exists (select from jsonb_array_elements(fields) f where f ->> 'path' = ${field}
      or starts_with(f ->> 'path', ${field} || '.') or starts_with(f ->> 'path', ${field} || '['))`)
  if (from !== null) conditions.push(sql`at >= ${from}`)
  if (to !== null) conditions.push(sql`at < ${to}`)
  if (project_ids !== null) conditions.push(sql`project_id = any(${project_ids}::uuid[])`)
  return join(conditions, sql` and `)
}

/** Returns one change; null if the organization has none with this id, or the reader may not see its project. */
export async function selectChange(
  db: Reader,
  organizationId: string,
  changeId: string,
  projectIds: readonly string[] | null,
): Promise<ChangeRow | null> {
  const [row] = await db.query<ChangeRow>(sql`
    select ${columns} from changes where organization_id = ${organizationId} and _id = ${changeId}
      and (${projectIds}::uuid[] is null or project_id = any(${projectIds}::uuid[]))`)
  return row ?? null
}

/** Who set a field last. */
export interface LastSetter {
  path: string
  at: string
  actor_kind: string
  actor_name: string
  via: string
}

/**
 * Returns for each path who last set it in the record: the newest change of the path itself, of a field below it, or of
 * a field that holds it. A path that no stored change names is left out. Index: changes_by_record.
 */
export async function selectLastSetters(
  db: Queryable,
  { organization_id, kind, record_id }: { organization_id: string; kind: string; record_id: string },
  paths: readonly string[],
): Promise<LastSetter[]> {
  return db.query<LastSetter>(sql`
    select p.path, s.at, s.actor_kind, s.actor_name, s.via
    from unnest(${paths}::text[]) p (path)
    cross join lateral (
      select c.at, c.actor_kind, c.actor_name, c.via from changes c
      where c.organization_id = ${organization_id} and c.kind = ${kind} and c.record_id = ${record_id}
        and exists (select from jsonb_array_elements(c.fields) f
          cross join lateral (select f ->> 'path' as named) n
          where named = p.path
            or starts_with(named, p.path || '.') or starts_with(named, p.path || '[')
            or starts_with(p.path, named || '.') or starts_with(p.path, named || '['))
      order by c.at desc, c._id desc limit 1) s`)
}

/** The newest change of a record. */
export interface LastChange {
  record_id: string
  _id: string
  at: string
  actor_kind: string
  actor_name: string
  via: string
}

/**
 * Returns the newest change of each of the records; those without one are left out, and so are canceled calls of a
 * campaign, which change no field of it. Index: changes_by_record.
 */
export async function selectLastChanges(
  db: Reader,
  { organization_id, kind }: { organization_id: string; kind: string },
  recordIds: readonly string[],
): Promise<LastChange[]> {
  return db.query<LastChange>(sql`
    select i.record_id, c._id, c.at, c.actor_kind, c.actor_name, c.via
    from unnest(${recordIds}::text[]) i (record_id)
    cross join lateral (
      select _id, at, actor_kind, actor_name, via from changes
      where organization_id = ${organization_id} and kind = ${kind} and record_id = i.record_id
        and action <> 'calls canceled'
      order by at desc, _id desc limit 1) c`)
}
