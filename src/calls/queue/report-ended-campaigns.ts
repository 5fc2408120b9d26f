import { instant } from '../../db/instant.ts'
import type { Queryable } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import { eventsOf } from '../../events/event-of.ts'

/** The campaigns whose end is reported in one run. */
const campaignsMax = 100

/** Matches campaigns that were ended, or whose end date has come. */
const hasEnded = (now: Date) => sql`(c.status = 'ended' or coalesce(c.ends_at <= ${now}::timestamptz, false))`

/**
 * Now, if a campaign's end is to be reported, or one whose end was reported goes on. There are some thousands at most.
 */
export const dueWhileEndsWait = (now: Date) => sql`(
  select ${now}::timestamptz where exists (
    select from campaigns c where (c.end_reported_at is null) = ${hasEnded(now)} and is_here(c.organization_id)))`

/**
 * Returns campaigns that have ended, whose end was not reported, and of which no call is under way or waits any more.
 * Before, lets the end of those that went on be reported again. Indexes: calls_in_queue, calling_slots_pkey.
 *
 * @param leftAlone campaigns that are left out.
 */
export async function selectEndedCampaigns(
  db: Queryable,
  leftAlone: readonly string[],
  now: Date,
): Promise<EndedCampaign[]> {
  await db.write(sql`
    update campaigns c set end_reported_at = null where c.end_reported_at is not null and not ${hasEnded(now)}
      and is_here(c.organization_id)`)
  return db.query<EndedCampaign>(sql`
    select c.organization_id, c.project_id, c._id from campaigns c
    where c.end_reported_at is null and ${hasEnded(now)} and is_here(c.organization_id)
      and c._id <> all(${leftAlone}::uuid[])
      and not exists (select from calls w where w.organization_id = c.organization_id and w.campaign_id = c._id
        and w.state = 'waiting')
      and not exists (select from calling_slots s where s.organization_id = c.organization_id and s.campaign_id = c._id
        and s.attempt_id is not null)
    order by c._id limit ${campaignsMax}`)
}

interface EndedCampaign {
  organization_id: string
  project_id: string
  _id: string
}

/**
 * Writes the event of a campaign that has ended, once: its row says whether its end was reported, so that one worker
 * does it. The counts read calls_by_campaign.
 */
export async function reportEnd(
  db: Queryable,
  { organization_id, project_id, _id }: EndedCampaign,
  now: Date,
): Promise<void> {
  const facts = sql`
    select 'campaign.ended' as type, c._id as subject_id, ${now}::timestamptz as at, jsonb_build_object('_id', c._id,
        'name', c.name, 'status', c.status, 'campaign_type', c.campaign_type, 'call_direction', c.call_direction,
        'ends_at', ${instant(sql`c.ends_at`)}, 'created_at', ${instant(sql`c.created_at`)},
        'updated_at', ${instant(sql`c.updated_at`)}, 'calls', coalesce((
          select jsonb_object_agg(state, count) from (
            select l.state, count(*) from calls l
            where l.organization_id = c.organization_id and l.campaign_id = c._id group by l.state) s), '{}')) as data,
      null::jsonb as texts
    from reported c`
  await db.write(sql`
    with reported as (
      update campaigns c set end_reported_at = ${now}
      where c.organization_id = ${organization_id} and c._id = ${_id} and c.end_reported_at is null and ${hasEnded(now)}
      returning *
    ), ${eventsOf({ organization_id, project_id }, facts)}
    select`)
}
