import { inAllBuckets, inCampaignBuckets } from '../../src/counters/bucket-counts.ts'
import { sql } from '../../src/db/sql.ts'
import { insertInBulk } from './bulk-insert.ts'
import type { Bulk } from './bulk-insert.ts'
import { phoneNumberOf, profileIdOf } from './people.ts'
import type { BenchDatabase } from './stage.ts'

/** The conversations of one project. */
export interface ProjectHistory {
  organization_id: string
  project_id: string
  campaignIds: readonly string[]
  conversations: number
  /** The number of people over which the conversations are spread at random; some get none. */
  people: number
}

/** Two years, day and night, which gives the most counters possible. */
export const historySpan = { from: '2024-11-01T00:00:00Z', to: '2026-11-01T00:00:00Z' }

/** Fills projects with conversations in the order of their start, and with their counters. */
export async function seedHistory(
  { databaseUrl }: Pick<BenchDatabase, 'databaseUrl'>,
  projects: readonly ProjectHistory[],
): Promise<void> {
  await insertInBulk(databaseUrl, ['conversations', 'conversation_callers'], async (bulk) => {
    for (const project of projects) await insertConversations(bulk, project)
    await bulk.run(sql`
      insert into conversation_callers (organization_id, project_id, caller, conversations)
      select organization_id, project_id, caller, count(*) from conversations group by 1, 2, 3`)
    await bulk.run(sql`
      insert into row_counts (organization_id, project_id, kind, rows)
      select organization_id, project_id, 'callers', count(*) from conversation_callers group by 1, 2`)
    await bulk.run(sql`
      insert into conversation_counts (organization_id, project_id, grain, channel_type, conversation_type, status,
        bucket, conversations, durations, duration_seconds)
      ${inAllBuckets(sql`(
        select organization_id, project_id, date_trunc('hour', start_time, 'UTC') as hour, channel_type,
          conversation_type, status, count(*) as conversations, count(duration_seconds) as durations,
          coalesce(sum(duration_seconds::numeric), 0) as duration_seconds
        from conversations group by 1, 2, 3, 4, 5, 6)`)}
      order by bucket`)
    await bulk.run(sql`
      insert into campaign_counts (organization_id, project_id, grain, status, bucket, campaign_id, conversations,
        answered, durations, duration_seconds)
      ${inCampaignBuckets(sql`(
        select organization_id, project_id, date_trunc('hour', start_time, 'UTC') as hour, channel_type, status,
          campaign_id, count(*) as conversations, count(duration_seconds) as durations,
          coalesce(sum(duration_seconds::numeric), 0) as duration_seconds
        from conversations group by 1, 2, 3, 4, 5, 6)`)}
      order by bucket`)
  })
}

async function insertConversations(bulk: Bulk, project: ProjectHistory): Promise<void> {
  const { organization_id, project_id, campaignIds, conversations, people } = project
  await bulk.run(sql`
    with drawn as materialized (
      select ${historySpan.from}::timestamptz + (${historySpan.to}::timestamptz - ${historySpan.from}::timestamptz)
          * ((i + random()) / ${conversations}::integer) as start_time,
        floor(random() * ${people}::integer)::integer as person, random() as outcome, random() as channel,
        random() as direction, ceil(random() * ${campaignIds.length}::integer)::integer as campaign,
        ceil(random() * 300) as seconds
      from generate_series(0, ${conversations}::integer - 1) i
    ), typed as (
      select *,
        case when channel < 0.9 then 'voice' when channel < 0.98 then 'whatsapp' when channel < 0.995 then 'web'
          else 'telegram' end as channel_type,
        case
          when channel >= 0.9 then case when outcome < 0.95 then 'completed' else 'live' end
          when outcome < 0.56 then 'completed' when outcome < 0.76 then 'no_answer' when outcome < 0.85 then 'busy'
          when outcome < 0.91 then 'failed' when outcome < 0.955 then 'canceled' when outcome < 0.97 then 'initiated'
          when outcome < 0.985 then 'ringing' else 'live' end as status
      from drawn
    )
    insert into conversations (organization_id, project_id, _id, channel_type, conversation_type, status, phone_number,
      campaign_id, start_time, answered_at, end_time, duration_seconds, created_at, profile_id)
    select ${organization_id}, ${project_id}, uuidv7(start_time - clock_timestamp()), channel_type,
      case when direction < 0.8 then 'outbound' else 'inbound' end, status,
      case when channel_type in ('voice', 'whatsapp') then ${phoneNumberOf(sql`person`)} end,
      (${campaignIds}::uuid[])[campaign], start_time,
      case when status in ('completed', 'live') then start_time + interval '9 seconds' end,
      case when status not in ('initiated', 'ringing', 'live') then start_time + interval '310 seconds' end,
      case when status = 'completed' then seconds when status not in ('initiated', 'ringing', 'live') then 0 end,
      start_time, ${profileIdOf(project_id, sql`person`)}
    from typed`)
}
