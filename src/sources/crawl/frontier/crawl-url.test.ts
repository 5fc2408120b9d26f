import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fc } from '../../../../test/support/properties.ts'
import { normalizeUrl, urlCharactersMax } from './crawl-url.ts'

const base = 'https://example.com/docs/intro.html?page=1#top'

describe('normalizeUrl', () => {
  it('gives one spelling to all URLs of one page', () => {
    const same: Record<string, string[]> = {
      'https://example.com/': [
        'https://example.com',
        'HTTPS://EXAMPLE.com/',
        'https://example.com:443/',
        'https://example.com./',
        'https://example.com/#a',
        'https://example.com/?',
        'https://example.com/?#',
        'https://example.com/?&&',
        'https://example.com/a/..',
        'https://example.com/./%2e/',
        '\n\t https://exam\nple.com/ ',
        'https:\\\\example.com\\',
      ],
      'http://example.com/': ['http://example.com:80'],
      'http://example.com:443/': ['http://example.com:443/'],
      'https://example.com/~a-b_c.d': ['https://example.com/%7Ea%2Db%5fc%2Ed'],
      'https://example.com/%C3%BC%2F?%C3%BC=%26': [
        'https://example.com/ü%2f?ü=%26',
        'https://example.com/%c3%bc%2F?%c3%BC=%26',
      ],
      'https://example.com/100%25': ['https://example.com/100%', 'https://example.com/100%25'],
      'https://example.com/%2561': ['https://example.com/%%36%31', 'https://example.com/%2561'],
      'https://xn--bcher-kva.example/': ['https://bücher.example/', 'https://BÜCHER.example'],
      'https://example.com/a%20b?c+d%20e': ['https://example.com/a b?c+d e'],
      'https://example.com/a': [
        'https://example.com/a?utm_source=x&UTM_Campaign=y&gclid=1&fbclid=2&msclkid=3&mc_eid=4&_ga=5',
        'https://example.com/a;jsessionid=0A1B2C?utm_source=x',
        'https://example.com/a;JSESSIONID=0A1B2C.node1#x',
        'https://example.com/a?PHPSESSID=abc',
        'https://example.com/a?sid=0123456789abcdef0123456789abcdef',
        'https://example.com/(S(lit3py55t21z5v55vlm25s55))/a',
        'https://example.com/%61?%75tm_source=x',
      ],
      'https://example.com/a;v=1/b': ['https://example.com/a;jsessionid=1;v=1/b;jsessionid=2'],
      'https://example.com/a?b=1&c=2': [
        'https://example.com/a?b=1&utm_medium=&c=2&',
        'https://example.com/a?&b=1&&c=2',
      ],
    }
    for (const [normal, spellings] of Object.entries(same))
      for (const spelling of spellings) assert.equal(normalizeUrl(spelling), normal, spelling)
  })

  it('keeps URLs distinct that servers may distinguish', () => {
    const distinct = [
      'https://example.com/a',
      'http://example.com/a',
      'https://www.example.com/a',
      'https://example.com:8443/a',
      'https://example.com/A',
      'https://example.com/a/',
      'https://example.com/a//',
      'https://example.com/a/index.html',
      'https://example.com/a?b=1&c=2',
      'https://example.com/a?c=2&b=1',
      'https://example.com/a?b',
      'https://example.com/a?b=',
      'https://example.com/a?sid=12',
      'https://example.com/a?s=how-to-begin-with-us',
      'https://example.com/a?ref=12',
      'https://example.com/a%2Fb',
      'https://example.com/a/b',
      'https://example.com/a?b=%2B',
      'https://example.com/a?b=+',
      'https://example.com/a??b',
    ]
    for (const url of distinct) assert.equal(normalizeUrl(url), url)
  })

  it('resolves a link against the page that contains it', () => {
    const resolved: [string, string][] = [
      ['', 'https://example.com/docs/intro.html?page=1'],
      ['#a', 'https://example.com/docs/intro.html?page=1'],
      ['?page=2', 'https://example.com/docs/intro.html?page=2'],
      ['next', 'https://example.com/docs/next'],
      ['../next', 'https://example.com/next'],
      ['/next', 'https://example.com/next'],
      ['//other.example/next', 'https://other.example/next'],
    ]
    for (const [reference, url] of resolved) assert.equal(normalizeUrl(reference, base), url)
  })

  it('returns null for a link that leads to no page', () => {
    const none = [
      'mailto:a@example.com',
      'tel:+14155550199',
      'javascript:void(0)',
      'data:text/html,a',
      'ftp://example.com/',
      'file:///etc/passwd',
      'blob:https://example.com/a',
      'https://user@example.com/',
      'https://user:password@example.com/',
      'https://',
      'https://example.com..',
      'https://a b/',
      'https://example.com:99999/',
      `https://example.com/${'a'.repeat(urlCharactersMax)}`,
      `data:,${'a'.repeat(1_000_000)}`,
    ]
    for (const reference of none) assert.equal(normalizeUrl(reference, base), null, reference.slice(0, 40))
    assert.equal(normalizeUrl('no-base'), null)
    const longest = `https://example.com/${'a'.repeat(urlCharactersMax - 'https://example.com/'.length)}`
    assert.equal(normalizeUrl(longest), longest)
    assert.equal(normalizeUrl(`${longest}?utm_source=x`), longest)
  })

  it('changes nothing when it is applied to its own result', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '/',
        '..',
        '.',
        '%',
        '%2',
        '%2e',
        '%36',
        '%c3',
        ';',
        'jsessionid=',
        '(S(a))',
        '?',
        '&',
        '=',
        '#',
      ),
      fc.constantFrom(
        'utm_source',
        'sid=',
        '0123456789abcdef',
        '\\',
        ':',
        '@',
        '[',
        ' ',
        'ü',
        '\uD800',
        '+',
        '|',
      ),
      fc.string(),
    )
    const reference = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(reference, (reference) => {
        const url = normalizeUrl(reference, base)
        if (url === null) return
        assert.equal(normalizeUrl(url), url)
        assert.match(url, /^https?:\/\/[^/#]+\/[^#]*$/)
        assert.ok(url.length <= urlCharactersMax)
      }),
      { numRuns: 500 },
    )
  })
})
