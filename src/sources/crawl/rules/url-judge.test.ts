import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { watchLoop } from '../../../../test/support/watch-loop.ts'
import { createDecideUrls } from './decide-url.ts'
import { createUrlJudge } from './url-judge.ts'

const settings = {
  domain: 'example.com',
  start_url: 'https://example.com/',
  crawling_strategy: 'deep_crawl',
  max_pages: 10,
  max_depth: 3,
  include_patterns: [] as string[],
  exclude_patterns: [] as string[],
  crawler: 'crawler_a',
} as const

/**
 * 10,000 URLs of 1,900 characters. The fastest machines seen need half a second to match the patterns against all of
 * them.
 */
const longUrls = Array.from({ length: 10_000 }, (_, at) => ({
  url: `https://example.com/${at}/${'a'.repeat(1_880)}`,
  depth: 1,
}))
const costlyPatterns = Array.from({ length: 12 }, (_, at) => `/[^b].{400}[cz]${at}$/`)

describe('the judge of URLs', () => {
  it('decides by the settings, with patterns and without', async () => {
    const judge = createUrlJudge()
    const urls = ['https://example.com/a', 'https://example.com/b', 'https://elsewhere.example/a'].map(
      (url) => ({
        url,
        depth: 1,
      }),
    )
    const kinds = async (patterns: object) =>
      (await judge({ ...settings, ...patterns }, urls)).map((decision) =>
        decision?.kind === 'skip' ? decision.reason : decision?.kind,
      )
    assert.deepEqual(await kinds({}), ['take', 'take', 'scope'])
    assert.deepEqual(await kinds({ include_patterns: ['/a'] }), ['take', 'pattern', 'scope'])
    assert.deepEqual(await kinds({ exclude_patterns: ['/a'] }), ['pattern', 'take', 'scope'])
  })

  it('rejects patterns that can not be used', async () => {
    const judge = createUrlJudge()
    const broken = judge({ ...settings, include_patterns: ['/(/'] }, longUrls.slice(0, 1))
    await assert.rejects(broken, /a stored pattern cannot be compiled/)
  })

  it('never blocks the event loop, and skips the URLs that it could not judge in time', async () => {
    const decide = createDecideUrls({ ...settings, exclude_patterns: costlyPatterns }, createUrlJudge(150))
    // The thread loads and compiles.
    await decide(longUrls.slice(0, 1))
    const watch = watchLoop()
    const decisions = await decide(longUrls)
    const { longestMs, turns } = watch.stop()
    assert.ok(longestMs < 250, `${longestMs} ms of processor time`)
    assert.ok(turns > 2, `${turns} turns while the thread matches`)
    const late = decisions.filter((decision) => decision.kind === 'skip' && decision.reason === 'limit')
    assert.ok(late.length > 0 && late.length < longUrls.length, String(late.length))
    assert.deepEqual(decisions.at(-1), {
      kind: 'skip',
      reason: 'limit',
      detail: 'matching the patterns took longer than 2 s for the URLs found together with this one',
    })
  })
})
