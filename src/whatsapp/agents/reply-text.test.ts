import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { replyText } from './reply-text.ts'

describe('the message of an answer', () => {
  it('is its text, and empty without words', () => {
    assert.deepEqual([replyText(' Hello. '), replyText(' ')], ['Hello.', ''])
  })

  it('loses nothing of 3,000 characters, wherever a sentence ends', () => {
    for (const first of [760, 1_200, 1_499]) {
      const text = `${'a'.repeat(first)}. ${'b'.repeat(3_000 - first - 2)}`
      assert.equal(replyText(text), text)
    }
  })

  it('ends between sentences, or at 3,000 characters, where it would be longer', () => {
    const sentence = `${'word '.repeat(99)}end.`
    assert.equal(replyText(Array(7).fill(sentence).join(' ')), Array(6).fill(sentence).join(' '))
    assert.equal(replyText('c'.repeat(4_000)), 'c'.repeat(3_000))
    assert.equal(replyText(`${'d'.repeat(2_999)}😀😀`), 'd'.repeat(2_999))
  })
})
