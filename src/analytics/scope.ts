import { allProjects } from '../conversations/count-queries.ts'
import type { Grain } from '../conversations/span.ts'
import { sql } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'

/** Whose records: of one project, or of all of the organization. */
export interface Scope {
  organization_id: string
  /** Null: all. */
  project_id: string | null
}

/** As a condition on rows that are read whatever their project is: changes that the counters have not taken in. */
export function mineOf({ organization_id, project_id }: Scope): Sql {
  const ofProject = project_id === null ? sql`` : sql` and project_id = ${project_id}`
  return sql`organization_id = ${organization_id}${ofProject}`
}

/** What is asked of a table beside whose it is. */
interface Selection {
  columns: Sql
  table: Sql
  where: Sql
}

/** Selects the scope's rows of a table whose indexes begin with the project: those of all projects from each in turn. */
export function ofEachProject(
  { organization_id, project_id }: Scope,
  { columns, table, where }: Selection,
): Sql {
  if (project_id !== null)
    return sql`select ${columns} from ${table}
      where organization_id = ${organization_id} and project_id = ${project_id} and ${where}`
  return sql`select r.* from projects p cross join lateral (
      select ${columns} from ${table}
      where organization_id = ${organization_id} and project_id = p._id and ${where} offset 0) r
    where p.organization_id = ${organization_id}`
}

/** The same of counters of a grain: those of all projects together stand under a project of their own, but for hours. */
export function ofCounters(scope: Scope, grain: Grain, selection: Selection): Sql {
  if (scope.project_id !== null || grain === 'hour') return ofEachProject(scope, selection)
  const { columns, table, where } = selection
  return sql`select ${columns} from ${table}
    where organization_id = ${scope.organization_id} and project_id = ${allProjects} and ${where}`
}
