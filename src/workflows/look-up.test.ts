import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { passagesCharactersMax, passagesText } from './look-up.ts'

describe('passagesText', () => {
  it('has the passages one after the other, as sentences, in one line', () => {
    assert.equal(
      passagesText(['We are open\n from 9 to 5', 'Call us any time.', ' \0 ', 'Really? (Yes!)', '営業中。']),
      'We are open from 9 to 5. Call us any time. Really? (Yes!) 営業中。',
    )
    assert.equal(passagesText([]), '')
    assert.equal(passagesText(['  ']), '')
  })

  it('cuts what is too long to be spoken after a sentence', () => {
    const sentence = 'This sentence costs 3.50 and has forty-nine letters. '
    const text = passagesText([sentence.repeat(60), 'The end'])
    assert.ok(text.length <= passagesCharactersMax && text.length > passagesCharactersMax - sentence.length)
    assert.ok(text.endsWith('letters.'))
    assert.ok(sentence.repeat(60).startsWith(text))
  })

  it('cuts too long a sentence after a word, and too long a word between two characters', () => {
    const words = passagesText(['word '.repeat(1_000)])
    assert.ok(words.endsWith('word') && words.length > passagesCharactersMax - 10)
    assert.ok(words.length <= passagesCharactersMax)
    const letters = passagesText([`x${'😀'.repeat(2_000)}`])
    assert.equal(letters.length, passagesCharactersMax - 1)
    assert.ok(letters.isWellFormed())
  })
})
