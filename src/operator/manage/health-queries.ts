import type { Reader } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import { aliveMs } from '../../jobs/report-process.ts'
import { crawlsMax } from '../../sources/crawl/crawl-bounds.ts'
import { hasRecrawlRoom } from '../../sources/crawl/crawl-queries.ts'

/** The jobs that others wait for. */
export const waitedJobs = [
  'serve queues',
  'poll stale attempts',
  'process webhook events',
  'mark stale sends unresolved',
  'sync templates',
  'run crawls',
  'recrawl domains',
] as const

/** The oldest work that a job could do now, or has failed to do; null where it has none. */
export interface WaitingWork {
  job: (typeof waitedJobs)[number]
  since: string | null
}

/** An event that was tried in vain so often waits since it came, whenever it is tried next. */
const vainTries = 3
/** How many events are looked at of those that were due first, and of those that were put off the longest. */
const lookedAtMax = 1_000
/** How many due domains are looked at. The first may all be of organizations with many open crawls. */
const dueDomainsMax = 10_000

/** Whether every place for a crawl is taken, in all workers; false where none runs. */
const areCrawlPlacesTaken = sql`coalesce(
  (select count(*) from crawls where lease_token is not null and lease_until > clock_timestamp())
    >= ${crawlsMax} * nullif((select count(*) from processes
      where kind <> 'api' and seen_at > now() - ${aliveMs}::float8 * interval '1 millisecond'), 0), false)`

/**
 * Returns the oldest due work of each job that others wait for. Each reads the first rows of a partial index, however
 * much waits: all processes ask this every 30 s, also in a fault that makes every event wait.
 *
 * Crawls that wait for their host or for a place, and domains of organizations with many open crawls, are left out: no
 * further worker could begin them now. One whose lease is over counts, and so do those behind it: the next worker frees
 * it. Organizations that work in another cell are left out too.
 */
export async function selectWaitingWork(db: Reader, now: Date): Promise<WaitingWork[]> {
  return db.query<WaitingWork>(sql`
    select 'serve queues' as job, min(next_at) as since from campaign_queues
    where next_at <= ${now} and is_here(organization_id)
    union all
    select 'poll stale attempts', min(poll_at) from call_attempts where poll_at <= ${now} and is_here(organization_id)
    union all
    select 'process webhook events', least(
      (select min(case when tries >= ${vainTries}::int then received_at else due_at end) from (
        select tries, received_at, due_at from whatsapp_events
        where processed_at is null and due_at <= ${now} and is_here(organization_id)
        order by due_at limit ${lookedAtMax}::bigint) e),
      (select min(received_at) from (
        select tries, received_at from whatsapp_events
        where processed_at is null and due_at > ${now} and is_here(organization_id)
        order by due_at desc limit ${lookedAtMax}::bigint) e
        where tries >= ${vainTries}::int))
    union all
    select 'mark stale sends unresolved', min(lease_until) from whatsapp_messages
    where status = 'processing' and lease_until <= ${now} and is_here(organization_id)
    union all
    select 'sync templates', min(templates_due_at) from whatsapp_senders
    where status = 'connected' and templates_due_at <= ${now} and is_here(organization_id)
    union all
    select 'run crawls', least(
      (select min(lease_until) from crawls
        where lease_token is not null and lease_until <= clock_timestamp() and is_here(organization_id)),
      (select min(due_at) from crawls c
        where state in ('waiting', 'running') and lease_token is null and due_at <= ${now}
          and is_here(organization_id)
          and not exists (select from crawls h
            where h.host = c.host and h.lease_token is not null and h.lease_until > clock_timestamp())
          and not ${areCrawlPlacesTaken}))
    union all
    select 'recrawl domains', min(since) from (
      select organization_id, min(next_crawl_at) as since from (
        select organization_id, next_crawl_at from sources where next_crawl_at <= ${now}
        order by next_crawl_at limit ${dueDomainsMax}::bigint) due
      group by organization_id) s
    where is_here(s.organization_id) and ${hasRecrawlRoom(sql`s.organization_id`)}`)
}

/** How many accounts of each kind are shown. */
export const accountsMax = 100

/** An account at a provider, and what is known of it without asking the provider. */
export interface ProviderAccount {
  kind: 'voice_carrier' | 'whatsapp_sender'
  organization_id: string
  organization: string
  project_id: string
  project: string
  _id: string
  name: string
  /** `held`: it takes no calls for now. `unchecked`: nobody has asked the provider. */
  state: 'works' | 'held' | 'failed' | 'disconnected' | 'unknown' | 'unchecked'
  reason: string | null
  since: string | null
  until: string | null
}

/** Returns the accounts at providers of all tenants, those at fault first. */
export async function selectAccounts(db: Reader): Promise<ProviderAccount[]> {
  return db.query<ProviderAccount>(sql`
    select * from (
      (select 'voice_carrier' as kind, v.organization_id, o.name as organization, v.project_id, p.name as project, v._id,
        v.name, case when r.held_until > clock_timestamp() then 'held' when c.state = 'accepted' then 'works'
          when c.state = 'refused' then 'failed' when c.state = 'unknown' then 'unknown' else 'unchecked' end as state,
        c.reason, c.since, case when r.held_until > clock_timestamp() then r.held_until end as until
      from voice_carriers v
      join organizations o on o._id = v.organization_id
      join projects p on p.organization_id = v.organization_id and p._id = v.project_id
      left join carrier_rate_limits r on r.organization_id = v.organization_id and r.voice_carrier_id = v._id
      left join voice_carrier_checks c on c.organization_id = v.organization_id and c.voice_carrier_id = v._id
        and c.revision = v.revision
      order by coalesce(r.held_until > clock_timestamp() or c.state <> 'accepted', false) desc, o.name, p.name, v.name
      limit ${accountsMax})
      union all
      (select 'whatsapp_sender', s.organization_id, o.name, s.project_id, p.name, s._id, s.name,
        case when s.status <> 'connected' then 'disconnected' when s.templates_fault is not null then 'failed'
          when s.templates_read_at is null then 'unchecked' else 'works' end,
        s.templates_fault, s.templates_read_at, null
      from whatsapp_senders s
      join organizations o on o._id = s.organization_id
      join projects p on p.organization_id = s.organization_id and p._id = s.project_id
      order by (s.status <> 'connected' or s.templates_fault is not null) desc, o.name, p.name, s.name
      limit ${accountsMax})) a
    order by state in ('held', 'failed', 'disconnected', 'unknown') desc, organization, project, kind, name`)
}
