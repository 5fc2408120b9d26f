import assert from 'node:assert/strict'
import { describe, it, test } from 'node:test'
import { fc } from '../../../test/support/properties.ts'
import { startThreadTime } from '../../base/thread-time.ts'
import { crawlDelayMaxMs, nothingAllowed, parseRobots, robotsCharactersMax } from './robots.ts'

const agent = 'ExampleBot'
const read = (...lines: string[]) => parseRobots(lines.join('\n'), agent)
/** Returns the rules of a group with our product token. */
const rules = (...lines: string[]) => read('User-agent: ExampleBot', ...lines)

/** Rules separated by semicolons, a path, and whether it may be requested. */
type Case = [rules: string, path: string, isAllowed: boolean]

const cases: Record<string, Case[]> = {
  'a pattern matches from the first character on': [
    ['Disallow: /', '/', false],
    ['Disallow: /', '/a/b?c', false],
    ['Disallow: /fish', '/fish', false],
    ['Disallow: /fish', '/fish.html', false],
    ['Disallow: /fish', '/fish/salmon.html', false],
    ['Disallow: /fish', '/fishheads/yummy.html', false],
    ['Disallow: /fish', '/fish.php?id=anything', false],
    ['Disallow: /fish', '/Fish.asp', true],
    ['Disallow: /fish', '/catfish', true],
    ['Disallow: /fish', '/?id=fish', true],
    ['Disallow: /fish', '/desert/fish', true],
    ['Disallow: /fish/', '/fish/', false],
    ['Disallow: /fish/', '/fish/?id=anything', false],
    ['Disallow: /fish/', '/fish', true],
    ['Disallow: /fish/', '/fish.html', true],
    ['Disallow: /fish/', '/animals/fish/', true],
    ['Disallow: fish', '/fish', true],
    ['Disallow:', '/', true],
    ['Disallow: /a;Allow:', '/a', false],
  ],
  'a * stands for any characters': [
    ['Disallow: /fish*', '/fishheads', false],
    ['Disallow: /*.php', '/folder/filename.php', false],
    ['Disallow: /*.php', '/filename.php?parameters', false],
    ['Disallow: /*.php', '/filename.PHP', true],
    ['Disallow: /*.php', '/windows.html', true],
    ['Disallow: /fish*.php', '/fishheads/catfish.php?parameters', false],
    ['Disallow: /fish*.php', '/Fish.PHP', true],
    ['Disallow: *.gif', '/a.gif', false],
    ['Disallow: *', '/', false],
    ['Disallow: /a**b', '/ab', false],
    ['Disallow: /a*b*a', '/aba', false],
    ['Disallow: /a*b*a', '/ab', true],
    ['Disallow: /*?', '/a?', false],
    ['Disallow: /*?', '/a', true],
    ['Disallow: /*/private', '/x/y/private/z', false],
    ['Disallow: /*a=b/c', '/x?a=b/c', false],
  ],
  'a $ stands for the end of the path, and only at the end of the pattern': [
    ['Disallow: /*.php$', '/filename.php', false],
    ['Disallow: /*.php$', '/folder/filename.php', false],
    ['Disallow: /*.php$', '/filename.php?parameters', true],
    ['Disallow: /*.php$', '/filename.php/', true],
    ['Disallow: /*.php$', '/filename.php5', true],
    ['Disallow: /*.php$', '/a.php/b.php', false],
    ['Disallow: /$', '/', false],
    ['Disallow: /$', '/a', true],
    ['Disallow: /a*$', '/abc', false],
    ['Disallow: /ab*b$', '/ab', true],
    ['Disallow: /a$b', '/a$b', false],
    ['Disallow: /a$b', '/a', true],
    ['Disallow: $', '/', true],
  ],
  'the longest pattern decides, and Allow if two have the same length': [
    ['Allow: /p;Disallow: /', '/page', true],
    ['Disallow: /;Allow: /p', '/page', true],
    ['Allow: /folder;Disallow: /folder', '/folder/page', true],
    ['Disallow: /folder;Allow: /folder', '/folder/page', true],
    ['Allow: /page;Disallow: /*.htm', '/page.htm', false],
    ['Allow: /page;Disallow: /*.ph', '/page.php5', true],
    ['Allow: /$;Disallow: /', '/', true],
    ['Allow: /$;Disallow: /', '/page.htm', false],
    // RFC 9309, sections 5.1 and 5.2.
    ['Allow: /example/page/;Disallow: /example/page/disallowed.gif', '/example/page/a.gif', true],
    ['Allow: /example/page/;Disallow: /example/page/disallowed.gif', '/example/page/disallowed.gif', false],
    ['Disallow: *.gif$;Disallow: /example/;Allow: /publications/', '/publications/a', true],
    ['Disallow: *.gif$;Disallow: /example/;Allow: /publications/', '/a.gif', false],
    ['Disallow: *.gif$;Disallow: /example/;Allow: /publications/', '/publications/a.gif', true],
    // Lengths are counted in bytes of the escaped form: the first pattern below has nine for its one letter.
    ['Disallow: /ツ;Allow: /*%E3%83', '/ツ', false],
  ],
  'escapes are compared, not their spelling (RFC 9309, section 2.2.2)': [
    ['Disallow: /foo/bar?baz=quz', '/foo/bar?baz=quz', false],
    ['Disallow: /foo/bar?baz=https://foo.bar', '/foo/bar?baz=https%3A%2F%2Ffoo.bar', false],
    ['Disallow: /foo/bar?baz=https%3A%2F%2Ffoo.bar', '/foo/bar?baz=https://foo.bar', false],
    ['Disallow: /foo/bar/ツ', '/foo/bar/%E3%83%84', false],
    ['Disallow: /foo/bar/%E3%83%84', '/foo/bar/%e3%83%84', false],
    ['Disallow: /foo/bar/%e3%83%84', '/foo/bar/ツ', false],
    ['Disallow: /foo/bar/%62%61%7A', '/foo/bar/baz', false],
    ['Disallow: /foo/bar/baz', '/foo/bar/%62%61%7A', false],
    ['Disallow: /%7Ejoe', '/~joe', false],
    ['Disallow: /a%3cd.html', '/a%3Cd.html', false],
    ['Disallow: /a%2fb', '/a/b', true],
    ['Disallow: /a/b', '/a%2Fb', true],
    ['Disallow: /a%2fb', '/a%2Fb', false],
    ['Disallow: /file-with-a-%2A.html', '/file-with-a-*.html', false],
    ['Disallow: /file-with-a-%2A.html', '/file-with-a-b.html', true],
    ['Disallow: /%24', '/$', false],
    ['Disallow: /a b', '/a%20b', false],
    ['Disallow: /100%', '/100%25', false],
    ['Disallow: /*?*=a%26b', '/?x=a&b', true],
  ],
  'the robots file itself may be read': [
    ['Disallow: /', '/robots.txt', true],
    ['Disallow: /', '/robots.txt.bak', false],
    ['Disallow: /', '/sub/robots.txt', false],
  ],
}

