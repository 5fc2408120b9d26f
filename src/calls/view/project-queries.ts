import type { CampaignStatus } from '../../campaigns/queries.ts'
import type { Db } from '../../db/database.ts'
import type { List } from '../../db/page.ts'
import type { Queryable } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import type { CarrierEvent } from '../attempt/carrier-events.ts'
import type { AttemptState, CallState } from '../call.ts'
import { callColumns, campaignsWithCarrier, standingColumns } from './list-queries.ts'
import type { CallRow } from './list-queries.ts'
import type { QueueStanding } from './wait-reason.ts'

/** Which calls a list of a project shows: those that are not over, those that are, or both. */
export const shownCalls = ['active', 'over', 'all'] as const
export type ShownCalls = (typeof shownCalls)[number]

const activeStates = sql`('waiting', 'dialling', 'unresolved', 'ringing', 'live')`

interface Project {
  organization_id: string
  project_id: string
}

/** A call as the live page shows it. */
export interface ProjectCallRow extends CallRow {
  /** As the caller gave it, else as the person's profile has it. */
  customer_name: string | null
  batch_id: string | null
  /** Its place among the campaign's waiting calls, from 1; null unless it waits, and beyond `placesMax`. */
  place: number | null
  last_attempt: LastAttempt | null
}

/** The latest attempt of a call. */
export interface LastAttempt {
  attempt_number: number
  state: AttemptState
  created_at: string
  answered_at: string | null
  ended_at: string | null
}

/** Places further behind are not counted: each costs a scan of the calls before. */
export const placesMax = 1_000

const shownBeside = sql`c.batch_id,
  coalesce(c.customer ->> 'name', (
    select p.name from channel_identities i
    join profiles p on p.organization_id = i.organization_id and p._id = i.profile_id
    where i.organization_id = c.organization_id and i.project_id = c.project_id and i.channel_type = 'voice'
      and i.identity_key = c.phone_number)) as customer_name,
  case when c.state = 'waiting' then (
    select nullif(count(*), ${placesMax} + 1) from (
      select from calls o where o.organization_id = c.organization_id and o.campaign_id = c.campaign_id
        and o.state = 'waiting' and o.waits_for in ('turn', 'number', 'due') and o.queue_number <= c.queue_number
      limit ${placesMax} + 1) before) end as place,
  (select jsonb_build_object('attempt_number', a.attempt_number, 'state', a.state, 'created_at', a.created_at,
      'answered_at', a.answered_at, 'ended_at', a.ended_at)
    from call_attempts a where a.organization_id = c.organization_id and a.call_id = c._id
    order by a.attempt_number desc, a.created_at desc limit 1) as last_attempt`

/**
 * Returns one page of a project's calls, and how many there are. Index of active calls: calls_active. Calls that are
 * over have no index by project, which would cost every attempt: they have the time limit of a composed list, and are
 * usually asked for by campaign.
 */
export async function selectProjectCalls(
  db: Db,
  { organization_id, project_id }: Project,
  shown: ShownCalls,
  list: List,
): Promise<{ items: ProjectCallRow[]; total: number }> {
  const conditions: Record<ShownCalls, Sql> = {
    active: sql`c.state in ${activeStates}`,
    over: sql`c.state not in ${activeStates}`,
    all: sql`true`,
  }
  const from = sql`from calls c where c.organization_id = ${organization_id} and c.project_id = ${project_id}
    and ${conditions[shown]} and ${list.where}`
  const queryable = list.isComposed || shown !== 'active' ? db.limited(organization_id) : db
  const [items, counts] = await Promise.all([
    queryable.query<ProjectCallRow>(sql`
      select shown.*
      from (
        select c._id, row_number() over (order by ${list.orderBy}) as place ${from}
        order by ${list.orderBy} limit ${list.limit} offset ${list.skip}) page
      cross join lateral (
        select ${callColumns}, ${shownBeside} from calls c where c.organization_id = ${organization_id} and c._id = page._id limit 1) shown
      order by page.place`),
    queryable.query<{ total: number }>(sql`select count(*) as total ${from}`),
  ])
  return { items, total: counts[0]?.total ?? 0 }
}

