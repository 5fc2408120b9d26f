import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fc } from '../../test/support/properties.ts'
import { piecesOf } from './pieces.ts'
import { compareBuckets } from './zone-buckets.ts'

const zones = [
  'UTC',
  'America/New_York',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'Pacific/Chatham',
  'Africa/Cairo',
  'America/St_Johns',
]
const hourMs = 3_600_000

describe('the buckets of a span of days', () => {
  it('are days of 23 and 25 hours where clocks change, and of 23.5 and 24.5 hours on Lord Howe', () => {
    const hours = (timezone: string, day: string) => {
      const [bucket] = compareBuckets({ from: day, to: day, by: 'day', timezone }).buckets
      return (bucket!.to - bucket!.from) / hourMs
    }
    assert.equal(hours('America/New_York', '2026-03-08'), 23)
    assert.equal(hours('America/New_York', '2026-11-01'), 25)
    assert.equal(hours('Australia/Lord_Howe', '2026-10-04'), 23.5)
    assert.equal(hours('Australia/Lord_Howe', '2026-04-05'), 24.5)
    assert.equal(hours('Asia/Kathmandu', '2026-04-05'), 24)
  })

  it('begin weeks on Monday, and are cut where the span begins and ends', () => {
    const { buckets, before } = compareBuckets({
      from: '2026-11-18',
      to: '2026-11-24',
      by: 'week',
      timezone: 'UTC',
    })
    assert.deepEqual(
      buckets.map(({ first, last }) => [first, last]),
      [
        ['2026-11-18', '2026-11-22'],
        ['2026-11-23', '2026-11-24'],
      ],
    )
    assert.deepEqual(
      before.map(({ first, last }) => [first, last]),
      [
        ['2026-11-11', '2026-11-15'],
        ['2026-11-16', '2026-11-17'],
      ],
    )
  })

  it('stand beside the same days of a shorter month, to its end, and beside whole months', () => {
    for (const [from, to, last] of [
      ['2026-04-01', '2026-04-29', '2026-03-29'],
      ['2026-04-01', '2026-04-30', '2026-03-31'],
      ['2026-02-01', '2026-02-28', '2026-01-31'],
      ['2026-04-01', '2026-06-30', '2026-03-31'],
      ['2028-02-01', '2028-02-28', '2028-01-28'],
      ['2026-03-01', '2026-03-27', '2026-02-27'],
      ['2026-03-01', '2026-03-28', '2026-02-28'],
      ['2026-03-01', '2026-03-30', '2026-02-28'],
      ['2026-05-01', '2026-05-30', '2026-04-30'],
      ['2026-05-01', '2026-05-31', '2026-04-30'],
      ['2027-03-01', '2028-02-28', '2027-02-28'],
    ] as const) {
      const { before } = compareBuckets({ from, to, by: 'month', timezone: 'UTC' })
      const { last: until, to: end } = before.at(-1)!
      assert.equal(until, last, `${from} to ${to}`)
      assert.equal(end, Date.parse(last) + 86_400_000)
    }
  })

  it('stand beside the same part of as many months before', () => {
    const { before } = compareBuckets({ from: '2026-10-01', to: '2026-11-22', by: 'month', timezone: 'UTC' })
    assert.deepEqual(
      before.map(({ first, last }) => [first, last]),
      [
        ['2026-08-01', '2026-08-31'],
        ['2026-09-01', '2026-09-22'],
      ],
    )
  })

  it('are refused with what would be right', () => {
    const ask = (more: object) => () =>
      compareBuckets({ from: '2026-01-01', to: '2026-01-31', by: 'day', timezone: 'UTC', ...more })
    assert.throws(ask({ from: '2026-02-30' }), /from: must be a day/)
    assert.throws(ask({ to: '2025-12-31' }), /to: must not be before from/)
    assert.throws(ask({ to: '2026-12-31' }), /at most 93 days; these are 365, so ask with by=week/)
    assert.throws(ask({ to: '2030-12-31', by: 'week' }), /so ask with by=month/)
    assert.throws(ask({ timezone: 'Mars/Olympus' }), /timezone: must be a zone/)
  })
})

describe('the pieces of a series', () => {
  const question = fc.record({
    timezone: fc.constantFrom(...zones),
    by: fc.constantFrom('day' as const, 'week' as const, 'month' as const),
    start: fc.integer({ min: 0, max: 4_000 }),
    days: fc.integer({ min: 0, max: 92 }),
  })

  it('count each instant of a bucket once and no other, with at most half an hour of rows at an end', () => {
    fc.assert(
      fc.property(
        question,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 8, maxLength: 8 }),
        (asked, places) => {
          const first = Temporal.PlainDate.from('2018-01-01').add({ days: asked.start })
          const to = first.add({ days: asked.days }).toString()
          const { buckets, before } = compareBuckets({ ...asked, from: first.toString(), to })
          const spans = [...buckets, ...before]
          const pieces = piecesOf(spans)
          for (const piece of pieces) {
            if (piece.grain === 'rows') assert.ok(piece.to - piece.from <= hourMs / 2)
            else
              for (const end of [piece.from, piece.to])
                assert.equal(end % (piece.grain === 'hour' ? hourMs : 24 * hourMs), 0)
          }
          spans.forEach((span, bucket) => {
            const mine = pieces.flatMap((piece) => [
              ...(piece.addsTo === bucket ? [{ ...piece, sign: 1 }] : []),
              ...(piece.takesFrom === bucket ? [{ ...piece, sign: -1 }] : []),
            ])
            const ends = mine.flatMap(({ from, to: until }) => [from, until])
            const instants = [
              ...places.map((place) =>
                Math.floor(span.from - 13 * hourMs + place * (span.to - span.from + 26 * hourMs)),
              ),
              ...[span.from, span.to, ...ends].flatMap((end) => [end - 1, end]),
            ]
            for (const at of instants) {
              const times = mine.reduce(
                (sum, { from, to: until, sign }) => sum + (from <= at && at < until ? sign : 0),
                0,
              )
              assert.equal(times, span.from <= at && at < span.to ? 1 : 0, new Date(at).toISOString())
            }
          })
        },
      ),
      { numRuns: 300 },
    )
  })
})
