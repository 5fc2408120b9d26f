import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../test/support/properties.ts'
import { parseExactJson } from './exact-json.ts'

test('whole numbers that JavaScript would round are strings of their digits, all others numbers', () => {
  const text =
    '{"a":9007199254740991,"b":9007199254740993,"c":[-12345678901234567890],"d":1.5e300,"e":12345678901234567.5,' +
    '"f":"12345678901234567890","12345678901234567890":1,"g":"\\"12345678901234567890","h":12345000000000000000e2}'
  assert.deepEqual(parseExactJson(text), {
    a: 9_007_199_254_740_991,
    b: '9007199254740993',
    c: ['-12345678901234567890'],
    d: 1.5e300,
    e: 12_345_678_901_234_568,
    f: '12345678901234567890',
    '12345678901234567890': 1,
    g: '"12345678901234567890',
    h: 1.2345e21,
  })
})

test('strings and names lose NUL and halves of surrogate pairs, and nothing else', () => {
  const text = String.raw`{"a\u0000b":"x\u0000\ud83d\ude00\ud83dy\uDE00\n\"\\u0000","c":"\\\u0000"}`
  assert.deepEqual(parseExactJson(text), { ab: 'x😀\uFFFDy\uFFFD\n"\\u0000', c: '\\' })
})

test('what is not JSON, or too deep, is undefined', () => {
  for (const text of ['', '{', '{"a":1}x', "{'a':1}", '{"a":01234567890123456789}', '"\\ud83', 'undefined'])
    assert.equal(parseExactJson(text), undefined, text)
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
  assert.notEqual(parseExactJson(nested(100)), undefined)
  assert.equal(parseExactJson(nested(101)), undefined)
  assert.equal(parseExactJson(nested(200_000)), undefined)
})

test('reads every JSON value that holds nothing of the kind as JSON.parse does', () => {
  const hasRisk = (value: unknown) => /\d{17}|\\u0000|\\ud[89a-f]/i.test(JSON.stringify(value))
  fc.assert(
    fc.property(
      fc.jsonValue({ stringUnit: 'binary' }).filter((value) => !hasRisk(value)),
      (value) => {
        // A member that is exact already, and makes the text be read the careful way.
        const text = `[${JSON.stringify(value)},"1234567890123456"]`
        assert.deepEqual(parseExactJson(text), JSON.parse(text))
      },
    ),
  )
})

test('a body of 3 MB, made to be slow, is read in a moment', () => {
  const bodies = [
    `["${String.raw`\"`.repeat(1_500_000)}1234567890123456"]`,
    `["${String.raw`\u0000`.repeat(500_000)}"]`,
    `[${'12345678901234567890,'.repeat(140_000)}1]`,
    '"\\'.repeat(1_500_000),
    '['.repeat(3_000_000),
  ]
  for (const body of bodies) {
    // The processor time of this process alone does not depend on what else the machine does.
    const begun = process.cpuUsage()
    parseExactJson(body)
    assert(process.cpuUsage(begun).user < 5_000_000, body.slice(0, 12))
  }
})
