import type { Reader } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'

/** Returns when the tokens of carrier accounts were last set; null: before this was kept. */
export async function selectCarrierTokens(
  db: Reader,
  organizationId: string,
  ids: readonly string[],
): Promise<{ _id: string; auth_token_set_at: string | null }[]> {
  return db.query(sql`
    select _id, auth_token_set_at from voice_carriers
    where organization_id = ${organizationId} and _id = any(${ids}::uuid[])`)
}

/** Returns the ids of the workflows that campaigns follow. */
export async function selectWorkflowIds(
  db: Reader,
  organizationId: string,
  ids: readonly string[],
): Promise<{ _id: string; workflow_id: string | null }[]> {
  return db.query(sql`
    select _id, workflow_id from campaigns
    where organization_id = ${organizationId} and _id = any(${ids}::uuid[])`)
}

/** A revision of a workflow. */
export interface WorkflowRevision {
  revision: number
  definition: Record<string, unknown>
  created_at: string
  /** Null: from before changes were stored. */
  changed_by: string | null
  via: string | null
}

/** Returns one page of a workflow's revisions, newest first, and how many there are. */
export async function selectWorkflowRevisions(
  db: Reader,
  organizationId: string,
  workflowId: string,
  { skip, limit }: { skip: number; limit: number },
): Promise<{ items: WorkflowRevision[]; total: number }> {
  const from = sql`from workflow_revisions r
    where r.organization_id = ${organizationId} and r.workflow_id = ${workflowId}`
  const [items, counts] = await Promise.all([
    db.query<WorkflowRevision>(sql`
      select r.revision, r.definition, r.created_at, c.actor_name as changed_by, c.via
      from (select * ${from} order by r.revision desc limit ${limit} offset ${skip}) r
      left join lateral (
        select actor_name, via from changes c
        where c.organization_id = r.organization_id and c.kind = 'workflow' and c.record_id = r.workflow_id::text
          and c.revision = r.revision
        order by c.at limit 1) c on true
      order by r.revision desc`),
    db.query<{ total: number }>(sql`select count(*) as total ${from}`),
  ])
  return { items, total: counts[0]?.total ?? 0 }
}
