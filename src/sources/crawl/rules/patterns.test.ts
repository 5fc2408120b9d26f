import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fc } from '../../../../test/support/properties.ts'
import { startThreadTime } from '../../../base/thread-time.ts'
import { normalizeUrl, urlCharactersMax } from '../frontier/crawl-url.ts'
import { patternCharactersMax, patternKindOf } from './draft-pattern.ts'
import { patternsMax, readPattern, readPatterns } from './patterns.ts'

function patternOf(given: string) {
  const reading = readPattern(given)
  assert.ok(reading.kind === 'pattern', `${given}: ${reading.kind === 'fault' ? reading.message : ''}`)
  return reading.pattern
}

function faultOf(given: string): string {
  const reading = readPattern(given)
  assert.ok(reading.kind === 'fault', given)
  return reading.message
}

/** Returns whether a pattern matches a URL; a path is put on one example site. */
function matches(given: string, url: string): boolean {
  const normal = normalizeUrl(url, 'https://example.com/')
  assert.ok(normal !== null)
  return patternOf(given).matches(new URL(normal))
}

/** A pattern, URLs that it matches, and URLs that it does not match. */
type Case = [pattern: string, taken: string[], left: string[]]

const cases: Record<string, Case[]> = {
  'a glob that begins with a slash matches the whole path': [
    [
      '/docs',
      ['/docs', '/docs?page=2', 'http://other.example/docs'],
      ['/docs/', '/docs/a', '/a/docs', '/Docs'],
    ],
    [
      '/docs/*',
      ['/docs/a', '/docs/a?page=2', '/docs/a?next=/b/c', '/docs/'],
      ['/docs', '/docs/a/b', '/docs/a/'],
    ],
    ['/docs/**', ['/docs/a', '/docs/a/b/c.html', '/docs/'], ['/docs', '/docsx/a', '/en/docs/a']],
    ['/**/docs/*', ['/docs/a', '/en/docs/a', '/en/us/docs/a'], ['/docs/a/b', '/xdocs/a']],
    ['/docs/**/a', ['/docs/a', '/docs/b/a', '/docs/b/c/a'], ['/docs/ba', '/docs/b/ba']],
    ['/a**z', ['/az', '/abz', '/ab/c/z'], ['/a', '/ab']],
    ['/page-?', ['/page-1', '/page-x'], ['/page-', '/page-12', '/page-/']],
    ['/page-[0-9]', ['/page-1'], ['/page-x', '/page-12']],
    ['/page-[!0-9]', ['/page-x'], ['/page-1', '/page-/']],
    ['/page-[a-c-]', ['/page-b', '/page--'], ['/page-d']],
    ['/{en,de}/**', ['/en/a', '/de/a/b'], ['/fr/a', '/en']],
    ['/{en,de,}', ['/en', '/'], ['/fr']],
    ['/{a,b{c,d}}', ['/a', '/bc', '/bd'], ['/b', '/ac']],
    ['/archive/{2023,2024}/*', ['/archive/2023/a'], ['/archive/2025/a']],
    ['/*.{html,php}', ['/a.html', '/b.php'], ['/a.htm', '/a/b.html', '/axhtml']],
    ['/a.b', ['/a.b'], ['/axb']],
    ['/wiki/Foo_(bar)', ['/wiki/Foo_(bar)'], ['/wiki/Foo_bar']],
    ['/a+b', ['/a+b'], ['/aab']],
    ['/docs/index.*/**', ['/docs/index.php/a'], ['/docs/index', '/docs/index.php']],
    ['/', ['/', '/?a=b'], ['/a']],
    ['/**', ['/', '/a', '/a/b'], []],
    ['/*', ['/', '/a'], ['/a/b']],
    ['/docs/*/', ['/docs/a/'], ['/docs/a', '/docs/a/b']],
    ['/%c3%bc*', ['/über'], ['/c']],
    ['/über*', ['/%c3%bcbersicht', '/über', '/u\u0308ber'], ['/uber']],
    ['/my page', ['/my%20page'], ['/my', '/mypage']],
  ],
  'a glob with a scheme matches the whole URL': [
    [
      'https://example.com/docs/*',
      ['/docs/a', '/docs/a?b=c'],
      ['/docs/a/b', 'http://example.com/docs/a', '/docs/a?b=/'],
    ],
    ['https://example.com/docs/**', ['/docs/a/b?c=/d'], ['https://www.example.com/docs/a']],
    ['http*://*.example.com/**', ['https://www.example.com/', 'http://docs.example.com/a'], ['/a']],
    ['HTTPS://Example.COM', ['/'], ['/a', '/?a']],
    ['https://example.com/**[?]**', ['/?a', '/a?b'], ['/', '/a']],
    ['https://example.com:8080/*', ['https://example.com:8080/a'], ['/a']],
    ['*://example.com/a', ['/a', 'http://example.com/a'], ['/b']],
  ],
  'a glob without a scheme is compared with the URL with and without its scheme': [
    [
      'example.com/docs/**',
      ['/docs/a', 'http://example.com/docs/a?b'],
      ['https://www.example.com/docs/a', '/a'],
    ],
    ['*.Example.com/*', ['https://www.example.com/a'], ['/a']],
    ['**/docs/**', ['/docs/a', '/en/docs/'], ['/docs']],
    ['**[?]**', ['/?a'], ['/a']],
    ['**', ['/', '/a/b?c'], []],
  ],
  'a glob without slashes matches the last part of the path': [
    ['*.pdf', ['/a.pdf', '/a/b/c.pdf', '/a.pdf?v=1'], ['/a.pdf/b', '/a.pdfx', '/a?b=c.pdf']],
    ['login', ['/login', '/a/login'], ['/login/', '/login/a', '/logins']],
    ['*', ['/', '/a', '/a/b'], []],
    ['*.*', ['/a.b'], ['/a', '/a.b/c']],
    ['index.{html,php}', ['/index.html', '/a/index.php'], ['/index.htm']],
  ],
  'text between slashes is an expression, which may match anywhere in the URL': [
    ['/docs/', ['/docs', '/docs/a', '/my-docs', 'https://docs.example.com/', '/?q=docs'], ['/Docs', '/']],
    ['/docs/api/', ['/docs/api', '/docs/api/a'], ['/docs']],
    ['/\\/blog\\/\\d+$/', ['/blog/12', '/a/blog/1'], ['/blog/12/', '/blog/x']],
    ['/^https:\\/\\/example\\.com\\/a/', ['/a', '/ab'], ['http://example.com/a', '/b/a']],
    ['/a|b/', ['/a', '/b'], []],
    ['/\\.PDF$/i', ['/a.pdf', '/a.Pdf'], ['/a.pdf?b']],
    ['/[?&]sort=/', ['/a?sort=b', '/a?b=c&sort=d'], ['/a?resort=b']],
    ['/\\d{4}/\\d{2}/', ['/2024/05/a'], ['/24/05']],
    ['/wiki/.*:/', ['/wiki/File:a'], ['/wiki/a']],
    ['/docs/i', ['/docs/i'], ['/DOCS']],
  ],
  'other text is an expression if it has signs that globs do not have': [
    ['.*\\.pdf$', ['/a/b.pdf'], ['/a.pdf?b', '/apdf']],
    ['^https://example\\.com/', ['/a'], ['http://example.com/a']],
    ['/docs/.*', ['/docs/a/b', '/en/docs/'], ['/docs']],
    ['.*/docs/.*', ['/docs/a', '/en/docs/a'], ['/docs']],
    ['.*/docs/*', ['/docs/a', '/docs'], ['/doc']],
    ['/blog/.+', ['/blog/a'], ['/blog/']],
    ['/(en|de)/', ['/en/a', '/a/de/'], ['/fr/']],
    ['/page/[0-9]+', ['/page/12', '/a/page/1/b'], ['/page/x']],
    ['/[0-9]{4}/', ['/2024/a'], ['/24/a']],
    ['/[^/]+/edit$', ['/a/edit', '/a/b/edit'], ['/edit/a']],
    ['https?://example.com/docs', ['/docs/a', 'http://example.com/docs'], ['/a']],
    ['\\?', ['/a?b'], ['/a']],
    ['/docs$', ['/docs', '/a/docs'], ['/docs/a']],
    ['über|tief', ['/%C3%BCber', '/tief'], ['/uber']],
    ['bücher\\.example', ['https://xn--bcher-kva.example/'], ['/']],
  ],
}

