import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { fc } from '../../../../test/support/properties.ts'
import { startThreadTime } from '../../../base/thread-time.ts'
import { readSitemap, sitemapBytesMax, sitemapEntriesMax } from './read-sitemap.ts'

async function urlsOf(file: string | Buffer): Promise<string[]> {
  const reading = await readSitemap(Buffer.from(file))
  assert.ok(reading.kind === 'urls', JSON.stringify(reading))
  return reading.entries.map(({ url }) => url)
}

async function faultOf(file: string | Buffer): Promise<string> {
  const reading = await readSitemap(Buffer.from(file))
  assert.ok(reading.kind === 'fault', JSON.stringify(reading).slice(0, 200))
  return reading.message
}

const page = (at: number) => `https://example.com/page-${at}`
const entry = (at: number) => `<url><loc>${page(at)}</loc><lastmod>2026-11-21</lastmod></url>\n`
const urlset = (content: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${content}</urlset>`
const manyOf = (count: number) => Array.from({ length: count }, (_, at) => entry(at)).join('')

describe('readSitemap', () => {
  it('reads URLs with their dates as written, each once, in order', async () => {
    const file = urlset(`
      <url><loc> https://example.com/b </loc><lastmod>2026-11-21T10:00:00+01:00</lastmod><priority>1</priority></url>
      <url><lastmod>yesterday</lastmod><changefreq>daily</changefreq><loc>https://example.com/a?b=1&amp;c=2</loc></url>
      <url><loc>https://EXAMPLE.com/b#top</loc></url>
      <url><loc><![CDATA[https://example.com/c?d&e]]></loc></url>
      <url><loc>https://example.com/&#252;</loc></url>
      <url><loc>https://example.com/d</loc><lastmod/></url>`)
    assert.deepEqual(await readSitemap(Buffer.from(file)), {
      kind: 'urls',
      entries: [
        { url: 'https://example.com/b', lastmod: '2026-11-21T10:00:00+01:00' },
        { url: 'https://example.com/a?b=1&c=2', lastmod: 'yesterday' },
        { url: 'https://example.com/c?d&e', lastmod: null },
        { url: 'https://example.com/%C3%BC', lastmod: null },
        { url: 'https://example.com/d', lastmod: null },
      ],
    })
  })

  it('reads an index of sitemaps', async () => {
    const file =
      '<sitemapindex><sitemap><loc>https://example.com/a.xml.gz</loc><lastmod>2026</lastmod></sitemap>' +
      '<!-- <sitemap><loc>https://example.com/no.xml</loc></sitemap> --><sitemap><loc>https://example.com/b.xml</loc></sitemap></sitemapindex>'
    assert.deepEqual(await readSitemap(Buffer.from(file)), {
      kind: 'index',
      sitemaps: ['https://example.com/a.xml.gz', 'https://example.com/b.xml'],
    })
    assert.deepEqual(await readSitemap(Buffer.from('<sitemapindex/>')), { kind: 'index', sitemaps: [] })
  })

  it('distinguishes URLs of pages from those of images, whatever the prefixes are', async () => {
    const file = `<sm:urlset xmlns:sm="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="i"><sm:url>
      <image:image><image:loc>https://example.com/a.jpg</image:loc></image:image><image:loc>https://example.com/b.jpg</image:loc>
      <sm:loc>https://example.com/a</sm:loc><xhtml:link rel="alternate" href="https://example.com/de"/></sm:url></sm:urlset>`
    assert.deepEqual(await urlsOf(file), ['https://example.com/a'])
  })

  it('reads feeds', async () => {
    const rss = `<rss><channel><link>https://example.com/</link><item><title>A</title><link>https://example.com/a</link>
      <guid>https://example.com/guid</guid><pubDate>Sat, 21 Nov 2026 10:00:00 GMT</pubDate></item></channel></rss>`
    assert.deepEqual(await readSitemap(Buffer.from(rss)), {
      kind: 'urls',
      entries: [{ url: 'https://example.com/a', lastmod: 'Sat, 21 Nov 2026 10:00:00 GMT' }],
    })
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><link href="https://example.com/"/><entry>
      <link rel="enclosure" href="https://example.com/a.mp3"/><link href="https://example.com/a"/><updated>2026</updated></entry></feed>`
    assert.deepEqual(await readSitemap(Buffer.from(atom)), {
      kind: 'urls',
      entries: [{ url: 'https://example.com/a', lastmod: '2026' }],
    })
  })

  it('reads a text with one URL per line', async () => {
    const text =
      '\uFEFF\n https://example.com/a \r\nnot a url\rhttps://example.com/b\n\nhttps://example.com/a\nhttps://example.com/c'
    assert.deepEqual(await urlsOf(text), [
      'https://example.com/a',
      'https://example.com/b',
      'https://example.com/c',
    ])
  })

  it('detects encodings by byte order mark or declaration', async () => {
    const file = (encoding: string) =>
      `<?xml version="1.0" encoding="${encoding}"?><urlset><url><loc>https://example.com/ü</loc></url></urlset>`
    const encoded = [
      Buffer.from(file('UTF-8')),
      Buffer.from(`\uFEFF${file('UTF-8')}`),
      Buffer.from(`\uFEFF${file('UTF-16')}`, 'utf16le'),
      Buffer.from(`\uFEFF${file('UTF-16')}`, 'utf16le').swap16(),
      Buffer.from(file('ISO-8859-1'), 'latin1'),
      Buffer.from(file('utf-16')),
      Buffer.from(file('no-such')),
    ]
    for (const bytes of encoded) assert.deepEqual(await urlsOf(bytes), ['https://example.com/%C3%BC'])
  })

  it('unpacks gzip, and returns what comes before damage or truncation', async () => {
    assert.deepEqual(await urlsOf(gzipSync(urlset(manyOf(3)))), [page(0), page(1), page(2)])
    const short = gzipSync(urlset(manyOf(50)))
    assert.ok((await urlsOf(short.subarray(0, short.length - 12))).length > 40)
    const packed = gzipSync(urlset(manyOf(20_000)), { level: 0 })
    const cut = await urlsOf(packed.subarray(0, packed.length / 2))
    assert.ok(cut.length > 9_000 && cut.length < 11_000)
    const broken = Buffer.from(packed)
    broken.fill(0xff, packed.length / 2)
    const before = await urlsOf(broken)
    assert.ok(before.length > 5_000 && before.every((url, at) => url === page(at)))
  })

  it('returns only whole URLs, wherever a file is truncated', async () => {
    const file = urlset(entry(1) + entry(23))
    for (let length = 0; length <= file.length; length++) {
      const reading = await readSitemap(Buffer.from(file.slice(0, length)))
      const found = reading.kind === 'urls' ? reading.entries.map(({ url }) => url) : []
      assert.deepEqual(found, [page(1), page(23)].slice(0, found.length), file.slice(0, length))
      if (file.slice(0, length).includes('23</loc>')) assert.equal(found.length, 2)
    }
  })

  it('continues after XML that is not well-formed', async () => {
    const file = `<urlset><url><loc>https://example.com/a</loc><url><loc>https://example.com/b</loc></wrong></url>
      <url><loc>https://example.com/?c=1&d=2</loc></url><url><loc></loc></url><url/>
      <url><loc>/relative</loc></url><url><loc>javascript:alert(1)</loc></url><url><loc>https://example.com/e</loc>`
    assert.deepEqual(await urlsOf(file), [
      'https://example.com/a',
      'https://example.com/b',
      'https://example.com/?c=1&d=2',
      'https://example.com/e',
    ])
  })

  it('resolves no entities that the document defines', async () => {
    const file = `<!DOCTYPE urlset [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY y "${'y'.repeat(1_000)}">]>
      <urlset><url><loc>https://example.com/?a=&x;&y;</loc></url></urlset>`
    assert.deepEqual(await urlsOf(file), ['https://example.com/?a=&x;&y;'])
  })

  it('returns a fault for anything but a sitemap', async () => {
    assert.equal(
      await faultOf('<!doctype html><html><body><url><loc>https://example.com/</loc></url></body></html>'),
      'it is an HTML page',
    )
    for (const file of [
      '',
      ' \n',
      'Not found',
      '{"a":1}',
      '<a/>',
      '<',
      '<error><message>no</message></error>',
      '\x1f\x8b\x08broken',
      '%PDF-1.7\n\0',
    ])
      assert.equal(await faultOf(Buffer.from(file, 'latin1')), 'it is not a sitemap', file)
    for (const content of ['', '<url/>', '<loc>https://example.com/</loc>'])
      assert.deepEqual(await urlsOf(urlset(content)), [])
  })

  it('never throws, whatever the file is', async () => {
    const part = fc.constantFrom(
      '<urlset>',
      '<url>',
      '<loc>',
      '</loc>',
      '</url>',
      'https://example.com/',
      '<![CDATA[',
      ']]>',
      '<!--',
      '-->',
      '&amp;',
      '\n',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(part, fc.string())), async (parts) => {
        const { kind } = await readSitemap(Buffer.from(parts.join('')))
        assert.ok(['urls', 'index', 'fault'].includes(kind))
      }),
    )
  })
})

