import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { optOutRequest } from './opt-out-words.ts'

describe('a request to be left alone', () => {
  it('is the word alone, in any case and with what stands around it', () => {
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

  it('is none inside a sentence', () => {
    for (const text of ['please stop calling', 'when does it end?', 'stopping by', '', '!', 'no'])
      assert.equal(optOutRequest(text, 'en'), null, text)
  })

  it('is also taken in the project’s own language', () => {
    assert.equal(optOutRequest('Abmelden', 'de-AT'), 'stop')
    assert.equal(optOutRequest('Arrêt', 'fr'), 'stop')
    assert.equal(optOutRequest('СТОП', 'ru'), 'stop')
    assert.equal(optOutRequest('Baja', 'es'), 'stop')
    assert.equal(optOutRequest('Abmelden', 'en'), null)
    assert.equal(optOutRequest('रोकें', 'hi'), 'stop')
  })
})
