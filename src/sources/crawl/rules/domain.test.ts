import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fc } from '../../../../test/support/properties.ts'
import { privateHostsOf } from '../../../providers/web/guard/private-hosts.ts'
import { readDomain } from './domain.ts'

const none = privateHostsOf([])

function nameOf(given: string, privateHosts = none): string {
  const reading = readDomain(given, privateHosts)
  assert.ok(reading.kind === 'domain', `${given}: ${reading.kind === 'fault' ? reading.message : ''}`)
  return reading.name
}

function faultOf(given: string, privateHosts = none): string {
  const reading = readDomain(given, privateHosts)
  assert.ok(reading.kind === 'fault', given)
  return reading.message
}

describe('readDomain', () => {
  it('accepts a domain, a domain with a path, or a URL', () => {
    assert.deepEqual(readDomain('example.com', none), {
      kind: 'domain',
      name: 'example.com',
      startUrl: 'https://example.com/',
      host: 'example.com',
      pathPrefix: '/',
    })
    assert.deepEqual(readDomain('http://example.com/docs/', none), {
      kind: 'domain',
      name: 'example.com/docs',
      startUrl: 'http://example.com/docs/',
      host: 'example.com',
      pathPrefix: '/docs',
    })
  })

  it('gives one name to every spelling of a domain', () => {
    const spellings: Record<string, string[]> = {
      'example.com': [
        'EXAMPLE.com/',
        'https://example.com',
        'http://example.com',
        'HTTPS://Example.COM/',
        'example.com.',
        'example.com:443',
        'http://example.com:80',
        ' example.com\n',
        '//example.com',
        'example.com//',
        'example.com/?a=b',
        'example.com#top',
        'example.com/?utm_source=x#y',
        'example.com/docs/..',

        'example.com/index.html',
        'https://example.com/Index.PHP',
        'example。com',
        'http:\\\\example.com',
        'https:example.com',
      ],
      'example.com/docs': [
        'example.com/docs/',
        'example.com/docs//',
        'example.com/%64ocs/index.html',
        'example.com/a/../docs',
      ],
      'example.com/docs/intro.html': ['https://example.com/docs/intro.html#top'],
      'xn--bcher-kva.example/%C3%BC': [
        'bücher.example/ü',
        'BÜCHER.example/%c3%bc/',
        'xn--bcher-kva.example/ü',
      ],
      'www.example.com': ['WWW.example.com'],
      '93.184.216.34': ['93.184.216.34', 'https://93.184.216.34/', '0x5d.184.216.34'],
      '[2606:4700:4700::1111]': ['[2606:4700:4700:0::1111]', 'https://[2606:4700:4700::1111]:443/'],
    }
    for (const [name, given] of Object.entries(spellings))
      for (const spelling of given) assert.equal(nameOf(spelling), name, spelling)
  })

  it('starts at the given page', () => {
    const startOf = (given: string) => {
      const reading = readDomain(given, none)
      return reading.kind === 'domain' ? reading.startUrl : reading.message
    }
    assert.equal(startOf('example.com/docs'), 'https://example.com/docs')
    assert.equal(startOf('http://example.com/index.html?a=b#c'), 'http://example.com/index.html')
  })

  it('reports what is wrong and what would be right', () => {
    const faults: [given: string, wrong: RegExp][] = [
      ['', /is empty/],
      ['  ', /is empty/],
      [`example.com/${'a'.repeat(2_000)}`, /longer than 2000 characters;/],
      [`example.com/${'ü'.repeat(1_000)}`, /longer than 2000 characters when/],
      ['exam ple.com', /white space/],
      ['example.com, example.org', /white space/],
      ['example.com\0', /white space/],
      ['ftp://example.com', /not an http or https/],
      ['file:///etc/passwd', /not an http or https/],
      ['javascript:alert(1)', /not an http or https/],
      ['mailto:a@example.com', /not an http or https/],
      ['a@example.com', /must not contain a user name or password/],
      ['user:pw@example.com', /must not contain a user name or password/],
      ['https://user:password@example.com', /must not contain a user name or password/],
      ['fd00::1', /private network/],
      ['2606:4700::1111', /IPv6 address without its brackets: \[2606:4700::1111\]/],
      ['example.com/\ud800', /surrogate/],
      ['https://', /not a domain/],
      ['/docs', /not a domain/],
      ['example..com', /not a domain/],
      ['*.example.com', /not a domain/],
      ['.example.com', /not a domain/],
      ['example.com..', /not a domain/],
      [`${'a'.repeat(64)}.com`, /not a domain/],
      ['999.1.1.1', /not a domain/],
    ]
    for (const [given, wrong] of faults) {
      const message = faultOf(given)
      assert.match(message, wrong, given)
      assert.match(message, /^(?!domain).+; .+/)
      assert.ok(message.length < 200)
    }
  })

  const inner = [
    'localhost',
    'http://localhost/',
    'a.localhost',
    'intranet',
    'printer.local',
    'db.internal',
    'router.home.arpa',
    'metadata.google.internal',
    'localhost.',
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',

    '127。0。0。1',
    '①②⑦.0.0.1',
    '10.0.0.1',
    '192.168.1.1',
    '172.16.0.1',
    '169.254.169.254',
    '100.64.0.1',

    '0.0.0.0',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[fe80::1]',
    '[fd00:ec2::254]',
    '168.63.129.16',
    '224.0.0.1',
    '255.255.255.255',
    '192.0.2.1',
  ]

  it('refuses private addresses and names (Rule 60)', () => {
    for (const given of inner) assert.match(faultOf(given), /private network/, given)
  })

  it('refuses all but the default ports', () => {
    for (const given of [
      'example.com:8080',
      'http://example.com:8443/docs',
      '93.184.216.34:22',
      'http://example.com:443',
    ])
      assert.match(faultOf(given), /port/, given)
  })

  it('accepts hosts that the operator opens, by exactly that name and port', () => {
    const opened = privateHostsOf(['localhost', '127.0.0.1:8080', '[::1]:3000', 'example.com:8443', 'wiki'])
    assert.equal(nameOf('http://localhost:1234/docs', opened), 'localhost:1234/docs')
    assert.equal(nameOf('http://127.1:8080', opened), '127.0.0.1:8080')
    assert.equal(nameOf('http://[0::1]:3000/', opened), '[::1]:3000')
    assert.equal(nameOf('example.com:8443', opened), 'example.com:8443')
    assert.equal(nameOf('wiki/start', opened), 'wiki/start')
    for (const given of ['127.0.0.1', 'http://127.0.0.1:8081', '[::1]', 'example.com:8444', 'wiki2'])
      faultOf(given, opened)
  })

  it('never opens the metadata addresses of clouds', () => {
    faultOf('169.254.169.254', privateHostsOf(['169.254.169.254']))
  })

  it('parses its own names to the same names', () => {
    const piece = fc.constantFrom(
      'example',
      '.com',
      '/',
      '//',
      ':',
      '443',
      '%',
      '%2e',
      '..',
      '@',
      '?',
      '#',
      'ü',
      '\\',
    )
    const given = fc.array(fc.oneof(piece, fc.string())).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(given, fc.boolean(), (given, isDomain) => {
        const reading = readDomain(isDomain ? `example.com/${given}` : given, none)
        if (reading.kind === 'domain') assert.equal(nameOf(reading.name), reading.name)
      }),
    )
  })
})
