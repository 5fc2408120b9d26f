import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { crawl } from '../../../test/support/crawls.ts'
import type { CrawledSource } from '../../../test/support/crawls.ts'
import { startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { htmlPage, startSite } from '../../../test/support/site.ts'
import type { Site } from '../../../test/support/site.ts'
import { uuidv7 } from '../../base/ids.ts'
import type { CrawlUrlRow } from '../crawl/frontier/crawl-url-queries.ts'

let service: Service
let site: Site
let source: CrawledSource
before(async () => {
  service = await startService({}, { crawlPrivateHosts: ['127.0.0.1'] })
  service.startWorker()
  site = await startSite({
    '/': htmlPage('Home', ['/a', '/file.zip', '/gone']),
    '/a': htmlPage('A'),
  })
  source = await crawl(service, { domain: site.origin })
})
after(async () => {
  await site[Symbol.asyncDispose]()
  await service[Symbol.asyncDispose]()
})

const pathOf = (id: string, project = service.projectId) =>
  `/organizations/${service.organizationId}/projects/${project}/sources/${id}/crawl-urls`

async function list(query: Record<string, unknown> = {}) {
  const parameters = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )
  const { status, body } = await service.request('GET', `${pathOf(source._id)}?${parameters.toString()}`)
  assert.equal(status, 200, body.message)
  return body.data as { items: CrawlUrlRow[]; pagination: { total: number } }
}

describe('GET sources/{source_id}/crawl-urls', () => {
  it('lists each URL of the last crawl with its outcome and reason (200)', async () => {
    const { items, pagination } = await list()
    assert.equal(pagination.total, 4)
    assert.deepEqual(
      items.map(({ url, state, reason, depth, found_on, status_code, attempts }) => ({
        path: url.replace(site.origin, ''),
        state,
        reason,
        depth,
        found_on,
        status_code,
        attempts,
      })),
      [
        {
          path: '/',
          state: 'indexed',
          reason: null,
          depth: 0,
          found_on: null,
          status_code: 200,
          attempts: 1,
        },
        ...[
          { path: '/a', state: 'indexed', reason: null, status_code: 200, attempts: 1 },
          { path: '/file.zip', state: 'skipped', reason: 'type', status_code: null, attempts: 0 },
          { path: '/gone', state: 'gone', reason: null, status_code: 404, attempts: 1 },
        ].map((url) => ({ ...url, depth: 1, found_on: `${site.origin}/` })),
      ],
    )
    for (const { settled_at } of items) assert.ok(settled_at !== null)
  })

  it('filters, sorts and pages by the fields of its items', async () => {
    const { items } = await list({ filters: { state: { $ne: 'indexed' } }, sort: { url: -1 } })
    assert.deepEqual(
      items.map(({ url }) => url.replace(site.origin, '')),
      ['/gone', '/file.zip'],
    )
    const page = await list({ limit: '1', skip: '1' })
    assert.deepEqual([page.items[0]?.url, page.pagination.total], [`${site.origin}/a`, 4])
  })

  it('refuses unknown fields and values (400)', async () => {
    for (const query of ['limit=0', 'skip=-1', 'filters={"nope":1}', 'sort={"state":2}']) {
      const { status } = await service.request('GET', `${pathOf(source._id)}?${query}`)
      assert.equal(status, 400, query)
    }
  })

  it('requires a key (401) of this project (403) and a source of it (404)', async () => {
    assert.equal((await service.request('GET', pathOf(source._id), { key: null })).status, 401)
    assert.equal((await service.request('GET', pathOf(uuidv7()))).status, 404)
    assert.equal((await service.request('GET', pathOf('nonsense'))).status, 404)
    const projects = [{ name: 'Second', api_keys: [{ name: 'plain', scopes: [] }] }]
    const tree = await service.apply({ organizations: [{ name: 'Acme', projects }] })
    const other = tree.organizations[0]!.projects[0]!
    const key = other.api_keys[0]!.key!
    assert.equal((await service.request('GET', pathOf(source._id), { key })).status, 403)
    assert.equal((await service.request('GET', pathOf(source._id, other._id), { key })).status, 404)
  })
})
