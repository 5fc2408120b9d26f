import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { editDistance } from './edit-distance.ts'
import { hasSigns, indexForm, questionForm, wordsOf } from './index-form.ts'

describe('indexForm', () => {
  it('takes apart what PostgreSQL would take for one name', () => {
    assert.equal(
      indexForm('iOS/Android: config.yaml, <div class="x">'),
      'ios android config yaml div class x',
    )
    assert.equal(indexForm('v1.2.3 costs 3.50, really.'), 'v1.2.3 costs 3.50 really')
    assert.equal(indexForm('ＦＵＬＬ Ｗidth'), 'full width')
    assert.equal(indexForm('設定を開く'), '設定 定を を開 開く')
  })

  it('answers each word once', () => {
    assert.deepEqual(wordsOf('Reset the "password", the PASSWORD!'), ['reset', 'the', 'password'])
    assert.deepEqual(wordsOf(' ?! '), [])
  })
})

describe('questionForm', () => {
  it('keeps the signs that stand for something, and no other', () => {
    for (const [question, form, signs] of [
      ['How do I reset it?', 'how do i reset it', false],
      ['"reset password" -admin', '"reset password" -"admin"', true],
      ['card OR cash', 'card or cash', true],
      ['card or cash', 'card "or" cash', false],
      ['run --dry-run & (x | y) !z :*', 'run dry run x y z', false],
      ['a"b', 'a b', false],
    ] as const) {
      assert.equal(questionForm(question), form)
      assert.equal(hasSigns(question), signs, question)
    }
  })
})

describe('editDistance', () => {
  it('counts letters that were put in, left out, exchanged or swapped', () => {
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
