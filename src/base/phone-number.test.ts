import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { normalizePhoneNumber } from './phone-number.ts'

describe('normalizePhoneNumber', () => {
  it('returns one form for all spellings of a number', () => {
    const spellings = ['+49 30 901820', '+49 (0)30 901820', '0049 30 901820', '030 901820', '030/901-820']
    for (const spelling of spellings)
      assert.equal(normalizePhoneNumber(spelling, 'DE'), '+4930901820', spelling)
  })

  it('requires a country code without a default country', () => {
    assert.equal(normalizePhoneNumber('030 901820', null), null)
    assert.equal(normalizePhoneNumber('+1 415 555 0100', null), '+14155550100')
  })

  for (const text of [
    '',
    '+',
    'abc',
    '+1415555010',
    '+99912345678',
    'call +14155550100',
    '+14155550100 ext. 5',
    '1'.repeat(65),
  ])
    it(`refuses ${JSON.stringify(text.slice(0, 30))}`, () => {
      assert.equal(normalizePhoneNumber(text, 'US'), null)
    })
})
