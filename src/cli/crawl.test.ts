import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { bareEnvironment } from '../../test/support/command.ts'
import { htmlPage, startSite } from '../../test/support/site.ts'

const main = fileURLToPath(new URL('./main.ts', import.meta.url))

function run(...options: string[]): Promise<{ status: number; output: string; errors: string }> {
  const env = { ...bareEnvironment, CRAWL_PRIVATE_HOSTS: '127.0.0.1' }
  return new Promise((resolve) => {
    execFile(process.execPath, [main, 'crawl', ...options], { env }, (error, output, errors) => {
      resolve({ status: typeof error?.code === 'number' ? error.code : 0, output, errors })
    })
  })
}

const startExample = () =>
  startSite({
    '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow: /private' },
    '/': htmlPage('Home', ['/a', '/private/x', '/old/b', 'https://elsewhere.example/']),
    '/a': htmlPage('A', ['/a/1']),
    '/a/1': htmlPage('A1', ['/a/2']),
  })

describe('switchboard crawl --dry-run', () => {
  it('prints each URL with the rule that decides it, and requests no more than a crawl', async () => {
    await using site = await startExample()
    const { origin, host } = site
    const { status, output } = await run(origin, '--dry-run', '--max-depth', '2', '--exclude', '/old/**')
    assert.equal(status, 0, output)
    const rules = output.split('\n').map((line) =>
      line
        .split(/\s{2,}/)
        .slice(0, 3)
        .join(' '),
    )
    assert.deepEqual(rules.slice(0, 7), [
      `take 0 ${origin}/`,
      `take 1 ${origin}/a`,
      `robots 1 ${origin}/private/x`,
      `pattern 1 ${origin}/old/b`,
      'scope 1 https://elsewhere.example/',
      `take 2 ${origin}/a/1`,
      `depth 3 ${origin}/a/2`,
    ])
    assert.ok(output.includes(`it is not on ${host}`))
    assert.match(output, /success: 3 pages of 7 URLs, 4 skipped, 0 failed, 0 gone; 3 requests for pages/)
    assert.deepEqual(site.requests, ['/robots.txt', '/', '/a', '/a/1'])
  })

  it('prints one JSON document with --json', async () => {
    await using site = await startExample()
    const { status, output } = await run(
      site.origin,
      '--dry-run',
      '--json',
      '--include',
      '/a/*',
      '--include',
      '/b',
    )
    assert.equal(status, 0, output)
    const shown = JSON.parse(output)
    assert.deepEqual(shown.settings.include_patterns, ['/a/*', '/b'])
    assert.deepEqual([shown.outcome, shown.error, shown.counts.indexed], ['success', null, 0])
    assert.deepEqual(shown.urls[0], {
      url: `${site.origin}/`,
      state: 'skipped',
      reason: 'pattern',
      detail: 'the start is always fetched, and the patterns exclude it from the index',
      depth: 0,
      found_on: null,
      status_code: 200,
      bytes: shown.urls[0].bytes,
      title: null,
    })
  })

  it('exits with 1 if the crawl would fail and with 2 for wrong usage, and prints one clear line', async () => {
    await using site = await startSite({ '/': { status: 404 } })
    const failed = await run(site.origin, '--dry-run')
    assert.equal(failed.status, 1)
    assert.match(failed.output, /there is no such page/)
    for (const [options, status, words] of [
      [[site.origin], 2, /--dry-run/],
      [[site.origin, '--dry-run', '--max-pages', '0'], 2, /must be a whole number from 1 to 1000/],
      [[site.origin, '--dry-run', '--crawler', 'c'], 2, /crawler_a, crawler_b/],
      [['10.0.0.1', '--dry-run'], 1, /^switchboard: domain: /],
      [[site.origin, '--dry-run', '--include', '/(/'], 1, /^switchboard: --include: \[0\] /],
    ] as const) {
      const refused = await run(...options)
      assert.equal(refused.status, status, refused.errors)
      assert.match(refused.errors, words)
    }
  })
})
