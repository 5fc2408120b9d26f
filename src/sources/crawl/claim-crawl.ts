import { isDatabaseHeld } from '../../db/database-identity.ts'
import type { Db } from '../../db/database.ts'
import { organizationsWith } from '../../db/organizations-with.ts'
import type { Queryable } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import { leaseSeconds } from './crawl-queries.ts'
import type { HeldCrawl } from './crawl-queries.ts'

/** Returns the condition that a crawl is not over and no worker holds it, in the words of the indexes. */
const isWaiting = (crawl: Sql) =>
  sql`${crawl}.state in ('waiting', 'running') and ${crawl}.lease_token is null`

/**
 * Selects, as `ready`, for each organization the crawl that has been due for longest and whose host is free, with the
 * number of places that the organization has. `organizations` takes one step of crawls_waiting for each organization,
 * however many crawls wait; `held` has as many rows as all workers have places.
 */
const ready = sql`
  ${organizationsWith(sql`crawls`, isWaiting(sql`t`))},
  held as materialized (select organization_id, host from crawls where lease_token is not null),
  ready as (
    select o.organization_id, d._id, d.host, d.due_at,
      (select count(*) from held h where h.organization_id = o.organization_id) as places
    from organizations o, lateral (
      select c._id, c.host, c.due_at from crawls c
      where c.organization_id = o.organization_id and ${isWaiting(sql`c`)} and c.due_at <= statement_timestamp()
        and is_here(c.organization_id)
        and not exists (select from held h where h.host = c.host)
      order by c.due_at limit 1) d)`

const lastServed = (whose: Sql) => sql`(select max(l.left_at) from crawls l where ${whose})`

/**
 * Claims the next crawl for a worker with a free place; returns null where none is ready.
 *
 * Claims wait for each other (some milliseconds), so that each counts the places that the others took.
 */
export async function claimCrawl(db: Db, leaseToken: string, now: Date): Promise<HeldCrawl | null> {
  return db.transaction(async (transaction) => {
    // A separate statement, so that the next one sees what earlier claims have committed.
    await transaction.query(sql`select pg_advisory_xact_lock(hashtextextended('claims of crawls', 0))`)
    const [crawl] = await transaction.query<HeldCrawl>(claimStatement(leaseToken, now))
    return crawl ?? null
  })
}

/**
 * Returns the statement with the rule by which crawls get places. The organization with the fewest places goes first,
 * then the one that was served longest ago. So however many crawls one organization has, another waits for at most a
 * slice. Its longest waiting crawl gets the place. If other crawls wait for the same host, the host goes to the
 * organization that was there longest ago; otherwise an organization with places elsewhere would never get the host.
 */
export function claimStatement(leaseToken: string, now: Date): Sql {
  return sql`
    with recursive ${ready},
    next as (
      select r.host from ready r where not ${isDatabaseHeld}
      order by r.places, ${lastServed(sql`l.organization_id = r.organization_id`)} nulls first, r.due_at, r._id limit 1),
    chosen as (
      select c.organization_id, c._id from crawls c
      where c.host = (select host from next) and ${isWaiting(sql`c`)} and c.due_at <= statement_timestamp()
        and is_here(c.organization_id)
      order by ${lastServed(sql`l.host = c.host and l.organization_id = c.organization_id`)} nulls first, c.due_at, c._id
      limit 1 for update of c skip locked)
    update crawls c set state = 'running', starts = c.starts + 1, started_at = coalesce(c.started_at, ${now}),
      lease_token = ${leaseToken}, lease_until = clock_timestamp() + ${leaseSeconds} * interval '1 second',
      held_since = clock_timestamp()
    from chosen, projects p
    where c.organization_id = chosen.organization_id and c._id = chosen._id
      and p.organization_id = c.organization_id and p._id = c.project_id
    returning c.organization_id, c.project_id, c._id, c.source_id, c.lease_token, c.starts, c.started_at, c.seeded_at,
      c.seeding, (extract(epoch from c.worked) * 1000)::float8 as worked_ms, c.stopped_by, c.domain, c.start_url,
      c.crawling_strategy, c.max_pages, c.max_depth, c.include_patterns, c.exclude_patterns, c.crawler, c.found,
      c.fetched, c.indexed, c.unchanged, c.skipped, c.failed, c.gone, c.bytes, p.language`
}

/**
 * Returns whether a crawl waits that would get the place of this one: another of its organization, or one of an
 * organization with fewer places. Any other crawl would come after this one, so that yielding to it would have no
 * effect.
 */
export async function selectIsPlaceWanted(db: Queryable, { organization_id }: HeldCrawl): Promise<boolean> {
  const [row] = await db.query<{ is_wanted: boolean }>(sql`
    with recursive ${ready}
    select exists (select from ready r where r.organization_id = ${organization_id}
      or r.places < (select count(*) from held h where h.organization_id = ${organization_id})) as is_wanted`)
  return row?.is_wanted ?? false
}
