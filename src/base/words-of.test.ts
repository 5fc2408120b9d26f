import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { wordsOf } from './words-of.ts'

describe('wordsOf', () => {
  const cases: [string, string[]][] = [
    ['Please STOP, now!', ['please', 'stop', 'now']],
    ['“Arrêtez” — ST\u200bOP', ['arretez', 'stop']],
    ["don't e-mail", ["don't", 'e-mail']],
    [
      'أزل رقمي، من فضلك؟',
      ['أزل رقمي', 'من فضلك'].flatMap((each) =>
        each
          .normalize('NFKD')
          .replace(/[\u0300-\u036f]/g, '')
          .split(' '),
      ),
    ],
    [' 🙏 ! ', []],
  ]
  for (const [text, words] of cases)
    it(`reads ${JSON.stringify(text)}`, () => assert.deepEqual(wordsOf(text), words))
})