/** Returns name and standing of the queues of these campaigns of a project. */
export async function selectQueueStandings(
  db: Queryable,
  { organization_id, project_id }: Project,
  campaignIds: readonly string[],
  now: Date,
): Promise<(QueueStanding & { campaign_id: string; name: string })[]> {
  return db.query(sql`
    select c._id as campaign_id, c.name, ${standingColumns(now)} from ${campaignsWithCarrier}
    where c.organization_id = ${organization_id} and c.project_id = ${project_id} and c._id = any(${campaignIds}::uuid[])`)
}

/** What a call belongs to. */
export interface CallPlace {
  campaign_id: string
  campaign_name: string
  campaign_status: CampaignStatus
  /** The person with the number; null before they have a profile. */
  customer_profile_id: string | null
}

/** Returns what a call of the project belongs to; null if the project has no such call. By primary keys. */
export async function selectCallPlace(
  db: Queryable,
  { organization_id, project_id }: Project,
  callId: string,
): Promise<CallPlace | null> {
  const [place] = await db.query<CallPlace>(sql`
    select c.campaign_id, g.name as campaign_name, g.status as campaign_status,
      (select i.profile_id from channel_identities i where i.organization_id = c.organization_id
        and i.project_id = c.project_id and i.channel_type = 'voice' and i.identity_key = c.phone_number)
        as customer_profile_id
    from calls c join campaigns g on g.organization_id = c.organization_id and g._id = c.campaign_id
    where c.organization_id = ${organization_id} and c.project_id = ${project_id} and c._id = ${callId}`)
  return place ?? null
}

/** A fact that the carrier reported, as it is shown. */
export interface CarrierEventRow {
  attempt_id: string
  attempt_number: number
  source: CarrierEvent['source']
  call_status: string
  /** -1: the event has no number of its own. */
  sequence_number: number
  occurred_at: string | null
  received_at: string
  duration_seconds: number | null
  answered_by: string | null
  sip_response_code: string | null
  error_code: string | null
}

/** The most events of one call that are shown; an attempt has about six. */
export const carrierEventsMax = 1_000

/** Returns the carrier's events of a call's attempts, in the order in which they happened. */
export async function selectCarrierEvents(
  db: Queryable,
  organizationId: string,
  callId: string,
): Promise<CarrierEventRow[]> {
  return db.query<CarrierEventRow>(sql`
    select e.attempt_id, a.attempt_number, e.source, e.call_status, e.sequence_number, e.occurred_at, e.received_at,
      e.duration_seconds, e.answered_by, e.sip_response_code, e.error_code
    from call_attempts a join carrier_events e on e.organization_id = a.organization_id and e.attempt_id = a._id
    where a.organization_id = ${organizationId} and a.call_id = ${callId}
    order by a.attempt_number, a.created_at, a._id, coalesce(e.occurred_at, e.received_at), e.sequence_number, e.received_at
    limit ${carrierEventsMax}`)
}

/** Calls of a campaign by what they are now. */
export interface StateCount {
  state: CallState
  calls: number
}

/** Returns how many calls of a campaign were placed in a span, by their present state. Index: calls_by_campaign. */
export async function selectStatesOfSpan(
  db: Db,
  { organization_id, campaign_id }: { organization_id: string; campaign_id: string },
  from: Date,
  to: Date,
): Promise<StateCount[]> {
  return db.limited(organization_id).query<StateCount>(sql`
    select state, count(*) as calls from calls
    where organization_id = ${organization_id} and campaign_id = ${campaign_id}
      and created_at >= ${from}::timestamptz and created_at < ${to}::timestamptz
    group by state order by state`)
}
