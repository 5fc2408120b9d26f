import type { Queryable, Transaction } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'
import type { SourceCreator, SourceType } from './source.ts'

/** A source that is added as it is: a file, or the page of one URL. */
export interface AddedSource {
  organization_id: string
  project_id: string
  _id: string
  name: string
  source_type: Exclude<SourceType, 'domains'>
  /** Bytes; null unless the source is a file. */
  file_size: number | null
  /** MIME type; null unless the source is a file. */
  file_type: string | null
  created_by: SourceCreator
}

/** Returns the project's language (BCP 47), which texts get whose own language is unknown. */
export async function selectProjectLanguage(
  db: Queryable,
  { organization_id, project_id }: { organization_id: string; project_id: string },
): Promise<string> {
  const [project] = await db.query<{ language: string }>(sql`
    select language from projects where organization_id = ${organization_id} and _id = ${project_id}`)
  return project?.language ?? 'und'
}

/** Locks the project, so that concurrent additions to it run one after the other. */
export async function lockProject(
  transaction: Transaction,
  { organization_id, project_id }: { organization_id: string; project_id: string },
): Promise<void> {
  await transaction.query(sql`
    select _id from projects where organization_id = ${organization_id} and _id = ${project_id} for no key update`)
}

/** Returns the id of the file source with this name, or null. */
export async function selectFileSource(
  transaction: Transaction,
  { organization_id, project_id }: { organization_id: string; project_id: string },
  name: string,
): Promise<string | null> {
  const [source] = await transaction.query<{ _id: string }>(sql`
    select _id from sources
    where organization_id = ${organization_id} and project_id = ${project_id} and source_type = 'files'
      and name = ${name} order by created_at limit 1`)
  return source?._id ?? null
}

/** Returns the id of the source that was added for this URL, or null. */
export async function selectUrlSource(
  transaction: Transaction,
  { organization_id, project_id }: { organization_id: string; project_id: string },
  urlKey: Buffer,
): Promise<string | null> {
  const [source] = await transaction.query<{ _id: string }>(sql`
    select s._id from sources s
    join source_pages p on p.organization_id = s.organization_id and p.source_id = s._id
    where s.organization_id = ${organization_id} and s.project_id = ${project_id} and s.source_type = 'urls'
      and p.url_key = ${urlKey} limit 1`)
  return source?._id ?? null
}

/** Inserts or updates the source. The caller stores its page in the same transaction. */
export async function upsertAddedSource(
  transaction: Transaction,
  source: AddedSource,
  now: Date,
): Promise<void> {
  await transaction.query(sql`
    insert into sources (organization_id, project_id, _id, name, source_type, sync_status, file_size, file_type,
      last_crawled_at, created_by, created_at, updated_at)
    values (${source.organization_id}, ${source.project_id}, ${source._id}, ${source.name}, ${source.source_type},
      'success', ${source.file_size}, ${source.file_type}, ${source.source_type === 'urls' ? now : null},
      ${JSON.stringify(source.created_by)}::jsonb, ${now}, ${now})
    on conflict (organization_id, _id) do update set name = excluded.name, sync_status = 'success', sync_error = null,
      file_size = excluded.file_size, file_type = excluded.file_type, last_crawled_at = excluded.last_crawled_at,
      updated_at = excluded.updated_at`)
}

/** A source as `switchboard sources list` shows it. */
export interface ListedSource {
  _id: string
  organization: string
  project: string
  name: string
  source_type: SourceType
  sync_status: string
  sync_error: string | null
  page_count: number
  created_at: string
}

/** Returns the sources of all tenants, or of the given organization and project (name or id), newest first. */
export async function selectListedSources(
  db: Queryable,
  { organization, project }: { organization: string | null; project: string | null },
): Promise<ListedSource[]> {
  return db.query<ListedSource>(sql`
    select s._id, o.name as organization, p.name as project, s.name, s.source_type, s.sync_status, s.sync_error,
      s.page_count, s.created_at
    from sources s
    join organizations o on o._id = s.organization_id
    join projects p on p.organization_id = s.organization_id and p._id = s.project_id
    where (${organization}::text is null or o.name = ${organization} or o._id::text = lower(${organization}))
      and (${project}::text is null or p.name = ${project} or p._id::text = lower(${project}))
    order by s.created_at desc, s._id`)
}

/** A source that is removed. */
export interface RemovedSource {
  organization_id: string
  project_id: string
  _id: string
  name: string
  source_type: SourceType
  page_count: number
}

/** Locks a source and returns it, or null. Without a project, a source of any tenant: an operator calls it then. */
export async function lockSourceById(
  transaction: Transaction,
  sourceId: string,
  project: { organization_id: string; project_id: string } | null,
): Promise<RemovedSource | null> {
  const within =
    project === null
      ? sql`true`
      : sql`organization_id = ${project.organization_id} and project_id = ${project.project_id}`
  const [source] = await transaction.query<RemovedSource>(sql`
    select organization_id, project_id, _id, name, source_type, page_count from sources
    where _id = ${sourceId} and ${within} for update`)
  return source ?? null
}

/** Deletes a source; its pages, passages, words and crawls go with it by foreign key. */
export async function deleteSource(
  transaction: Transaction,
  organizationId: string,
  sourceId: string,
): Promise<void> {
  await transaction.query(
    sql`delete from sources where organization_id = ${organizationId} and _id = ${sourceId}`,
  )
}
