import { lastHold } from '../../audit/last-hold.ts'
import type { CampaignForCalls } from '../../campaigns/queries.ts'
import type { Queryable } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'

export interface ProjectKey {
  organization_id: string
  project_id: string
}

/** Records of one kind that need a person. */
export interface Noticed {
  /** At most one more than `noticedMax`. */
  count: number
  /** Since when, for the first of them. */
  since: string | null
  /** The first `noticedIdsMax`. */
  ids: string[] | null
}

/** How many records of a kind are named. */
export const noticedIdsMax = 20
/** More are not counted. */
export const noticedMax = 1_000
/** One more is read, which says that there are more. */
const readMax = noticedMax + 1

const summed = sql`count(*) as count, min(since) as since, (array_agg(_id order by since, _id))[1:20] as ids`

/**
 * Returns the calls whose outcome is not known. Index: call_attempts_one_under_way, as many entries as calls are under
 * way.
 */
export async function selectUnresolvedCalls(
  db: Queryable,
  { organization_id, project_id }: ProjectKey,
): Promise<Noticed> {
  return one(
    await db.query<Noticed>(sql`
      select ${summed} from (
        select call_id as _id, state_since as since from call_attempts
        where organization_id = ${organization_id} and project_id = ${project_id}
          and state in ('dialling', 'unresolved', 'ringing', 'live') and state = 'unresolved' limit ${readMax}) n`),
  )
}

/** Returns the messages whose outcome is not known. Index: whatsapp_messages_open. */
export async function selectUnresolvedMessages(
  db: Queryable,
  { organization_id, project_id }: ProjectKey,
): Promise<Noticed> {
  return one(
    await db.query<Noticed>(sql`
      select ${summed} from (
        select m._id, m.status_since as since from broadcasts b
        join whatsapp_messages m on m.organization_id = b.organization_id and m.broadcast_id = b._id
        where b.organization_id = ${organization_id} and b.project_id = ${project_id}
          and m.status in ('processing', 'unresolved') and m.status = 'unresolved' limit ${readMax}) n`),
  )
}

/** Returns the templates that Meta does not let be sent, of those that broadcasts use. */
export async function selectStoppedTemplates(
  db: Queryable,
  { organization_id, project_id }: ProjectKey,
): Promise<Noticed> {
  return one(
    await db.query<Noticed>(sql`
      select ${summed} from (
        select t._id, coalesce(t.status_since, t.updated_at) as since from whatsapp_templates t
        where t.organization_id = ${organization_id} and t.project_id = ${project_id}
          and t.status in ('paused', 'rejected', 'disabled')
          and exists (select from broadcasts b where b.organization_id = t.organization_id
            and b.project_id = t.project_id and b.whatsapp_template_id = t._id) limit ${readMax}) n`),
  )
}

/** Returns the sources whose last crawl failed. */
export async function selectFailedSources(
  db: Queryable,
  { organization_id, project_id }: ProjectKey,
): Promise<Noticed> {
  return one(
    await db.query<Noticed>(sql`
      select ${summed} from (
        select _id, coalesce(last_crawled_at, updated_at) as since from sources
        where organization_id = ${organization_id} and project_id = ${project_id} and sync_status = 'failed'
        limit ${readMax}) n`),
  )
}

/** Returns the carrier accounts that take no calls at the moment. */
export async function selectPausedCarriers(
  db: Queryable,
  { organization_id, project_id }: ProjectKey,
): Promise<Noticed> {
  return one(
    await db.query<Noticed>(sql`
      select ${summed} from (
        select v._id, null::timestamptz as since from voice_carriers v
        join carrier_rate_limits r on r.organization_id = v.organization_id and r.voice_carrier_id = v._id
        where v.organization_id = ${organization_id} and v.project_id = ${project_id}
          and r.held_until > clock_timestamp() limit ${readMax}) n`),
  )
}

/** Returns the carrier accounts whose present credentials the carrier did not accept at their last check. */
export async function selectRefusedCarriers(
  db: Queryable,
  { organization_id, project_id }: ProjectKey,
): Promise<Noticed> {
  return one(
    await db.query<Noticed>(sql`
      select ${summed} from (
        select v._id, c.since from voice_carriers v
        join voice_carrier_checks c on c.organization_id = v.organization_id and c.voice_carrier_id = v._id
          and c.revision = v.revision
        where v.organization_id = ${organization_id} and v.project_id = ${project_id} and c.state = 'refused'
        limit ${readMax}) n`),
  )
}

/** Returns the senders that are disconnected, or whose templates could not be read; since when is not stored. */
export async function selectSendersAtFault(
  db: Queryable,
  { organization_id, project_id }: ProjectKey,
): Promise<Noticed> {
  return one(
    await db.query<Noticed>(sql`
      select ${summed} from (
        select _id, null::timestamptz as since from whatsapp_senders
        where organization_id = ${organization_id} and project_id = ${project_id}
          and (status <> 'connected' or templates_fault is not null) limit ${readMax}) n`),
  )
}