describe('rules', () => {
  for (const [name, table] of Object.entries(cases))
    it(name, () => {
      for (const [text, path, isAllowed] of table)
        assert.equal(rules(...text.split(';')).allows(path), isAllowed, `${text} on ${path}`)
    })

  it('agree with a regular expression of the same meaning', () => {
    const piece = fc.constantFrom('a', 'b', 'ab', '/', '*', '.')
    const text = fc.array(piece, { maxLength: 8 }).map((pieces) => `/${pieces.join('')}`)
    const path = text.map((made) => made.replaceAll('*', 'b'))
    fc.assert(
      fc.property(text, fc.boolean(), path, (pattern, isWhole, path) => {
        const meaning = pattern.replaceAll('.', '\\.').replaceAll('*', '.*')
        const expected = new RegExp(`^${meaning}${isWhole ? '$' : ''}`).test(path)
        const { allows } = rules(`Disallow: ${pattern}${isWhole ? '$' : ''}`)
        assert.equal(allows(path), !expected)
      }),
    )
  })

  it('agree with the regular expression if the parts between stars are long', () => {
    const letters = (minLength: number, maxLength: number) =>
      fc.array(fc.constantFrom('a', 'aab'), { minLength, maxLength }).map((made) => made.join(''))
    fc.assert(
      fc.property(
        letters(16, 24),
        letters(0, 20),
        letters(0, 20),
        fc.boolean(),
        (part, before, after, isThere) => {
          const path = `/${before}${isThere ? part : ''}${after}`
          assert.equal(rules(`Disallow: /*${part}*`).allows(path), !path.includes(part))
        },
      ),
    )
  })

  it('are matched in linear time, whatever they contain', () => {
    const path = `/${'a'.repeat(2_000)}`
    const hostile = [
      `Disallow: /${'*a'.repeat(200_000)}b`,
      `Disallow: /*${'a'.repeat(1_000)}b`,
      ...Array.from({ length: 200 }, (_, at) => `Disallow: /*${'a'.repeat(900 + at)}b*b`),
    ]
    const { allows } = rules(...hostile)
    const took = startThreadTime()
    assert.equal(allows(path), true)
    assert.ok(took() < 1_000)
  })
})

