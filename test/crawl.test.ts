// Crawls from the request to the index: over real HTTP, on sites that the tests serve themselves.
import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { after, before, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { systemClock } from '../src/base/clock.ts'
import { sql } from '../src/db/sql.ts'
import { nothingAllowed } from '../src/providers/web/robots.ts'
import { productToken } from '../src/providers/web/user-agent.ts'
import type { CrawlSettings } from '../src/sources/crawl/crawl.ts'
import { createMemoryStore } from '../src/sources/crawl/frontier/memory-store.ts'
import { startPageReader } from '../src/sources/crawl/reader/page-reader.ts'
import { createUrlJudge } from '../src/sources/crawl/rules/url-judge.ts'
import { runCrawl, usualTiming } from '../src/sources/crawl/run-crawl.ts'
import { tryCrawl } from '../src/sources/crawl/try-crawl.ts'
import { recrawlDomains } from '../src/sources/jobs/recrawl-domains.ts'
import { resolverOf, watchConnections } from './support/connections.ts'
import { requestCrawl, crawl, crawledUrls, endOfCrawl, indexedPaths, lookAtSource } from './support/crawls.ts'
import type { CrawledSource } from './support/crawls.ts'
import { eventually, startService } from './support/service.ts'
import type { Service } from './support/service.ts'
import { htmlPage, startSite } from './support/site.ts'
import type { SiteAnswer, SitePage } from './support/site.ts'

let service: Service
before(async () => {
  service = await startService({}, { crawlPrivateHosts: ['127.0.0.1'] })
  // The sites of all tests together have more pages than the usual plan.
  await service.context.db.write(sql`
    update organizations set plan_links = 2000 where _id = ${service.organizationId}`)
  service.startWorker()
})
after(() => service[Symbol.asyncDispose]())

const text = (body: string): SiteAnswer => ({ headers: { 'content-type': 'text/plain' }, body })
const redirect = (location: string, status = 301): SiteAnswer => ({ status, headers: { location } })

/** Lets the next crawl of a domain come, and waits for its end. By itself it may come 10 s later. */
async function recrawl(before: CrawledSource, { byItself = false } = {}): Promise<CrawledSource> {
  await service.context.db.write(sql`
    update sources set next_crawl_at = ${new Date()} where _id = ${before._id}`)
  if (!byItself) await recrawlDomains(service.context).run(new AbortController().signal)
  await eventually('the next crawl', async () => {
    const { crawl: next } = await lookAtSource(service, before.domain!)
    return next._id === before.crawl._id ? null : next
  })
  return endOfCrawl(service, before.domain!)
}

/** Responds 304 to a client that has this version of the page. */
function taggedPage(page: SitePage): SiteAnswer {
  return ({ headers }) =>
    headers['if-none-match'] === '"v1"' ? { status: 304 } : { ...page, headers: { etag: '"v1"' } }
}

/** State and reason of each path, for those asked for. */
async function standing(source: Parameters<typeof crawledUrls>[1], ...paths: string[]) {
  const urls = await crawledUrls(service, source)
  return paths.map((path) => {
    const url = urls.get(path)
    return url === undefined ? `${path}: unknown` : `${path}: ${url.reason ?? url.state}`
  })
}

describe('a deep crawl', () => {
  it('takes what links from the start lead to, breadth first, down to its depth', async () => {
    await using site = await startSite({
      '/': htmlPage('Home', ['/a', '/b', 'https://elsewhere.example/x']),
      '/a': htmlPage('A', ['/a/1', '/', '/a#part', '/picture.png']),
      '/b': htmlPage('B', ['/b/1', '/missing']),
      '/a/1': htmlPage('A1', ['/a/1/deep']),
      '/b/1': htmlPage('B1', []),
      '/a/1/deep': htmlPage('Deep', ['/a/1/deeper']),
      '/a/1/deeper': htmlPage('Deeper'),
    })
    const source = await crawl(service, { domain: site.origin, max_depth: 3 })
    assert.equal(source.sync_status, 'success', JSON.stringify(source))
    assert.deepEqual(await indexedPaths(service, source), ['/', '/a', '/a/1', '/a/1/deep', '/b', '/b/1'])
    assert.deepEqual(site.requests, ['/robots.txt', '/', '/a', '/b', '/a/1', '/b/1', '/missing', '/a/1/deep'])
    assert.equal(site.mostAtOnce(), 1)
    assert.deepEqual(await standing(source, '/missing', '/a/1/deeper', '/picture.png', '/x'), [
      '/missing: gone',
      '/a/1/deeper: depth',
      '/picture.png: type',
      '/x: unknown',
    ])
    const { found, fetched, indexed, skipped, gone, failed, unchanged, bytes } = source.crawl
    assert.deepEqual(
      { found, fetched, indexed, skipped, gone, failed, unchanged },
      { found: 9, fetched: 7, indexed: 6, skipped: 2, gone: 1, failed: 0, unchanged: 0 },
    )
    assert.ok(bytes > 1_000)
    assert.equal(source.page_count, 6)
    assert.ok(source.next_crawl_at !== null && source.last_crawled_at !== null)
  })

  it('finds the pages of a site of documentation that a link checker finds', async () => {
    const pages = documentation()
    await using site = await startSite(pages)
    const source = await crawl(service, { domain: `${site.origin}/docs`, max_pages: 500, max_depth: 10 })
    assert.equal(source.sync_status, 'success', JSON.stringify(source.crawl))
    assert.deepEqual(await indexedPaths(service, source), reachable(pages, '/docs'))
  })

  it('goes by the shortest way to a page, though a longer one was found first', async () => {
    let tries = 0
    const chain = (name: string, from: number, to: number) =>
      Object.fromEntries(
        Array.from({ length: to - from + 1 }, (_, index) => [
          `/${name}${from + index}`,
          htmlPage(`${name} ${from + index}`, [`/${name}${from + index + 1}`]),
        ]),
      )
    const noindex = { head: '<meta name="robots" content="noindex">' }
    await using site = await startSite({
      '/': htmlPage('Home', ['/long', '/old', '/shaky']),
      '/shaky': () => (++tries < 3 ? { status: 503 } : htmlPage('Shaky', ['/x2'])),
      '/long': htmlPage('Long', ['/longer', '/new']),
      '/longer': htmlPage('Longer', ['/x2']),
      '/old': redirect('/new'),
      '/new': htmlPage('New', ['/n2']),
      '/x2': htmlPage('X 2', ['/x3'], noindex),
      ...chain('x', 3, 5),
      ...chain('n', 2, 5),
    })
    const pages = ['/', '/long', '/longer', '/n2', '/n3', '/n4', '/new', '/shaky', '/x3', '/x4']
    const source = await crawl(service, { domain: site.origin, max_depth: 4 })
    assert.equal(source.sync_status, 'success', source.sync_error ?? '')
    assert.deepEqual(await indexedPaths(service, source), pages)
    const urls = await crawledUrls(service, source)
    const depths = ['/new', '/n2', '/n4', '/x2', '/x3', '/x4', '/x5'].map((path) => urls.get(path)?.depth)
    assert.deepEqual(depths, [1, 2, 4, 2, 3, 4, 5])
    const { found, skipped, indexed } = source.crawl
    assert.deepEqual([found, skipped, indexed], [urls.size, urls.size - pages.length, pages.length])
    // A look without the index comes to the same; it would wait for seconds before it tries again.
    tries = 3
    assert.deepEqual(await triedPaths(site.origin), pages)
  })

  it('brings nearer what it has read too early, while a page was tried again, and all that it leads to', async () => {
    let tries = 0
    await using site = await startSite({
      '/': htmlPage('Home', ['/long', '/shaky']),
      '/long': htmlPage('Long', ['/longer']),
      '/longer': htmlPage('Longer', ['/x']),
      '/shaky': () => (++tries < 3 ? { status: 503 } : htmlPage('Shaky', ['/x'])),
      '/x': htmlPage('X', ['/y'], { head: '<meta name="robots" content="noindex">' }),
      '/y': htmlPage('Y', ['/z']),
      '/z': htmlPage('Z'),
    })
    const source = await crawl(service, { domain: site.origin, max_depth: 3 })
    assert.deepEqual(await indexedPaths(service, source), ['/', '/long', '/longer', '/shaky', '/y'])
    const urls = await crawledUrls(service, source)
    assert.deepEqual([urls.get('/x')?.depth, urls.get('/y')?.depth, urls.get('/z')?.reason], [2, 3, 'depth'])
    const { found, skipped, indexed } = source.crawl
    assert.deepEqual([found, skipped, indexed], [7, 2, 5])
  })

  it('asks what robots.txt says each time that it begins', async () => {
    await using site = await startSite({ '/': htmlPage('Home', ['/a']), '/a': htmlPage('A') })
    assert.equal((await crawl(service, { domain: site.origin })).page_count, 2)
    site.pages.set('/robots.txt', text('User-agent: *\nDisallow: /a'))
    assert.equal((await crawl(service, { domain: site.origin })).page_count, 1)
    assert.deepEqual(
      site.requests.filter((path) => path !== '/a'),
      ['/robots.txt', '/', '/robots.txt', '/'],
    )
  })

  it('asks for nothing that robots.txt forbids, and says so of each URL (Promise 47)', async () => {
    await using site = await startSite({
      '/robots.txt': text('User-agent: *\nDisallow: /private\nAllow: /private/open$\n'),
      '/': htmlPage('Home', ['/private/a', '/private/open', '/public']),
      '/private/open': htmlPage('Open', ['/private/b']),
      '/public': htmlPage('Public', ['/via']),
      '/via': redirect('/private/c'),
    })
    const source = await crawl(service, { domain: site.origin })
    assert.deepEqual(await indexedPaths(service, source), ['/', '/private/open', '/public'])
    assert.deepEqual(
      site.requests.filter((path) => path.startsWith('/private')),
      ['/private/open'],
    )
    assert.deepEqual(await standing(source, '/private/a', '/private/b', '/private/c'), [
      '/private/a: robots',
      '/private/b: robots',
      '/private/c: robots',
    ])
  })

  it('asks for nothing at all where robots.txt can not be had, and fails', async () => {
    await using site = await startSite({ '/robots.txt': { status: 503 }, '/': htmlPage('Home') })
    const source = await crawl(service, { domain: site.origin })
    assert.equal(source.sync_status, 'failed')
    assert.match(source.sync_error ?? '', /robots\.txt/)
    assert.deepEqual([...new Set(site.requests)], ['/robots.txt'])
  })

  it('tries pages again whose robots.txt could not be read for a moment', async () => {
    const paths = Array.from({ length: 8 }, (_, index) => `/page-${index}`)
    await using site = await startSite({ '/': htmlPage('Home', paths) })
    for (const path of paths) site.pages.set(path, htmlPage(path))
    await using reader = startPageReader({ productToken, language: 'en' })
    const { webFetch, openEngine, robotsOf } = service.context
    let asked = 0
    const store = createMemoryStore(100)
    const conclusion = await runCrawl({
      settings: triedSettings(site.origin),
      store,
      openEngine: () => openEngine('crawler_a'),
      judgeUrls: createUrlJudge(),
      webFetch,
      // The site is away for a moment after some pages.
      robotsOf: async (...given) =>
        ++asked === 5
          ? { robots: nothingAllowed, isReachable: false, detail: 'robots.txt answers 503' }
          : robotsOf(...given),
      readPage: reader.read,
      clock: systemClock,
      timing: { ...usualTiming, robotsRetryMs: 50 },
      seededAt: null,
      startedAt: new Date(),
      workedMs: 0,
      seeding: null,
      signal: new AbortController().signal,
    })
    const { indexed, failed } = store.counts()
    assert.deepEqual([indexed, failed, conclusion.syncStatus], [9, 0, 'success'])
  })

  it('keeps the delay that robots.txt asks for', async () => {
    const times: number[] = []
    const timed = (answer: SitePage) => () => {
      times.push(performance.now())
      return answer
    }
    await using site = await startSite({
      '/robots.txt': text('User-agent: SwitchboardBot\nCrawl-delay: 0.3\n'),
      '/': timed(htmlPage('Home', ['/a', '/b'])),
      '/a': timed(htmlPage('A')),
      '/b': timed(htmlPage('B')),
    })
    await crawl(service, { domain: site.origin })
    const pauses = times.slice(1).map((time, index) => time - times[index]!)
    assert.ok(pauses.length === 2 && pauses.every((pause) => pause >= 295), String(pauses))
  })

  it('takes what the patterns say; the start is fetched in any case', async () => {
    await using site = await startSite({
      '/': htmlPage('Home', ['/docs/a', '/docs/old/b', '/blog/c']),
      '/docs/a': htmlPage('A', ['/docs/d?x=1']),
      '/docs/old/b': htmlPage('B'),
      '/blog/c': htmlPage('C'),
      '/docs/d?x=1': htmlPage('D'),
    })
    const patterns = { include_patterns: ['/docs/**'], exclude_patterns: ['/old/.*/'] }
    const source = await crawl(service, { domain: site.origin, ...patterns })
    assert.deepEqual(await indexedPaths(service, source), ['/docs/a', '/docs/d?x=1'])
    assert.deepEqual(site.requests, ['/robots.txt', '/', '/docs/a', '/docs/d?x=1'])
    assert.deepEqual(await standing(source, '/', '/docs/old/b', '/blog/c'), [
      '/: pattern',
      '/docs/old/b: pattern',
      '/blog/c: pattern',
    ])
  })

  it('stops at max_pages, which counts what was indexed, and leaves the rest', async () => {
    await using site = await startSite({
      '/': htmlPage('Home', ['/noindex', '/a', '/b', '/c', '/d']),
      '/noindex': htmlPage('Hidden', [], { head: '<meta name="robots" content="noindex">' }),
      ...Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`/${name}`, htmlPage(name)])),
    })
    const source = await crawl(service, { domain: site.origin, max_pages: 3 })
    assert.deepEqual(await indexedPaths(service, source), ['/', '/a', '/b'])
    assert.equal(source.sync_status, 'success')
    assert.equal(source.crawl.stopped_by, 'max_pages')
    assert.deepEqual(await standing(source, '/noindex', '/c', '/d'), [
      '/noindex: noindex',
      '/c: limit',
      '/d: limit',
    ])
  })

  it('follows redirections by its own rules, and ends those that do not end', async () => {
    const chain = Object.fromEntries(
      Array.from({ length: 9 }, (_, index) => [`/hop/${index}`, redirect(`/hop/${index + 1}`, 302)]),
    )
    await using site = await startSite({
      '/': redirect('/home', 308),
      '/home': htmlPage('Home', ['/old', '/away', '/self', '/round', '/hop/0', '/soon']),
      '/old': redirect('new?utm_source=old'),
      '/new': htmlPage('New'),
      '/away': redirect('https://elsewhere.example/'),
      '/self': redirect('/self'),
      '/round': redirect('/trip'),
      '/trip': redirect('/round'),
      '/soon': { body: '<meta http-equiv="refresh" content="0; url=/later"><p>Moved</p>' },
      '/later': htmlPage('Later'),
      ...chain,
    })
    const source = await crawl(service, { domain: site.origin })
    assert.deepEqual(await indexedPaths(service, source), ['/home', '/later', '/new'])
    assert.deepEqual(
      await standing(source, '/', '/old', '/away', '/self', '/round', '/trip', '/soon', '/hop/5', '/hop/6'),
      [
        '/: redirect',
        '/old: redirect',
        '/away: scope',
        '/self: error',
        '/round: redirect',
        '/trip: redirect',
        '/soon: redirect',
        '/hop/5: error',
        '/hop/6: unknown',
      ],
    )
  })

  it('takes a page under the address that it calls its own', async () => {
    const canonical = (path: string) => ({ head: `<link rel="canonical" href="${path}">` })
    await using site = await startSite({
      '/robots.txt': text('User-agent: *\nDisallow: /barred'),
      '/': htmlPage('Home', [
        '/a?view=print',
        '/self',
        '/left',
        '/loop',
        '/off',
        '/of-gone',
        '/of-barred',
        '/of-away',
      ]),
      '/of-gone': htmlPage('Of gone', ['/behind'], canonical('/gone')),
      '/of-barred': htmlPage('Of barred', [], canonical('/barred')),
      '/of-away': htmlPage('Of away', [], canonical('/away')),
      '/away': redirect('https://elsewhere.example/away'),
      '/behind': htmlPage('Behind'),
      '/a?view=print': htmlPage('A', ['/from-print'], canonical('/a')),
      '/a': htmlPage('A', [], canonical('/a')),
      '/from-print': htmlPage('From print'),
      '/self': htmlPage('Self', [], canonical('/self#top')),
      '/left': htmlPage('Left', [], canonical('/right')),
      '/right': htmlPage('Right', [], canonical('/left')),
      '/loop': htmlPage('Loop', [], canonical('/loop/real')),
      '/loop/real': redirect('/loop'),
      '/off': htmlPage('Off', [], canonical('https://elsewhere.example/off')),
    })
    const source = await crawl(service, { domain: site.origin })
    // Where that address has no page, whether it is known before or after, the page stays under its own.
    const pages = [
      '/',
      '/a',
      '/behind',
      '/from-print',
      '/loop',
      '/of-away',
      '/of-barred',
      '/of-gone',
      '/off',
      '/right',
      '/self',
    ]
    assert.deepEqual(await indexedPaths(service, source), pages)
    assert.deepEqual(await standing(source, '/a?view=print', '/left', '/gone', '/barred', '/away'), [
      '/a?view=print: canonical',
      '/left: canonical',
      '/gone: gone',
      '/barred: robots',
      '/away: scope',
    ])
    const { found, skipped, gone, indexed } = source.crawl
    assert.deepEqual([skipped, gone, indexed], [found - 1 - pages.length, 1, pages.length])
    assert.deepEqual(await triedPaths(site.origin), pages)
  })

  it('leaves out a page whose own address leads to another page, in whatever order they are read', async () => {
    const names = (path: string) => ({ head: `<link rel="canonical" href="${path}">` })
    const same = {
      text: 'The very same words stand on both of these pages, and nobody needs to read them twice.',
    }
    const ways = ['/redirects', '/names', '/copies', '/back/']
    for (const isPageFirst of [true, false]) {
      const links = ways.flatMap((way) => (isPageFirst ? [`${way}page`, way] : [way, `${way}page`]))
      await using site = await startSite({
        '/': htmlPage('Home', ['/copies-end', ...links, '/redirects-end', '/names-end']),
        '/redirects': redirect('/redirects-end'),
        '/redirects-end': htmlPage('Redirects'),
        '/names': htmlPage('Names', [], names('/names-end')),
        '/names-end': htmlPage('Names'),
        '/copies': htmlPage('Copied', [], same),
        '/copies-end': htmlPage('Copied', [], same),
        // It leads to the page itself, which then stays.
        '/back/': redirect('/back/page'),
      })
      for (const way of ways) site.pages.set(`${way}page`, htmlPage(`Page of ${way}`, [], names(way)))
      const pages = ['/', '/back/page', '/copies-end', '/names-end', '/redirects-end']
      assert.deepEqual(await indexedPaths(service, await crawl(service, { domain: site.origin })), pages)
      assert.deepEqual(await triedPaths(site.origin), pages)
    }
  })

  it('takes a page under its own address where only another way to it was too long', async () => {
    const head = '<link rel="canonical" href="/c">'
    await using site = await startSite({
      '/': htmlPage('Home', ['/far', '/near']),
      '/far': htmlPage('Far', ['/farther']),
      '/near': htmlPage('Near', ['/c?view=print']),
      '/farther': htmlPage('Farther', ['/c']),
      '/c?view=print': htmlPage('C', [], { head }),
      '/c': htmlPage('C', [], { head }),
    })
    const source = await crawl(service, { domain: site.origin, max_depth: 2 })
    assert.deepEqual(await indexedPaths(service, source), ['/', '/c', '/far', '/farther', '/near'])
    assert.deepEqual(await standing(source, '/c?view=print'), ['/c?view=print: canonical'])
    const settings = { ...triedSettings(site.origin), max_depth: 2 }
    assert.deepEqual(await triedPaths(site.origin, settings), ['/', '/c', '/far', '/farther', '/near'])
  })

  it('takes a page whose own address leads to one without a text, in whatever order they are read', async () => {
    const ways = ['/hidden', '/gone', '/round']
    for (const isPageFirst of [true, false]) {
      const links = ways.flatMap((way) => (isPageFirst ? [`${way}/page`, way] : [way, `${way}/page`]))
      // The ends of the redirections are known before the pages are read.
      const ends = ['/hidden/end', '/gone/end', '/round/trip']
      await using site = await startSite({
        '/': htmlPage('Home', isPageFirst ? links : [...ends, ...links]),
        '/hidden': redirect('/hidden/end'),
        '/hidden/end': htmlPage('Sign in', [], { head: '<meta name="robots" content="noindex">' }),
        '/gone': redirect('/gone/end'),
        '/round': redirect('/round/trip'),
        '/round/trip': redirect('/round'),
      })
      for (const way of ways)
        site.pages.set(
          `${way}/page`,
          htmlPage(`Page of ${way}`, [], { head: `<link rel="canonical" href="${way}">` }),
        )
      const pages = ['/', '/gone/page', '/hidden/page', '/round/page']
      assert.deepEqual(await indexedPaths(service, await crawl(service, { domain: site.origin })), pages)
      assert.deepEqual(await triedPaths(site.origin), pages)
    }
  })

  it('heeds noindex and nofollow, by page, header and link', async () => {
    await using site = await startSite({
      '/': {
        body: `${htmlPage('Home', ['/noindex', '/nofollow', '/header', '/other-bot', '/none']).body as string}
          <a rel="external nofollow" href="/not-followed">x</a>`,
      },
      '/noindex': htmlPage('Noindex', ['/from-noindex'], { head: '<meta name="ROBOTS" content="NoIndex">' }),
      '/from-noindex': htmlPage('From noindex'),
      '/nofollow': htmlPage('Nofollow', ['/from-nofollow'], {
        head: '<meta name="SwitchboardBot" content="nofollow">',
      }),
      '/from-nofollow': htmlPage('From nofollow'),
      '/header': { ...htmlPage('Header'), headers: { 'x-robots-tag': 'noarchive, noindex' } },
      '/other-bot': { ...htmlPage('Other'), headers: { 'x-robots-tag': 'otherbot: noindex, nofollow' } },
      '/none': htmlPage('None', ['/from-none'], { head: '<meta name="robots" content="none">' }),
      '/not-followed': htmlPage('Not followed'),
    })
    const source = await crawl(service, { domain: site.origin })
    assert.deepEqual(await indexedPaths(service, source), ['/', '/from-noindex', '/nofollow', '/other-bot'])
    const asked = new Set(site.requests)
    for (const path of ['/from-nofollow', '/from-none', '/not-followed']) assert.ok(!asked.has(path), path)
  })

  it('reads every charset, and leaves what is no page', async () => {
    await using site = await startSite({
      '/': htmlPage('Home', ['/latin', '/meta', '/bom', '/pdf', '/json', '/large', '/empty', '/untyped']),
      '/latin': {
        headers: { 'content-type': 'text/html; charset=ISO-8859-1' },
        body: Buffer.from(page('Grüße aus München'), 'latin1'),
      },
      '/meta': {
        headers: { 'content-type': 'text/html' },
        body: Buffer.concat([
          Buffer.from('<meta charset="windows-1251"><p>'),
          // Привет
          Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]),
          Buffer.from(' and more words that make it a paragraph to read.</p>'),
        ]),
      },
      '/bom': {
        headers: { 'content-type': 'text/html' },
        body: Buffer.from(`\uFEFF${page('Byte order: žluťoučký')}`, 'utf16le'),
      },
      '/pdf': { headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.7' },
      '/json': { headers: { 'content-type': 'application/json' }, body: '{}' },
      '/large': { body: `${page('Large')}${' '.repeat(6_000_000)}` },
      '/empty': { body: '<title>Empty</title>' },
      '/untyped': { headers: { 'content-type': '' }, body: `<!doctype html>${page('Without a type')}` },
    })
    const source = await crawl(service, { domain: site.origin })
    const chunks = await service.context.db.query<{ text: string }>(sql`
      select text from page_chunks where source_id = ${source._id}`)
    const all = chunks.map(({ text: chunk }) => chunk).join('\n')
    for (const words of ['Grüße aus München', 'Привет', 'žluťoučký', 'Without a type'])
      assert.ok(all.includes(words), words)
    assert.deepEqual(await standing(source, '/pdf', '/json', '/large', '/empty'), [
      '/pdf: type',
      '/json: type',
      '/large: too_large',
      '/empty: empty',
    ])
  })

  it('keeps one of pages with the same text', async () => {
    const same = 'The very same words stand on both of these pages, and nobody needs to read them twice over.'
    await using site = await startSite({
      '/': htmlPage('Home', ['/one', '/two']),
      '/one': htmlPage('Same', [], { text: same }),
      '/two': htmlPage('Same', [], { text: same }),
    })
    const source = await crawl(service, { domain: site.origin })
    assert.deepEqual(await indexedPaths(service, source), ['/', '/one'])
    assert.deepEqual(await standing(source, '/two'), ['/two: duplicate'])
  })

  it('tries again what fails, thrice at most, and is partial where it stays so', async () => {
    let tries = 0
    await using site = await startSite({
      '/': htmlPage('Home', ['/shaky', '/broken', '/forbidden']),
      '/shaky': () => (++tries < 3 ? { status: 503 } : htmlPage('Shaky')),
      '/broken': { status: 500 },
      '/forbidden': { status: 403 },
    })
    const source = await crawl(service, { domain: site.origin })
    assert.deepEqual(await indexedPaths(service, source), ['/', '/shaky'])
    assert.equal(source.sync_status, 'partial')
    assert.match(source.sync_error ?? '', /^2 pages failed: .*the server answered (500|403)/)
    const times = (path: string) => site.requests.filter((asked) => asked === path).length
    assert.deepEqual([times('/shaky'), times('/broken'), times('/forbidden')], [3, 3, 1])
  })

  it('ends on a site that makes up addresses without end (Promise 49)', async () => {
    const links = ['./deeper/', '?page=next', '../sideways/', '?sort=up&page=1', `?sid=${'a1'.repeat(16)}`]
    await using site = await startSite({ '/robots.txt': { status: 404 } })
    site.pages.set('*', ({ url }) =>
      htmlPage(`Page ${url}`, [
        ...links,
        `${url?.split('?')[0] ?? ''}?day=${site.requests.length}`,
        `/calendar/2031/${1 + (site.requests.length % 12)}/${1 + (site.requests.length % 28)}`,
      ]),
    )
    const source = await crawl(service, { domain: site.origin, max_pages: 60, max_depth: 10 })
    assert.ok(source.crawl.finished_at !== null)
    assert.ok(source.page_count <= 60)
    assert.ok(site.requests.length <= 401, String(site.requests.length))
  })

  it('fails with the reason where the start is not to be had', async () => {
    for (const [answer, words] of [
      [{ status: 404 }, /there is no such page/],
      [{ status: 500 }, /the server answered 500/],
      [redirect('https://elsewhere.example/'), /redirects to https:\/\/elsewhere\.example/],
      [{ headers: { 'content-type': 'image/png' } }, /image\/png/],
    ] as const) {
      await using site = await startSite({ '/': answer })
      const source = await crawl(service, { domain: site.origin })
      assert.equal(source.sync_status, 'failed')
      assert.match(source.sync_error ?? '', words)
      assert.equal(source.crawl.state, 'failed')
      assert.ok(source.next_crawl_at !== null)
    }
  })
})

