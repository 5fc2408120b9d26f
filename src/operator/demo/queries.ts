import type { Queryable } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'

export interface ProjectKey {
  _id: string
  name: string
  revoked: boolean
}

/** Returns all keys of a project, revoked ones too, in order of creation. */
export async function selectKeysOf(
  db: Queryable,
  organizationId: string,
  projectId: string,
): Promise<ProjectKey[]> {
  return db.query<ProjectKey>(sql`
    select _id, name, revoked_at is not null as revoked from api_keys
    where organization_id = ${organizationId} and project_id = ${projectId} order by created_at, _id`)
}
