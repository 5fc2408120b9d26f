import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fc } from '../../test/support/properties.ts'
import { groupOf, labelOf, labelsBetween } from './buckets.ts'

const at = (text: string) => Date.parse(text)

describe('the buckets of a series', () => {
  it('are days up to 31 days, weeks up to 26 weeks, months up to five years, else years (Rules 38 and 58)', () => {
    const first = at('2026-01-01T23:59:59.999Z')
    const after = (days: number) => at('2026-01-01T00:00:00Z') + days * 86_400_000
    assert.equal(groupOf(first, first), 'daily')
    assert.equal(groupOf(first, after(30)), 'daily')
    assert.equal(groupOf(first, after(31)), 'weekly')
    assert.equal(groupOf(first, after(181)), 'weekly')
    assert.equal(groupOf(first, after(182)), 'monthly')
    assert.equal(groupOf(first, after(1_826)), 'monthly')
    assert.equal(groupOf(first, after(1_827)), 'yearly')
  })

  it('have ISO weeks, which belong to the year of their Thursday (Rule 37)', () => {
    for (const [text, label] of [
      ['2026-11-20', '2026-W47'],
      ['2024-12-30', '2025-W01'],
      ['2025-12-28', '2025-W52'],
      ['2025-12-29', '2026-W01'],
      ['2021-01-03', '2020-W53'],
      ['2027-01-01', '2026-W53'],
      ['2024-01-01', '2024-W01'],
      ['1969-12-29', '1970-W01'],
    ] as const)
      assert.equal(labelOf('weekly', at(text)), label, text)
  })

  it('follow each other without a gap, over leap days and the ends of years', () => {
    assert.deepEqual(labelsBetween('daily', at('2024-02-28T12:00:00Z'), at('2024-03-01T00:00:00Z')), [
      '2024-02-28',
      '2024-02-29',
      '2024-03-01',
    ])
    assert.deepEqual(labelsBetween('monthly', at('2025-11-30T23:59:59Z'), at('2026-02-01T00:00:00Z')), [
      '2025-11',
      '2025-12',
      '2026-01',
      '2026-02',
    ])
    assert.deepEqual(labelsBetween('yearly', at('2019-06-01Z'), at('2021-01-01T00:00:00Z')), [
      '2019',
      '2020',
      '2021',
    ])
  })

  it('partition a span: each instant in it has exactly one of its labels', () => {
    const instant = fc.integer({ min: at('1970-01-01T00:00:00Z'), max: at('2200-01-01T00:00:00Z') })
    const group = fc.constantFrom('daily' as const, 'weekly' as const, 'monthly' as const, 'yearly' as const)
    fc.assert(
      fc.property(group, instant, fc.nat({ max: 400 * 86_400_000 }), fc.nat(), (by, first, length, some) => {
        const labels = labelsBetween(by, first, first + length)
        assert.equal(new Set(labels).size, labels.length)
        assert.deepEqual(labels, labels.toSorted())
        assert.ok(labels.includes(labelOf(by, first + (some % (length + 1)))))
      }),
    )
  })
})