describe('a name that leads into a private network', () => {
  for (const crawler of ['crawler_a', 'crawler_b'])
    it(`fails with the reason, and nothing is asked there (${crawler}) (Rule 33)`, async () => {
      const { lookup, asked } = resolverOf({
        'intranet.example.com': ['127.0.0.1'],
        'mixed.example.com': ['93.184.216.34', '127.0.0.1'],
        'metadata.example.com': ['169.254.169.254'],
      })
      await using guarded = await startService({}, { lookup })
      guarded.startWorker()
      using watch = watchConnections()
      for (const domain of ['intranet.example.com', 'mixed.example.com', 'metadata.example.com']) {
        const source = await crawl(guarded, { domain, crawler })
        assert.equal(source.sync_status, 'failed')
        assert.match(source.sync_error ?? '', /private/)
        assert.doesNotMatch(source.sync_error ?? '', /127\.0|169\.254/)
        assert.ok(asked.includes(domain))
      }
      // Our own servers and the database listen elsewhere.
      assert.deepEqual(
        watch.attempts.filter((attempt) => / (80|443)$/.test(attempt)),
        [],
      )
    })
})

describe('a crawl by sitemaps', () => {
  const urlset = (origin: string, entries: readonly (readonly [string, string?])[]) =>
    `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries
      .map(([path, date]) => {
        const lastmod = date === undefined ? '' : `<lastmod>${date}</lastmod>`
        return `<url><loc>${origin}${path}</loc>${lastmod}</url>`
      })
      .join('')}</urlset>`

  it('takes what they name, through indexes and gzip, and follows no links', async () => {
    await using site = await startSite({
      '/': htmlPage('Home', ['/not-named']),
      '/a': htmlPage('A', ['/not-named']),
      '/b': htmlPage('B'),
      '/c': htmlPage('C'),
      '/not-named': htmlPage('Not named'),
    })
    const { origin } = site
    site.pages.set('/robots.txt', text(`Sitemap: ${origin}/index.xml\nUser-agent: *\nDisallow: /c`))
    site.pages.set('/index.xml', {
      headers: { 'content-type': 'application/xml' },
      body: `<sitemapindex><sitemap><loc>${origin}/one.xml</loc></sitemap>
        <sitemap><loc>${origin}/two.xml.gz</loc></sitemap>
        <sitemap><loc>https://elsewhere.example/three.xml</loc></sitemap>
        <sitemap><loc>${origin}/index.xml</loc></sitemap></sitemapindex>`,
    })
    site.pages.set('/one.xml', { body: urlset(origin, [['/a'], ['/c']]) })
    site.pages.set('/two.xml.gz', {
      headers: { 'content-type': 'application/gzip' },
      body: gzipSync(urlset(origin, [['/b'], ['/a'], ['/gone']])),
    })
    const source = await crawl(service, { domain: origin, crawling_strategy: 'sitemap' })
    assert.equal(source.sync_status, 'success', source.sync_error ?? '')
    assert.deepEqual(await indexedPaths(service, source), ['/', '/a', '/b'])
    assert.deepEqual(await standing(source, '/c', '/gone', '/not-named'), [
      '/c: robots',
      '/gone: gone',
      '/not-named: unknown',
    ])
  })

  it('takes those first that changed last, where there are more than it may take', async () => {
    const names = ['old', 'new', 'older', 'newest']
    const dates = ['2024-05-01', '2026-01-02', '2020-01-01', '2026-10-03T10:00:00Z']
    await using site = await startSite({ '/': htmlPage('Home') })
    for (const name of names) site.pages.set(`/${name}`, htmlPage(name))
    const entries = names.map((name, index) => [`/${name}`, dates[index]!] as const)
    site.pages.set('/sitemap.xml', { body: urlset(site.origin, entries) })
    const source = await crawl(service, { domain: site.origin, crawling_strategy: 'sitemap', max_pages: 3 })
    assert.deepEqual(await indexedPaths(service, source), ['/', '/new', '/newest'])
  })

  it('leaves room for what is wanted, and for what changed last, where it names more than is remembered', async () => {
    await using site = await startSite({ '/': htmlPage('Home') })
    for (const name of ['/blog/one', '/blog/two', '/blog/newest']) site.pages.set(name, htmlPage(name))
    const many = (folder: string) => Array.from({ length: 2_200 }, (_, number) => `/${folder}/${number}`)
    const old = (paths: string[]) => paths.map((path) => [path, '2020-01-01'] as const)
    const settings = { domain: site.origin, crawling_strategy: 'sitemap', max_pages: 3 }
    site.pages.set('/sitemap.xml', {
      body: urlset(site.origin, old([...many('products'), '/blog/one', '/blog/two'])),
    })
    const wanted = await crawl(service, { ...settings, include_patterns: ['/blog/**'] })
    assert.equal(wanted.sync_status, 'success', wanted.sync_error ?? '')
    assert.deepEqual(await indexedPaths(service, wanted), ['/blog/one', '/blog/two'])
    const entries = [...old(many('blog')), ['/blog/newest', '2026-01-01'] as const]
    site.pages.set('/sitemap.xml', { body: urlset(site.origin, entries) })
    const latest = await crawl(service, { ...settings, max_pages: 2 })
    assert.deepEqual(await indexedPaths(service, latest), ['/', '/blog/newest'])
  })

  it('asks robots.txt for each address to which a sitemap redirects (Promise 47)', async () => {
    await using other = await startSite({ '/robots.txt': text('User-agent: *\nDisallow: /') })
    await using site = await startSite({ '/': htmlPage('Home'), '/a': htmlPage('A') })
    const { origin } = site
    site.pages.set(
      '/robots.txt',
      text(
        `${['one', 'two', 'three'].map((name) => `Sitemap: ${origin}/${name}.xml\n`).join('')}User-agent: *\nDisallow: /private`,
      ),
    )
    site.pages.set('/one.xml', redirect('/private/one.xml'))
    site.pages.set('/private/one.xml', { body: urlset(origin, [['/b']]) })
    site.pages.set('/two.xml', redirect(`${other.origin}/two.xml`))
    other.pages.set('/two.xml', { body: urlset(origin, [['/c']]) })
    site.pages.set('/three.xml', redirect('/open/three.xml'))
    site.pages.set('/open/three.xml', { body: urlset(origin, [['/a']]) })
    const source = await crawl(service, { domain: origin, crawling_strategy: 'sitemap' })
    assert.deepEqual(other.requests, ['/robots.txt'])
    assert.ok(!site.requests.includes('/private/one.xml'))
    assert.deepEqual(await indexedPaths(service, source), ['/', '/a'])
    assert.match(source.sync_error ?? '', /robots\.txt forbids the sitemap .*\/private\/one\.xml/)
  })

  it('keeps the pages of sitemaps beyond the fiftieth, and says that it did not read them', async () => {
    await using site = await startSite({ '/': htmlPage('Home'), '/a': htmlPage('A'), '/b': htmlPage('B') })
    const { origin } = site
    const index = (names: readonly string[]) => ({
      body: `<sitemapindex>${names.map((name) => `<sitemap><loc>${origin}/${name}.xml</loc></sitemap>`).join('')}</sitemapindex>`,
    })
    const fillers = Array.from({ length: 48 }, (_, at) => `filler-${at}`)
    for (const name of fillers) site.pages.set(`/${name}.xml`, { body: urlset(origin, []) })
    site.pages.set('/a.xml', { body: urlset(origin, [['/a']]) })
    site.pages.set('/b.xml', { body: urlset(origin, [['/b']]) })
    site.pages.set('/sitemap.xml', index(['a', 'b']))
    const before = await crawl(service, { domain: origin, crawling_strategy: 'sitemap' })
    assert.equal(before.sync_status, 'success', before.sync_error ?? '')
    site.pages.set('/sitemap.xml', index(['a', ...fillers, 'b']))
    const source = await crawl(service, { domain: origin, crawling_strategy: 'sitemap' })
    assert.equal(source.sync_status, 'partial')
    assert.match(source.sync_error ?? '', /more than 50 sitemaps: the first 50 are read/)
    assert.deepEqual(await indexedPaths(service, source), ['/', '/a', '/b'])
  })

  it('takes the start alone where there is no sitemap, and says so', async () => {
    await using site = await startSite({ '/': htmlPage('Home', ['/a']), '/a': htmlPage('A') })
    const source = await crawl(service, { domain: site.origin, crawling_strategy: 'sitemap' })
    assert.deepEqual(await indexedPaths(service, source), ['/'])
    assert.equal(source.sync_status, 'partial')
    assert.match(source.sync_error ?? '', /no sitemap/)
  })
})

