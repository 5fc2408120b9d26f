import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { idsOf, parametersOf } from '../../../test/support/asked-list.ts'
import type { ListPage, ListQuery } from '../../../test/support/asked-list.ts'
import { applyOtherPlaces, ownPlace, pathOf } from '../../../test/support/places.ts'
import type { Place } from '../../../test/support/places.ts'
import { startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { uuidv7 } from '../../base/ids.ts'
import { sql } from '../../db/sql.ts'
import type { SourceCreator, SourceType, SyncStatus } from '../source.ts'

/** The fields in which a source differs from the others. */
interface Added {
  type?: SourceType
  status?: SyncStatus
  domain?: string | null
  fileSize?: number | null
  pages?: number
  createdBy?: SourceCreator
  place?: Place
}

let service: Service
before(async () => {
  service = await startService()
})
after(() => service[Symbol.asyncDispose]())

const own = (): Place => ownPlace(service)

function ask(query: ListQuery = {}, { place = own(), key = service.key, tail = '/sources' } = {}) {
  return service.request('GET', `${pathOf(place)}${tail}?${parametersOf(query)}`, { key })
}

async function list(query: ListQuery = {}, options = {}): Promise<ListPage> {
  const { status, body } = await ask(query, options)
  assert.equal(status, 200, body.message)
  return body.data
}

async function added(
  createdAt: string,
  {
    type = 'files',
    status = 'success',
    domain = null,
    fileSize = null,
    pages = 0,
    createdBy = { kind: 'operator' },
    place = own(),
  }: Added = {},
) {
  const source = {
    _id: uuidv7(),
    name: `Added at ${createdAt}`,
    source_type: type,
    sync_status: status,
    sync_error: status === 'failed' ? 'The server did not answer' : null,
    domain,
    file_size: fileSize,
    file_type: type === 'files' ? 'text/plain' : null,
    page_count: pages,
    crawling_strategy: null,
    max_pages: null,
    max_depth: null,
    include_patterns: null,
    exclude_patterns: null,
    frequency_days: null,
    crawler: null,
    crawl: null,
    last_crawled_at: type === 'domains' ? createdAt : null,
    next_crawl_at: null,
    created_by: createdBy,
    created_at: createdAt,
    updated_at: createdAt,
  }
  await service.context.db.query(sql`
    insert into sources (organization_id, project_id, _id, name, source_type, sync_status, sync_error, domain, file_size,
      file_type, page_count, last_crawled_at, created_by, created_at, updated_at)
    values (${place.organization_id}, ${place.project_id}, ${source._id}, ${source.name}, ${type}, ${status},
      ${source.sync_error}, ${domain}, ${fileSize}, ${source.file_type}, ${pages}, ${source.last_crawled_at},
      ${JSON.stringify(createdBy)}::jsonb, ${createdAt}, ${createdAt})`)
  return source
}

// Runs first, while there is only one project.
describe('lists of campaigns and projects', () => {
  it('filter, sort and project by the fields of their items', async () => {
    const { items } = await list(
      {
        filters: { 'retry.max_attempts': { $gte: 1 }, calling_hours: null },
        sort: { name: 1 },
        projection: 'name,retry.on',
      },
      { tail: '/campaigns' },
    )
    assert.ok(items.length > 0)
    for (const item of items) assert.deepEqual(Object.keys(item).sort(), ['_id', 'name', 'retry'])
    const none = await list(
      { filters: { 'calling_hours.timezone': { $exists: true } } },
      { tail: '/campaigns' },
    )
    assert.equal(none.pagination.total, 0)
    const { status, body } = await service.request(
      'GET',
      `/organizations/${service.organizationId}/projects?projection=${encodeURIComponent('{"name":1,"_id":0}')}`,
    )
    assert.equal(status, 200)
    assert.deepEqual((body.data as ListPage).items, [{ name: 'Renewals' }])
  })
})

describe('GET sources', () => {
  const made: Awaited<ReturnType<typeof added>>[] = []
  before(async () => {
    // Sizes repeat and some are missing, so that sorting by size has ties.
    for (let index = 0; index < 22; index++)
      made.push(
        await added(`2026-03-01T10:${10 + index}:00.000Z`, {
          fileSize: index % 4 === 0 ? null : 1_000 * (index % 4),
        }),
      )
    const key = { kind: 'api_key', _id: uuidv7(), name: 'all' } as const
    made.push(
      await added('2026-03-02T00:00:00.000Z', { type: 'urls', status: 'failed', createdBy: key }),
      await added('2026-03-03T00:00:00.000Z', { type: 'domains', status: 'partial', domain: 'a.example' }),
      await added('2026-03-04T00:00:00.000Z', {
        type: 'domains',
        status: 'syncing',
        domain: 'b.example/docs',
        pages: 12,
      }),
    )
  })

  it('returns the newest 20 with the total (200)', async () => {
    const { items, pagination } = await list()
    assert.deepEqual(items, made.toReversed().slice(0, 20))
    assert.deepEqual(pagination, {
      total: 25,
      page: 1,
      page_size: 20,
      total_pages: 2,
      has_next: true,
      has_prev: false,
    })
  })

  it('pages without gaps or repetitions in another order, and returns the right total past the end', async () => {
    const size = ({ file_size }: (typeof made)[number]) => file_size ?? -1
    const largest = made.toSorted((a, b) => size(b) - size(a) || (a._id < b._id ? -1 : 1))
    const pages = await Promise.all(
      [0, 10, 20].map((skip) => list({ sort: { file_size: -1 }, skip, limit: 10 })),
    )
    assert.deepEqual(
      pages.flatMap(({ items }) => items),
      largest,
    )
    const { items, pagination } = await list({ skip: 100, limit: 10 })
    assert.deepEqual([items, pagination.total, pagination['has_next']], [[], 25, false])
  })

  it('filters by the fields of its items', async () => {
    const [url, first, second] = made.slice(-3).map(({ _id }) => _id)
    for (const [filters, ids] of [
      [{ source_type: 'domains' }, [second, first]],
      [{ sync_status: { $in: ['failed', 'partial', 'nonsense'] } }, [first, url]],
      [{ sync_error: { $ne: null } }, [url]],
      [{ domain: { $regex: '^b[.]' } }, [second]],
      [{ page_count: { $gt: 0 } }, [second]],
      [{ 'created_by.kind': 'api_key' }, [url]],
      [{ 'created_by.name': { $exists: true } }, [url]],
      [{ last_crawled_at: '2026-03-03' }, [first]],
      [{ source_type: 'domains', sync_status: 'success' }, []],
    ] as const) {
      const page = await list({ filters })
      assert.deepEqual([idsOf(page), page.pagination.total], [ids, ids.length], JSON.stringify(filters))
    }
  })

  it('refuses unknown fields and values, and says what would be right (400)', async () => {
    for (const [query, words] of [
      [{ limit: 0 }, /^limit: must be a whole number from 1 to 100/],
      [{ limit: 101 }, /^limit: must be a whole number from 1 to 100/],
      [{ skip: -1 }, /^skip: must be a whole number/],
      [{ filters: { nope: 1 } }, /^filters: .*nope.*sync_status/],
      [{ filters: { created_at: 'soon' } }, /^filters: at created_at/],
      [{ filters: '[]' }, /^filters must be a JSON object/],
      [{ sort: { created_at: 0 } }, /^sort: .*must be 1 or -1/],
      [{ sort: { nope: 1 } }, /^sort: .*nope/],
    ] as const) {
      const { status, body } = await ask(query)
      assert.equal(status, 400, JSON.stringify(query))
      assert.match(body.message, words)
    }
    assert.equal((await ask({ colour: 'red' })).status, 200)
  })

  it('requires a key (401) of this project (403), and shows only its sources', async () => {
    assert.equal((await service.request('GET', `${pathOf(own())}/sources`, { key: null })).status, 401)
    for (const { place, key } of await applyOtherPlaces(service)) {
      const theirs = await added('2026-04-01T00:00:00.000Z', { type: 'domains', domain: 'a.example', place })
      assert.equal((await ask({}, { place })).status, 403)
      assert.deepEqual((await list({}, { place, key })).items, [theirs])
      assert.equal((await list()).pagination.total, made.length)
      assert.deepEqual(idsOf(await list({ filters: { _id: theirs._id } })), [])
    }
  })
})

describe('nested fields of a source', () => {
  it('can be filtered and sorted by: patterns by position, timestamps as timestamps', async () => {
    const { organization_id, project_id } = own()
    const crawled = async (domain: string, patterns: readonly string[], startedAt: string) => {
      const { _id } = await added('2026-05-01T00:00:00.000Z', { type: 'domains', domain })
      await service.context.db.query(sql`
        with crawl as (
          insert into crawls (organization_id, project_id, _id, source_id, host, start_url, domain, crawling_strategy,
            max_pages, max_depth, include_patterns, exclude_patterns, crawler, state, created_at, started_at, finished_at)
          values (${organization_id}, ${project_id}, ${_id}, ${_id}, ${domain},
            ${`https://${domain}/`}, ${domain}, 'deep_crawl', 5, 2, '{}', '{}', 'crawler_a', 'finished',
            ${startedAt}, ${startedAt}, ${startedAt}))
        update sources set crawl_id = ${_id}, include_patterns = ${patterns}::text[]
        where organization_id = ${organization_id} and _id = ${_id}`)
      return _id
    }
    const docs = await crawled('c.example', ['/docs/**', '/blog/*'], '2026-05-02T10:00:00.000Z')
    const blog = await crawled('d.example', ['/blog/*'], '2026-05-03T00:00:00.000Z')
    const plain = (await list({ filters: { crawl: null }, limit: 100 })).items.map(({ _id }) => _id)
    for (const [filters, ids] of [
      [{ 'include_patterns.0': '/docs/**' }, [docs]],
      [{ 'include_patterns.1': { $exists: true } }, [docs]],
      [{ include_patterns: '/blog/*' }, [docs, blog]],
      [{ include_patterns: ['/blog/*'] }, [blog]],
      [{ include_patterns: { $size: 2 } }, [docs]],
      [{ include_patterns: { $elemMatch: { $regex: '^/docs' } } }, [docs]],
      [{ 'include_patterns.0': { $ne: '/docs/**' }, crawl: { $ne: null } }, [blog]],
      [{ include_patterns: null }, plain],
      [{ 'crawl.started_at': '2026-05-02' }, [docs]],
      [{ 'crawl.started_at': { $lte: '2026-05-02' } }, [docs]],
      [{ 'crawl.started_at': { $gte: '2026-05-02T11:00+01:00' } }, [docs, blog]],
      [{ 'crawl.finished_at': { $gt: '2026-05-02' } }, [blog]],
      [{ 'crawl.finished_at': { $type: 'date' } }, [docs, blog]],
      [{ 'crawl.started_at': { $type: 'string' } }, []],
    ] as const) {
      const page = await list({ filters, limit: 100 })
      assert.deepEqual(new Set(idsOf(page)), new Set(ids), JSON.stringify(filters))
    }
    const byPattern = await list({ filters: { crawl: { $ne: null } }, sort: { 'include_patterns.0': 1 } })
    assert.deepEqual(idsOf(byPattern), [blog, docs])
  })

  it('are refused where items never have them, at any depth (400)', async () => {
    for (const [tail, query, words] of [
      [
        '/sources',
        { filters: { 'crawl.nope': 1 } },
        /^filters: at crawl.nope: unknown field. Fields: _id, state/,
      ],
      [
        '/sources',
        { filters: { 'crawl.started_at': 'nonsense' } },
        /^filters: at crawl.started_at: .*ISO 8601/,
      ],
      ['/sources', { filters: { 'crawl.started_at': { $regex: '^2026' } } }, /\$regex/],
      ['/sources', { filters: { 'include_patterns.x': 1 } }, /^filters: at include_patterns.x: /],
      ['/sources', { filters: { 'include_patterns.0.x': 1 } }, /^filters: at include_patterns.0.x: /],
      ['/sources', { filters: { 'created_by.nope': 1 } }, /Fields: kind, _id, name/],
      ['/sources', { sort: { 'crawl.nope': 1 } }, /^sort: at crawl.nope: unknown field/],
      ['/campaigns', { filters: { 'retry.nope': 1 } }, /Fields: max_attempts, delay_minutes, on/],
      ['/campaigns', { filters: { 'calling_hours.windows.nope': 1 } }, /Fields: days, from, to/],
      ['/campaigns', { filters: { 'calling_hours.timezone.x': 1 } }, /no fields below/],
      ['/campaigns', { projection: '{"retry.nope":1}' }, /^projection: at retry.nope: unknown field/],
      ['/campaigns', { projection: 'retry.on.x' }, /^projection: at retry.on.x: /],
    ] as const) {
      const { status, body } = await ask(query, { tail })
      assert.equal(status, 400, JSON.stringify(query))
      assert.match(body.message, words)
    }
  })
})
