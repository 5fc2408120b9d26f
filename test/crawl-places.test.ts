// How crawls share the places of a worker: from the request to the index, on sites that the tests serve themselves.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from '../src/db/sql.ts'
import { requestCrawl, crawl, endOfCrawl, lookAtSource } from './support/crawls.ts'
import { eventually, startService } from './support/service.ts'
import type { Service } from './support/service.ts'
import { afterMoment, htmlPage, startSite } from './support/site.ts'
import type { Site } from './support/site.ts'

let service: Service
let other: Service
before(async () => {
  service = await startService({}, { crawlPrivateHosts: ['127.0.0.1'], crawlSliceMs: 100 })
  const tree = await service.apply({
    organizations: [{ name: 'Other', projects: [{ name: 'One', api_keys: [{ name: 'own', scopes: [] }] }] }],
  })
  const [organization] = tree.organizations
  const [project] = organization!.projects
  other = {
    ...service,
    organizationId: organization!._id,
    projectId: project!._id,
    request: (method, path, options) =>
      service.request(method, path, { key: project!.api_keys[0]!.key!, ...options }),
  }
  service.startWorker()
})
after(() => service[Symbol.asyncDispose]())

/** A site that goes on until the test lets it end. */
async function endlessSite(): Promise<Site & { end: () => void }> {
  let isOver = false
  const site = await startSite({ '/': htmlPage('Home', ['/0']) })
  const page = (path: string) => htmlPage(`Page ${path}`, isOver ? [] : [`/${Number(path.slice(1)) + 1}`])
  site.pages.set('*', afterMoment(20, { status: 404 }))
  for (let index = 0; index < 1_000; index++) site.pages.set(`/${index}`, () => page(`/${index}`))
  return { ...site, end: () => (isOver = true) }
}

describe('crawls of one organization that go on and on', () => {
  it('let the crawls of another go on in their places, and go on from where they stood', async () => {
    await using first = await endlessSite()
    await using second = await endlessSite()
    const long = [first.origin, second.origin]
    for (const domain of long) await requestCrawl(service, { domain, max_pages: 1_000, max_depth: 10 })
    await eventually('both places are taken', () =>
      first.requests.length > 2 && second.requests.length > 2 ? true : null,
    )
    await using small = await startSite({ '/': htmlPage('Small', ['/a']), '/a': htmlPage('A') })
    const { sync_status, page_count } = await crawl(other, { domain: small.origin })
    assert.deepEqual([sync_status, page_count], ['success', 2])
    first.end()
    second.end()
    for (const domain of long) {
      const { crawl: ended, page_count } = await endOfCrawl(service, domain)
      assert.equal(page_count, ended.indexed)
    }
    for (const { requests } of [first, second]) {
      const pages = requests.filter((path) => path !== '/robots.txt')
      assert.equal(new Set(pages).size, pages.length, 'no page is asked for twice')
    }
    const starts = await service.context.db.query<{ starts: number }>(sql`select starts from crawls`)
    assert.deepEqual(
      starts.filter((row) => row.starts !== 1),
      [],
    )
  })

  it('let go between two sitemaps as well, and ask for none twice', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `/sitemap-${index}.xml`)
    const sitemapOf = (path: string) =>
      `<urlset><url><loc>ORIGIN/page${path.slice(1, -4)}</loc></url></urlset>`
    await using first = await startSite()
    await using second = await startSite()
    for (const site of [first, second]) {
      const text = (body: string) => ({ headers: { 'content-type': 'text/plain' }, body })
      site.pages.set('/robots.txt', text(names.map((name) => `Sitemap: ${site.origin}${name}`).join('\n')))
      for (const name of names)
        site.pages.set(name, afterMoment(40, { body: sitemapOf(name).replace('ORIGIN', site.origin) }))
      site.pages.set('*', htmlPage('Some page'))
    }
    for (const { origin } of [first, second])
      await requestCrawl(service, { domain: origin, crawling_strategy: 'sitemap' })
    await using third = await startSite({ '/': htmlPage('Third') })
    await requestCrawl(service, { domain: third.origin })
    for (const { origin } of [first, second, third]) await endOfCrawl(service, origin)
    for (const site of [first, second]) {
      const sitemaps = site.requests.filter((path) => path.endsWith('.xml'))
      assert.deepEqual(sitemaps.toSorted(), names.toSorted())
      const { crawl: ended } = await lookAtSource(service, site.origin)
      assert.equal(ended.found, names.length + 1)
    }
  })

  it('know when they go on that a sitemap could not be read, and keep its pages', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `/page-${index}`)
    const urlset = (paths: readonly string[], origin: string) => ({
      body: `<urlset>${paths.map((path) => `<url><loc>${origin}${path}</loc></url>`).join('')}</urlset>`,
    })
    const slow = async (given: readonly string[]) => {
      const site = await startSite()
      site.pages.set('/robots.txt', {
        headers: { 'content-type': 'text/plain' },
        body: `Sitemap: ${site.origin}/one.xml\nSitemap: ${site.origin}/two.xml`,
      })
      site.pages.set('/one.xml', urlset(names, site.origin))
      site.pages.set('/two.xml', urlset(given, site.origin))
      for (const path of ['/', ...names, ...given])
        site.pages.set(path, afterMoment(40, htmlPage(`Page ${path}`)))
      return site
    }
    await using first = await slow(['/of-two'])
    await using second = await slow([])
    await using third = await slow([])
    const settings = { domain: first.origin, crawling_strategy: 'sitemap' }
    assert.equal((await crawl(service, settings)).page_count, 14)
    first.pages.set('/two.xml', { status: 404 })
    for (const { origin } of [first, second, third])
      await requestCrawl(service, { domain: origin, crawling_strategy: 'sitemap' })
    const { sync_status, sync_error, page_count } = await endOfCrawl(service, first.origin)
    assert.deepEqual([sync_status, page_count], ['partial', 14])
    assert.match(sync_error ?? '', /two\.xml cannot be read/)
    for (const { origin } of [second, third]) await endOfCrawl(service, origin)
  })
})
