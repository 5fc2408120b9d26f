import type { Queryable } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { CallSettings } from '../call-settings.ts'

/** Returns what is stored of an organization's settings; null: the defaults. */
export async function selectCallSettings(
  db: Queryable,
  organizationId: string,
): Promise<Partial<CallSettings> | null> {
  const [row] = await db.query<{ calls: Partial<CallSettings> | null }>(sql`
    select calls from organizations where _id = ${organizationId}`)
  return row?.calls ?? null
}

/** The most projects, and the most caller IDs of each, that are read. */
const projectsMax = sql`1000`
const numbersMax = sql`1000`

/** Returns projects by name with their caller IDs, E.164. */
export async function selectCallerNumbers(
  db: Queryable,
  organizationId: string,
  projectIds: readonly string[] | null,
): Promise<{ _id: string; name: string; numbers: string[] }[]> {
  return db.query(sql`
    select p._id, p.name, array(select i.number from caller_ids i where i.organization_id = p.organization_id
      and i.project_id = p._id order by i.number limit ${numbersMax}) as numbers
    from projects p where p.organization_id = ${organizationId} and p.status = 'active'
      and (${projectIds}::uuid[] is null or p._id = any(${projectIds}::uuid[]))
    order by p.name limit ${projectsMax}`)
}