describe('a crawl of what was crawled before', () => {
  const rows = (sourceId: string) =>
    service.context.db.query(sql`
      select p.url, p.xmin::text, array(select c.xmin::text from page_chunks c where c.page_id = p._id order by ordinal)
      from source_pages p where p.source_id = ${sourceId} order by p.url`)

  it('writes no page of a site that has not changed, and asks only whether it has', async () => {
    const withTag =
      (answer: ReturnType<typeof htmlPage>): SiteAnswer =>
      (request) =>
        request.headers['if-none-match'] === '"v1"'
          ? { status: 304, headers: { etag: '"v1"' } }
          : { ...answer, headers: { etag: '"v1"' } }
    await using site = await startSite({
      '/': withTag(htmlPage('Home', ['/a', '/b'])),
      '/a': withTag(htmlPage('A', ['/c'])),
      '/b': htmlPage('B'),
      '/c': withTag(htmlPage('C')),
    })
    const first = await crawl(service, { domain: site.origin })
    const before = await rows(first._id)
    const second = await crawl(service, { domain: site.origin })
    assert.deepEqual(await rows(first._id), before)
    assert.deepEqual(
      [second.crawl.indexed, second.crawl.unchanged, second.page_count, second.sync_status],
      [0, 4, 4, 'success'],
    )
    assert.ok(second.crawl.bytes < first.crawl.bytes / 2)
  })

  it('follows the links of a page that had few and now has too many to be kept', async () => {
    const tagged = (tag: string, count: number, wanted: readonly string[]): SiteAnswer => {
      const links = [...wanted, ...Array.from({ length: count }, (_, index) => `/other/${index}`)]
      return ({ headers }) =>
        headers['if-none-match'] === tag
          ? { status: 304 }
          : { ...htmlPage(`All ${tag.slice(1, -1)}`, links), headers: { etag: tag } }
    }
    await using site = await startSite({ '/': tagged('"v1"', 1_990, ['/a']) })
    for (const path of ['/a', '/b']) site.pages.set(path, htmlPage(path))
    const settings = { domain: site.origin, include_patterns: ['/', '/a', '/b'] }
    assert.deepEqual(await indexedPaths(service, await crawl(service, settings)), ['/', '/a'])
    site.pages.set('/', tagged('"v2"', 2_010, ['/a', '/b']))
    for (let twice = 0; twice < 2; twice++)
      assert.deepEqual(await indexedPaths(service, await crawl(service, settings)), ['/', '/a', '/b'])
  })

  it('drops what its settings leave out by now, though the site has not changed, or is down', async () => {
    const tagged =
      (answer: ReturnType<typeof htmlPage>): SiteAnswer =>
      ({ headers }) =>
        headers['if-none-match'] === '"v1"' ? { status: 304 } : { ...answer, headers: { etag: '"v1"' } }
    await using site = await startSite({
      '/': tagged(htmlPage('Home', ['/p/a', '/b'])),
      '/p/a': tagged(htmlPage('A', ['/p/c'])),
      '/b': tagged(htmlPage('B')),
      '/p/c': tagged(htmlPage('C')),
    })
    const domain = site.origin
    await crawl(service, { domain })
    const narrowed = await crawl(service, { domain, include_patterns: ['/p/**'] })
    assert.deepEqual(await indexedPaths(service, narrowed), ['/p/a', '/p/c'])
    assert.deepEqual([narrowed.page_count, narrowed.crawl.unchanged], [2, 2])
    assert.deepEqual(await standing(narrowed, '/', '/b'), ['/: pattern', '/b: pattern'])
    site.pages.set('/', { status: 500 })
    const down = await crawl(service, { domain, exclude_patterns: ['/p/c'] })
    assert.deepEqual(await indexedPaths(service, down), ['/p/a'])
    const none = await crawl(service, { domain, exclude_patterns: ['**'] })
    assert.deepEqual([none.page_count, await indexedPaths(service, none)], [0, []])
  })

  it('drops what has vanished, and takes what is new and what has changed', async () => {
    await using site = await startSite({
      '/': htmlPage('Home', ['/a', '/b', '/c']),
      '/a': htmlPage('A'),
      '/b': htmlPage('B'),
      '/c': htmlPage('C'),
    })
    await crawl(service, { domain: site.origin })
    site.pages.set(
      '/',
      htmlPage('Home', ['/a', '/b', '/d'], { text: 'The home page has new words since yesterday.' }),
    )
    site.pages.delete('/b')
    site.pages.set('/d', htmlPage('D'))
    const source = await crawl(service, { domain: site.origin })
    assert.deepEqual(await indexedPaths(service, source), ['/', '/a', '/d'])
    const { indexed, unchanged, gone } = source.crawl
    assert.deepEqual([indexed, unchanged, gone, source.page_count], [2, 1, 1, 3])
  })

  it('learns words again where those of pages that are gone have taken most of the room', async () => {
    const { db } = service.context
    await using site = await startSite({ '/': htmlPage('Home', [], { text: 'A kettle for everybody.' }) })
    const { _id } = await crawl(service, { domain: site.origin })
    const words = async () => {
      const rows = await db.query<{ word: string; word_count: number }>(sql`
        select w.word, s.word_count from sources s join source_words w on w.source_id = s._id
        where s._id = ${_id} order by 1`)
      return { words: rows.map(({ word }) => word), count: rows[0]?.word_count }
    }
    assert.deepEqual(await words(), { words: ['everybody', 'home', 'kettle'], count: 3 })
    // As if pages that are gone had had the other words.
    await db.write(sql`update sources set word_count = 45000 where _id = ${_id}`)
    site.pages.set('/', htmlPage('Home', [], { text: 'A teapot for everybody.' }))
    await crawl(service, { domain: site.origin })
    assert.deepEqual(await words(), { words: ['everybody', 'home', 'teapot'], count: 3 })
  })

  it('takes a page at its new address, whether the old one is gone, redirects or is linked no more', async () => {
    const titles = ['Gone', 'Redirected', 'Unlinked']
    const paths = (from: string) => titles.map((title) => `/${from}/${title}`)
    await using site = await startSite({ '/': htmlPage('Home', paths('old')) })
    for (const title of titles) site.pages.set(`/old/${title}`, htmlPage(title))
    const first = await crawl(service, { domain: site.origin })
    assert.deepEqual(await indexedPaths(service, first), ['/', ...paths('old')])

    site.pages.set('/', htmlPage('Home', [...paths('new'), '/old/Gone', '/old/Redirected']))
    for (const title of titles) site.pages.set(`/new/${title}`, htmlPage(title))
    site.pages.set('/old/Redirected', redirect('/new/Redirected'))
    for (const title of ['Gone', 'Unlinked']) site.pages.delete(`/old/${title}`)
    const second = await crawl(service, { domain: site.origin })
    assert.deepEqual(await indexedPaths(service, second), ['/', ...paths('new')])
    const { found, indexed, unchanged, skipped, gone, failed } = second.crawl
    assert.equal(found, indexed + unchanged + skipped + gone + failed)
    assert.equal(indexed + unchanged, 4)
    const third = await crawl(service, { domain: site.origin })
    assert.deepEqual([third.crawl.indexed, third.page_count], [0, 4])
  })

  it('keeps what it has while the site is down, or a page that links to it fails', async () => {
    await using site = await startSite({
      '/': htmlPage('Home', ['/a', '/b', '/c']),
      '/a': htmlPage('A', ['/a/1']),
      '/a/1': htmlPage('A1'),
      '/b': htmlPage('B'),
      '/c': htmlPage('C'),
    })
    await crawl(service, { domain: site.origin })
    const [home, a] = [site.pages.get('/')!, site.pages.get('/a')!]
    const unreadable = { body: `<!doctype html>${'<div>'.repeat(100_000)}` }
    for (const answer of [{ status: 500 }, { status: 408 }, unreadable]) {
      site.pages.set('/a', answer)
      const partial = await crawl(service, { domain: site.origin })
      assert.equal(partial.sync_status, 'partial')
      assert.deepEqual(await indexedPaths(service, partial), ['/', '/a', '/a/1', '/b', '/c'])
    }
    site.pages.set('/', { status: 502 })
    const failed = await crawl(service, { domain: site.origin })
    assert.equal(failed.sync_status, 'failed')
    assert.deepEqual(await indexedPaths(service, failed), ['/', '/a', '/a/1', '/b', '/c'])
    site.pages.set('/', home).set('/a', a).delete('/a/1')
    const whole = await crawl(service, { domain: site.origin })
    assert.deepEqual(await indexedPaths(service, whole), ['/', '/a', '/b', '/c'])
  })

  it('is complete with a start whose own address has no page', async () => {
    const head = '<link rel="canonical" href="/index.html">'
    await using site = await startSite({
      '/': htmlPage('Home', ['/a', '/b'], { head }),
      '/a': htmlPage('A'),
      '/b': htmlPage('B'),
    })
    await crawl(service, { domain: site.origin })
    site.pages.set('/', htmlPage('Home', ['/a'], { head }))
    const source = await crawl(service, { domain: site.origin })
    assert.deepEqual(await standing(source, '/', '/index.html'), ['/: unchanged', '/index.html: gone'])
    assert.deepEqual([source.sync_status, source.sync_error], ['success', null])
    assert.deepEqual(await indexedPaths(service, source), ['/', '/a'])
  })

  it('is complete with pages that open an app, and with redirections without end', async () => {
    const refresh = (to: string) => ({ head: `<meta http-equiv="refresh" content="0; url=${to}">` })
    await using site = await startSite({
      '/': htmlPage('Home', ['/app', '/mail', '/hop/0', '/gone']),
      '/app': htmlPage('App', ['/behind'], refresh('intent://scan/#Intent;scheme=app;end')),
      '/mail': htmlPage('Mail', [], refresh('mailto:somebody@example.com')),
      '/behind': htmlPage('Behind'),
      '/gone': htmlPage('Gone'),
    })
    for (let hop = 0; hop < 7; hop++)
      site.pages.set(`/hop/${hop}`, htmlPage(`Hop ${hop}`, [], refresh(`/hop/${hop + 1}`)))
    const pages = ['/', '/app', '/behind', '/mail']
    const first = await crawl(service, { domain: site.origin })
    assert.deepEqual(await indexedPaths(service, first), ['/', '/app', '/behind', '/gone', '/mail'])
    assert.deepEqual(await standing(first, '/hop/4', '/hop/5'), ['/hop/4: redirect', '/hop/5: error'])
    site.pages.set('/', htmlPage('Home', ['/app', '/mail', '/hop/0']))
    const second = await crawl(service, { domain: site.origin })
    assert.deepEqual([second.sync_status, await indexedPaths(service, second)], ['partial', pages])
    assert.match(second.sync_error ?? '', /^1 page failed: .*more than 5 redirections/)
  })

  it('keeps what it has while the site shows a page about its maintenance, but not twice (Rule 181)', async () => {
    const paths = ['/a', '/b', '/c', '/d']
    await using site = await startSite({ '/': htmlPage('Home', paths) })
    for (const path of paths) site.pages.set(path, htmlPage(path))
    await crawl(service, { domain: site.origin })
    const home = site.pages.get('/')!
    const maintenance = () => site.pages.set('/', htmlPage('We will be back soon'))
    maintenance()
    const kept = await crawl(service, { domain: site.origin })
    assert.deepEqual(await indexedPaths(service, kept), ['/', ...paths])
    assert.deepEqual([kept.sync_status, kept.page_count], ['partial', 5])
    assert.match(kept.sync_error ?? '', /the crawl found 1 page, the last complete one 5: .* are kept/)
    site.pages.set('/', home).delete('/d')
    const back = await crawl(service, { domain: site.origin })
    assert.deepEqual(await indexedPaths(service, back), ['/', '/a', '/b', '/c'])
    assert.equal(back.sync_status, 'success')
    maintenance()
    await crawl(service, { domain: site.origin })
    const twice = await crawl(service, { domain: site.origin })
    assert.deepEqual([twice.sync_status, await indexedPaths(service, twice)], ['success', ['/']])
    site.pages.set('/', home)
    await crawl(service, { domain: site.origin })
    maintenance()
    const changed = await crawl(service, { domain: site.origin, max_depth: 1 })
    assert.deepEqual([changed.sync_status, await indexedPaths(service, changed)], ['success', ['/']])
  })

  it('takes a page instead of its print view again once its server answers', async () => {
    const same = {
      text: 'The very same words stand on both of these pages, and nobody needs to read them twice.',
    }
    const head = '<link rel="canonical" href="/a">'
    await using site = await startSite({
      '/': htmlPage('Home', ['/a', '/print']),
      '/a': { status: 503 },
      '/print': taggedPage(htmlPage('A', [], { ...same, head })),
    })
    const first = await crawl(service, { domain: site.origin })
    assert.deepEqual(await indexedPaths(service, first), ['/', '/print'])
    site.pages.set('/a', htmlPage('A', [], { ...same, head }))
    const second = await crawl(service, { domain: site.origin })
    assert.deepEqual(await indexedPaths(service, second), ['/', '/a'])
    assert.deepEqual(await standing(second, '/print'), ['/print: canonical'])
  })

  it('reads a start in full again after a page about maintenance, and then follows its links', async () => {
    const paths = Array.from({ length: 9 }, (_, index) => `/${index + 1}`)
    const home = taggedPage(htmlPage('Home', paths))
    await using site = await startSite({ '/': home, '/status': htmlPage('Status') })
    for (const path of paths) site.pages.set(path, htmlPage(path))
    const settings = { domain: site.origin }
    assert.equal((await crawl(service, settings)).page_count, 10)
    const head = '<link rel="canonical" href="/maintenance">'
    site.pages.set('/maintenance', htmlPage('We will be back soon'))
    site.pages.set('/', htmlPage('We will be back soon', ['/status'], { head }))
    const kept = await crawl(service, settings)
    assert.deepEqual(await standing(kept, '/'), ['/: canonical'])
    assert.deepEqual(await indexedPaths(service, kept), ['/', ...paths, '/maintenance', '/status'])
    site.pages.set('/', home)
    const back = await crawl(service, settings)
    assert.deepEqual([back.sync_status, await indexedPaths(service, back)], ['success', ['/', ...paths]])
    // From then on it is asked again whether it has changed.
    const last = await crawl(service, settings)
    assert.equal((await crawledUrls(service, last)).get('/')?.status_code, 304)
  })

  /** Starts a site with a sitemap that names these paths. */
  const startMapped = async (paths: readonly string[]) => {
    const site = await startSite()
    const urls = paths.map((path) => `<url><loc>${site.origin}${path}</loc></url>`).join('')
    site.pages.set('/sitemap.xml', {
      body: `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>`,
    })
    for (const path of paths) site.pages.set(path, htmlPage(path))
    return site
  }

  it('keeps what it has while every address of a sitemap has one text, but not twice (Rule 181)', async () => {
    const paths = Array.from({ length: 10 }, (_, index) => `/${index}`)
    await using site = await startMapped(paths)
    const settings = { domain: site.origin, crawling_strategy: 'sitemap' }
    assert.equal((await crawl(service, settings)).page_count, 10)
    for (const path of paths) site.pages.set(path, htmlPage('We will be back soon'))
    const kept = await crawl(service, settings)
    assert.deepEqual(await indexedPaths(service, kept), paths)
    assert.deepEqual([kept.sync_status, kept.page_count], ['partial', 10])
    assert.deepEqual([kept.crawl.indexed, kept.crawl.skipped], [1, 9])
    for (const path of paths) site.pages.set(path, htmlPage(path))
    const back = await crawl(service, settings)
    assert.deepEqual([back.sync_status, back.page_count, back.crawl.unchanged], ['success', 10, 9])
    for (const path of paths) site.pages.set(path, htmlPage('We will be back soon'))
    await crawl(service, settings)
    const twice = await crawl(service, settings)
    assert.deepEqual([twice.sync_status, twice.page_count], ['success', 1])
  })

  it('keeps what it has while every address of a sitemap leads elsewhere, but not twice (Rule 181)', async () => {
    const paths = Array.from({ length: 10 }, (_, index) => `/${index}`)
    await using site = await startMapped(paths)
    site.pages.set('/maintenance', htmlPage('We will be back soon'))
    const settings = { domain: site.origin, crawling_strategy: 'sitemap' }
    const answers = (answer: SiteAnswer) => {
      for (const path of paths) site.pages.set(path, answer)
    }
    assert.equal((await crawl(service, settings)).page_count, 10)
    for (const answer of [redirect('https://elsewhere.example/', 302), { body: '' }]) {
      answers(answer)
      const failed = await crawl(service, settings)
      assert.deepEqual([failed.sync_status, await indexedPaths(service, failed)], ['failed', paths])
    }
    answers(redirect('/maintenance', 302))
    const kept = await crawl(service, settings)
    assert.deepEqual(await indexedPaths(service, kept), [...paths, '/maintenance'])
    assert.match(kept.sync_error ?? '', /the crawl found 1 page, the last complete one 10: .* are kept/)
    const twice = await crawl(service, settings)
    assert.deepEqual([twice.sync_status, await indexedPaths(service, twice)], ['success', ['/maintenance']])
  })

  it('makes room for what the site has now, where the source is full', async () => {
    await using site = await startSite({ '/': htmlPage('Home', ['/a', '/b']) })
    for (const name of ['a', 'b', 'c', 'd']) site.pages.set(`/${name}`, htmlPage(name))
    await crawl(service, { domain: site.origin, max_pages: 3 })
    site.pages.set('/', htmlPage('Home', ['/c', '/d', '/a']))
    const source = await crawl(service, { domain: site.origin, max_pages: 3 })
    assert.deepEqual(await indexedPaths(service, source), ['/', '/c', '/d'])
  })

  it('keeps its pages and takes no new one where the plan was lowered below what is there', async () => {
    const { db } = service.context
    const leaves = Array.from({ length: 10 }, (_, index) => `/${index}`)
    await using site = await startSite({ '/': htmlPage('Home', leaves), '/new': htmlPage('New') })
    for (const path of leaves) site.pages.set(path, htmlPage(path))
    const first = await crawl(service, { domain: site.origin, max_pages: 11 })
    assert.equal(first.page_count, 11)
    const [plan] = await db.query<{ links: number }>(sql`
      select plan_links as links from organizations where _id = ${service.organizationId}`)
    try {
      await db.write(sql`update organizations set plan_links = 5 where _id = ${service.organizationId}`)
      // A page that has moved is no new one.
      site.pages.set('/', htmlPage('Home', ['/new', '/moved', ...leaves.slice(0, 9)]))
      site.pages.set('/moved', site.pages.get('/9')!)
      const kept = ['/', ...leaves.slice(0, 9), '/moved']
      const full = await recrawl(first)
      assert.deepEqual(await indexedPaths(service, full), kept)
      await db.write(sql`
        update sources set max_pages = 50 where organization_id = ${service.organizationId} and _id = ${first._id}`)
      const second = await recrawl(full)
      assert.deepEqual(await indexedPaths(service, second), kept)
      assert.deepEqual(await standing(second, '/new'), ['/new: quota'])
      assert.deepEqual([second.sync_status, second.crawl.stopped_by], ['success', null])
      assert.match(second.sync_error ?? '', /link quota/)
    } finally {
      await db.write(sql`
        update organizations set plan_links = ${plan!.links} where _id = ${service.organizationId}`)
    }
  })

  it('keeps a page where the plan has no room for the one that it names as its own address', async () => {
    const { db } = service.context
    const leaves = Array.from({ length: 4 }, (_, index) => `/${index}`)
    await using site = await startSite({ '/': htmlPage('Home', ['/print', ...leaves]) })
    for (const path of ['/print', ...leaves]) site.pages.set(path, htmlPage(path))
    const first = await crawl(service, { domain: site.origin })
    const [plan] = await db.query<{ links: number }>(sql`
      select plan_links as links from organizations where _id = ${service.organizationId}`)
    try {
      await db.write(sql`update organizations set plan_links = 3 where _id = ${service.organizationId}`)
      site.pages.set('/a', htmlPage('/a'))
      site.pages.set('/print', htmlPage('Print', [], { head: '<link rel="canonical" href="/a">' }))
      const second = await recrawl(first)
      assert.deepEqual(await standing(second, '/a'), ['/a: quota'])
      assert.deepEqual(await indexedPaths(service, second), ['/', ...leaves, '/print'])
    } finally {
      await db.write(sql`
        update organizations set plan_links = ${plan!.links} where _id = ${service.organizationId}`)
    }
  })

  it('comes by itself once it is due', async () => {
    await using site = await startSite({ '/': htmlPage('Home') })
    const first = await crawl(service, { domain: site.origin, frequency_days: 10 })
    const days = (Date.parse(first.next_crawl_at!) - Date.parse(first.last_crawled_at!)) / 86_400_000
    assert.ok(Math.abs(days - 10) <= 0.5, String(days))
    const second = await recrawl(first, { byItself: true })
    assert.deepEqual([second.crawl.unchanged, second.sync_status], [1, 'success'])
  })

  it('comes sooner after it has failed, later after each further failure, and as usual after a success (Rule 182)', async () => {
    await using site = await startSite({ '/': { status: 502 } })
    const hoursOf = (source: { next_crawl_at: string | null; last_crawled_at: string | null }) =>
      (Date.parse(source.next_crawl_at!) - Date.parse(source.last_crawled_at!)) / 3_600_000
    const first = await crawl(service, { domain: site.origin, frequency_days: 10 })
    assert.equal(first.sync_status, 'failed')
    const hour = hoursOf(first)
    assert.ok(hour >= 0.9 && hour <= 1.1, String(hour))
    const second = await recrawl(first)
    assert.deepEqual([second.sync_status, hoursOf(second).toFixed(3)], ['failed', (2 * hour).toFixed(3)])
    site.pages.set('/', htmlPage('Home'))
    const third = await recrawl(second)
    assert.ok(Math.abs(hoursOf(third) - 240) <= 12, String(hoursOf(third)))
    site.pages.set('/', { status: 502 })
    assert.equal(hoursOf(await recrawl(third)).toFixed(3), hour.toFixed(3))
  })

  it('is one crawl: asked for anew while it runs, the first lets go before the next begins', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await using site = await startSite({
      '/': htmlPage('Home', ['/slow']),
      '/slow': async () => {
        await held
        return htmlPage('Slow')
      },
    })
    await requestCrawl(service, { domain: site.origin, max_pages: 9 })
    await eventually('the slow page', () => (site.requests.includes('/slow') ? true : null))
    await requestCrawl(service, { domain: site.origin, max_pages: 8 })
    release()
    const source = await endOfCrawl(service, site.origin)
    assert.deepEqual([source.sync_status, source.max_pages, source.page_count], ['success', 8, 2])
    assert.equal(site.mostAtOnce(), 1)
  })
})

