import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { chunkCharactersMax, chunksMax } from './document.ts'
import { readHtml } from './read-document.ts'

const url = 'https://docs.example/guide/install'

function read(body: string, { head = '', attributes = 'lang="en-GB"', fallback = 'de' } = {}) {
  const document = readHtml(
    `<!doctype html><html ${attributes}><head>${head}</head><body>${body}</body></html>`,
    url,
    fallback,
  )
  assert.ok(document)
  return document
}

const words = (count: number, seed = 'word') =>
  Array.from({ length: count }, (_, index) => `${seed}${index}`).join(' ')

const frame = (main: string) => `
  <header><a href="/">Example Docs</a></header>
  <nav><ul><li><a href="/a">Alpha chapter</a></li><li><a href="/b">Beta chapter</a></li></ul></nav>
  ${main}
  <aside>Subscribe to our newsletter</aside>
  <footer>Copyright Example</footer>
  <script>var secretScript = 1</script>`

describe('readHtml', () => {
  it('cuts the main part at its headings, with their path and anchors, without navigation and footers (Rule 36)', () => {
    const document = read(
      frame(`<main>
        <h1 id="top">Install</h1><p>Read this first.</p>
        <h2><a id="linux" href="#linux">¶</a> On Linux</h2><p>Use the package <b>manager</b>.</p>
        <section id="mac"><h2>On macOS<a class="headerlink" href="#mac">#</a></h2><p>Use brew.</p></section>
        <h3>With C#</h3><p>Nothing special.</p>
      </main>`),
      { head: '<title>Install — Example Docs</title>' },
    )
    assert.deepEqual(document.chunks, [
      { heading: 'Install', anchor: 'top', text: 'Read this first.' },
      { heading: 'Install › On Linux', anchor: 'linux', text: 'Use the package manager.' },
      { heading: 'Install › On macOS', anchor: 'mac', text: 'Use brew.' },
      { heading: 'Install › On macOS › With C#', anchor: null, text: 'Nothing special.' },
    ])
    assert.equal(document.title, 'Install')
    assert.equal(document.language, 'en')
  })

  it('finds the article of a page that marks no main part', () => {
    const paragraphs = Array.from(
      { length: 8 },
      (_, index) =>
        `<p>Paragraph ${index} is, at some length, about ${words(30, `topic${index}`)}, and then ends.</p>`,
    )
    const document =
      read(`<div class="menu"><ul>${'<li><a href="/x">Menu entry</a></li>'.repeat(20)}</ul></div>
      <div class="content"><h1>Story</h1>${paragraphs.join('')}</div>
      <div class="footer-links">${'<a href="/y">Imprint</a>'.repeat(10)}</div>`)
    const text = document.chunks.map(({ text }) => text).join('\n')
    assert.match(text, /topic7word|topic729/)
    assert.doesNotMatch(text, /Menu entry|Imprint/)
  })

  it('keeps lists, tables and listings readable', () => {
    const { chunks } = read(`<main><h1>Formats</h1>
      <ul><li>One</li><li>Two<ul><li>Inner</li></ul></li></ul>
      <ol><li>First</li><li>Second</li></ol>
      <table><tr><th>Name</th><th>Price</th></tr><tr><td>Basic</td><td>10&nbsp;EUR</td></tr></table>
      <pre><code>if (a &lt; b) {\n  run()\n}\n</code></pre>
      <p>Line one<br>line two</p></main>`)
    assert.equal(
      chunks[0]?.text,
      '- One\n- Two\n  - Inner\n\n1. First\n2. Second\n\nName | Price\nBasic | 10 EUR\n\nif (a < b) {\n  run()\n}\n\nLine one\nline two',
    )
  })

  it('ignores text that is not visible', () => {
    const { chunks } = read(`<main><h1>Shown</h1><p>Visible.</p><p hidden>Secret one</p>
      <p style="display: none">Secret two</p><p aria-hidden="true">Secret three</p><style>.secret{}</style>
      <template><p>Secret four</p></template><noscript>Secret five</noscript></main>`)
    assert.deepEqual(
      chunks.map(({ text }) => text),
      ['Visible.'],
    )
  })

  it('cuts a long section at ends of paragraphs, within the limit, and loses no word', () => {
    const paragraphs = Array.from({ length: 40 }, (_, index) => `<p>${words(40, `p${index}w`)}.</p>`)
    const { chunks } = read(`<main><h1>Long</h1>${paragraphs.join('')}<p>${'x'.repeat(5_000)}</p></main>`)
    assert.ok(chunks.length > 5)
    for (const { text, heading } of chunks) {
      assert.ok(text.length <= chunkCharactersMax)
      assert.equal(heading, 'Long')
    }
    const text = chunks.map(({ text }) => text).join(' ')
    for (let index = 0; index < 40; index++) assert.match(text, new RegExp(`p${index}w39`))
    assert.ok(chunks.slice(0, 4).every(({ text }) => text.endsWith('.')))
  })

  it('takes the language from the page, else from its words, else the fallback', () => {
    const german =
      '<main><p>Das ist die Anleitung, und hier wird erklärt, wie Sie das Gerät mit dem Netz verbinden.</p></main>'
    assert.equal(read(german, { attributes: 'lang="fr"' }).language, 'fr')
    assert.equal(read(german, { attributes: '', fallback: 'en' }).language, 'de')
    assert.equal(
      read('<main><p>日本語のページです。これは説明です。</p></main>', { attributes: '' }).language,
      'ja',
    )
    assert.equal(
      read('<main><p>Xyzzy 42</p></main>', { attributes: 'lang=""', fallback: 'it' }).language,
      'it',
    )
  })

  it('hashes the text only, and similar texts to similar bits', () => {
    const page = (last: string, space = ' ') =>
      read(`<main><h1>T</h1>${space}<p>${words(400)}${space}${last}</p></main>`)
    assert.deepEqual(page('end').textHash, page('end', '\n\n   ').textHash)
    assert.notDeepEqual(page('end').textHash, page('other').textHash)
    const distance = (a: bigint, b: bigint) => {
      const bits = BigInt.asUintN(64, a ^ b).toString(2)
      return bits.replaceAll('0', '').length
    }
    assert.ok(distance(page('end').simhash, page('other').simhash) <= 3)
    assert.ok(distance(page('end').simhash, read(`<main><p>${words(400, 'else')}</p></main>`).simhash) > 15)
  })

  it('returns null for a page without text, and reads fragments of HTML', () => {
    for (const html of ['', '<html><body></body></html>', '<main> <img src="x.png"> </main>'])
      assert.equal(readHtml(html, url, 'en'), null)
    assert.equal(readHtml('Just words', url, 'en')?.chunks[0]?.text, 'Just words')
    assert.equal(readHtml('Just words', url, 'en')?.title, 'install')
    const bare = '<!doctype html><html lang="fr"><title>Bare</title><h1>Top</h1><p>Without head and body.'
    for (const html of [
      bare,
      bare.replace('<title>', '<head><title>').replace('</title>', '</title></head>'),
    ]) {
      const { title, language, chunks } = readHtml(html, url, 'en') ?? assert.fail()
      assert.deepEqual([title, language], ['Bare', 'fr'])
      assert.deepEqual(chunks, [{ heading: 'Top', anchor: null, text: 'Without head and body.' }])
    }
  })

  it('ends within its limits, whatever the page is', () => {
    const hostile = [
      '<div>'.repeat(20_000) + 'deep',
      '<ul><li>'.repeat(5_000) + 'deep',
      '<'.repeat(50_000),
      '<h2>Same</h2>'.repeat(20_000),
      `<pre>${' '.repeat(300_000)}x</pre>`,
      '<b> </b>'.repeat(30_000) + 'end',
      '<h2 id="a">Head</h2><p>text</p>'.repeat(5_000),
      '\u0000<p>nul \u0000 \ud800 half</p>',
    ]
    for (const html of hostile) {
      const document = readHtml(`<p>Begin.</p>${html}`, url, 'en')
      assert.ok((document?.chunks.length ?? 0) <= chunksMax)
      assert.doesNotMatch(JSON.stringify(document?.chunks), /\\u0000|\\ud800/)
    }
  })
})
