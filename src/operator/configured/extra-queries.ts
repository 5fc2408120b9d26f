import type { Reader } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import { declaredDefinition } from '../../workflows/queries.ts'

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

/** Returns the carrier accounts of caller IDs, and the campaigns that answer them. */
export async function selectNumberAccounts(
  db: Reader,
  organizationId: string,
  ids: readonly string[],
): Promise<{ _id: string; voice_carrier_id: string; inbound_campaign_id: string | null; kind: string }[]> {
  return db.query(sql`
    select n._id, n.voice_carrier_id, n.inbound_campaign_id, v.kind from caller_ids n
    join voice_carriers v on v.organization_id = n.organization_id and v._id = n.voice_carrier_id
    where n.organization_id = ${organizationId} and n._id = any(${ids}::uuid[])`)
}

/**
 * Returns how many caller IDs belong to each carrier. The carriers are of one project, whose caller IDs are read once.
 * Index: the unique one of a project's numbers.
 */
export async function selectCallerIdCounts(
  db: Reader,
  organizationId: string,
  ids: readonly string[],
): Promise<{ _id: string; caller_ids: number }[]> {
  return db.query(sql`
    select v._id, count(n._id) as caller_ids from voice_carriers v
    left join caller_ids n on n.organization_id = v.organization_id and n.project_id = v.project_id
      and n.voice_carrier_id = v._id
    where v.organization_id = ${organizationId} and v._id = any(${ids}::uuid[])
    group by v._id`)
}

/** Returns when the keys of model accounts were last set; null: they have none. */
export async function selectModelKeys(
  db: Reader,
  organizationId: string,
  ids: readonly string[],
): Promise<{ _id: string; api_key_set_at: string | null }[]> {
  return db.query(sql`
    select _id, api_key_set_at from model_accounts
    where organization_id = ${organizationId} and _id = any(${ids}::uuid[])`)
}

/** Returns which senders agents answer, and how many campaigns that have not ended give their calls to them. */
export async function selectAgentUses(
  db: Reader,
  organizationId: string,
  ids: readonly string[],
): Promise<{ _id: string; answers_sender: { _id: string; name: string } | null; campaigns: number }[]> {
  return db.query(sql`
    select a._id,
      (select jsonb_build_object('_id', s._id, 'name', s.name) from broadcasts b
        join whatsapp_senders s on s.organization_id = b.organization_id and s._id = b.whatsapp_sender_id
        where b.organization_id = a.organization_id and b._id = a.broadcast_id) as answers_sender,
      (select count(*) from campaigns c
        where c.organization_id = a.organization_id and c.project_id = a.project_id and c.agent_id = a._id
          and c.status <> 'ended') as campaigns
    from agents a where a.organization_id = ${organizationId} and a._id = any(${ids}::uuid[])`)
}

/** The campaigns that follow a workflow and have not ended. */
export interface WorkflowUse {
  _id: string
  /** How many they are. */
  campaigns: number
  /** The first of them by name. */
  first_campaigns: { _id: string; name: string }[]
}

/** How many campaigns of a workflow are named. */
const namedCampaignsMax = 5

/** Returns which campaigns follow workflows. */
export async function selectWorkflowUses(
  db: Reader,
  organizationId: string,
  ids: readonly string[],
): Promise<WorkflowUse[]> {
  const follows = sql`c.organization_id = w.organization_id and c.project_id = w.project_id and c.workflow_id = w._id
    and c.campaign_type = 'workflow' and c.status <> 'ended'`
  return db.query(sql`
    select w._id, (select count(*) from campaigns c where ${follows}) as campaigns,
      (select coalesce(jsonb_agg(jsonb_build_object('_id', f._id, 'name', f.name) order by f.name), '[]')
        from (select c._id, c.name from campaigns c where ${follows} order by c.name limit ${namedCampaignsMax}) f
      ) as first_campaigns
    from workflows w where w.organization_id = ${organizationId} and w._id = any(${ids}::uuid[])`)
}

/** Returns the ids of the workflows or agents that lead the calls of campaigns. */
export async function selectLeaderIds(
  db: Reader,
  organizationId: string,
  ids: readonly string[],
): Promise<{ _id: string; workflow_id: string | null; agent_id: string | null }[]> {
  return db.query(sql`
    select _id, workflow_id, agent_id from campaigns
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
  /** Attempts that followed it, counted to `countedAttemptsMax` + 1. */
  attempts: number
  /** The calls of the latest attempts, at most `latestCallsMax`. */
  latest_calls: { campaign_queue_id: string; at: string }[]
}

/** More attempts of a revision are not counted. */
export const countedAttemptsMax = 1_000
const latestCallsMax = 5

/**
 * Returns one page of a workflow's revisions, newest first, and how many there are. What followed them is read from
 * call_attempts_by_revision.
 */
export async function selectWorkflowRevisions(
  db: Reader,
  organizationId: string,
  workflowId: string,
  { skip, limit }: { skip: number; limit: number },
): Promise<{ items: WorkflowRevision[]; total: number }> {
  const from = sql`from workflow_revisions v
    where v.organization_id = ${organizationId} and v.workflow_id = ${workflowId}`
  const [items, counts] = await Promise.all([
    db.query<WorkflowRevision>(sql`
      select r.revision, r.definition, r.created_at, c.actor_name as changed_by, c.via,
        (select count(*) from (
          select from call_attempts a
          where a.organization_id = r.organization_id and a.workflow_id = r.workflow_id
            and a.workflow_revision = r.revision
          limit ${countedAttemptsMax + 1}::bigint) counted) as attempts,
        coalesce((
          select jsonb_agg(jsonb_build_object('campaign_queue_id', l.call_id, 'at', l.created_at) order by l._id desc)
          from (
            select a._id, a.call_id, a.created_at from call_attempts a
            where a.organization_id = r.organization_id and a.workflow_id = r.workflow_id
              and a.workflow_revision = r.revision
            order by a._id desc limit ${latestCallsMax}::bigint) l), '[]') as latest_calls
      from (select v.organization_id, v.workflow_id, v.revision, v.created_at, ${declaredDefinition} as definition
        ${from} order by v.revision desc limit ${limit} offset ${skip}) r
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
