import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { applyOtherPlaces, ownPlace } from '../../../test/support/places.ts'
import type { Place } from '../../../test/support/places.ts'
import { startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { sql } from '../../db/sql.ts'
import { organizationBounds } from '../crawl/crawl-bounds.ts'
import { recrawlDomains } from './recrawl-domains.ts'

let service: Service
before(async () => {
  // There is no worker, so the crawls that are opened here wait.
  service = await startService()
})
after(() => service[Symbol.asyncDispose]())

async function addDueDomains({ organization_id, project_id }: Place, count: number): Promise<void> {
  await service.context.db.query(sql`
    insert into sources (organization_id, project_id, _id, name, source_type, domain, start_url, crawling_strategy,
      max_pages, max_depth, include_patterns, exclude_patterns, frequency_days, crawler, created_by, created_at, updated_at,
      next_crawl_at)
    select ${organization_id}::uuid, ${project_id}::uuid, gen_random_uuid(), 'S', 'domains', 'host' || n || '.example',
      'https://host' || n || '.example/', 'deep_crawl', 5, 2, '{}', '{}', 30, 'crawler_a', '{}', now(), now(),
      now() - interval '1 day'
    from generate_series(1, ${count}::integer) n`)
}

async function recrawl(): Promise<void> {
  const job = recrawlDomains(service.context)
  const { signal } = new AbortController()
  while (await job.run(signal));
}

async function openCrawlsOf({ organization_id }: Place): Promise<number> {
  const [row] = await service.context.db.query<{ count: number }>(sql`
    select count(*) from crawls where organization_id = ${organization_id} and state in ('waiting', 'running')`)
  return row?.count ?? 0
}

describe('recrawls', () => {
  it('leave room for requested crawls, and do not delay other organizations', async () => {
    const foreign = (await applyOtherPlaces(service)).at(-1)!.place
    const most = organizationBounds.openCrawls
    await addDueDomains(ownPlace(service), most)
    await addDueDomains(foreign, 3)
    await recrawl()
    const open = await openCrawlsOf(ownPlace(service))
    assert.ok(open >= most / 2 && open < most / 2 + 10, String(open))
    assert.equal(await openCrawlsOf(foreign), 3)
    await service.context.db.query(sql`update crawls set state = 'finished', finished_at = now()`)
    await recrawl()
    assert.equal(await openCrawlsOf(ownPlace(service)), most - open)
  })
})
