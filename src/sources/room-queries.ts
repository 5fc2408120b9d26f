import type { Reader } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'

/** What the knowledge bases of an organization hold, of all its projects together, and its limit of links. */
export interface KnowledgeRoom {
  links: number
  links_max: number
  domains: number
  open_crawls: number
}

/**
 * Selects what an organization uses of its links, domains and open crawls. Indexes: sources_by_domain, crawls_open. An
 * organization has at most 1,000 domains and 250 open crawls.
 */
export async function selectKnowledgeRoom(db: Reader, organizationId: string): Promise<KnowledgeRoom> {
  const [room] = await db.query<KnowledgeRoom>(sql`
    select coalesce(l.indexed, 0) as links, o.plan_links as links_max,
      (select count(*) from sources where organization_id = o._id and domain is not null) as domains,
      (select count(*) from crawls
        where organization_id = o._id and state in ('waiting', 'running')) as open_crawls
    from organizations o left join organization_links l on l.organization_id = o._id
    where o._id = ${organizationId}`)
  if (room === undefined) throw new Error('the organization is gone')
  return room
}