describe('groups', () => {
  const allowsSecret = (...lines: string[]) => read(...lines).allows('/secret')
  const mine = 'User-agent: ExampleBot'
  const everyone = 'User-agent: *'
  const forbid = 'Disallow: /secret'

  it('apply to the crawler that they name, in any spelling', () => {
    for (const name of ['ExampleBot', 'examplebot', 'EXAMPLEBOT', 'ExampleBot/2.1', 'ExampleBot (a remark)'])
      assert.equal(allowsSecret(`User-agent: ${name}`, forbid), false, name)
    for (const name of ['ExampleBot-News', 'Example', 'OtherBot', 'Bot ExampleBot', ''])
      assert.equal(allowsSecret(`User-agent: ${name}`, forbid), true, name)
  })

  it('of * apply only if no group names the crawler; an empty group counts too', () => {
    assert.equal(allowsSecret(everyone, forbid), false)
    assert.equal(allowsSecret('User-agent: * # everyone', forbid), false)
    assert.equal(allowsSecret(everyone, forbid, mine, 'Disallow: /other'), true)
    assert.equal(allowsSecret(mine, 'Disallow:', '', everyone, 'Disallow: /'), true)
    assert.equal(allowsSecret(mine), true)
    assert.equal(allowsSecret(everyone, forbid, 'User-agent: OtherBot', 'Allow: /'), false)
  })

  it('of one crawler apply together, wherever they stand', () => {
    const { allows } = read(
      mine,
      'Disallow: /a',
      everyone,
      'Disallow: /b',
      'User-agent: examplebot',
      'Disallow: /c',
    )
    assert.deepEqual(['/a', '/b', '/c'].map(allows), [false, true, false])
  })

  it('of * apply together too', () => {
    const { allows } = read(
      everyone,
      'Disallow: /a',
      'User-agent: OtherBot',
      'Disallow: /b',
      everyone,
      'Disallow: /c',
    )
    assert.deepEqual(['/a', '/b', '/c'].map(allows), [false, true, false])
  })

  it('may begin with several names', () => {
    assert.equal(allowsSecret('User-agent: OtherBot', mine, 'User-agent: Third', forbid), false)
    assert.equal(allowsSecret(mine, 'Disallow: /a', 'User-agent: OtherBot', forbid), true)
  })

  it('are not ended by an empty line, a comment, or an unknown line', () => {
    assert.equal(
      allowsSecret(mine, '', '# remark', 'Sitemap: https://example.com/s.xml', 'Host: x', forbid),
      false,
    )
    assert.equal(
      allowsSecret(mine, 'Sitemap: https://example.com/s.xml', 'User-agent: OtherBot', forbid),
      false,
    )
    assert.equal(allowsSecret(mine, 'Disallow: /a', 'Noindex: /b', forbid), false)
    // An unknown line does not end the list of names at the beginning of a group either, even if the author meant it
    // to.
    assert.equal(allowsSecret(mine, 'Crawl-delay: 2', 'User-agent: OtherBot', forbid), false)
  })

  it('do not include rules before the first group', () => {
    assert.equal(allowsSecret(forbid, everyone, 'Disallow: /other'), true)
  })

  it('are those of RFC 9309, section 5.1', () => {
    const text = `
      User-Agent: *
      Disallow: *.gif$
      Disallow: /example/
      Allow: /publications/

      User-Agent: foobot
      Disallow:/
      Allow:/example/page.html
      Allow:/example/allowed.gif

      User-Agent: barbot
      User-Agent: bazbot
      Disallow: /example/page.html

      User-Agent: quxbot

      EOF`
    const paths = ['/', '/example/page.html', '/example/allowed.gif', '/a.gif', '/publications/a']
    const allowed = (agent: string) => paths.filter(parseRobots(text, agent).allows)
    assert.deepEqual(allowed('foobot'), ['/example/page.html', '/example/allowed.gif'])
    assert.deepEqual(allowed('barbot'), ['/', '/example/allowed.gif', '/a.gif', '/publications/a'])
    assert.deepEqual(allowed('bazbot'), allowed('barbot'))
    assert.deepEqual(allowed('quxbot'), paths)
    assert.deepEqual(allowed('ExampleBot'), ['/', '/publications/a'])
  })
})

