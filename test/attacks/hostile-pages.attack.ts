// Pages that are made to be hard to read: the worker goes on, and its memory and that of its readers stay within
// bounds.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { requestCrawl, crawledUrls, endOfCrawl } from '../support/crawls.ts'
import { startService as startTenant } from '../support/service.ts'
import { htmlPage, startSite } from '../support/site.ts'
import { startService } from './start-service.ts'

const names = (count: number) => Array.from({ length: count }, (_, index) => `a${index}`).join(' ')
const numbered = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => text(index)).join('')

const hostile: Record<string, () => string> = {
  paragraphs: () => '<p>a</p>'.repeat(600_000),
  breaks: () => 'a<br>'.repeat(600_000),
  bold: () => '<b>a</b>'.repeat(600_000),
  attributes: () => `<p ${names(300_000)}>a</p>`,
  'attributes-of-many': () => '<p a b c d e f g>a'.repeat(250_000),
  nested: () => '<div>'.repeat(500_000),
  'nested-unclosed': () => '<i>a'.repeat(700_000),
  'huge-attribute': () => `<p title="${'x'.repeat(4_900_000)}">a</p>`,
  'huge-text': () => 'words and more '.repeat(330_000),
  'one-word': () => 'x'.repeat(4_900_000),
  comments: () => `${'<!---->'.repeat(700_000)}<p>a</p>`,
  entities: () => '&amp;a'.repeat(800_000),
  links: () => numbered(200_000, (index) => `<a href="/${index}">`),
  'long-links': () => numbered(2_500, (index) => `<a href="/${'x'.repeat(1_900)}${index}">`),
  rows: () => `<table>${'<tr><td>1<td>2'.repeat(350_000)}`,
  'open-tags': () => '<p '.repeat(1_500_000),
  'angle-brackets': () => '<'.repeat(4_900_000),
  titles: () => '<title>'.repeat(700_000),
  grows: () =>
    '<p>a</p><script>document.body.append(document.createComment("x".repeat(200_000_000)))</script>',
  logs: () => '<p>a</p><script>console.log("x".repeat(100_000_000))</script>',
  'large-within-counts': () =>
    `<main>${'<p a b c>Xyz &amp; xyz, 1 &lt; 2.'.repeat(42_000)}${'Xyz xyz '.repeat(450_000)}`,
}

/** The pages that are also rendered. A browser takes long for such pages, and each is tried three times. */
const rendered = ['paragraphs', 'bold', 'attributes', 'grows', 'logs']

const processMbMax = 300
const readerMbMax = 340

for (const crawler of ['crawler_a', 'crawler_b'] as const)
  it(`hostile pages never end a worker, ${crawler}`, { timeout: 540_000 }, async (context) => {
    const paths = (crawler === 'crawler_a' ? Object.keys(hostile) : rendered).map((name) => `/${name}`)
    const pages = paths.map((path) => [path, () => ({ body: hostile[path.slice(1)]!() })] as const)
    await using site = await startSite({
      '/': htmlPage('Home', [...paths, '/last']),
      ...Object.fromEntries(pages),
      '/last': htmlPage('Last'),
    })
    await using tenant = await startTenant({}, { crawlPrivateHosts: ['127.0.0.1'] })
    await using worker = await startService({
      role: 'worker',
      databaseUrl: tenant.databaseUrl,
      env: { CRAWL_PRIVATE_HOSTS: '127.0.0.1', PUBLIC_URL: tenant.url },
    })
    const readers = new Map<number, number>()
    const watching = new AbortController()
    const watch = watchReaders(worker.child.pid!, readers, watching.signal)
    context.after(() => watching.abort())
    await requestCrawl(tenant, { domain: site.origin, max_pages: 100, crawler })
    const source = await endOfCrawl(tenant, site.origin, 500_000)
    watching.abort()
    await watch
    const urls = await crawledUrls(tenant, source)
    const peaks = [...readers.values()]
    context.diagnostic(`worker ${worker.peakMemoryMb().toFixed(0)} MB, readers ${peaks.join(', ')} MB`)
    for (const path of paths) {
      const { state, detail } = urls.get(path) ?? {}
      context.diagnostic(`${path}: ${state}, ${detail}`)
      assert.ok(state !== undefined && state !== 'waiting', path)
    }
    assert.equal(worker.child.exitCode, null, worker.log())
    assert.equal(urls.get('/last')?.state, 'indexed', 'the page after them is read')
    assert.ok(worker.peakMemoryMb() < processMbMax, `${worker.peakMemoryMb()} MB`)
    assert.ok(peaks.length > 0)
    for (const megabytes of peaks) assert.ok(megabytes < readerMbMax, `${megabytes} MB`)
  })

/** Records the largest memory that each reader of the worker has held, in MB, by its process id. */
async function watchReaders(worker: number, peaks: Map<number, number>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    for (const pid of childrenOf(worker)) {
      const status = readOrEmpty(`/proc/${pid}/status`)
      if (!readOrEmpty(`/proc/${pid}/cmdline`).includes('reader-process.ts')) continue
      const megabytes = Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024
      peaks.set(pid, Math.max(peaks.get(pid) ?? 0, Math.round(megabytes)))
    }
    await delay(20)
  }
}

function childrenOf(pid: number): number[] {
  return readOrEmpty(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number)
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // The process has ended.
    return ''
  }
}
