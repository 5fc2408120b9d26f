import assert from 'node:assert/strict'
import { it } from 'node:test'
import { heardPart } from '../../agents/turn/finish-reply.ts'
import { heardUntil } from './speech-meter.ts'

const text = 'Yes. I can renew it. I can also send the invoice. I can call you later.'

for (const [what, words, ms, heard] of [
  ['the beginning of the turn, whatever the time', 'Yes. I can', 3_000, 'Yes. I can'],
  ['the words nearest to that time of speech', 'I can', 700, 'Yes. I can'],
  ['later words after more time', 'I can', 1_700, 'Yes. I can renew it. I can'],
  ['the last words after all of it', 'I can', 60_000, text.slice(0, text.lastIndexOf('I can') + 5)],
  ['the first words where no time is known', 'I can', null, 'Yes. I can'],
  ['as many characters where the words are not found', 'I cannot', 3_000, 'Yes. I c'],
  ['the characters of that time where no words are known', '', 1_000, 'Yes. I can rene'],
  ['nothing where nothing is known', '', null, ''],
] as const)
  it(`what was heard until an interruption is ${what}`, () => {
    assert.equal(heardPart(text, heardUntil(words, ms)), heard)
  })
