import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fc } from '../../../test/support/properties.ts'
import { startThreadTime } from '../../base/thread-time.ts'
import { createSentenceCutter } from './sentences.ts'

function cut(text: string, { language = 'en', early = false, size = text.length || 1 } = {}): string[] {
  const cutter = createSentenceCutter(language, early)
  const sentences: string[] = []
  for (let at = 0; at < text.length; at += size) sentences.push(...cutter.push(text.slice(at, at + size)))
  return [...sentences, ...cutter.end()]
}

describe('a sentence', () => {
  const cases: [string, string, ...string[]][] = [
    ['en', 'Hello. ', 'How are you? ', 'Fine!'],
    ['en', 'It costs 3.50 a day. ', 'Shall I go on?'],
    ['en', 'Dr. Smith and Mrs. Jones call. ', 'They are back.'],
    ['en', 'J. R. Smith lives in the U.S. Army base. ', 'He said so.'],
    ['en', 'Come at 5 p.m. ', 'We close at six.'],
    ['en', 'Come at 5 p.m. tomorrow.'],
    ['en', 'No. ', 'That is not right.'],
    ['en', 'It is No. 5 on the list. ', 'Good.'],
    ['en', '1. Open the page. ', '2. Sign in.'],
    ['en', 'It was 2026. ', 'Then it ended.'],
    ['en', 'See https://acme.example/a.b?c=d. ', 'It is there.'],
    ['en', 'He said "Stop!" ', 'Then he left.'],
    ['en', '"Really?" he asked. ', 'Yes.'],
    ['en', 'Wait... ', 'What?! ', 'Oh.'],
    ['en', 'One line\n', 'Another line\n\n', 'A third'],
    ['en', 'Tea, e.g. Assam, is here. ', 'Buy some.'],
    ['es', 'Hola. ', '¿Cómo está? ', '¡Muy bien! ', 'La Sra. García llama.'],
    ['es', 'Cuesta 29,99 € al mes. ', 'El núm. 5 es mejor.'],
    ['de', 'Am 3. März um 10.30 Uhr. ', 'Passt das?'],
    ['de', 'Das ist z. B. Tee, bzw. Kaffee. ', 'Gut.'],
    ['ar', 'مرحبا. ', 'كيف حالك؟ ', 'أنا بخير.'],
    ['zh', '你好。', '再见！', '好'],
    ['hi', 'नमस्ते। ', 'आप कैसे हैं?'],
  ]
  for (const [language, ...sentences] of cases)
    it(`ends where it should: ${sentences.join('|')}`, () => {
      assert.deepEqual(cut(sentences.join(''), { language }), sentences)
      assert.deepEqual(cut(sentences.join(''), { language, size: 1 }), sentences)
    })

  it('is returned with the first character after it, not later', () => {
    const cutter = createSentenceCutter('en', false)
    assert.deepEqual(cutter.push('Hello.'), [])
    assert.deepEqual(cutter.push(' '), [])
    assert.deepEqual(cutter.push('H'), ['Hello. '])
    assert.deepEqual(cutter.end(), ['H'])
    assert.deepEqual(cutter.end(), [])
  })

  it('is cut between words after 500 characters, and never within a character', () => {
    const long = cut('word '.repeat(300))
    assert.ok(long.every((each) => each.length <= 500 && each.endsWith('word ')))
    assert.ok(cut(`a${'😀'.repeat(600)}`).every((each) => each.isWellFormed()))
  })
})

describe('the first sentence', () => {
  it('is cut at a pause from character 20 on, the others are not', () => {
    assert.deepEqual(
      cut('Yes, your yearly plan ends soon, in March: that is, in a week. So, what then, my friend, is it?', {
        early: true,
      }),
      [
        'Yes, your yearly plan ends soon, ',
        'in March: that is, in a week. ',
        'So, what then, my friend, is it?',
      ],
    )
    assert.deepEqual(cut('نعم، خطتك السنوية تنتهي قريبا، في مارس.', { language: 'ar', early: true }), [
      'نعم، خطتك السنوية تنتهي قريبا، ',
      'في مارس.',
    ])
  })

  it('is not cut within a number or a time', () => {
    assert.deepEqual(cut('The total that you owe is 1,250 until 10:30 today.', { early: true }).length, 1)
  })

  it('is cut between words from character 60 on, but not beside a number', () => {
    const text = 'Your plan with all of its options and extras ends in the month 20 March of next year'
    const [first] = cut(text, { early: true })
    assert.equal(first, 'Your plan with all of its options and extras ends in the month 20 March ')
  })
})

describe('any text in any pieces', () => {
  const text = fc.array(
    fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 30 }),
      fc.constantFrom(
        '. ',
        '! ',
        '? ',
        '\n',
        ', ',
        ' – ',
        'Dr. ',
        '3. ',
        'U.S. ',
        '1.5',
        '؟ ',
        '。',
        '😀',
        'word '.repeat(120),
      ),
    ),
    { maxLength: 40 },
  )
  it('is the same text again, with the same cuts as in one piece', () => {
    fc.assert(
      fc.property(text, fc.array(fc.nat(40), { maxLength: 60 }), fc.boolean(), (parts, sizes, early) => {
        const whole = parts.join('')
        const cutter = createSentenceCutter('de', early)
        const sentences: string[] = []
        let at = 0
        for (const size of sizes) {
          sentences.push(...cutter.push(whole.slice(at, at + size)))
          at += size
        }
        sentences.push(...cutter.push(whole.slice(at)), ...cutter.end())
        assert.equal(sentences.join(''), whole)
        assert.deepEqual(sentences, cut(whole, { language: 'de', early }))
        assert.ok(sentences.every((each) => each.length <= 501))
      }),
      { numRuns: 400 },
    )
  })

  it('takes time in proportion to its length', () => {
    const usedMs = startThreadTime()
    cut(' '.repeat(200_000) + '.'.repeat(200_000) + 'x'.repeat(200_000))
    assert.ok(usedMs() < 5_000)
  })
})
