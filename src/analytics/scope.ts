import { allProjects } from '../counters/bucket-counts.ts'
import { sql, genericPlanParam } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'

/** Whose records to count: those of one project, or of all projects of the organization. */
export interface Scope {
  organization_id: string
  /** Null for all projects. */
  project_id: string | null
}

/** Returns the scope as columns of `asked`: `organization_id`, and the `projects` whose rows are read. */
export function scopeColumns(scope: Scope): Sql {
  return sql`${genericPlanParam(scope.organization_id, 'uuid')} as organization_id, ${projectsOf(scope)} as projects`
}

function projectsOf({ organization_id, project_id }: Scope): Sql {
  return project_id === null
    ? sql`array(select _id from projects where organization_id = ${genericPlanParam(organization_id, 'uuid')})`
    : sql`array[${genericPlanParam(project_id, 'uuid')}]`
}

/** The scope as a condition on rows and on changes that have not been applied. */
export const isInScope = sql`organization_id = asked.organization_id and project_id = any(asked.projects)`

/**
 * Returns the scope as a condition on counters. Counters of all projects together are stored under a project id of
 * their own. The condition does not use columns of `asked`: the extra join would take a tenth of the time of a year's
 * days.
 */
export function isCountedIn({ organization_id, project_id }: Scope): Sql {
  const project = project_id === null ? allProjects : genericPlanParam(project_id, 'uuid')
  return sql`organization_id = ${genericPlanParam(organization_id, 'uuid')} and project_id = ${project}`
}

/** Returns the scope as a condition on counters that each project has for itself. */
export function isOfProjects(scope: Scope): Sql {
  return sql`organization_id = ${genericPlanParam(scope.organization_id, 'uuid')} and project_id = any(${projectsOf(scope)})`
}

/**
 * Returns the scope as a condition with its values in the text, so that PostgreSQL plans for them and uses the rows'
 * own indexes.
 */
export function mineOf({ organization_id, project_id }: Scope): Sql {
  const ofProject = project_id === null ? sql`` : sql` and project_id = ${project_id}`
  return sql`organization_id = ${organization_id}${ofProject}`
}
