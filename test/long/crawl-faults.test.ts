// What a crawl survives: its worker's death, another worker, a quota that others use up, a database that says no.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { after, before, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from '../../src/db/sql.ts'
import { bareEnvironment } from '../support/command.ts'
import { requestCrawl, crawledUrls, endOfCrawl, indexedPaths, lookAtSource } from '../support/crawls.ts'
import { eventually, startService } from '../support/service.ts'
import type { Service } from '../support/service.ts'
import { afterMoment, htmlPage, startSite } from '../support/site.ts'
import type { Site } from '../support/site.ts'

let service: Service
const workers: ChildProcess[] = []
before(async () => {
  // The workers are processes of their own, which can be killed.
  service = await startService({}, { crawlPrivateHosts: ['127.0.0.1'] })
})
after(async () => {
  await Promise.all(workers.map((worker) => kill(worker)))
  await service[Symbol.asyncDispose]()
})

async function startWorker(): Promise<ChildProcess> {
  const worker = spawn(process.execPath, ['src/cli/main.ts', 'worker'], {
    env: {
      ...bareEnvironment,
      DATABASE_URL: service.databaseUrl,
      SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
      PUBLIC_URL: service.url,
      CRAWL_PRIVATE_HOSTS: '127.0.0.1',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  workers.push(worker)
  await once(worker.stdout, 'data')
  worker.stdout.resume()
  return worker
}

async function kill(worker: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return
  const exit = once(worker, 'exit')
  worker.kill(signal)
  await exit
}

/** A chain of pages, each with a link to the next and one beside, each of which takes a moment. */
async function longSite(pages: number): Promise<Site> {
  const site = await startSite({ '/': htmlPage('Home', ['/0']) })
  for (let index = 0; index < pages; index++) {
    const page = htmlPage(`Page ${index}`, [`/${index + 1}`, `/beside/${index}`])
    site.pages.set(`/${index}`, afterMoment(20, page))
    site.pages.set(`/beside/${index}`, htmlPage(`Beside ${index}`))
  }
  return site
}

const leaves = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`/${index}`, htmlPage(`Leaf ${index}`)]))

