import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { editDistance, nearestWords } from './nearest-words.ts'

describe('editDistance', () => {
  it('counts inserted, deleted, replaced and swapped letters', () => {
    for (const [from, to, distance] of [
      ['password', 'password', 0],
      ['pasword', 'password', 1],
      ['recieve', 'receive', 1],
      ['refnud', 'refund', 1],
      ['cat', 'dog', 3],
      ['', 'ab', 2],
      ['short', 'muchlonger', 3],
    ] as const)
      assert.equal(editDistance(from, to, 2), distance)
  })
})

describe('nearestWords', () => {
  it('returns the words that differ least first, of several the more similar one, and leaves others out', () => {
    const like = (asked: string, words: readonly string[]) =>
      words.map((word) => ({ asked, word, asked_form: asked, form: word }))
    const found = nearestWords([
      ...like('refonde', ['refonds', 'refund', 'reformed', 'refond']),
      ...like('caat', ['coast', 'chart']),
    ])
    assert.deepEqual([...found], [['refonde', ['refonds', 'refond', 'refund']]])
  })
})
