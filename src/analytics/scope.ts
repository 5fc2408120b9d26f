import { allProjects } from '../conversations/count-queries.ts'
import { sql } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'

/** Whose records: of one project, or of all of the organization. */
export interface Scope {
  organization_id: string
  /** Null: all. */
  project_id: string | null
}

/** `p`, the projects whose rows are asked for, one by one: their indexes begin with the project. */
export function projectsOf({ organization_id, project_id }: Scope): Sql {
  return sql`(select _id as project_id from projects
    where organization_id = ${organization_id} and (${project_id}::uuid is null or _id = ${project_id}::uuid)) p`
}

/** `p`, whose counters of a grain are asked for: the project's, or those of all together where there are such. */
export function countersOf(scope: Scope, grain: Sql): Sql {
  if (scope.project_id !== null) return projectsOf(scope)
  return sql`lateral (select ${allProjects} as project_id where ${grain} <> 'hour'
    union all select _id from projects where organization_id = ${scope.organization_id} and ${grain} = 'hour') p`
}
