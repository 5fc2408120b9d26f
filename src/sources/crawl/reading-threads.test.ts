import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startReadingThreads } from './reading-threads.ts'

const productToken = 'TestBot'
const page = (html: string, language = 'en') => ({ html, url: 'https://example.com/', headers: {}, language })
const paragraph = '<p>Xyz xyz, 1 2 3.</p>'

describe('the threads that read pages', () => {
  it('read each page in the language that it comes with', async () => {
    await using threads = startReadingThreads({ productToken })
    const read = await Promise.all(
      ['de', 'fr'].map((language) => threads.read(page(`<main>${paragraph}</main>`, language))),
    )
    assert.deepEqual(
      read.map((one) => one?.document?.language),
      ['de', 'fr'],
    )
  })

  it('do not let a page wait long for one that is hard to read', async () => {
    await using threads = startReadingThreads({ productToken, patienceMs: 1 })
    const order: string[] = []
    const hard = threads.read(page(`<main>${paragraph.repeat(50_000)}</main>`)).then((read) => {
      order.push('hard')
      return read
    })
    const easy = threads.read(page(`<main>${paragraph}</main>`)).then((read) => {
      order.push('easy')
      return read
    })
    assert.equal((await easy)?.document?.chunks.length, 1)
    assert.ok(((await hard)?.document?.passages ?? 0) > 100)
    assert.deepEqual(order, ['easy', 'hard'])
    assert.ok((await threads.read(page(paragraph)))?.document)
  })

  it('go on after a page that ended one', async () => {
    await using threads = startReadingThreads({ productToken })
    const nested = '<div>'.repeat(20_000)
    assert.equal(await threads.read(page(nested)), null)
    assert.ok((await threads.read(page(paragraph)))?.document)
  })
})