describe('the bounds of a sitemap', () => {
  it('are 50,000 URLs', async () => {
    const urls = await urlsOf(urlset(manyOf(sitemapEntriesMax + 10)))
    assert.equal(urls.length, sitemapEntriesMax)
    assert.equal(urls.at(-1), page(sitemapEntriesMax - 1))
  })

  it('are 50 MB, unpacked', async () => {
    const filling = Buffer.alloc(sitemapBytesMax, ' ')
    const packed = gzipSync(
      Buffer.concat([Buffer.from(`<urlset>${entry(1)}`), filling, Buffer.from(entry(2))]),
    )
    assert.deepEqual(await urlsOf(packed), [page(1)])
  })

  it('apply to files that are made to be slow', async () => {
    const took = startThreadTime()
    const count = 1_000_000
    await faultOf(`${'<a>'.repeat(count)}${'</b>'.repeat(count)}`)
    await faultOf(`<a ${'b '.repeat(count)}`)
    await faultOf(`<!--${'<!--'.repeat(count)}`)
    await faultOf(`<a>${'&'.repeat(count)}`)
    await urlsOf(urlset(`<url><loc>https://example.com/${'a'.repeat(10 * count)}</loc></url>`))
    assert.ok(took() < 5_000)
  })

  it('are read in pieces, with other work between them', async () => {
    const file = Buffer.from(urlset(manyOf(40_000)))
    let ticks = 0
    const timer = setInterval(() => ticks++, 1)
    await readSitemap(file)
    clearInterval(timer)
    assert.ok(ticks > 5)
  })
})