describe('the process that reads pages', () => {
  it('is kept for the next crawl, and ends with the worker', async () => {
    const started: ChildProcess[] = []
    const note = (message: unknown) => void started.push((message as { process: ChildProcess }).process)
    subscribe('child_process', note)
    try {
      await using site = await startSite({ '/': htmlPage('Home') })
      await using other = await startService({}, { crawlPrivateHosts: ['127.0.0.1'] })
      other.startWorker()
      await crawl(other, { domain: site.origin })
      await crawl(other, { domain: site.origin })
      assert.equal(started.length, 1)
      assert.equal(started[0]?.exitCode ?? started[0]?.signalCode, null)
    } finally {
      unsubscribe('child_process', note)
    }
    assert.equal(started[0]?.signalCode, 'SIGKILL')
  })
})

describe('crawls of one host', () => {
  it('take turns: a long one lets another go first, which says meanwhile what it waits for', async () => {
    const leaves = Array.from({ length: 240 }, (_, index) => `/long/${index}`)
    const looked = Promise.withResolvers<void>()
    await using site = await startSite({
      '/long': htmlPage('Long', leaves),
      '/short': htmlPage('Short', ['/short/1']),
      '/short/1': htmlPage('Short 1'),
      ...Object.fromEntries(leaves.map((path) => [path, htmlPage(`Leaf ${path}`)])),
      [leaves[3]!]: async () => {
        await looked.promise
        return htmlPage(`Leaf ${leaves[3]}`)
      },
    })
    const [long, short] = [`${site.origin}/long`, `${site.origin}/short`]
    await requestCrawl(service, { domain: long, max_pages: 300 })
    await eventually('the first pages', () => (site.requests.length > 2 ? true : null))
    await requestCrawl(service, { domain: short })
    const { crawl: waiting } = await lookAtSource(service, short)
    looked.resolve()
    assert.deepEqual([waiting.state, waiting.waits_for], ['waiting', 'host'])
    assert.ok(Date.parse(waiting.waits_since ?? '') <= Date.now() + 1_000)
    const first = await endOfCrawl(service, short)
    const second = await endOfCrawl(service, long)
    assert.deepEqual([first.page_count, second.page_count], [2, leaves.length + 1])
    assert.deepEqual([second.crawl.waits_for, second.crawl.waits_since], [null, null])
    assert.ok(first.crawl.finished_at! < second.crawl.finished_at!)
    assert.equal(site.mostAtOnce(), 1)
    // No page twice for it.
    assert.deepEqual(
      new Set(site.requests).size,
      site.requests.filter((path) => path !== '/robots.txt').length + 1,
    )
    const { starts } = (
      await service.context.db.query<{ starts: number }>(sql`
      select starts from crawls where _id = ${second.crawl._id}`)
    )[0]!
    assert.equal(starts, 1)
  })
})

