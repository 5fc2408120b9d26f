// Numbers as they are typed: read and written as each language of the pages writes them.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatNumber, formatTenths } from '../../dashboard/src/format/number.ts'
import { readDigits, readNumber, writeNumber } from '../../dashboard/src/ui/typed-number.ts'

const locales = ['en-GB', 'de-DE', 'es', 'ar-u-nu-latn', 'ar-EG', 'fr']

describe('a typed number', () => {
  it('is read as the pages write it, in each language', () => {
    for (const locale of locales)
      for (const value of [0, 0.5, 7, 2.5, 1_000, 10_000, 1_234_567, 98_765.4]) {
        assert.equal(readNumber(formatNumber(value, locale), locale), value, `${value} in ${locale}`)
        assert.equal(readNumber(writeNumber(value, locale), locale), value, `${value} in ${locale}`)
      }
  })

  it('has the signs of the language', () => {
    assert.deepEqual(
      ['10.000', '0,5', '2,', ',5', '1.234.567,5', '10 000', '1000'].map((text) => readNumber(text, 'de-DE')),
      [10_000, 0.5, 2, 0.5, 1_234_567.5, 10_000, 1_000],
    )
    assert.deepEqual(
      ['10,000', '0.5', '2.', '.5', '1,234,567.5', '10 000'].map((text) => readNumber(text, 'en-GB')),
      [10_000, 0.5, 2, 0.5, 1_234_567.5, 10_000],
    )
    assert.equal(readNumber('1.000', 'es'), 1_000)
  })

  it('is none where the language does not write it so, instead of one that nobody meant', () => {
    for (const text of ['2.5', '10.00', '0.500', '1.0000', '1,5,5', '1.000 000', '1000.000', ',', '.', '1 0'])
      assert.equal(readNumber(text, 'de-DE'), null, text)
    for (const text of ['2,5', '0,5', '10,00', '0,500', '1.000.000', '1,000,00'])
      assert.equal(readNumber(text, 'en-GB'), null, text)
    assert.equal(readNumber('2.5', 'es'), null)
  })

  it('may have Arabic digits and signs', () => {
    assert.equal(readNumber('١٠٬٠٠٠٫٥', 'ar-u-nu-latn'), 10_000.5)
    assert.equal(readNumber('۱۲', 'de-DE'), 12)
    assert.equal(readDigits('+٤٩ ٣٠ ١٢٣-٤٥٦٧٨٩٠'), '49301234567890')
    assert.equal(readDigits('۱٬۲۳۴'), '1234')
    assert.equal(readDigits('1,234 calls'), '1234')
  })

  it('is written without signs between thousands, with all its decimals', () => {
    assert.equal(writeNumber(10_000.125, 'de-DE'), '10000,125')
    assert.equal(writeNumber(10_000.125, 'en-GB'), '10000.125')
  })
})

describe('a number with one decimal', () => {
  it('is written as the language writes it', () => {
    assert.equal(formatTenths(1.44, 'en-GB'), '1.4')
    assert.equal(formatTenths(2, 'de-DE'), '2,0')
    assert.equal(formatTenths(1_234.5, 'de-DE'), '1.234,5')
  })
})
