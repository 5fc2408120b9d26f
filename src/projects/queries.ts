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
