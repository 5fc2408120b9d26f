import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { normalizeRecipient } from './recipient.ts'

describe('normalizeRecipient', () => {
  it('gives one form to all spellings of a number', () => {
    const spellings = [
      '+14155550123',
      '14155550123',
      '+1 (415) 555-0123',
      '1.415.555.0123',
      ' 1-415-555-0123 ',
    ]
    for (const spelling of spellings) assert.equal(normalizeRecipient(spelling), '+14155550123', spelling)
  })

  it('reads digits without a plus sign as international, never as national (Rule 52)', () => {
    assert.equal(normalizeRecipient('4930901820'), '+4930901820')
    assert.equal(normalizeRecipient('030901820'), null)
    assert.equal(normalizeRecipient('004930901820'), null)
  })

  it('keeps a WhatsApp user id unchanged', () => {
    for (const id of ['US.13491208655302741918', 'US.ENT.11815799212886844830', `DE.${'a'.repeat(128)}`])
      assert.equal(normalizeRecipient(` ${id} `), id)
    for (const text of ['us.1349', 'US.', 'US1349', 'US.12-3', 'USA.1349', `DE.${'a'.repeat(129)}`, 'US.1 2'])
      assert.equal(normalizeRecipient(text), null, text)
  })

  for (const text of [
    '',
    '+',
    '()',
    'abc',
    '12345',
    '+1415555012',
    '++14155550123',
    '1+4155550123',
    '+14155550123 ext. 5',
    '+1 415 555\t0123',
    '+1/415/5550123',
    '+１４１５５５５０１２３',
    '+99912345678',
    `${' '.repeat(64)}14155550123`,
  ])
    it(`refuses ${JSON.stringify(text.slice(0, 30))}`, () => {
      assert.equal(normalizeRecipient(text), null)
    })
})