describe('a page at which workers ended', () => {
  it('is not asked for a fourth time, since each try was counted before it', async () => {
    await using site = await startSite({
      '/': htmlPage('Home', ['/before', '/deadly']),
      '/before': async () => {
        // As three workers leave it that ended while they read it.
        await service.context.db.query(sql`
          update crawl_urls set attempts = 3 where url = ${`${site.origin}/deadly`}`)
        return htmlPage('Before')
      },
      '/deadly': htmlPage('Deadly'),
    })
    const source = await crawl(service, { domain: site.origin })
    const deadly = (await crawledUrls(service, source)).get('/deadly')
    assert.deepEqual([deadly?.state, deadly?.detail], ['failed', 'the worker that read it failed, each time'])
    assert.ok(!site.requests.includes('/deadly'))
    assert.deepEqual(await indexedPaths(service, source), ['/', '/before'])
  })
})

describe('a page of elements within each other without end', () => {
  for (const crawler of ['crawler_a', 'crawler_b'])
    it(`fails, whatever would be made of it (${crawler})`, async () => {
      const nested = `<!doctype html><title>Nested</title>${'<div>'.repeat(100_000)}<p>Deep inside.</p>`
      await using site = await startSite({ '/': htmlPage('Home', ['/nested']), '/nested': { body: nested } })
      const source = await crawl(service, { domain: site.origin, crawler })
      assert.equal(source.sync_status, 'partial')
      assert.match(source.sync_error ?? '', /nested: the page nests its elements too deep/)
      assert.deepEqual(await indexedPaths(service, source), ['/'])
    })
})

