import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { optOutRequest } from './opt-out-words.ts'

describe('a stop request', () => {
  it('is the word alone, in any case and with punctuation around it', () => {
    for (const text of [
      'STOP',
      'stop',
      ' Stop! ',
      '“Stop”',
      'UNSUBSCRIBE',
      'Stop  all',
      'quit.',
      'Cancel 🙏',
    ])
      assert.equal(optOutRequest(text, 'en'), 'stop', text)
    for (const text of ['START', 'unstop', 'Subscribe!'])
      assert.equal(optOutRequest(text, 'fr-CA'), 'start', text)
  })

  it('may contain invisible characters and repeated spaces', () => {
    for (const text of [
      'ST\u200bOP',
      '\u200eSTOP\u200f',
      'S\u00adtop',
      'STOP\ufeff',
      'stop \u00a0\n all',
      '🛑\ufe0f stop 🛑\ufe0f',
    ])
      assert.equal(optOutRequest(text, 'en'), 'stop', JSON.stringify(text))
    assert.equal(optOutRequest('ST\u200bART', 'en'), 'start')
  })

  it('may be a stop word followed by up to two words', () => {
    for (const text of [
      'stop please',
      'Stop, please!',
      'STOP messaging me',
      'stop all please',
      'Unsubscribe me',
    ])
      assert.equal(optOutRequest(text, 'en'), 'stop', text)
    assert.equal(optOutRequest('Abmelden bitte', 'de'), 'stop')
    for (const text of ['stop writing to me', 'please stop', 'start please', 'stop by the shop later'])
      assert.equal(optOutRequest(text, 'en'), null, text)
  })

  it('is not a stop word within a sentence', () => {
    for (const text of ['please stop calling', 'when does it end?', 'stopping by', '', '!', 'no'])
      assert.equal(optOutRequest(text, 'en'), null, text)
  })

  it('may be in the project’s own language', () => {
    assert.equal(optOutRequest('Abmelden', 'de-AT'), 'stop')
    assert.equal(optOutRequest('Arrêt', 'fr'), 'stop')
    assert.equal(optOutRequest('СТОП', 'ru'), 'stop')
    assert.equal(optOutRequest('Baja', 'es'), 'stop')
    assert.equal(optOutRequest('Abmelden', 'en'), null)
    assert.equal(optOutRequest('रोकें', 'hi'), 'stop')
  })
})