describe('readPattern', () => {
  for (const [name, table] of Object.entries(cases))
    it(name, () => {
      for (const [pattern, taken, left] of table) {
        for (const url of taken) assert.ok(matches(pattern, url), `${pattern} takes ${url}`)
        for (const url of left) assert.ok(!matches(pattern, url), `${pattern} leaves ${url}`)
      }
    })

  it('distinguishes globs from expressions (Rule 34)', () => {
    const globs = [
      '/docs/*/',
      '/*/docs/',
      '/docs/**/',
      '*.*',
      '/**/index.*',
      '/a/{2,4}/*',
      '/a?b=*',
      '/[a-z]*',
      '/x/i',
    ]
    for (const glob of globs) assert.equal(patternKindOf(glob).kind, 'glob', glob)
    const expressions = [
      '/docs/',
      '/a.*?b/',
      '/a/b/',
      '/\\/*a/',
      '.*',
      'a.*b',
      '\\w',
      '/[^a]/x',
      '/(ab)+x',
      '/x\\d/i',
    ]
    for (const expression of expressions)
      assert.equal(patternKindOf(expression).kind, 'expression', expression)
  })

  it('keeps the pattern as written', () => {
    assert.equal(patternOf(' /docs/** ').source, ' /docs/** ')
  })

  it('reports what is wrong', () => {
    const faults: [given: string, message: RegExp][] = [
      ['', /^is empty$/],
      [' \n', /^is empty$/],
      [`/${'a'.repeat(patternCharactersMax)}`, /^is longer than 500 characters$/],
      ['/a[b', /^is not a valid glob: a \[ without its \] at character 3$/],
      ['/a{b', /^is not a valid glob: a \{ without its \} at character 3$/],
      ['/a}b', /^is not a valid glob: a \} without its \{ at character 3$/],
      [`/${'{'.repeat(6)}${'}'.repeat(6)}`, /braces nested more than 5 deep at character 7/],
      ['/page-[z-a]', /^is not a usable regular expression: invalid character class range/],
      ['/(/', /^is not a usable regular expression: missing closing \)/],
      ['^a**', /invalid nested repetition operator/],
      ['^(?!a)', /\(\?!/],
      ['(a)\\1', /invalid escape sequence: `\\1`/],
      ['a\\', /trailing backslash/],
      ['/x{1001}/', /invalid repeat count/],
      ['/x{900}/', /^is too costly: it repeats too much, or has too many Unicode classes$/],
      ['/((x{9}){9}){9}/', /^is too costly/],
      [`/${'x{99}'.repeat(90)}/`, /^is too costly/],
    ]
    for (const [given, message] of faults) assert.match(faultOf(given), message, given)
    assert.ok(faultOf(`^(${'a'.repeat(480)}`).length < 200)
  })

  it('never throws, whatever the pattern is', () => {
    const sign = fc.constantFrom(
      ...Array.from('/*?[]{}!^$|()\\.+,-:ü\uD800aZ9'),
      '**',
      '[a-z]',
      '{a,b}',
      '://',
      'https',
      '{2}',
    )
    const given = fc.array(sign, { maxLength: 20 }).map((signs) => signs.join(''))
    const url = new URL('https://example.com/aZ9/a-z?a=b')
    fc.assert(
      fc.property(given, (given) => {
        const reading = readPattern(given)
        if (reading.kind === 'pattern') assert.equal(typeof reading.pattern.matches(url), 'boolean')
      }),
      { numRuns: 1_000 },
    )
  })

  it('matches with a glob what a simple reference implementation matches', () => {
    const word = fc.constantFrom('a', 'b', '/', '.', 'ab')
    const sign = fc.oneof(word, fc.constantFrom('*', '?', '[ab]', '{a,b/}', '[!a]'))
    const glob = fc.array(sign, { maxLength: 6 }).map((signs) => `/${signs.join('')}x`)
    const path = fc.array(word, { maxLength: 6 }).map((words) => `/${words.join('')}x`)
    const meaning: Record<string, string> = {
      '*': '[^/]*',
      '?': '[^/]',
      '.': '\\.',
      '{a,b/}': '(?:a|b/)',
      '[!a]': '[^a/]',
    }
    fc.assert(
      fc.property(glob, path, (glob, path) => {
        fc.pre(!/\*\*|\.\*|[/.]\./.test(glob + path))
        const expected = glob.replace(/[*?.]|\{a,b\/\}|\[!a\]/g, (sign) => meaning[sign] ?? sign)
        assert.equal(
          matches(glob, `https://example.com${path}`),
          new RegExp(`^${expected}$`).test(path),
          `${glob} ${path}`,
        )
      }),
      { numRuns: 500 },
    )
  })
})

