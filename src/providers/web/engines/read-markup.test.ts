import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readMarkup } from './read-markup.ts'

const url = 'https://example.com/docs/page'
const read = (html: string, headers: Record<string, string> = {}) => readMarkup(html, url, headers, 'TestBot')

describe('the markup of a page', () => {
  it('has the links that may be followed, each once, as absolute addresses', () => {
    const html = `<a href="next">1</a><a href=" /top ">2</a><area href="//other.example/x"><a href="next">3</a>
      <a href="no" rel="external NOFOLLOW">4</a><a href="ad" rel="sponsored">5</a><a>6</a><a href="">7</a>
      <a href="http://[broken">8</a><a href="mailto:a@b.example">9</a><link href="style.css" rel="stylesheet">`
    assert.deepEqual(read(html).links, [
      'https://example.com/docs/next',
      'https://example.com/top',
      'https://other.example/x',
      'mailto:a@b.example',
    ])
  })

  it('reads tags as a browser that runs scripts does: none in scripts, comments and noscript', () => {
    const html = `<title><a href="no">x</a></title><script>document.write('<a href="no">')</script>
      <!-- <a href="no">x</a> --><!--[if !IE]><!--><A HREF="yes?a=1&amp;b=2">x</A><!--<![endif]-->
      <noscript><meta http-equiv="refresh" content="0; url=/no"><a href="no">x</a></noscript><iframe><a href="no"></iframe>
      <textarea><a href="no"></textarea><template><a href='in-template'></template><svg><a href=in-drawing></svg>
      <a href="cut`
    assert.deepEqual(read(html), {
      links: ['yes?a=1&b=2', 'in-template', 'in-drawing'].map((path) => `https://example.com/docs/${path}`),
      canonical: null,
      refreshesTo: null,
      isNoindex: false,
      isNofollow: false,
    })
  })

  it('resolves them against the base that the page names', () => {
    assert.deepEqual(read('<base href="/other/"><a href="x">1</a>').links, ['https://example.com/other/x'])
    assert.deepEqual(read('<base href="http://[broken"><a href="x">1</a>').links, [
      'https://example.com/docs/x',
    ])
  })

  it('has the address that the page calls its own', () => {
    assert.equal(read('<link rel="Canonical" href="../c?a=1">').canonical, 'https://example.com/c?a=1')
    assert.equal(read('<link rel="canonical">').canonical, null)
  })

  it('has the target of an immediate redirect, not of a reload', () => {
    for (const [content, to] of [
      ['0; url=/moved', 'https://example.com/moved'],
      ["3;URL='https://other.example/'", 'https://other.example/'],
      ['5, other', 'https://example.com/docs/other'],
      ['600; url=/moved', null],
      ['30', null],
      ['', null],
    ] as const)
      assert.equal(read(`<meta http-equiv="Refresh" content="${content}">`).refreshesTo, to, content)
  })

  it('has the directives of pages and headers, for all crawlers or for ours', () => {
    for (const [html, header, noindex, nofollow] of [
      ['<meta name="robots" content="noindex, follow">', '', true, false],
      ['<meta name="ROBOTS" content="NOFOLLOW">', '', false, true],
      ['<meta name="robots" content="none">', '', true, true],
      ['<meta name="testbot" content="noindex">', '', true, false],
      ['<meta name="otherbot" content="noindex">', '', false, false],
      ['', 'noindex', true, false],
      ['', 'noarchive, nofollow', false, true],
      ['', 'testbot: noindex, nofollow', true, true],
      ['', 'otherbot: noindex, nofollow', false, false],
      ['', 'otherbot: nofollow, testbot: noindex', true, false],
      ['', 'unavailable_after: 25 Jun 2010 15:00:00 PST, noindex', true, false],
      ['', 'max-snippet: 5', false, false],
    ] as const) {
      const { isNoindex, isNofollow } = read(`${html}<a href="x">x</a>`, { 'x-robots-tag': header })
      assert.deepEqual([isNoindex, isNofollow], [noindex, nofollow], `${html} ${header}`)
    }
    assert.deepEqual(read('<meta name="robots" content="nofollow"><a href="x">x</a>').links, [])
  })
})
