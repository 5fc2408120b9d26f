import assert from 'node:assert/strict'
import { sql } from '../../src/db/sql.ts'
import type { CrawlUrlRow } from '../../src/sources/crawl/frontier/crawl-url-queries.ts'
import type { CrawlProgress, SourceRow } from '../../src/sources/queries.ts'
import { eventually } from './service.ts'
import type { Service } from './service.ts'

export type CrawledSource = SourceRow & { crawl: CrawlProgress }

const project = ({ organizationId, projectId }: Service) =>
  `/organizations/${organizationId}/projects/${projectId}`

/** Requests a crawl and returns without waiting for it. */
export async function requestCrawl(service: Service, body: Record<string, unknown>): Promise<void> {
  const answer = await service.request('POST', `${project(service)}/sources/domains`, { body })
  assert.equal(answer.status, 201, answer.body.message)
}

/** Requests a crawl and waits for its end. A worker must be running. */
export async function crawl(
  service: Service,
  body: Record<string, unknown> & { domain: string },
): Promise<CrawledSource> {
  await requestCrawl(service, body)
  return endOfCrawl(service, body.domain)
}

export async function endOfCrawl(
  service: Service,
  domain: string,
  timeoutMs = 300_000,
): Promise<CrawledSource> {
  const { _id } = await lookAtSource(service, domain)
  // The table is asked meanwhile: asking the API every 20 ms took more processor time than the crawl.
  await eventually(
    `the crawl of ${domain} has ended`,
    async () => {
      const [crawl] = await service.context.db.query<{ has_ended: boolean }>(sql`
        select c.finished_at is not null as has_ended from sources s
        join crawls c on c.organization_id = s.organization_id and c._id = s.crawl_id
        where s.organization_id = ${service.organizationId} and s._id = ${_id}`)
      return crawl?.has_ended === true ? true : null
    },
    timeoutMs,
  )
  return lookAtSource(service, domain)
}

export async function lookAtSource(service: Service, domain: string): Promise<CrawledSource> {
  const filters = encodeURIComponent(JSON.stringify({ domain: domain.replace(/^https?:\/\//, '') }))
  const { status, body } = await service.request('GET', `${project(service)}/sources?filters=${filters}`)
  assert.equal(status, 200, body.message)
  const [source] = (body.data as { items: SourceRow[] }).items
  assert.ok(source, `no source ${domain}`)
  assert.ok(source.crawl)
  return { ...source, crawl: source.crawl }
}

/** Returns the outcome of each URL of the last crawl, by path and query. */
export async function crawledUrls(service: Service, { _id }: SourceRow): Promise<Map<string, CrawlUrlRow>> {
  const found = new Map<string, CrawlUrlRow>()
  for (let skip = 0; ; skip += 100) {
    const path = `${project(service)}/sources/${_id}/crawl-urls?limit=100&skip=${skip}`
    const { status, body } = await service.request('GET', path)
    assert.equal(status, 200, body.message)
    const { items } = body.data as { items: CrawlUrlRow[] }
    for (const item of items) found.set(pathOf(item.url), item)
    if (items.length < 100) return found
  }
}

/** Returns paths and queries of the indexed pages, sorted. */
export async function indexedPaths({ context }: Service, { _id }: SourceRow): Promise<string[]> {
  const rows = await context.db.query<{ url: string }>(sql`
    select url from source_pages where source_id = ${_id}`)
  return rows.map(({ url }) => pathOf(url)).sort()
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}
