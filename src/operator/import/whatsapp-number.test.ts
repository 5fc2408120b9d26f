import assert from 'node:assert/strict'
import { it } from 'node:test'
import { normalizeWhatsappNumber } from './whatsapp-number.ts'

it('reads digits without a plus as international, whatever the country of the project', () => {
  for (const [text, number] of [
    ['442071838750', '+442071838750'],
    ['44 20 7183-8750', '+442071838750'],
    ['+442071838750', '+442071838750'],
    ['+44 (0)20 7183 8750', '+442071838750'],
    ['4915112345678', '+4915112345678'],
    // A webhook of the same person has these forms: Mexico's 1 after the country code, and Brazil's missing ninth
    // digit.
    ['5215512345678', '+525512345678'],
    ['+5215512345678', '+525512345678'],
    ['551187654321', '+5511987654321'],
  ] as const)
    for (const country of [null, 'US', 'DE'])
      assert.equal(normalizeWhatsappNumber(text, country), number, text)
})

it('reads other spellings in the form of the country', () => {
  for (const [text, country, number] of [
    ['0151 12345678', 'DE', '+4915112345678'],
    ['0044 20 7183 8750', 'DE', '+442071838750'],
    ['(415) 555-0123', 'US', '+14155550123'],
  ] as const) {
    assert.equal(normalizeWhatsappNumber(text, country), number)
    assert.equal(normalizeWhatsappNumber(text, null), null)
  }
})

it('refuses digits with an unknown country code, and text that is not a number', () => {
  for (const text of ['4155550123', '12', '12345678901234567890', '999000111222', '+4155550123', 'x', ''])
    assert.equal(normalizeWhatsappNumber(text, 'US'), null, text)
})
