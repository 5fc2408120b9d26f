import { instant } from '../db/instant.ts'
import { sql } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'

/** Returns the facts of `eventsOf` for sources whose crawl has ended: rows of `sources` as they are after it. */
export function factsOfSources(sources: Sql, at: Date): Sql {
  return sql`
    select 'source.crawled' as type, s._id as subject_id, ${at}::timestamptz as at, jsonb_build_object('_id', s._id,
        'name', s.name, 'source_type', s.source_type, 'domain', s.domain, 'sync_status', s.sync_status,
        'sync_error', s.sync_error, 'page_count', s.page_count, 'last_crawled_at', ${instant(sql`s.last_crawled_at`)},
        'next_crawl_at', ${instant(sql`s.next_crawl_at`)}, 'crawl', (
          select jsonb_build_object('_id', c._id, 'state', c.state, 'found', c.found, 'fetched', c.fetched,
            'indexed', c.indexed, 'unchanged', c.unchanged, 'skipped', c.skipped, 'failed', c.failed, 'gone', c.gone,
            'bytes', c.bytes, 'started_at', ${instant(sql`c.started_at`)}, 'finished_at', ${instant(sql`c.finished_at`)})
          from crawls c where c.organization_id = s.organization_id and c._id = s.crawl_id)) as data,
      null::jsonb as texts
    from (${sources}) s`
}
