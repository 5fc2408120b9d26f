import assert from 'node:assert/strict'
import { it } from 'node:test'
import { numberOfWaId, validNumberOfWaId, waIdsOfNumber } from './wa-id.ts'

it('converts a wa_id to a number', () => {
  for (const [waId, number] of [
    ['14155550123', '+14155550123'],
    ['4915112345678', '+4915112345678'],
    // Mexico: the former 1 of mobile numbers.
    ['5215512345678', '+525512345678'],
    ['525512345678', '+525512345678'],
    // Brazil: without the ninth digit.
    ['551187654321', '+5511987654321'],
    ['5511987654321', '+5511987654321'],
    // A land line has no ninth digit.
    ['551133334444', '+551133334444'],
    // Argentina: a mobile number, and a land line with the same digits.
    ['5491123456789', '+5491123456789'],
    ['541123456789', '+541123456789'],
    ['999000111222', '+999000111222'],
  ] as const)
    assert.equal(numberOfWaId(waId), number, waId)
  assert.equal(validNumberOfWaId('999000111222'), null)
  assert.equal(validNumberOfWaId('551187654321'), '+5511987654321')
})

it('returns every wa_id of a number', () => {
  for (const [number, ids] of [
    ['+525512345678', ['525512345678', '5215512345678']],
    ['+5511987654321', ['5511987654321', '551187654321']],
    ['+551133334444', ['551133334444']],
    ['+14155550123', ['14155550123']],
  ] as const) {
    assert.deepEqual(waIdsOfNumber(number), ids)
    for (const id of ids) assert.equal(numberOfWaId(id), number)
  }
})