function one([row]: Noticed[]): Noticed {
  return row ?? { count: 0, since: null, ids: null }
}

/** What decides whether a campaign is ready. */
export type CampaignReadiness = Pick<
  CampaignForCalls,
  | '_id'
  | 'status'
  | 'call_direction'
  | 'campaign_type'
  | 'script'
  | 'voice'
  | 'workflow_id'
  | 'agent_id'
  | 'caller_id_number'
  | 'voice_carrier_id'
> & {
  /** Null: the campaign is not on hold, or that change is no longer stored. */
  held_since: string | null
}

/**
 * Returns the project's campaigns that have not ended, at most one more than `noticedMax`, by `held_since`, null first.
 * Index: changes_by_record, for each that is on hold.
 */
export async function selectCampaignReadiness(
  db: Queryable,
  { organization_id, project_id }: ProjectKey,
): Promise<CampaignReadiness[]> {
  return db.query<CampaignReadiness>(sql`
    select c._id, c.status, c.call_direction, c.campaign_type, left(c.script, 1) as script, c.voice, c.workflow_id,
      c.agent_id, n.number as caller_id_number, n.voice_carrier_id, h.at as held_since
    from (
      select * from campaigns
      where organization_id = ${organization_id} and project_id = ${project_id} and status <> 'ended'
        and (ends_at is null or ends_at > now())
      order by updated_at, _id limit ${readMax}) c
    left join caller_ids n on n.organization_id = c.organization_id and n._id = c.caller_id_id
    ${lastHold(sql`h`)}
    order by h.at nulls first, c._id`)
}

/** What the plan allows, and what is used of it. */
export interface PlanUse {
  plan_status: string
  sends: number
  sends_used: number
  links: number
  links_used: number
  timezone: string
}

export async function selectPlanUse(
  db: Queryable,
  { organization_id, project_id }: ProjectKey,
): Promise<PlanUse | null> {
  const [use] = await db.query<PlanUse>(sql`
    select o.plan_status, o.plan_whatsapp_sends as sends, coalesce(q.consumed + q.reserved, 0) as sends_used,
      o.plan_links as links, coalesce(l.indexed, 0) as links_used, p.timezone
    from projects p join organizations o on o._id = p.organization_id
    left join whatsapp_quotas q on q.organization_id = o._id
    left join organization_links l on l.organization_id = o._id
    where p.organization_id = ${organization_id} and p._id = ${project_id}`)
  return use ?? null
}

/** What a project has of what it needs to call and to write. */
export interface FirstSteps {
  has_carrier: boolean
  has_caller_id: boolean
  has_campaign: boolean
  /** In the demo: one that a person has placed. */
  has_call: boolean
  has_sender: boolean
  has_template: boolean
  has_broadcast: boolean
  /** In the demo: one that is not of its history. */
  has_message: boolean
  /** Whether the demo places calls by itself; null: the project is no demo. */
  places_calls: boolean | null
}

/**
 * Returns what a project has. Each part ends at the first row. Indexes: calls_by_campaign,
 * whatsapp_messages_by_broadcast.
 */
export async function selectFirstSteps(
  db: Queryable,
  { organization_id, project_id }: ProjectKey,
): Promise<FirstSteps> {
  const mine = sql`organization_id = ${organization_id} and project_id = ${project_id}`
  const [steps] = await db.query<FirstSteps>(sql`
    with demo as materialized (select history_until, places_calls from demos where ${mine})
    select exists (select from voice_carriers where ${mine}) as has_carrier,
      exists (select from caller_ids where ${mine}) as has_caller_id,
      exists (select from campaigns where ${mine}) as has_campaign,
      exists (select from campaigns c cross join lateral (
        select from calls where organization_id = c.organization_id and campaign_id = c._id
          and (not exists (select from demo) or (placed_by = 'trigger'
            and created_at > (select coalesce(history_until, '-infinity') from demo)))
        order by created_at desc, _id limit 1) l
        where c.organization_id = ${organization_id} and c.project_id = ${project_id}) as has_call,
      exists (select from whatsapp_senders where ${mine}) as has_sender,
      exists (select from whatsapp_templates where ${mine} and status = 'approved') as has_template,
      exists (select from broadcasts where ${mine}) as has_broadcast,
      exists (select from broadcasts b cross join lateral (
        select from whatsapp_messages where organization_id = b.organization_id and broadcast_id = b._id
          and created_at > (select coalesce(max(history_until), '-infinity') from demo)
        order by created_at desc, _id limit 1) l
        where b.organization_id = ${organization_id} and b.project_id = ${project_id}) as has_message,
      (select places_calls from demo) as places_calls`)
  if (steps === undefined) throw new Error('a select without a table returned no row')
  return steps
}
