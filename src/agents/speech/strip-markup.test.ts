import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startThreadTime } from '../../base/thread-time.ts'
import { stripMarkup } from './strip-markup.ts'

describe('markup', () => {
  const spoken: [string, string][] = [
    ['**Your plan** ends _soon_, on *March 5*.', 'Your plan ends soon, on March 5.'],
    ['**Your plan', 'Your plan'],
    ['ends** here. ', 'ends here. '],
    ['# Plans\n- Basic\n- **Pro**: all of it!\n', 'Plans. Basic. Pro: all of it! '],
    ['1. Open it\n2. Close it\n', '1. Open it. 2. Close it. '],
    [
      'See [our page](https://acme.example/a_b) or <https://acme.example>.',
      'See our page or https://acme.example.',
    ],
    ['![A cat](https://acme.example/cat.png) here', 'A cat here'],
    ['It costs 12 dollars [1], a year [2][3].', 'It costs 12 dollars, a year.'],
    ['Run `npm ci` now', 'Run npm ci now'],
    ['```js\nlet a = 1\n```', 'let a = 1.'],
    ['Hello 👋🏽 there 🇩🇪! 👨‍👩‍👧 ✅ 1️⃣', 'Hello there! '],
    ['Acme™ © 2026', 'Acme™ © 2026'],
    ['2 * 3 is 6, 2*3 too, snake_case_name stays', '2 * 3 is 6, 2*3 too, snake_case_name stays'],
    ['> quoted\n> twice', 'quoted. twice'],
    ['| Plan | Price |\n| --- | --: |\n| Pro | 12 |\n', 'Plan, Price. Pro, 12. '],
    ['one<br>two <b>bold</b> &amp; more', 'one two bold & more'],
    ['a < b and b > c', 'a < b and b > c'],
    ['before\n\n---\n\nafter', 'before. after'],
    ['- [x] done\n* [ ] open\n', 'done. open. '],
    ['\\*no\\* star', '*no* star'],
    ['~~old~~ new', 'old new'],
    ['1\u202f234\u00a0euros', '1\u202f234 euros'],
  ]
  for (const [text, plain] of spoken)
    it(`is not spoken: ${JSON.stringify(text)}`, () => assert.equal(stripMarkup(text, 'voice'), plain))

  const written: [string, string][] = [
    ['# Plans\n\n* Basic\n* **Pro**\n', 'Plans\n\n- Basic\n- Pro\n'],
    ['See [our page](https://acme.example).', 'See our page (https://acme.example).'],
    ['[https://acme.example](https://acme.example)', 'https://acme.example'],
    ['One\n\n\n\nTwo', 'One\n\nTwo'],
  ]
  for (const [text, plain] of written)
    it(`is not sent: ${JSON.stringify(text)}`, () => assert.equal(stripMarkup(text, 'chat'), plain))

  it('takes time in proportion to the length', () => {
    const usedMs = startThreadTime()
    for (const part of ['[', '*', '_', '<', '![', '`', '> ', '| ', '- ', '[a](', '\\'])
      stripMarkup(part.repeat(5_000), 'voice')
    assert.ok(usedMs() < 5_000)
  })
})