describe('a crawl', () => {
  it('goes on where it was when its worker is killed, asks for no page twice that was settled, and loses none', async () => {
    const count = 60
    await using site = await startSite()
    const pages = { '/': htmlPage('Home', Object.keys(leaves(count))), ...leaves(count) }
    // The last pages come only after the last kill, so that no crawl ends before it.
    const lastKill = Promise.withResolvers<void>()
    const isLast = (path: string): boolean => Number(path.slice(1)) >= 45
    for (const [path, page] of Object.entries(pages))
      site.pages.set(path, async () => {
        await delay(15)
        if (isLast(path)) await lastKill.promise
        return page
      })
    await requestCrawl(service, { domain: site.origin, max_pages: 200 })
    let settled = new Set<string>()
    const asked: string[] = []
    for (const enough of [8, 25]) {
      const worker = await startWorker()
      await eventually(`${enough} pages`, async () => {
        const source = await lookAtSource(service, site.origin)
        return source.crawl.indexed >= enough ? source : null
      })
      await kill(worker)
      const source = await lookAtSource(service, site.origin)
      assert.deepEqual([source.crawl.state, source.sync_status], ['running', 'syncing'])
      const urls = await crawledUrls(service, source)
      // What had been settled before this worker began was not asked for by it.
      const since = site.requests.slice(asked.length)
      assert.deepEqual(
        since.filter((path) => settled.has(path)),
        [],
      )
      asked.push(...since)
      settled = new Set([...urls].filter(([, { state }]) => state !== 'waiting').map(([path]) => path))
      assert.equal(source.page_count, settled.size)
      // Instead of waiting for half a minute until it runs out.
      await service.context.db.query(sql`
        update crawls set lease_until = clock_timestamp() where lease_token is not null`)
    }
    lastKill.resolve()
    const worker = await startWorker()
    const source = await endOfCrawl(service, site.origin)
    await kill(worker, 'SIGTERM')
    assert.equal(source.sync_status, 'success', source.sync_error ?? '')
    assert.equal((await indexedPaths(service, source)).length, count + 1)
    assert.deepEqual(
      site.requests.slice(asked.length).filter((path) => settled.has(path)),
      [],
    )
    // Each kill costs the page that was being written and the one that was being asked for, at most.
    assert.ok(site.requests.filter((path) => path !== '/robots.txt').length <= count + 1 + 2 * 2)
    const { found, indexed } = source.crawl
    assert.deepEqual([found, indexed], [count + 1, count + 1])
  })

  it('is handed over at once by a worker that gets a signal to stop', async () => {
    await using site = await longSite(12)
    await requestCrawl(service, { domain: site.origin, max_depth: 10 })
    const first = await startWorker()
    await eventually('some pages', async () => {
      const source = await lookAtSource(service, site.origin)
      return source.crawl.indexed >= 4 ? source : null
    })
    await kill(first, 'SIGTERM')
    const second = await startWorker()
    const source = await endOfCrawl(service, site.origin)
    await kill(second)
    assert.deepEqual([source.sync_status, source.crawl.failed], ['success', 0])
    assert.equal(source.page_count, 1 + 10 + 9)
  })

  it('is worked on by one of several workers, one request at a time to its host', async () => {
    await using site = await longSite(5)
    const others = await Promise.all([startWorker(), startWorker()])
    // Two crawls to one host, which take turns, and one anew while it runs.
    await Promise.all([
      requestCrawl(service, { domain: site.origin, max_depth: 10 }),
      requestCrawl(service, { domain: `${site.origin}/beside`, max_depth: 10 }),
    ])
    await eventually('the first pages', () => (site.requests.length > 3 ? true : null))
    await requestCrawl(service, { domain: site.origin, max_depth: 10 })
    const source = await endOfCrawl(service, site.origin)
    await endOfCrawl(service, `${site.origin}/beside`)
    await Promise.all(others.map((worker) => kill(worker)))
    assert.equal(source.sync_status, 'success')
    assert.equal(source.page_count, 1 + 5 + 5)
    assert.equal(site.mostAtOnce(), 1)
  })

  it('never brings the links of an organization above its quota, however many run at once (Promise 13)', async () => {
    const tree = await service.apply({
      organizations: [
        {
          name: 'Small',
          plan: { links: 15 },
          projects: [{ name: 'One', api_keys: [{ name: 'all', scopes: [] }] }],
        },
      ],
    })
    const [organization] = tree.organizations
    const [project] = organization!.projects
    const small: Service = {
      ...service,
      organizationId: organization!._id,
      projectId: project!._id,
      request: (method, path, options) =>
        service.request(method, path, { key: project!.api_keys[0]!.key!, ...options }),
    }
    const home = htmlPage('Home', Object.keys(leaves(12)))
    await using first = await startSite({ '/': home, ...leaves(12) })
    await using second = await startSite({ '/': home, ...leaves(12) })
    for (const { origin } of [first, second]) await requestCrawl(small, { domain: origin })
    const others = await Promise.all([startWorker(), startWorker()])
    const sources = await Promise.all([first, second].map(({ origin }) => endOfCrawl(small, origin)))
    await Promise.all(others.map((worker) => kill(worker)))
    const pages = sources.map(({ page_count }) => page_count)
    assert.equal(pages[0]! + pages[1]!, 15)
    const stopped = sources.filter(({ crawl }) => crawl.stopped_by === 'quota')
    assert.ok(stopped.length >= 1)
    const [urls] = await Promise.all(stopped.map((source) => crawledUrls(small, source)))
    assert.ok([...urls!.values()].some(({ reason }) => reason === 'quota'))
    const refused = await small.request(
      'POST',
      `/organizations/${small.organizationId}/projects/${small.projectId}/sources/domains`,
      {
        body: { domain: 'example.com' },
      },
    )
    assert.equal(refused.status, 403)
  })

  it('gives a page up at which its worker fails three times, and takes the other pages', async () => {
    await using site = await startSite({
      '/': htmlPage('Home', ['/before', '/faulty', '/behind']),
      '/before': htmlPage('Before'),
      '/faulty': htmlPage('Faulty'),
      '/behind': htmlPage('Behind'),
    })
    await service.context.db.query(sql`
      create function refuse_page() returns trigger language plpgsql as $$
      begin raise exception 'this page can not be written'; end $$`)
    await service.context.db.query(sql`
      create trigger refuse_page before update on crawl_urls for each row
      when (new.url like '%/faulty' and new.state = 'indexed') execute function refuse_page()`)
    await requestCrawl(service, { domain: site.origin })
    const worker = await startWorker()
    const source = await eventually('the end of the crawl', async () => {
      // After a fault the crawl waits; the test does not.
      await service.context.db.query(sql`update crawls set due_at = now() where lease_token is null`)
      const seen = await lookAtSource(service, site.origin)
      return seen.crawl.finished_at === null ? null : seen
    })
    await kill(worker)
    assert.deepEqual(await indexedPaths(service, source), ['/', '/before', '/behind'])
    const faulty = (await crawledUrls(service, source)).get('/faulty')
    assert.deepEqual([faulty?.state, faulty?.detail], ['failed', 'the worker that read it failed, each time'])
    assert.equal(site.requests.filter((path) => path === '/faulty').length, 3)
  })
})
