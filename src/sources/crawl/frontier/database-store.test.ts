import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { createTestDatabase } from '../../../../test/support/database.ts'
import type { TestDatabase } from '../../../../test/support/database.ts'
import { fc } from '../../../../test/support/properties.ts'
import { systemClock } from '../../../base/clock.ts'
import { uuidv7 } from '../../../base/ids.ts'
import { sql } from '../../../db/sql.ts'
import { claimCrawl } from '../claim-crawl.ts'
import type { HeldCrawl } from '../crawl-queries.ts'
import type { FoundUrl, Verdict } from './crawl-store.ts'
import { createDatabaseStore } from './database-store.ts'

const now = new Date()
let database: TestDatabase
before(async () => {
  database = await createTestDatabase()
})
after(() => database[Symbol.asyncDispose]())

/** Adds a crawl of an organization of its own, and claims it. */
async function claimNew(): Promise<HeldCrawl> {
  const _id = uuidv7()
  await database.db.query(sql`
    with organization as (
      insert into organizations (_id, name, plan_status, created_at, updated_at) values (${_id}, ${_id}, 'active', ${now}, ${now})
    ), project as (
      insert into projects (organization_id, _id, name, created_at, updated_at) values (${_id}, ${_id}, 'P', ${now}, ${now})
    ), source as (
      insert into sources (organization_id, project_id, _id, name, source_type, domain, created_by, created_at, updated_at)
      values (${_id}, ${_id}, ${_id}, 'site', 'domains', ${_id}, '{}', ${now}, ${now}))
    insert into crawls (organization_id, project_id, _id, source_id, host, start_url, domain, crawling_strategy,
      max_pages, max_depth, include_patterns, exclude_patterns, crawler, created_at)
    values (${_id}, ${_id}, ${_id}, ${_id}, ${_id}, ${`https://${_id}`}, ${_id}, 'deep_crawl', 5, 2, '{}', '{}', 'crawler_a',
      ${now})`)
  const crawl = await claimCrawl(database.db, uuidv7(), now)
  assert.equal(crawl?._id, _id)
  return crawl
}

const depthMax = 2
const foundUrl = fc
  .record({
    name: fc.integer({ min: 0, max: 3 }),
    depth: fc.integer({ min: 0, max: 4 }),
    hops: fc.constantFrom(0, 1),
    isTrap: fc.constantFrom(false, true),
  })
  .map(({ name, depth, hops, isTrap }): FoundUrl => {
    const reason = depth > depthMax ? 'depth' : name === 3 ? 'pattern' : isTrap ? 'trap' : null
    const skipped = reason === null ? null : { reason, detail: reason }
    return { url: `https://example.com/${name}`, depth, foundOn: null, hops, changedAt: null, skipped }
  })

const verdicts: Verdict[] = [
  { kind: 'failed', detail: 'the server' },
  { kind: 'skipped', reason: 'canonical', detail: 'another', leadsTo: 'https://example.com/0' },
  { kind: 'retry', detail: 'busy', afterMs: 0 },
]
/** URLs that are found, and how the page that led to them ends; null: a sitemap led to them. */
const step = fc.record({
  found: fc.array(foundUrl, { maxLength: 5 }),
  verdict: fc.constantFrom(null, null, ...verdicts),
})

it('stores the same whether one process finds all URLs or each is found by a new one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 16 }), async (steps) => {
      const run = async (isOneProcess: boolean) => {
        const crawl = await claimNew()
        let store = createDatabaseStore({ db: database.db, clock: systemClock, crawl })
        for (const { found, verdict } of steps) {
          if (!isOneProcess) store = createDatabaseStore({ db: database.db, clock: systemClock, crawl })
          const next = verdict === null ? null : await store.take()
          if (verdict === null) await store.add(found)
          else if (next?.kind === 'url') {
            const visit = { verdict, status: 200, isFetched: true, bytes: 1, found }
            await store.settle(next.taken, visit, async (urls) => urls.map(() => ({ kind: 'take' })))
          }
        }
        return database.db.query(sql`
          select url, depth, hops, state, reason, detail, attempts, ignores_canonical from crawl_urls
          where organization_id = ${crawl.organization_id} order by url`)
      }
      assert.deepEqual(await run(true), await run(false))
    }),
    { numRuns: 100 },
  )
})