describe('crawler_b', () => {
  it('keeps the pages behind one that a firewall answers with a reload', async () => {
    await using site = await startSite({
      '/': htmlPage('Home', ['/a', '/b', '/c']),
      '/a': htmlPage('A', ['/behind']),
      '/b': htmlPage('B'),
      '/c': htmlPage('C'),
      '/behind': htmlPage('Behind'),
    })
    const settings = { domain: site.origin, crawler: 'crawler_b' }
    await crawl(service, settings)
    site.pages.set('/a', { body: '<!doctype html><p>Checking</p><script>location.reload()</script>' })
    const source = await crawl(service, settings)
    assert.match(source.sync_error ?? '', /a: the page redirects to itself/)
    assert.deepEqual(await indexedPaths(service, source), ['/', '/a', '/b', '/behind', '/c'])
  })

  it('takes nothing of a page that scripts make too large, and what scripts do to the page’s objects changes nothing', async () => {
    const grows = `<p>Small.</p><script>document.body.append(document.createComment('x'.repeat(6_000_000)))</script>`
    const tampers = `<main><p>The page itself.</p></main><script>
      Object.defineProperty(Element.prototype, 'outerHTML', { get: () => '<p>Something else.</p>' })</script>`
    await using site = await startSite({
      '/': htmlPage('Home', ['/grows', '/tampers']),
      '/grows': { body: grows },
      '/tampers': { body: tampers },
    })
    const source = await crawl(service, { domain: site.origin, crawler: 'crawler_b' })
    const urls = await crawledUrls(service, source)
    assert.deepEqual([urls.get('/grows')?.state, urls.get('/grows')?.reason], ['skipped', 'too_large'])
    assert.equal(urls.get('/tampers')?.state, 'indexed')
    const texts = await service.context.db.query<{ text: string }>(sql`
      select c.text from page_chunks c where c.source_id = ${source._id}`)
    assert.ok(texts.some(({ text }) => text.includes('The page itself.')))
    assert.ok(!texts.some(({ text }) => text.includes('Something else.')))
  })

  it('takes a page as scripts have made it, without asking for what robots.txt forbids', async () => {
    await using inner = await startSite({
      '*': { headers: { 'access-control-allow-origin': '*' }, body: '{}' },
    })
    // The same machine by a name that the operator has not opened.
    const closed = inner.origin.replace('127.0.0.1', '127.0.0.2')
    await using site = await startSite({
      '/robots.txt': text('User-agent: *\nDisallow: /private'),
      '/': {
        body: `<!doctype html><title>Shell</title><div id="app"></div><script src="/app.js"></script>
          <script src="/private/track.js"></script><img src="/picture.png"><iframe src="${closed}/frame"></iframe>
          <link rel="prefetch" href="${closed}/prefetch"><script>
            fetch('${closed}/fetch').catch(() => {}); new WebSocket('${closed.replace('http', 'ws')}/socket')
            navigator.sendBeacon('${closed}/beacon'); open('${closed}/window')
          </script>`,
      },
      '/app.js': {
        headers: { 'content-type': 'text/javascript' },
        body: `fetch('/data.json').then((answer) => answer.json()).then(({ text }) => {
          document.title = 'Rendered'
          document.getElementById('app').innerHTML = '<main><h1>Rendered</h1><p>' + text + '</p><a href="/next">next</a></main>'
        })`,
      },
      '/data.json': {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          text: 'The hidden treasure is below the old oak at the end of the lane. '.repeat(5),
        }),
      },
      '/next': htmlPage('Next', ['/leaves']),
      '/leaves': {
        body: '<!doctype html><title>Leaves</title><p>Leaving</p><script>location.href = "/next"</script>',
      },
    })
    const source = await crawl(service, { domain: site.origin, crawler: 'crawler_b' })
    assert.equal(source.sync_status, 'success', source.sync_error ?? '')
    assert.deepEqual(await indexedPaths(service, source), ['/', '/next'])
    const [chunk] = await service.context.db.query<{ text: string }>(sql`
      select text from page_chunks where source_id = ${source._id} and text like '%treasure%'`)
    assert.match(chunk?.text ?? '', /below the old oak/)
    assert.deepEqual(site.requests.toSorted(), [
      '/',
      '/app.js',
      '/data.json',
      '/leaves',
      '/next',
      '/robots.txt',
    ])
    assert.equal(site.mostAtOnce(), 1)
    assert.deepEqual(inner.requests, [])
    assert.deepEqual(await standing(source, '/leaves'), ['/leaves: redirect'])
  })
})

