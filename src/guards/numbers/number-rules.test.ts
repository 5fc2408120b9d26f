import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createTestDatabase } from '../../../test/support/database.ts'
import { numbersOfCountries } from '../../../test/support/numbers-of-countries.ts'
import { fc } from '../../../test/support/properties.ts'
import { sql } from '../../db/sql.ts'
import { minutePriceSql } from '../limits/limit-sql.ts'
import { countriesOf, minutePrice, refusedNumber } from './number-rules.ts'
import type { NumberRules } from './number-rules.ts'

const callerIds: Record<string, string> = { US: '+14155550100', DE: '+4930901820', GB: '+442071838750' }
const rulesOf = (country: string, calls: NumberRules['calls'] = null): NumberRules => ({
  calls,
  caller_numbers: [callerIds[country]!],
})
const judged = (rules: NumberRules, number: string | null) =>
  number === null ? 'none' : (refusedNumber(rules, number)?.guard ?? 'may be called')

describe('the guards of numbers', () => {
  it('has numbers of at least 60 countries', () => {
    assert.ok(new Set(numbersOfCountries.map(([country]) => country)).size >= 60)
    assert.ok(numbersOfCountries.filter(([, , , premium]) => premium !== null).length >= 50)
  })

  for (const own of ['US', 'DE', 'GB'])
    it(`lets a project with caller IDs of ${own} call ordinary numbers there, and nothing elsewhere`, () => {
      for (const [country, fixed, mobile, premium] of numbersOfCountries) {
        const rules = rulesOf(own)
        const ordinary = country === own ? 'may be called' : 'country'
        const dear = country === own ? 'number_type' : 'country'
        assert.deepEqual(
          [judged(rules, fixed), judged(rules, mobile), judged(rules, premium)],
          [ordinary, ordinary, premium === null ? 'none' : dear],
          country,
        )
      }
    })

  for (const [country, fixed, mobile, premium] of numbersOfCountries)
    it(`lets an organization that declares ${country} call it, premium numbers only by their type`, () => {
      const rules = rulesOf('US', { countries: [country] })
      assert.deepEqual(
        [judged(rules, fixed), judged(rules, mobile), judged(rules, premium)],
        ['may be called', 'may be called', premium === null ? 'none' : 'number_type'],
      )
      const wider = rulesOf('US', { countries: [country], number_types: ['premium_rate'] })
      assert.equal(judged(wider, premium), premium === null ? 'none' : 'may be called')
    })

  for (const [what, number, type] of [
    ['a satellite', '+881612345678', 'non_geographic'],
    ['an international network', '+88213300655', 'non_geographic'],
    ['an international network of +883', '+883510012345', 'non_geographic'],
    ['an international premium service', '+979123456789', 'non_geographic'],
    ['a ship', '+870773111632', 'non_geographic'],
    ['an international shared-cost service', '+80812345678', 'non_geographic'],
    ['a personal number', '+15005550001', 'personal_number'],
    ['a premium number', '+19005551234', 'premium_rate'],
  ] as const)
    it(`refuses ${what}, whatever the countries`, () => {
      const found = refusedNumber(rulesOf('US'), number)
      assert.deepEqual([found?.guard, found?.found], ['number_type', type])
    })

  it('needs both types of an international premium service', () => {
    const number = '+979123456789'
    assert.equal(judged(rulesOf('US', { number_types: ['non_geographic'] }), number), 'number_type')
    const both = rulesOf('US', { number_types: ['non_geographic', 'premium_rate'] })
    assert.equal(judged(both, number), 'may be called')
  })

  it('refuses a number that no plan knows, and everything without a caller ID (Rule 118)', () => {
    assert.equal(judged(rulesOf('US'), '+999123456789'), 'number_type')
    assert.equal(judged({ calls: null, caller_numbers: [] }, '+14155550123'), 'country')
  })

  it('knows neighbors that share a country code', () => {
    assert.equal(judged(rulesOf('US'), '+18765551234'), 'country')
    assert.equal(judged(rulesOf('GB'), '+447781123456'), 'country')
    assert.deepEqual(countriesOf(['+14155550100', '+18765551234', '+77012345678']), ['JM', 'KZ', 'US'])
  })

  it('refuses a number without a rate where spending has a limit; the longest prefix counts', () => {
    const rates = [
      { prefix: '+1', per_minute: 0.02 },
      { prefix: '+1415', per_minute: 0.05 },
    ]
    assert.equal(minutePrice({ rates }, '+14155550123'), 0.05)
    assert.equal(minutePrice({ rates }, '+12125550123'), 0.02)
    const rules = rulesOf('US', { spend_a_day: 10, rates: [rates[1]!] })
    assert.equal(judged(rules, '+14155550123'), 'may be called')
    assert.equal(judged(rules, '+12125550123'), 'rate')
    assert.equal(judged(rulesOf('US', { rates: [] }), '+12125550123'), 'may be called')
  })
})

it('the price of a minute is the same in SQL as in TypeScript, but for what it is rounded to', async () => {
  await using database = await createTestDatabase({ isBare: true })
  // Few digits, so that prefixes lie within each other and numbers begin with them.
  const digits = fc
    .array(fc.constantFrom('1', '2'), { minLength: 1, maxLength: 4 })
    .map((all) => `+${all.join('')}`)
  const price = fc.double({ min: 0, max: 1_000, noNaN: true })
  const rates = fc.uniqueArray(fc.record({ prefix: digits, per_minute: price }), {
    maxLength: 8,
    selector: ({ prefix }) => prefix,
  })
  await fc.assert(
    fc.asyncProperty(rates, digits, async (rates, number) => {
      const [row] = await database.db.query<{ price: number | null }>(sql`
        select ${minutePriceSql(sql`${number}::text`)}::double precision as price
        from (select ${JSON.stringify(rates)}::jsonb as rates) l`)
      const price = minutePrice({ rates }, number)
      if (price === null) assert.equal(row!.price, null)
      else assert.ok(Math.abs(row!.price! - price) <= 0.000_000_51, `${row!.price} is not ${price}`)
    }),
    { numRuns: 200 },
  )
})