describe('a pattern made to be slow', () => {
  const hostilePatterns = [
    '/(a+)+$/',
    '/^(a|a)*b$/',
    '/^(([a-z])+.)+[A-Z]([a-z])+$/',
    '/(x+x+)+y/',
    '/(.*a.{10}){8}[cz]$/',
    '/[ab]*a[ab]{40}[cz]$/',
    '/[^b].{400}[cz]$/',
    '/(?:.{0,30}[abx]){9}[yz]$/',
    '/(x{0,20}){0,10}[yz]$/',
    `/${'(?:.*[abx])'.repeat(40)}[yz]$/`,
    `/**${'*a'.repeat(100)}b`,
    `/${'{a,aa,*}'.repeat(50)}b`,
    `/${'?'.repeat(400)}z`,
  ]
  const repeated = (text: string) => text.repeat(urlCharactersMax).slice(0, urlCharactersMax - 100)
  const mixed = Array.from({ length: 1_900 }, (_, at) => 'ab/x'[((at * at * 2_654_435_761) >>> 13) & 3]).join(
    '',
  )
  const hostileUrls = ['a', 'x', 'ab', 'a/', 'aab/']
    .map(repeated)
    .concat(mixed)
    .map((path) => new URL(`https://example.com/${path}`))

  it('is matched in time linear in the URL, or refused', () => {
    for (const given of hostilePatterns) {
      const { matches } = patternOf(given)
      // The fastest of three tries counts, because other load on the machine slows some of them down, also in processor
      // time.
      for (const url of hostileUrls) {
        const tries = [0, 1, 2].map((fresh) => {
          const took = startThreadTime()
          matches(new URL(`?${fresh}`, url))
          return took()
        })
        assert.ok(Math.min(...tries) < 50, `${given} on ${url.pathname.slice(0, 10)}: ${tries.join(', ')} ms`)
      }
    }
  })

  it('never matches a URL longer than a crawl accepts', () => {
    assert.equal(patternOf('/**').matches(new URL(`https://example.com/${'a'.repeat(5_000)}`)), false)
  })

  it('is refused fast', () => {
    const took = startThreadTime()
    for (const given of [
      '((((x{9}){9}){9}){9}){9}',
      `(?:${'x'.repeat(400)}){1000}`,
      `/${'x{0,1000}'.repeat(50)}/`,
      'x{1000}'.repeat(70),
      '(?:'.repeat(100) + 'x'.repeat(50) + '){2}'.repeat(80),
      '\\p{L}'.repeat(20),
      `^[${'\\p{L}'.repeat(20)}]`,
      `/${'\\P{Lu}'.repeat(70)}/i`,
    ])
      assert.equal(readPattern(given).kind, 'fault', given)
    assert.ok(took() < 500)
  })
})

describe('readPatterns', () => {
  it('compiles a list, and reports the position of a wrong pattern', () => {
    const reading = readPatterns(['/docs/**', '*.pdf'])
    assert.ok(reading.kind === 'patterns')
    assert.deepEqual(
      reading.patterns.map(({ source }) => source),
      ['/docs/**', '*.pdf'],
    )
    assert.deepEqual(readPatterns([]), { kind: 'patterns', patterns: [] })
    assert.deepEqual(readPatterns(['/a', '']), { kind: 'fault', message: '[1] is empty' })
  })

  it('limits the number and the total cost of patterns', () => {
    assert.equal(readPatterns(Array.from({ length: patternsMax }, () => '/a/**')).kind, 'patterns')
    assert.deepEqual(readPatterns(Array.from({ length: patternsMax + 1 }, () => '/a')), {
      kind: 'fault',
      message: 'has more than 100 patterns',
    })
    const costly = readPatterns(Array.from({ length: 50 }, () => 'x{200}'))
    assert.ok(costly.kind === 'fault' && /too costly as a whole/.test(costly.message))
  })
})
