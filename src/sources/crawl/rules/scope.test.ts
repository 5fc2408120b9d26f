import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { privateHostsOf } from '../../../providers/web/guard/private-hosts.ts'
import { normalizeUrl } from '../frontier/crawl-url.ts'
import { readDomain } from './domain.ts'
import { readPatterns } from './patterns.ts'
import { scopeOf } from './scope.ts'

function patternsOf(given: string[]) {
  const reading = readPatterns(given)
  assert.ok(reading.kind === 'patterns')
  return reading.patterns
}

/** Returns the scope of a crawl of `domain`, with each decision as one word. */
function scope(
  domain: string,
  { include = [] as string[], exclude = [] as string[], maxDepth = 3, opened = [] as string[] } = {},
) {
  const reading = readDomain(domain, privateHostsOf(opened))
  assert.ok(reading.kind === 'domain')
  const { decide } = scopeOf({
    ...reading,
    maxDepth,
    includePatterns: patternsOf(include),
    excludePatterns: patternsOf(exclude),
  })
  return (url: string, depth = 1): string => {
    const normal = normalizeUrl(url, reading.startUrl)
    assert.ok(normal !== null)
    const decision = decide(normal, depth)
    return decision.kind === 'skip' ? decision.reason : decision.kind
  }
}

/** Asserts the decision for each URL, all at the same depth. */
function assertDecided(decide: (url: string) => string, expected: Record<string, string>): void {
  for (const [url, decision] of Object.entries(expected)) assert.equal(decide(url), decision, url)
}

describe('scopeOf', () => {
  it('takes URLs on the domain, with or without www., by http or https', () => {
    assertDecided(scope('example.com'), {
      '/': 'take',
      '/a/b?c=d': 'take',
      'http://example.com/a': 'take',
      'https://www.example.com/a': 'take',
      'https://docs.example.com/a': 'scope',
      'https://example.org/a': 'scope',
      'https://notexample.com/': 'scope',
      'https://example.com.evil.example/': 'scope',
      'https://example.com:8443/a': 'scope',
    })
    assertDecided(scope('www.example.com'), {
      'https://example.com/a': 'take',
      'https://www.www.example.com/': 'scope',
    })
  })

  it('distinguishes ports that the operator opens', () => {
    const decide = scope('http://127.0.0.1:4000', { opened: ['127.0.0.1'] })
    assertDecided(decide, { '/a': 'take', 'http://127.0.0.1:4001/a': 'scope', 'http://127.0.0.1/a': 'scope' })
  })

  it('stays on and below the path, by whole segments', () => {
    assertDecided(scope('example.com/docs'), {
      '/docs': 'take',
      '/docs/': 'take',
      '/docs?a=b': 'take',
      '/docs/a/b': 'take',
      '/docsx': 'scope',
      '/doc': 'scope',
      '/': 'scope',
      '/docs/../a': 'scope',
      '/DOCS/a': 'scope',
      '/docs%2Fa': 'scope',
    })
    assertDecided(scope('example.com/docs/index.html'), { '/docs/a': 'take', '/a': 'scope' })
  })

  it('applies the patterns (Promise 48)', () => {
    const decide = scope('example.com', {
      include: ['/docs/**', '/blog/*'],
      exclude: ['*.draft', '/docs/old/**'],
    })
    assertDecided(decide, {
      '/docs/a/b': 'take',
      '/blog/a': 'take',
      '/blog/a/b': 'pattern',
      '/other': 'pattern',
      '/docs/a.draft': 'pattern',
      '/docs/old/a': 'pattern',
    })
    assertDecided(scope('example.com', { exclude: ['/a'] }), { '/a': 'pattern', '/b': 'take' })
  })

  it('always fetches the start, and indexes it only if the patterns allow it (Rule 61)', () => {
    const decide = scope('example.com', { include: ['/docs/**'] })
    assert.equal(decide('/', 0), 'follow_only')
    assert.equal(decide('/', 2), 'follow_only')
    assert.equal(decide('https://www.example.com/', 0), 'follow_only')
    assert.equal(decide('/docs/', 0), 'take')
    assert.equal(decide('https://example.org/', 0), 'scope')
    assert.equal(scope('example.com', { exclude: ['**'] })('/', 0), 'follow_only')
    assert.equal(scope('example.com/report.pdf')('/report.pdf', 0), 'take')
  })

  it('stops at the maximum depth', () => {
    const decide = scope('example.com', { maxDepth: 2 })
    assert.deepEqual(
      [0, 1, 2, 3].map((depth) => decide('/a', depth)),
      ['take', 'take', 'take', 'depth'],
    )
  })

  it('skips files that are not pages', () => {
    assertDecided(scope('example.com'), {
      '/a.jpg': 'type',
      '/A.ZIP?b=c': 'type',
      '/style.css': 'type',
      '/feed.xml': 'type',
      '/a.pdf': 'type',
      '/a.html': 'take',
      '/a.php': 'take',
      '/a.aspx': 'take',
      '/wiki/Node.js': 'take',
      '/about/example.com': 'take',
      '/release-1.24': 'take',
      '/a.jpg/view': 'take',
      '/a?file=b.jpg': 'take',
    })
  })

  it('skips URLs that look like a trap', () => {
    assertDecided(scope('example.com'), {
      '/a/b/a/b/a/b': 'trap',
      '/x/a/a/a': 'trap',
      '/en/a/en/b/en/c/en': 'trap',
      '/a///b': 'take',
      '/a////b': 'trap',
      [`/${Array.from({ length: 21 }, (_, at) => `p${at}`).join('/')}`]: 'trap',
      [`/?${Array.from({ length: 13 }, (_, at) => `p${at}=1`).join('&')}`]: 'trap',
      '/?a=1&a=2&a=3&a=4&a=5&a=6': 'trap',
      '/calendar/2731/05': 'trap',
      '/calendar?month=1804-01': 'trap',
      '/calendar/2026/11': 'take',
      '/2011/11/11/a': 'take',
      '/11/11/11': 'take',
      '/a/b/a/b': 'take',
      '/en/a/en/b/en': 'take',
      '/item/3000/specification': 'take',
      '/item/9999-1234': 'take',
      '/?a=1&a=2&b=3': 'take',
    })
  })

  it('reports the rule that excludes a URL', () => {
    const reading = readDomain('example.com/docs', privateHostsOf([]))
    assert.ok(reading.kind === 'domain')
    const { decide } = scopeOf({
      ...reading,
      maxDepth: 2,
      includePatterns: [],
      excludePatterns: patternsOf(['/docs/old/**']),
    })
    const detailOf = (path: string, depth = 1) => {
      const decision = decide(`https://example.com${path}`, depth)
      return decision.kind === 'skip' ? decision.detail : null
    }
    assert.equal(detailOf('/a'), 'it is not below /docs')
    assert.equal(detailOf('/docs/old/a'), 'it matches /docs/old/** of exclude_patterns')
    assert.equal(detailOf('/docs/a', 3), 'it is 3 links from the start, and max_depth is 2')
  })
})
