import type { Queryable } from '../db/database.ts'
import { sql } from '../db/sql.ts'

/** A project as the API lists it. */
export interface ProjectRow {
  _id: string
  name: string
  status: 'active' | 'archived'
  language: string
  timezone: string
  created_at: string
  updated_at: string
}

/** One page of an organization's projects, newest first, and how many there are. Index: projects_by_creation. */
export async function selectProjects(
  db: Queryable,
  organizationId: string,
  { skip, limit }: { skip: number; limit: number },
): Promise<{ items: ProjectRow[]; total: number }> {
  const from = sql`from projects where organization_id = ${organizationId}`
  const [items, counts] = await Promise.all([
    db.query<ProjectRow>(sql`
      select _id, name, status, language, timezone, created_at, updated_at ${from}
      order by created_at desc, _id limit ${limit} offset ${skip}`),
    db.query<{ total: number }>(sql`select count(*) as total ${from}`),
  ])
  return { items, total: counts[0]?.total ?? 0 }
}

/** The project that an operator names, each by name or id; null where there is none. */
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
