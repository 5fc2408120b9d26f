import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hasOperators, indexForm, questionForm, wordsOf } from './index-form.ts'

describe('indexForm', () => {
  it('separates words that PostgreSQL would take for one name', () => {
    assert.equal(
      indexForm('iOS/Android: config.yaml, <div class="x">'),
      'ios android config yaml div class x',
    )
    assert.equal(indexForm('v1.2.3 costs 3.50, really.'), 'v1.2.3 costs 3.50 really')
    assert.equal(indexForm('ＦＵＬＬ Ｗidth'), 'full width')
    assert.equal(indexForm('設定を開く'), '設定 定を を開 開く')
  })

  it('returns each word once', () => {
    assert.deepEqual(wordsOf('Reset the "password", the PASSWORD!'), ['reset', 'the', 'password'])
    assert.deepEqual(wordsOf(' ?! '), [])
  })
})

describe('questionForm', () => {
  it('keeps operators, and no other signs', () => {
    for (const [question, form, has] of [
      ['How do I reset it?', 'how do i reset it', false],
      ['"reset password" -admin', '"reset password" -"admin"', true],
      ['card OR cash', 'card or cash', true],
      ['card or cash', 'card "or" cash', false],
      ['run --dry-run & (x | y) !z :*', 'run dry run x y z', false],
      ['a"b', 'a b', false],
    ] as const) {
      assert.equal(questionForm(question), form)
      assert.equal(hasOperators(question), has, question)
    }
  })
})
