import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../test/support/properties.ts'
import { fingerprintOf } from './fingerprint.ts'

const of = (text: string, operation = ['calls', 'a']) =>
  fingerprintOf(operation, JSON.parse(text)).toString('hex')

test('is the same for the same values, and for nothing else (Promise 4)', () => {
  assert.equal(of('{"a":1,"b":[1,2]}'), of(' { "b" : [1, 2], "a": 1.0 } '))
  const different = [
    '{"a":1}',
    '{"a":"1"}',
    '{"a":null}',
    '{}',
    '{"A":1}',
    '{"a":[1]}',
    '{"a":{"0":1}}',
    '{"a":[["0",1]]}',
    '{"a":{}}',
    '{"a":[]}',
    '{"a":{"list":[]}}',
    '{"a":[2,1]}',
    '{"a":[1,2]}',
  ]
  assert.equal(new Set(different.map((text) => of(text))).size, different.length)
  assert.notEqual(of('{}', ['calls', 'a']), of('{}', ['calls', 'b']))
  assert.notEqual(of('{}', ['calls', 'a']), of('{}', ['trigger-call', 'a']))
})

test('two values have one fingerprint exactly if they are equal', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
      const isSame = fingerprintOf([], a).equals(fingerprintOf([], b))
      const copy = JSON.parse(JSON.stringify(a))
      let areEqual = true
      try {
        assert.deepEqual(JSON.parse(JSON.stringify(a)), JSON.parse(JSON.stringify(b)))
        assert.deepStrictEqual(JSON.parse(JSON.stringify(a)), JSON.parse(JSON.stringify(b)))
      } catch {
        areEqual = false
      }
      return isSame === areEqual && fingerprintOf([], a).equals(fingerprintOf([], copy))
    }),
  )
})
