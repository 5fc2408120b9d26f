import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { eventually, startService } from '../../../test/support/service.ts'
import { sql } from '../../db/sql.ts'
import { closedPath, sitePages } from '../../sandbox/site/pages.ts'
import { startSite } from '../../sandbox/site/site.ts'
import { addKnowledge } from './add-knowledge.ts'
import { loadDemo } from './load-demo.ts'

const site = await startSite({ port: 0 })
const service = await startService({}, { crawlPrivateHosts: [site.host] })
after(async () => {
  await service[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
})

test('the site is crawled once, but for what robots.txt closes and a pattern excludes', async () => {
  const { context } = service
  const addresses = {
    phoneNetworkUrl: service.network!.url,
    whatsappNetworkUrl: 'http://127.0.0.1:9902',
    modelNetworkUrl: 'http://127.0.0.1:9903/v1',
  }
  const demo = await loadDemo(context, addresses, null)
  assert.equal(await addKnowledge(context, demo, site.url), true)
  assert.equal(await addKnowledge(context, demo, site.url), false)
  service.startWorker()
  const isOver = async () => {
    const [source] = await context.db.query<{ sync_status: string }>(sql`
      select sync_status from sources where source_type = 'domains'`)
    return source?.sync_status === 'success' ? true : null
  }
  await eventually('the crawl is over', isOver, 300_000)
  const urls = await context.db.query<{ url: string; state: string }>(sql`select url, state from crawl_urls`)
  const paths = (state: string) =>
    urls.flatMap((row) => (row.state === state ? new URL(row.url).pathname : [])).toSorted()
  const all = sitePages.map(({ path }) => path).toSorted()
  assert.deepEqual(
    paths('indexed'),
    all.filter((path) => path !== '/boat'),
  )
  assert.deepEqual(paths('skipped'), ['/boat', closedPath])
})

test('the site has no page of another path, and takes no writes', async () => {
  assert.equal((await fetch(`${site.url}/nothing`)).status, 404)
  assert.equal((await fetch(site.url, { method: 'POST' })).status, 405)
})
