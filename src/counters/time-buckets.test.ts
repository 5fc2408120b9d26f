import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fc } from '../../test/support/properties.ts'
import { splitSpan } from './time-buckets.ts'

const at = (text: string) => Date.parse(text)
const grainMs = { hour: 3_600_000, day: 86_400_000 }

describe('the buckets of a span', () => {
  it('are months in the middle, days and hours towards the ends, and single rows at the ends', () => {
    const cover = splitSpan({ from: at('2026-01-30T22:30:00Z'), to: at('2026-04-02T01:00:00.001Z') })
    assert.deepEqual(cover.edges, [
      { from: at('2026-01-30T22:30:00Z'), to: at('2026-01-30T23:00:00Z') },
      { from: at('2026-04-02T01:00:00Z'), to: at('2026-04-02T01:00:00.001Z') },
    ])
    assert.deepEqual(
      cover.buckets.map(({ grain, from, to }) => [
        grain,
        new Date(from).toISOString(),
        new Date(to).toISOString(),
      ]),
      [
        ['hour', '2026-01-30T23:00:00.000Z', '2026-01-31T00:00:00.000Z'],
        ['day', '2026-01-31T00:00:00.000Z', '2026-02-01T00:00:00.000Z'],
        ['month', '2026-02-01T00:00:00.000Z', '2026-04-01T00:00:00.000Z'],
        ['day', '2026-04-01T00:00:00.000Z', '2026-04-02T00:00:00.000Z'],
        ['hour', '2026-04-02T00:00:00.000Z', '2026-04-02T01:00:00.000Z'],
      ],
    )
  })

  it('are one bucket for all time', () => {
    const everything = { from: -Infinity, to: Infinity }
    assert.deepEqual(splitSpan(everything), {
      buckets: [{ grain: 'all', ...everything }],
      edges: [],
      counted: everything,
    })
  })

  it('are none for an empty span', () => {
    assert.deepEqual(splitSpan({ from: 5, to: 5 }), { buckets: [], edges: [], counted: null })
    assert.deepEqual(splitSpan({ from: 6, to: 5 }), { buckets: [], edges: [], counted: null })
  })

  it('cover the span without gap or overlap, on bucket bounds, with less than an hour of rows at each end', () => {
    const instant = fc.oneof(
      fc.integer({ min: at('0001-01-01T00:00:00Z'), max: at('9999-12-31T23:59:59.999Z') }),
      fc.integer({ min: at('2023-12-30T00:00:00Z'), max: at('2024-04-02T00:00:00Z') }),
      fc.constantFrom(-Infinity, Infinity),
    )
    const hours = fc.double({ min: 0, max: 3, noNaN: true })
    const spans = fc.oneof(
      fc.tuple(instant, instant),
      fc
        .tuple(instant, hours)
        .map(([from, lasts]) => [from, from + Math.round(lasts * grainMs.hour)] as const),
    )
    fc.assert(
      fc.property(spans, ([from, to]) => {
        const { buckets, edges, counted } = splitSpan({ from, to })
        const parts = [...buckets, ...edges].sort((a, b) => a.from - b.from)
        if (from >= to) return parts.length === 0
        assert.ok(parts[0]?.from === from)
        assert.ok(parts.at(-1)?.to === to)
        parts.slice(1).forEach((part, index) => assert.ok(part.from === parts[index]?.to))
        for (const { grain, ...bounds } of buckets)
          for (const bound of Object.values(bounds).filter(Number.isFinite))
            if (grain === 'all') assert.fail('a span with bounds has a bucket of all time')
            else if (grain === 'month')
              assert.equal(new Date(bound).toISOString().slice(-16), '01T00:00:00.000Z')
            else assert.equal(Math.abs(bound % grainMs[grain]), 0)
        const hourOf = (instant: number) => Math.floor(instant / grainMs.hour)
        for (const edge of edges)
          assert.equal(hourOf(edge.from), hourOf(edge.to - 1), 'an edge lies within one hour')
        assert.deepEqual(
          counted,
          buckets.length === 0 ? null : { from: buckets[0]!.from, to: buckets.at(-1)!.to },
        )
        return true
      }),
      { numRuns: 4_000 },
    )
  })
})
