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

  it('separates the words of scripts without spaces, and leaves particles of one character out', () => {
    for (const [question, words] of [
      ['このサービスの解約方法は？', ['この', 'サービス', '解約', '方法']],
      ['iPhoneの設定', ['iphone', '設定']],
      ['请问如何取消我的会员订阅', ['请问', '如何', '取消', '我的', '会员', '订阅']],
      ['猫の餌', ['猫', '餌']],
      ['วิธีตั้งรหัสผ่าน', ['วิธี', 'ตั้ง', 'รหัส', 'ผ่าน']],
    ] as const)
      assert.deepEqual(wordsOf(question), words)
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