describe('lines', () => {
  it('end with CR, LF or both', () => {
    for (const end of ['\n', '\r', '\r\n']) {
      const { allows } = parseRobots(['User-agent: *', 'Disallow: /a', 'Disallow: /b'].join(end), agent)
      assert.deepEqual(['/a', '/b', '/c'].map(allows), [false, false, true])
    }
  })

  it('may have blanks anywhere, a comment at the end, a byte order mark before the first', () => {
    const { allows } = parseRobots(
      '\uFEFF \tuser-AGENT \t:\t ExampleBot \t# x\n  DISALLOW  : /a  # /b\n#Disallow: /c\nDisallow:/d#',
      agent,
    )
    assert.deepEqual(['/a', '/b', '/c', '/d'].map(allows), [false, true, true, false])
  })

  it('that are unknown are ignored', () => {
    const { allows } = rules(
      '<html>',
      ':',
      'Disallow',
      'Disallow /b',
      '\0',
      'Allow: \u{D800}',
      'Disallow: /a',
    )
    assert.deepEqual(['/a', '/b'].map(allows), [false, true])
  })

  it('beyond the limit are ignored, and so is a line that the limit cuts', () => {
    const filling = `# ${'x'.repeat(500 * 1024 - 100)}`
    assert.equal(rules(filling, 'Disallow: /a').allows('/a'), false)
    const head = 'User-agent: *\nDisallow: /a\n#'
    const cut = `${head}${'x'.repeat(robotsCharactersMax - head.length - '\nDisallow: /'.length)}\nDisallow: /b`
    const { allows } = parseRobots(cut, agent)
    assert.deepEqual(['/a', '/b', '/c'].map(allows), [false, true, true])
  })

  it('of any kind can be parsed', () => {
    const word = fc.constantFrom(
      'user-agent:',
      'allow:',
      'disallow:',
      'ExampleBot',
      ...Array.from('*$%/#\n\r\0üツ\uD800'),
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(word, fc.string())), fc.string(), (words, path) => {
        assert.equal(typeof parseRobots(words.join(''), agent).allows(path), 'boolean')
      }),
    )
  })
})

test('the crawl delay is the longest of our groups, up to a maximum', () => {
  const delayOf = (...lines: string[]) => read(...lines).crawlDelayMs
  assert.equal(delayOf('User-agent: *', 'Crawl-delay: 2'), 2_000)
  assert.equal(delayOf('User-agent: *', 'Crawl-delay: 0.25 # s'), 250)
  assert.equal(
    delayOf('User-agent: *', 'Crawl-delay: 2', 'Disallow: /b', 'User-agent: ExampleBot', 'Disallow: /a'),
    null,
  )
  assert.equal(
    delayOf('User-agent: ExampleBot', 'Crawl-delay: 2', 'Disallow:', 'User-agent: *', 'Crawl-delay: 9'),
    2_000,
  )
  assert.equal(
    delayOf('User-agent: *', 'Crawl-delay: 5', 'Disallow: /a', 'User-agent: *', 'Crawl-delay: 3'),
    5_000,
  )
  assert.equal(delayOf('User-agent: *', 'Crawl-delay: 86400'), crawlDelayMaxMs)
  for (const value of ['', '-1', '1e3', 'soon', '1s', 'Infinity'])
    assert.equal(delayOf('User-agent: *', `Crawl-delay: ${value}`), null, value)
  assert.equal(delayOf('Crawl-delay: 2'), null)
})

test('sitemaps come from any place in the file, each once, and only as absolute http(s) URLs', () => {
  const { sitemaps } = read(
    'Sitemap: https://example.com/a.xml',
    'User-agent: OtherBot',
    'SITEMAP : http://other.example/b.xml?x=1 # remark',
    'Disallow: /',
    'Sitemap: https://example.com/a.xml',
    'Sitemap: /c.xml',
    'Sitemap: ftp://example.com/d.xml',
    'Sitemap:',
  )
  assert.deepEqual(sitemaps, ['https://example.com/a.xml', 'http://other.example/b.xml?x=1'])
})

test('rules that allow nothing forbid the root too', () => {
  assert.equal(nothingAllowed.allows('/'), false)
})
