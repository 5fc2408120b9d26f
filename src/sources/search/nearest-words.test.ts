import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { editDistance } from './nearest-words.ts'

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
