import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PageRead, PageUnreadable } from './read-page.ts'
import { startReaderProcesses } from './reader-processes.ts'

const productToken = 'TestBot'
const page = (html: string, language = 'en') => ({ html, url: 'https://example.com/', headers: {}, language })
const paragraph = '<p>Xyz xyz, 1 2 3.</p>'
const documentOf = (read: PageRead | PageUnreadable) => (read.kind === 'read' ? read.document : null)
const faultOf = (read: PageRead | PageUnreadable) => (read.kind === 'unreadable' ? read.detail : null)

describe('the processes that read pages', () => {
  it('read each page in the language that is passed with it', async () => {
    await using readers = startReaderProcesses({ productToken })
    const read = await Promise.all(
      ['de', 'fr'].map((language) => readers.read(page(`<main>${paragraph}</main>`, language))),
    )
    assert.deepEqual(
      read.map((one) => documentOf(one)?.language),
      ['de', 'fr'],
    )
  })

  it('do not let a page wait long for one that is hard to read', async () => {
    await using readers = startReaderProcesses({ productToken, readerWaitMs: 1 })
    const order: string[] = []
    const hard = readers.read(page(`<main>${paragraph.repeat(50_000)}</main>`)).then((read) => {
      order.push('hard')
      return read
    })
    const easy = readers.read(page(`<main>${paragraph}</main>`)).then((read) => {
      order.push('easy')
      return read
    })
    assert.equal(documentOf(await easy)?.chunks.length, 1)
    assert.ok((documentOf(await hard)?.passages ?? 0) > 100)
    assert.deepEqual(order, ['easy', 'hard'])
    assert.ok(documentOf(await readers.read(page(paragraph))))
  })

  it('report what a page has too much of, and go on with the next page', async () => {
    await using readers = startReaderProcesses({ productToken })
    const names = (count: number) => Array.from({ length: count }, (_, index) => `a${index}`).join(' ')
    const hostile: Record<string, RegExp> = {
      ['<div>'.repeat(20_000)]: /^nests its elements too deep$/,
      ['<p>a</p>'.repeat(600_000)]: /^has more than 300,000 elements and texts$/,
      ['a<br>'.repeat(600_000)]: /^has more than 300,000 elements and texts$/,
      ['<b>a</b>'.repeat(600_000)]: /^has more than 300,000 elements and texts$/,
      ['&amp;a'.repeat(600_000)]: /^has more than 300,000 elements and texts$/,
      ['<!---->'.repeat(600_000)]: /^has more than 300,000 elements and texts$/,
      [`<p ${names(300_000)}>`]: /^has a tag with more than 1,000 attributes$/,
      [`<p ${names(900)}>`.repeat(500)]: /^has more than 200,000 attributes$/,
    }
    for (const [html, fault] of Object.entries(hostile))
      assert.match(faultOf(await readers.read(page(html))) ?? 'it was read', fault)
    assert.ok(documentOf(await readers.read(page(paragraph))))
  })

  it('go on after a page that ended a process', async () => {
    await using readers = startReaderProcesses({ productToken, heapMb: 48 })
    const large = `<main>${'<p a b c>Xyz &amp; xyz, 1 &lt; 2.'.repeat(40_000)}`
    const [first, second] = await Promise.all([readers.read(page(large)), readers.read(page(paragraph))])
    assert.match(faultOf(first) ?? 'it was read', /^can not be read within 20 s and 48 MB$/)
    assert.ok(documentOf(second))
  })
})
