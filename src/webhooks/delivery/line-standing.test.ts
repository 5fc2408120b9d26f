import assert from 'node:assert/strict'
import { test } from 'node:test'
import { standingAfter } from './line-standing.ts'
import type { DisabledWhy, LineOutcome, LineStanding } from './line-standing.ts'

const fresh: LineStanding = {
  send_window: 10,
  failures: 0,
  first_failure_at: null,
  failing_since: null,
  recovering: false,
  last_success_at: null,
  held_until: null,
}
const start = Date.UTC(2026, 10, 22)
const at = (hours: number): Date => new Date(start + hours * 3_600_000)
const failed: LineOutcome = { kind: 'failed', retryAfterMs: null }
const accepted: LineOutcome = { kind: 'accepted' }

/** Plays outcomes at hours, and returns when it was disabled, if it was. */
function play(outcomes: readonly (readonly [number, LineOutcome])[]) {
  let line = fresh
  let disabledAt: number | null = null
  let why: DisabledWhy | null = null
  for (const [hour, outcome] of outcomes) {
    const next = standingAfter(line, outcome, at(hour))
    line = next.line
    if (next.disabled !== null && disabledAt === null) [disabledAt, why] = [hour, next.disabled]
  }
  return { line, disabledAt, why }
}
const everyHours = (hours: number, until: number): [number, LineOutcome][] =>
  Array.from({ length: Math.floor(until / hours) + 1 }, (_, index) => [index * hours, failed])

test('the window falls to 1 and doubles with each success, up to 10', () => {
  const windows = [failed, accepted, accepted, accepted, accepted, accepted].map((_, index, all) =>
    play(all.slice(0, index + 1).map((outcome, hour) => [hour, outcome] as const)),
  )
  assert.deepEqual(
    windows.map(({ line }) => line.send_window),
    [1, 2, 4, 8, 10, 10],
  )
})

test('is disabled after five days of failures, not before (Rule 171)', () => {
  const { disabledAt, why } = play(everyHours(6, 200))
  assert.deepEqual([disabledAt, why], [120, 'failing'])
})

test('a success begins the days anew', () => {
  const { disabledAt } = play([
    ...everyHours(6, 114),
    [115, accepted],
    [116, failed],
    [127, failed],
    [130, failed],
  ])
  assert.equal(disabledAt, null)
})

test('failures that lie less than 12 hours apart, or more than a day, are no reason', () => {
  assert.equal(play([...everyHours(1, 11)]).line.failing_since, null)
  assert.equal(play(everyHours(30, 300)).disabledAt, null)
  assert.deepEqual(play(everyHours(12, 12)).line.failing_since, at(0))
})

test('days for which it asks to be left alone are days of failures (Rule 171)', () => {
  const asks: LineOutcome = { kind: 'failed', retryAfterMs: 86_400_000 }
  const dayAndSecond = 24 + 1 / 3_600
  const { disabledAt, why } = play(Array.from({ length: 7 }, (_, day) => [day * dayAndSecond, asks]))
  assert.deepEqual([disabledAt, why], [5 * dayAndSecond, 'failing'])
  // A day after the end of that time there is no reason any more.
  const late = play([
    [0, asks],
    [49, failed],
  ])
  assert.deepEqual(late.line.first_failure_at, at(49))
})

test('410 disables at once', () => {
  assert.deepEqual(play([[0, { kind: 'gone' }]]).why, 'gone')
})

test('Retry-After holds the endpoint, at most a day, and a later one is not shortened', () => {
  const ask = (retryAfterMs: number): LineOutcome => ({ kind: 'failed', retryAfterMs })
  assert.deepEqual(play([[0, ask(3_600_000)]]).line.held_until, at(1))
  assert.deepEqual(play([[0, ask(1e12)]]).line.held_until, at(24))
  assert.deepEqual(
    play([
      [0, ask(36_000_000)],
      [1, ask(1_000)],
    ]).line.held_until,
    at(10),
  )
  assert.deepEqual(
    play([
      [0, ask(36_000_000)],
      [1, accepted],
    ]).line.held_until,
    at(10),
  )
})

test('the first success after failures sends what waits', () => {
  assert.equal(play([[0, accepted]]).line.recovering, false)
  const outage = [
    [0, failed],
    [1, accepted],
  ] as const
  assert.equal(play(outage).line.recovering, true)
  assert.equal(play([...outage, [2, failed]]).line.recovering, false)
})
