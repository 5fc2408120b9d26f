import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { crawledUrls, lookAtSource } from '../../../test/support/crawls.ts'
import { applyOtherPlaces, pathOf } from '../../../test/support/places.ts'
import { samplePdf } from '../../../test/support/sample-files.ts'
import { eventually, startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { htmlPage, startSite } from '../../../test/support/site.ts'
import type { Site } from '../../../test/support/site.ts'
import { signInAs } from '../../../test/support/users.ts'
import type { Browser } from '../../../test/support/users.ts'
import { uuidv7 } from '../../base/ids.ts'
import { sql } from '../../db/sql.ts'
import { organizationBounds } from '../crawl/crawl-bounds.ts'
import { deleteSupersededCrawls } from '../jobs/delete-superseded-crawls.ts'

let site: Site
let service: Service
let editor: Browser
let project: string

before(async () => {
  site = await startSite({
    '/robots.txt': {
      headers: { 'content-type': 'text/plain' },
      body: 'User-agent: *\nDisallow: /internal\n',
    },
    '/': htmlPage('Start', ['/returns', '/internal/prices', '/archive/2019', '/file.zip']),
    '/returns': htmlPage('Returns', [], { text: 'You can return shoes within thirty days.' }),
    '/archive/2019': htmlPage('Old'),
    '/moved': { status: 302, headers: { location: '/returns' } },
    '/gone': { status: 410 },
  })
  service = await startService({}, { crawlPrivateHosts: [site.host] })
  service.startWorker()
  editor = await signInAs(service, 'editor')
  project = `/api/organizations/${service.organizationId}/projects/${service.projectId}`
})
after(async () => {
  await service[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
})

const post = (path: string, body: unknown = {}) => editor.request('POST', `${project}${path}`, body)

interface Uploaded {
  message: string
  data: { kind: string; passages: number; source_id: string }
}

async function upload(name: string, bytes: Buffer, cookie = editor.cookie, path = project) {
  const answer = await fetch(`${service.url}${path}/sources/files?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/octet-stream' },
    body: new Uint8Array(bytes),
  })
  return { status: answer.status, body: (await answer.json()) as Uploaded }
}

async function read<Data>(path: string): Promise<Data> {
  const { status, body } = await editor.request('GET', `${project}${path}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body.data
}

interface Change {
  action: string
  record_name: string
  actor_name: string
  fields: { path: string; after: unknown }[]
}

/** What was done to a source, the newest first. */
async function changesOf(id: string): Promise<Change[]> {
  return service.context.db.query<Change>(sql`
    select action, record_name, actor_name, fields from changes
    where organization_id = ${service.organizationId} and kind = 'source' and record_id = ${id} order by at desc, _id desc`)
}

async function addDomain(body: object = {}): Promise<string> {
  const added = await post('/sources/domains', { domain: site.origin, ...body })
  assert.equal(added.status, 201, JSON.stringify(added.body))
  const source = await eventually('the crawl is over', async () => {
    const found = await lookAtSource(service, site.origin)
    return found.crawl.finished_at === null ? null : found
  })
  return source._id
}

describe('a preview of a crawl', () => {
  it('shows robots.txt and the rule for each URL, and stores nothing', async () => {
    const { status, body } = await post('/crawls/preview', {
      domain: site.origin,
      exclude_patterns: ['/archive/**'],
    })
    assert.equal(status, 200, JSON.stringify(body))
    const seen = body.data as {
      domain: string
      ended_by: string
      outcome: string
      robots: object
      urls: { url: string; rule: string; found_on: string | null }[]
      by_rule: { rule: string; count: number }[]
    }
    assert.deepEqual([seen.domain, seen.ended_by, seen.outcome], [site.host, 'whole', 'success'])
    const rules = Object.fromEntries(seen.urls.map(({ url, rule }) => [new URL(url).pathname, rule]))
    assert.deepEqual(rules, {
      '/': 'take',
      '/returns': 'take',
      '/internal/prices': 'robots',
      '/archive/2019': 'pattern',
      '/file.zip': rules['/file.zip'],
    })
    assert.equal(
      seen.by_rule.reduce((sum, { count }) => sum + count, 0),
      seen.urls.length,
    )
    assert.ok(seen.urls.every(({ url, found_on }) => found_on !== null || new URL(url).pathname === '/'))
    assert.equal((await read<{ items: unknown[] }>('/sources')).items.length, 0)
  })

  it('ends after 25 pages with what it has seen', async () => {
    await using large = await startSite(
      Object.fromEntries([
        [
          '/',
          htmlPage(
            'Many',
            Array.from({ length: 60 }, (_, index) => `/p${index}`),
          ),
        ],
        ...Array.from({ length: 60 }, (_, index) => [`/p${index}`, htmlPage(`Page ${index}`)] as const),
      ]),
    )
    await using other = await startService({}, { crawlPrivateHosts: [large.host] })
    const person = await signInAs(other, 'editor')
    const path = `/api/organizations/${other.organizationId}/projects/${other.projectId}/crawls/preview`
    const answer = await person.request('POST', path, { domain: large.origin, max_pages: 60 })
    const seen = answer.body.data as {
      ended_by: string
      outcome: null
      by_rule: { rule: string; count: number }[]
    }
    assert.deepEqual([seen.ended_by, seen.outcome], ['pages', null])
    const taken = seen.by_rule.find(({ rule }) => rule === 'take')!.count
    assert.ok(taken >= 25 && taken <= 27, String(taken))
    assert.ok(seen.by_rule.some(({ rule }) => rule === 'wait'))
  })

  it('is refused for private networks, for patterns that can not be used, and beside another (400, 429)', async () => {
    const refused = await post('/crawls/preview', { domain: '10.0.0.1' })
    assert.equal(refused.status, 400)
    assert.match(refused.body.message, /private network/)
    const pattern = await post('/crawls/preview', { domain: site.origin, include_patterns: ['/(/'] })
    assert.equal(pattern.status, 400)
    assert.match(pattern.body.message, /include_patterns/)
    const refusal = Promise.withResolvers<void>()
    site.pages.set('/', async () => {
      await refusal.promise
      return htmlPage('Slow')
    })
    const previews = Array.from({ length: 2 }, () => post('/crawls/preview', { domain: site.origin }))
    await Promise.race(previews)
    refusal.resolve()
    const statuses = await Promise.all(previews)
    site.pages.set('/', htmlPage('Start', ['/returns', '/internal/prices', '/archive/2019', '/file.zip']))
    assert.deepEqual(new Set(statuses.map(({ status }) => status)), new Set([200, 429]))
    const late = statuses.find(({ status }) => status === 429)!
    assert.deepEqual([late.body['code'], late.headers.get('retry-after')], ['too_many_previews', '10'])
  })
})

describe('files', () => {
  it('are read and indexed as the command does, and replaced by name', async () => {
    const first = await upload('manual.pdf', samplePdf(['Turn the brass handle clockwise']))
    assert.equal(first.status, 201, JSON.stringify(first.body))
    assert.deepEqual([first.body.data.kind, first.body.data.passages], ['added', 1])
    const id = first.body.data.source_id
    const again = await upload('manual.pdf', samplePdf(['Turn the iron handle clockwise']))
    assert.deepEqual([again.body.data.kind, again.body.data.source_id], ['replaced', id])
    const source = await read<{ created_by: object; file_type: string }>(`/sources/${id}`)
    assert.deepEqual(source.created_by, { kind: 'person', _id: editor.userId, name: 'The editor' })
    const pages = await read<{ items: { _id: string }[] }>(`/sources/${id}/pages`)
    const passages = await read<{ items: { text: string }[]; pagination: { total: number } }>(
      `/sources/${id}/pages/${pages.items[0]!._id}/passages`,
    )
    assert.match(passages.items[0]!.text, /iron handle/)
    assert.equal(passages.pagination.total, 1)
    const actions = (await changesOf(id)).map(({ action, actor_name }) => [action, actor_name])
    assert.deepEqual(actions, [
      ['read again', 'The editor'],
      ['created', 'The editor'],
    ])
  })

  it('are refused with what is wrong: type, content, size, name', async () => {
    const cases: [string, Buffer, number, RegExp][] = [
      ['photo.png', Buffer.from('x'), 400, /photo\.png is not a supported file; supported: pdf/],
      ['empty.txt', Buffer.alloc(0), 400, /empty\.txt is empty/],
      ['broken.pdf', Buffer.from('%PDF-1.7 nothing'), 400, /broken\.pdf is not a readable PDF/],
      ['large.txt', Buffer.alloc(20_000_001, 65), 413, /at most 20000000 bytes/],
      ['a/b.txt', Buffer.from('x'), 400, /name: must be a file name/],
    ]
    for (const [name, bytes, status, message] of cases) {
      const answer = await upload(name, bytes)
      assert.equal(answer.status, status, name)
      assert.match(answer.body.message, message, name)
    }
    const viewer = await signInAs(service, 'viewer')
    assert.equal((await upload('a.txt', Buffer.from('Text'), viewer.cookie)).status, 403)
    const json = await editor.request('POST', `${project}/sources/files?name=a.txt`, { text: 'x' })
    assert.equal(json.status, 415)
    assert.match(json.body.message, /application\/octet-stream/)
  })

  it('are taken after clients that left before they were let in, or within the file', async () => {
    const { host, hostname, port } = new URL(service.url)
    const head = `POST ${project}/sources/files?name=a.txt HTTP/1.1\r\nhost: ${host}\r\nsec-fetch-site: same-origin\r\n`
    const begin = async () => {
      const socket = connect(Number(port), hostname)
      await once(socket, 'connect')
      const type = 'content-type: application/octet-stream\r\ncontent-length: 100000'
      socket.write(`${head}cookie: ${editor.cookie}\r\n${type}\r\n\r\nText`)
      await delay(50)
      return socket
    }
    await service.context.db.transaction(async (transaction) => {
      // The sessions of the requests are looked up only once their clients have gone.
      await transaction.write(sql`lock table sessions in access exclusive mode`)
      for (let count = 0; count < 8; count++) (await begin()).resetAndDestroy()
      await delay(100)
    })
    await delay(500)
    assert.equal((await upload('after.txt', Buffer.from('Text'))).status, 201)
    const arriving = [await begin(), await begin()]
    await delay(500)
    assert.equal((await upload('beyond.txt', Buffer.from('Text'))).status, 429)
    const { place } = (await applyOtherPlaces(service))[1]!
    const other = await signInAs(service, 'editor', { organizationId: place.organization_id })
    const foreign = await upload('theirs.txt', Buffer.from('Text'), other.cookie, `/api${pathOf(place)}`)
    assert.equal(foreign.status, 201)
    for (const socket of arriving) socket.resetAndDestroy()
    await delay(500)
    assert.equal((await upload('beyond.txt', Buffer.from('Text'))).status, 201)
  })
})

describe('a single page', () => {
  it('is fetched by the rules of a crawl, and read again when it is added again', async () => {
    const added = await post('/sources/urls', { url: `${site.origin}/moved` })
    assert.equal(added.status, 201, JSON.stringify(added.body))
    assert.deepEqual([added.body.data['kind'], added.body.data['name']], ['added', 'Returns'])
    const pageId: string = added.body.data['source_id']
    const again = await post('/sources/urls', { url: `${site.origin}/returns` })
    assert.equal(again.body.data['kind'], 'unchanged')
    for (const [path, message] of [
      ['/internal/prices', /robots\.txt forbids it/],
      ['/gone', /the server answered 410/],
    ] as const) {
      const refused = await post('/sources/urls', { url: site.origin + path })
      assert.deepEqual([refused.status, refused.body['code']], [400, 'unreadable_source'])
      assert.match(refused.body.message, message)
    }
    const noDomain = await post(`/sources/${pageId}/crawl`)
    assert.deepEqual([noDomain.status, noDomain.body['code']], [400, 'not_a_domain'])
    const removed = await post(`/sources/${pageId}/remove`)
    assert.deepEqual(removed.body.data, { name: 'Returns', pages: 1 })
    const twice = await post(`/sources/${pageId}/remove`)
    assert.deepEqual([twice.status, twice.body['code']], [404, 'source_not_found'])
  })
})

describe('a domain', () => {
  it('shows where its crawls start, in the management API only, also where no crawl has asked for a URL', async () => {
    await using quiet = await startService({}, { crawlPrivateHosts: [site.host] })
    const person = await signInAs(quiet, 'editor')
    const own = `/organizations/${quiet.organizationId}/projects/${quiet.projectId}/sources`
    const start = `http://${site.host}/docs/index.html`
    assert.equal((await person.request('POST', `/api${own}/domains`, { domain: start })).status, 201)
    const { items } = (await person.request('GET', `/api${own}`)).body.data as { items: { _id: string }[] }
    const id = items[0]!._id
    const shown = await person.request('GET', `/api${own}/${id}`)
    assert.deepEqual([shown.status, shown.body.data['start_url']], [200, start])
    const { body } = await quiet.request('GET', `${own}/${id}`)
    assert.deepEqual({ ...(body.data as object), start_url: start }, shown.body.data)
    for (const missing of [uuidv7(), 'nonsense'])
      assert.equal((await person.request('GET', `/api${own}/${missing}`)).status, 404)
  })

  it('is added, crawled now, canceled and removed by people, and each is written down', async () => {
    const id = await addDomain({ exclude_patterns: ['/archive/**'] })
    const urls = await crawledUrls(service, await lookAtSource(service, site.origin))
    assert.equal(urls.get('/internal/prices')?.reason, 'robots')
    assert.equal((await post(`/sources/${id}/crawl`)).status, 200)
    const now = await lookAtSource(service, site.origin)
    assert.deepEqual([now.max_pages, now.exclude_patterns], [50, ['/archive/**']])
    await eventually('it is crawled again', async () =>
      (await lookAtSource(service, site.origin)).crawl.finished_at === null ? null : true,
    )
    await addDomain({ max_pages: 10 })
    const changes = await changesOf(id)
    assert.deepEqual(
      changes.map(({ action }) => action),
      ['updated', 'crawl requested', 'created'],
    )
    assert.deepEqual(
      changes[0]!.fields.map(({ path, after }) => [path, after]),
      [
        ['max_pages', 10],
        ['exclude_patterns', []],
      ],
    )
    assert.equal((await post(`/sources/${id}/cancel`)).body.data['cancelled'], false)
    assert.equal((await post(`/sources/${id}/remove`)).status, 200)
    assert.equal((await post(`/sources/${id}/crawl`)).status, 404)
    assert.equal((await post(`/sources/${uuidv7()}/crawl`)).status, 404)
    assert.equal((await post(`/sources/nonsense/remove`)).status, 404)
  })

  it('is refused beyond the bounds of the organization, which are shown before (429, 403)', async () => {
    const id = await addDomain()
    const { db } = service.context
    const room = await read<Record<string, { used: number; max: number }>>('/sources/room')
    assert.deepEqual(room['open_crawls'], { used: 0, max: organizationBounds.openCrawls })
    assert.deepEqual(room['domains'], { used: 1, max: organizationBounds.domains })
    await db.write(sql`
      insert into sources (organization_id, project_id, _id, name, source_type, domain, start_url, crawling_strategy,
        max_pages, max_depth, include_patterns, exclude_patterns, frequency_days, crawler, created_by, created_at, updated_at)
      select organization_id, project_id, gen_random_uuid(), 'x', source_type, 'x' || n, start_url, crawling_strategy,
        max_pages, max_depth, '{}', '{}', 30, crawler, '{}', now(), now()
      from sources, generate_series(1, ${organizationBounds.openCrawls}::integer) n where _id = ${id}`)
    await db.write(sql`
      insert into crawls (organization_id, project_id, _id, source_id, host, start_url, domain, crawling_strategy,
        max_pages, max_depth, include_patterns, exclude_patterns, crawler, created_at, due_at)
      select organization_id, project_id, gen_random_uuid(), _id, 'x', start_url, domain, crawling_strategy, max_pages,
        max_depth, include_patterns, exclude_patterns, crawler, now(), now() + interval '1 hour'
      from sources where name = 'x'`)
    const full = await post('/sources/domains', { domain: `${site.origin}/other` })
    assert.deepEqual([full.status, full.body['code']], [429, 'too_many_crawls'])
    const again = await post(`/sources/${id}/crawl`)
    assert.deepEqual([again.status, again.body['code']], [429, 'too_many_crawls'])
    await db.write(sql`delete from sources where name = 'x'`)
    const [plan] = await db.query<{ plan_links: number }>(sql`
      select plan_links from organizations where _id = ${service.organizationId}`)
    await db.write(sql`update organizations set plan_links = 0 where _id = ${service.organizationId}`)
    const refused = await post(`/sources/${id}/crawl`)
    assert.deepEqual([refused.status, refused.body['code']], [403, 'link_quota_reached'])
    await db.write(sql`
      update organizations set plan_links = ${plan!.plan_links} where _id = ${service.organizationId}`)
    assert.equal((await post(`/sources/${id}/remove`)).status, 200)
  })

  it('keeps the URLs of its last crawls only, however often it is crawled anew and canceled', async () => {
    await using quiet = await startService({}, { crawlPrivateHosts: [site.host] })
    const person = await signInAs(quiet, 'editor')
    const at = `/api/organizations/${quiet.organizationId}/projects/${quiet.projectId}/sources`
    // There is no worker, so no crawl ends.
    assert.equal((await person.request('POST', `${at}/domains`, { domain: site.origin })).status, 201)
    const { items } = (await person.request('GET', at)).body.data as { items: { _id: string }[] }
    const id = items[0]!._id
    const { db } = quiet.context
    for (let round = 0; round < 6; round++) {
      await db.write(sql`
        insert into crawl_urls (organization_id, crawl_id, url_key, url, depth, state)
        select organization_id, crawl_id, decode(md5(n::text), 'hex'), 'http://a/' || n, 1, 'waiting'
        from sources, generate_series(1, 20) n where _id = ${id}`)
      if (round % 2 === 0) await person.request('POST', `${at}/${id}/cancel`, {})
      assert.equal((await person.request('POST', `${at}/${id}/crawl`, {})).status, 200)
    }
    const job = deleteSupersededCrawls({ db })
    const { signal } = new AbortController()
    let rounds = 0
    while (await job.run(signal)) rounds += 1
    assert.equal(rounds, 6)
    const [left] = await db.query<{ crawls: number; urls: number }>(sql`
      select (select count(*) from crawls) as crawls, (select count(*) from crawl_urls) as urls`)
    assert.deepEqual(left, { crawls: 1, urls: 0 })
  })
})
