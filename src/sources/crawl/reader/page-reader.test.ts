import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startPageReader } from './page-reader.ts'

const options = { productToken: 'TestBot', language: 'en' }
const page = (html: string) => ({ html, url: 'https://example.com/', headers: {} })

describe('the reader of pages', () => {
  it('reads pages one after another, text and directives', async () => {
    await using reader = startPageReader(options)
    const words = 'Enough words to be read as a paragraph of a page, and then some more of them.'
    const [first, second] = await Promise.all([
      reader.read(page(`<title>One</title><main><p>${words}</p><a href="/next">next</a></main>`)),
      reader.read(page('<meta name="robots" content="noindex"><title>Nothing</title>')),
    ])
    assert.ok(first.kind === 'read' && second.kind === 'read')
    assert.equal(first.document?.title, 'One')
    assert.ok(Buffer.isBuffer(first.document.textHash))
    assert.equal(typeof first.document.simhash, 'bigint')
    assert.deepEqual(first.markup.links, ['https://example.com/next'])
    assert.deepEqual([second.document, second.markup.isNoindex], [null, true])
  })

  it('rejects for a page if it is ended while it reads that page', async () => {
    const reader = startPageReader(options)
    const reading = assert.rejects(reader.read(page('<p>x</p>')), /has ended/)
    await reader[Symbol.asyncDispose]()
    await reading
  })
})
