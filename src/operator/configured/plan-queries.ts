import type { Reader } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'

/** What an organization uses of its plan. */
export interface OrganizationUse {
  _id: string
  projects: number
  /** Sends that count, those in progress included. */
  sends_used: number
  links_used: number
}

/** Returns what organizations use of their plans. Indexes: the primary keys, and that of projects by name. */
export async function selectPlanUseOf(db: Reader, ids: readonly string[]): Promise<OrganizationUse[]> {
  return db.query<OrganizationUse>(sql`
    select o._id, (select count(*) from projects p where p.organization_id = o._id) as projects,
      coalesce(q.consumed + q.reserved, 0) as sends_used, coalesce(l.indexed, 0) as links_used
    from organizations o
    left join whatsapp_quotas q on q.organization_id = o._id
    left join organization_links l on l.organization_id = o._id
    where o._id = any(${ids}::uuid[])`)
}
