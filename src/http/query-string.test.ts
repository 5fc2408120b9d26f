import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { PageQuery, flag, momentParameter } from './list-query.ts'
import { parseQueryString, undecodable } from './query-string.ts'

const parsed = (text: string) => ({ ...parseQueryString(text) })

describe('parseQueryString', () => {
  it('decodes what browsers and curl encode', () => {
    assert.deepEqual(parsed(''), {})
    assert.deepEqual(parsed('a=1&b=%7B%22c%22%3A1%7D&&d&=e'), { a: '1', b: '{"c":1}', d: '', '': 'e' })
    assert.deepEqual(parsed('a=x+y%2Bz&b=%F0%9F%98%80&c=100%25&d=e=f'), {
      a: 'x y+z',
      b: '😀',
      c: '100%',
      d: 'e=f',
    })
  })

  it('keeps each value of a repeated parameter, whatever its name', () => {
    assert.deepEqual(parsed('a=1&b=2&a=&a=3'), { a: ['1', '', '3'], b: '2' })
    assert.deepEqual(parseQueryString('__proto__=1&toString=2')['toString'], '2')
    assert.equal(parseQueryString('a=1')['toString'], undefined)
  })

  it('marks invalid UTF-8: truncated, overlong, half of a surrogate pair, a bare %', () => {
    for (const text of ['%E0%A4%A', '%C0%80', '%ED%A0%80', '%', '50%', '%zz', '%FF'])
      assert.deepEqual(parsed(`a=${text}&b=1&${text}=2`), { a: undecodable, b: '1' }, text)
  })
})

describe('a parameter of a list', () => {
  const Query = PageQuery.extend({ flag: flag(''), from: momentParameter('') })
  for (const [text, expected] of [
    ['skip=1&skip=1', 'is given twice, must be given once'],
    ['limit=1&limit=2&limit=3', 'is given 3 times, must be given once'],
    ['flag=true&flag=true', 'is given twice, must be given once'],
    ['from=2026-01-01&from=%FF', 'is given twice, must be given once'],
    ['skip=%E0%A4%A', 'can not be decoded: what follows a % must be UTF-8 in hexadecimal'],
    ['from=%', 'can not be decoded: what follows a % must be UTF-8 in hexadecimal'],
    ['flag=maybe', 'must be true or false'],
  ] as const)
    it(`is refused as ${text}`, () => {
      const { error } = Query.safeParse(parseQueryString(text), { reportInput: true })
      assert.deepEqual(
        error?.issues.map(({ path, message }) => [path, message]),
        [[[text.split('=')[0]], expected]],
      )
    })
})
