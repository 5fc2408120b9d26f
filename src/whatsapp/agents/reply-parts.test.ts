import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { replyParts } from './reply-parts.ts'

describe('the messages of an answer', () => {
  it('is one for a short text, and none without words', () => {
    assert.deepEqual([replyParts(' Hello. '), replyParts(' ')], [['Hello.'], []])
  })

  it('are two for a longer one, cut between sentences', () => {
    const sentence = `${'word '.repeat(99)}end.`
    assert.deepEqual(
      replyParts([sentence, sentence, sentence, sentence].join(' ')).map(({ length }) => length),
      [sentence.length * 3 + 2, sentence.length],
    )
  })

  it('lose nothing of 3,000 characters, wherever a sentence ends', () => {
    for (const first of [760, 1_200, 1_490, 1_499]) {
      const text = `${'a'.repeat(first)}. ${'b'.repeat(3_000 - first - 2)}`
      const parts = replyParts(text)
      assert.equal(parts.join('').replaceAll(' ', ''), text.replaceAll(' ', ''), String(first))
      assert.ok(parts.every(({ length }) => length <= 1_500))
    }
  })

  it('leave out what does not fit into two', () => {
    assert.deepEqual(
      replyParts('c'.repeat(4_000)).map(({ length }) => length),
      [1_500, 1_500],
    )
  })
})
