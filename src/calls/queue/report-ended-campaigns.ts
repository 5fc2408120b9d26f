import type { Db } from '../../db/database.ts'
import { instant } from '../../db/instant.ts'
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
 * Writes the events of campaigns that have ended and of which no call is under way or waits any more: each once, and
 * again after it went
 * on. Returns how many. The row of the campaign says whether its end was reported, so that each end is reported by one
 * worker.
 * Indexes: calls_in_queue, calling_slots_pkey; the counts read calls_by_campaign once a campaign.
 */
export async function reportEndedCampaigns(db: Db, now: Date): Promise<number> {
  await db.write(sql`
    update campaigns c set end_reported_at = null where c.end_reported_at is not null and not ${hasEnded(now)}
      and is_here(c.organization_id)`)
  const ended = await db.query<EndedCampaign>(sql`
    select c.organization_id, c.project_id, c._id from campaigns c
    where c.end_reported_at is null and ${hasEnded(now)} and is_here(c.organization_id)
      and not exists (select from calls w where w.organization_id = c.organization_id and w.campaign_id = c._id
        and w.state = 'waiting')
      and not exists (select from calling_slots s where s.organization_id = c.organization_id and s.campaign_id = c._id
        and s.attempt_id is not null)
    order by c._id limit ${campaignsMax}`)
  for (const campaign of ended) await reportEnd(db, campaign, now)
  return ended.length
}

interface EndedCampaign {
  organization_id: string
  project_id: string
  _id: string
}

async function reportEnd(
  db: Db,
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