/** Returns the paths that a look without the index takes, sorted. */
async function triedPaths(origin: string, settings = triedSettings(origin)): Promise<string[]> {
  const tried = await tryCrawl({ ...service.context, clock: systemClock }, settings, {
    onProgress: () => {},
    signal: new AbortController().signal,
  })
  const taken = tried.urls.filter(({ state }) => state === 'indexed')
  return taken.map(({ url }) => new URL(url).pathname).toSorted()
}

function triedSettings(origin: string): CrawlSettings {
  return {
    domain: new URL(origin).host,
    start_url: `${origin}/`,
    crawling_strategy: 'deep_crawl',
    max_pages: 50,
    max_depth: 4,
    include_patterns: [],
    exclude_patterns: [],
    crawler: 'crawler_a',
  }
}

function page(words: string): string {
  return `<p>${words}, and some more words that make it a paragraph which is worth reading.</p>`
}

/** Sections with pages that link to their neighbours, relatively, with fragments, an index and a few broken links. */
function documentation(): Record<string, SiteAnswer> {
  const pages: Record<string, SiteAnswer> = {
    '/': htmlPage('Site', ['/docs/', '/blog/']),
    '/blog/': htmlPage('Blog', ['/docs/']),
    '/docs': redirect('/docs/'),
  }
  const sections = ['guide', 'reference', 'howto', 'internals']
  pages['/docs/'] = htmlPage(
    'Docs',
    sections.map((section) => `${section}/`),
  )
  for (const section of sections) {
    const names = Array.from({ length: 8 }, (_, index) => `page-${index}.html`)
    pages[`/docs/${section}/`] = htmlPage(`Index of ${section}`, [names[0]!, '../', 'missing.html', '/blog/'])
    for (const [index, name] of names.entries()) {
      const next = names[index + 1]
      const links = [
        './',
        '../reference/page-3.html#part',
        ...(next === undefined ? [] : [`./${next}?utm_medium=nav`]),
      ]
      pages[`/docs/${section}/${name}`] = htmlPage(`${section} ${index}`, links)
    }
  }
  // Nothing links to it.
  pages['/docs/orphan.html'] = htmlPage('Orphan')
  return pages
}

/** What a link checker finds below a path: a search of its own, over the same pages, by nothing of ours. */
function reachable(pages: Record<string, SiteAnswer>, start: string): string[] {
  const found = new Set<string>()
  const waiting = [`${start}/`]
  while (waiting.length > 0) {
    const path = waiting.pop()!
    const answer = pages[path]
    if (found.has(path) || typeof answer !== 'object' || answer.status !== undefined) continue
    found.add(path)
    for (const [, href = ''] of String(answer.body).matchAll(/href="([^"]+)"/g)) {
      const url = new URL(href, `http://site${path}`)
      if (url.host === 'site' && url.pathname.startsWith(`${start}/`)) waiting.push(url.pathname)
    }
  }
  return [...found].sort()
}
