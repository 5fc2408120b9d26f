import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { watchLoop } from '../../../test/support/watch-loop.ts'
import { sql } from '../../db/sql.ts'
import { organizationBounds } from '../crawl/crawl-bounds.ts'
import type { SourceRow } from '../queries.ts'

let service: Service
before(async () => {
  // There is no worker, so the crawls that are requested here wait.
  service = await startService({}, { crawlPrivateHosts: ['wiki.internal:8080'] })
})
after(() => service[Symbol.asyncDispose]())

const project = () => `/organizations/${service.organizationId}/projects/${service.projectId}`

function upload(body: unknown, options: { key?: string | null } = {}) {
  return service.request('POST', `${project()}/sources/domains`, { body, ...options })
}

async function sources(domain: string): Promise<SourceRow[]> {
  const filters = encodeURIComponent(JSON.stringify({ domain }))
  const { status, body } = await service.request('GET', `${project()}/sources?filters=${filters}`)
  assert.equal(status, 200, body.message)
  return (body.data as { items: SourceRow[] }).items
}

describe('POST sources/domains', () => {
  it('compiles no pattern in the thread that serves requests (400, 201)', async () => {
    const costly = Array.from({ length: 100 }, (_, index) => `${'\\p{L}'.repeat(90)}${index}`)
    const dear = Array.from({ length: 60 }, (_, index) => `/${'[^\\x00-\\x7f]'.repeat(35)}${index}\\pL/i`)
    const watch = watchLoop()
    const refused = await Promise.all(
      Array.from({ length: 20 }, () =>
        upload({ domain: 'example.com', include_patterns: costly, exclude_patterns: costly }),
      ),
    )
    const taken = await upload({ domain: 'patterns.example', include_patterns: dear })
    const { longestMs } = watch.stop()
    for (const { status, body } of refused) {
      assert.equal(status, 400)
      assert.match(
        body.message,
        /^include_patterns\[0\]: is too costly: .*; exclude_patterns\[0\]: is too costly/,
      )
    }
    assert.equal(taken.status, 201, taken.body.message)
    // Compiling them in this thread took twenty times 2.9 s.
    assert.ok(longestMs < 1_000, `${longestMs} ms of processor time`)
  })

  it('checks the domain before it compiles patterns (400)', async () => {
    const { status, body } = await upload({ domain: '10.0.0.1', include_patterns: ['/(/'] })
    assert.equal(status, 400)
    assert.match(body.message, /^domain: .*private network/)
    assert.doesNotMatch(body.message, /include_patterns/)
  })

  it('adds a domain with the defaults, and returns 201 with null', async () => {
    const { status, body } = await upload({ domain: 'example.com' })
    assert.deepEqual([status, body.status, body.data, body.status_code], [201, 'success', null, 201])
    const [source] = await sources('example.com')
    assert.ok(source)
    const { _id, created_at, updated_at, created_by, crawl, ...rest } = source
    assert.deepEqual(rest, {
      name: 'example.com',
      source_type: 'domains',
      sync_status: 'pending',
      sync_error: null,
      domain: 'example.com',
      file_size: null,
      file_type: null,
      page_count: 0,
      crawling_strategy: 'deep_crawl',
      max_pages: 50,
      max_depth: 3,
      include_patterns: [],
      exclude_patterns: [],
      frequency_days: 30,
      crawler: 'crawler_a',
      last_crawled_at: null,
      next_crawl_at: null,
    })
    assert.deepEqual([crawl?.state, crawl?.waits_for], ['waiting', 'worker'])
    assert.ok(crawl?.waits_since !== null)
    assert.ok(_id !== '' && created_at === updated_at)
    assert.deepEqual(created_by.kind === 'api_key' ? { ...created_by, _id: '' } : created_by, {
      kind: 'api_key',
      _id: '',
      name: 'all',
    })
  })

  it('accepts every field up to its limits (201)', async () => {
    const settings = {
      crawling_strategy: 'sitemap',
      max_pages: 1_000,
      max_depth: 10,
      include_patterns: ['/docs/**', '.*\\.html$'],
      exclude_patterns: ['/docs/old/*'],
      frequency_days: 365,
      crawler: 'crawler_b',
    }
    assert.equal((await upload({ domain: 'https://bounds.example/docs/', ...settings })).status, 201)
    const [source] = await sources('bounds.example/docs')
    assert.deepEqual({ ...source, ...settings }, source)
    const lowest = { domain: 'lowest.example', max_pages: 1, max_depth: 1, frequency_days: 1 }
    assert.equal((await upload(lowest)).status, 201)
    assert.equal((await upload({ domain: 'http://wiki.internal:8080' })).status, 201)
  })

  it('changes the settings of an existing domain, in any spelling, and starts a new crawl (201, Rule 32)', async () => {
    await upload({ domain: 'again.example', max_pages: 7, exclude_patterns: ['/x'] })
    const [first] = await sources('again.example')
    await upload({ domain: 'HTTPS://AGAIN.example/' })
    const [second, ...others] = await sources('again.example')
    assert.ok(first && second)
    assert.deepEqual(others, [])
    assert.deepEqual([second._id, second.created_at], [first._id, first.created_at])
    assert.deepEqual([second.max_pages, second.exclude_patterns], [50, []])
    assert.notEqual(second.crawl?._id, first.crawl?._id)
    const states = await service.context.db.query<{ state: string }>(sql`
      select state from crawls where source_id = ${first._id} order by state`)
    assert.deepEqual(
      states.map(({ state }) => state),
      ['superseded', 'waiting'],
    )
  })

  it('leaves one source and one open crawl after concurrent requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => upload({ domain: 'crowd.example', max_pages: index + 1 })),
    )
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201])
    const [source, ...others] = await sources('crowd.example')
    assert.ok(source)
    assert.deepEqual(others, [])
    const open = await service.context.db.query<{ _id: string; max_pages: number }>(sql`
      select _id, max_pages from crawls where source_id = ${source._id} and state in ('waiting', 'running')`)
    assert.deepEqual(open, [{ _id: source.crawl?._id, max_pages: source.max_pages }])
  })

  it('refuses wrong values, and says where they are and what would be right (400)', async () => {
    for (const [body, words] of [
      [undefined, /body/i],
      [[], /JSON object such as/],
      [{}, /^domain is required/],
      [{ domain: 7 }, /^domain: must be a string/],
      [{ domain: '' }, /^domain: /],
      [{ domain: 'ftp://example.com' }, /^domain: .*http/],
      [{ domain: 'localhost' }, /^domain: /],
      [{ domain: '127.0.0.1' }, /^domain: /],
      [{ domain: 'http://[::ffff:10.0.0.1]/' }, /^domain: /],
      [{ domain: '169.254.169.254' }, /^domain: /],
      [{ domain: 'example.com:8080' }, /^domain: .*port/],
      [{ domain: 'wiki.internal' }, /^domain: /],
      [{ domain: 'https://user:secret@example.com' }, /^domain: /],
      [{ domain: 'example.com', max_pages: 0 }, /^max_pages: must be a whole number from 1 to 1000$/],
      [{ domain: 'example.com', max_pages: 1_001 }, /^max_pages: must be a whole number from 1 to 1000$/],
      [{ domain: 'example.com', max_pages: 1.5 }, /^max_pages: must be a whole number from 1 to 1000$/],
      [{ domain: 'example.com', max_pages: '5' }, /^max_pages: must be a whole number from 1 to 1000$/],
      [{ domain: 'example.com', max_depth: 0 }, /^max_depth: must be a whole number from 1 to 10$/],
      [{ domain: 'example.com', max_depth: 11 }, /^max_depth: must be a whole number from 1 to 10$/],
      [
        { domain: 'example.com', frequency_days: 0 },
        /^frequency_days: must be a whole number from 1 to 365$/,
      ],
      [
        { domain: 'example.com', frequency_days: 366 },
        /^frequency_days: must be a whole number from 1 to 365$/,
      ],
      [{ domain: 'example.com', crawler: 'crawler_c' }, /^crawler: must be one of crawler_a, crawler_b$/],
      [{ domain: 'example.com', crawler: null }, /^crawler: must be one of crawler_a, crawler_b$/],
      [
        { domain: 'example.com', crawling_strategy: 'all' },
        /^crawling_strategy: must be one of sitemap, deep_crawl$/,
      ],
      [{ domain: 'example.com', include_patterns: '/docs' }, /^include_patterns: must be a list of patterns/],
      [{ domain: 'example.com', include_patterns: [7] }, /^include_patterns\[0\]: must be a string/],
      [
        { domain: 'example.com', exclude_patterns: ['/a', '/(/'] },
        /^exclude_patterns\[1\]: is not a usable regular expression/,
      ],
      [{ domain: 'example.com', include_patterns: [''] }, /^include_patterns\[0\]: is empty/],
      [
        { domain: 'example.com', include_patterns: Array(101).fill('/a') },
        /^include_patterns: has more than 100/,
      ],
      [
        { domain: 'example.com', include_patterns: ['/a', '/a\0b'] },
        /^include_patterns\[1\]: contains a NUL or half of a surrogate pair$/,
      ],
      [
        { domain: 'example.com', exclude_patterns: ['/\0'] },
        /^exclude_patterns\[0\]: contains a NUL or half of a surrogate pair$/,
      ],
      [{ domain: 'example.com', exclude_patterns: ['/\udc00*'] }, /^exclude_patterns\[0\]: contains a NUL/],
      [{ domain: 'example.com/a\0b' }, /^domain: contains white space or a control/],
      [{ domain: 'example.com/\ud800' }, /^domain: contains half of a surrogate pair/],
      [{ domain: 'example.com', crawler: '\0' }, /^crawler: must be one of/],
      [{ domain: 'example.com', max_pages: 1e99 }, /^max_pages: must be a whole number from 1 to 1000$/],
      [{ domain: 'example.com', colour: 'red' }, /unknown field "colour"/],
    ] as const) {
      const answer = await upload(body)
      assert.equal(answer.status, 400, JSON.stringify([body, answer.body]))
      assert.match(answer.body.message, words)
      assert.equal(answer.body.data, null)
    }
    assert.equal((await sources('example.com')).length, 1)
  })

  it('requires a key (401)', async () => {
    assert.equal((await upload({ domain: 'example.com' }, { key: null })).status, 401)
    assert.equal((await upload({ domain: 'example.com' }, { key: `svc_live_${'x'.repeat(32)}` })).status, 401)
  })

  it('accepts a key without scopes, but no key of another project (403)', async () => {
    const projects = [{ name: 'Second', api_keys: [{ name: 'plain', scopes: [] }] }]
    const tree = await service.apply({ organizations: [{ name: 'Acme', projects }] })
    const other = tree.organizations[0]!.projects[0]!
    const key = other.api_keys[0]!.key!
    assert.equal((await upload({ domain: 'example.com' }, { key })).status, 403)
    const path = `/organizations/${service.organizationId}/projects/${other._id}/sources/domains`
    const own = await service.request('POST', path, { body: { domain: 'example.com' }, key })
    assert.equal(own.status, 201)
    // The same domain in another project is a separate source.
    assert.equal((await sources('example.com')).length, 1)
  })

  it('refuses once the indexed links of the organization reach its quota (403)', async () => {
    const { organizationId, context } = service
    await context.db.query(sql`
      insert into organization_links (organization_id, indexed)
      select _id, plan_links from organizations where _id = ${organizationId}
      on conflict (organization_id) do update set indexed = excluded.indexed`)
    const full = await upload({ domain: 'full.example' })
    assert.equal(full.status, 403)
    const bad = await upload({ domain: 'example.com', include_patterns: ['/(/'] })
    assert.equal(bad.status, 400, 'the body is checked first')
    assert.match(bad.body.message, /^include_patterns\[0\]: /)
    assert.match(full.body.message, /as many links in its index as its plan allows/)
    assert.deepEqual(await sources('full.example'), [])
    await context.db.query(sql`
      update organization_links set indexed = indexed - 1 where organization_id = ${organizationId}`)
    assert.equal((await upload({ domain: 'full.example' })).status, 201)
  })

  it('refuses a crawl beyond the limit of open crawls, but not one that replaces another (429)', async () => {
    const { db } = service.context
    const { organizationId, projectId } = service
    await db.query(sql`
      with source as (
        insert into sources (organization_id, project_id, _id, name, source_type, domain, created_by, created_at, updated_at)
        select ${organizationId}::uuid, ${projectId}::uuid, gen_random_uuid(), 'Filling', 'domains', 'filling' || n, '{}', now(), now()
        from generate_series(1, ${organizationBounds.openCrawls} - (select count(*) from crawls
          where organization_id = ${organizationId} and state in ('waiting', 'running')) - 1) n
        returning *)
      insert into crawls (organization_id, project_id, _id, source_id, host, start_url, domain, crawling_strategy,
        max_pages, max_depth, include_patterns, exclude_patterns, crawler, created_at)
      select organization_id, project_id, _id, _id, domain, domain, domain, 'deep_crawl', 5, 2, '{}', '{}', 'crawler_a', now()
      from source`)
    const answers = await Promise.all([1, 2, 3].map((n) => upload({ domain: `last${n}.example` })))
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [201, 429, 429],
    )
    const refused = answers.find(({ status }) => status === 429)!
    assert.match(refused.body.message, /^250 crawls of the organization wait or run/)
    assert.equal(refused.headers.get('retry-after'), '60')
    assert.equal((await upload({ domain: 'again.example' })).status, 201)
    await db.query(sql`delete from sources where name = 'Filling'`)
  })

  it('refuses a domain beyond the limit of the organization, but not one that it already has (429)', async () => {
    const { db } = service.context
    const { organizationId, projectId } = service
    await db.query(sql`
      insert into sources (organization_id, project_id, _id, name, source_type, domain, created_by, created_at, updated_at)
      select ${organizationId}::uuid, ${projectId}::uuid, gen_random_uuid(), 'Filling', 'domains', 'filling' || n, '{}', now(), now()
      from generate_series(1, ${organizationBounds.domains} - (select count(*) from sources
        where organization_id = ${organizationId} and domain is not null) - 1) n`)
    const answers = await Promise.all([1, 2, 3].map((n) => upload({ domain: `very-last${n}.example` })))
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [201, 429, 429],
    )
    assert.match(answers.find(({ status }) => status === 429)!.body.message, /has 1000 domains/)
    assert.equal((await upload({ domain: 'again.example' })).status, 201)
    await db.query(sql`delete from sources where name = 'Filling'`)
  })
})
