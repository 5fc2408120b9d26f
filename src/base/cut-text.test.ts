import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cutText } from './cut-text.ts'

test('a text is cut to its length, and ends with no half of a character', () => {
  assert.equal(cutText('Ada', 5), 'Ada')
  assert.equal(cutText('Ada Byron', 3), 'Ada')
  assert.equal(cutText('Ada 😀', 5), 'Ada ')
  assert.equal(cutText('Ada 😀', 6), 'Ada 😀')
})
