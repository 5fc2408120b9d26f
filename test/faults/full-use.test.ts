import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkFullUse } from './full-use.ts'
import type { SeenLeg } from './observer-log.ts'

function leg(to: string, createdAt: number, endedAt: number): SeenLeg {
  const attemptId = `${to} ${createdAt}`
  return {
    sid: attemptId,
    attemptId,
    to,
    account: 'AC',
    createdAt,
    endedAt,
    status: 'busy',
    endedByRequest: false,
  }
}

const breachesOf = (slots: number, acceptedAt: number[], legs: SeenLeg[]) =>
  checkFullUse([{ campaign: 'C', slots, acceptedAt, legs }]).breaches.map(({ what }) => what)

describe('full use', () => {
  it('holds if every end is followed by an attempt within five seconds', () => {
    const legs = [leg('a', 0, 1_000), leg('b', 0, 2_000), leg('c', 6_000, 7_000), leg('d', 6_000, 8_000)]
    assert.deepEqual(breachesOf(2, [0, 0, 0, 0], legs), [])
  })

  it('breaks if a slot is free for longer while a call waits', () => {
    const legs = [leg('a', 0, 1_000), leg('b', 0, 20_000), leg('c', 6_001, 7_000)]
    assert.deepEqual(breachesOf(2, [0, 0, 0], legs), ['1 of 2 slots used for 5.0 s while calls waited'])
  })

  it('breaks if a call is never dialed', () => {
    assert.deepEqual(breachesOf(1, [0, 0], [leg('a', 0, 1_000)]), [
      '0 of 1 slots used for Infinity s while calls waited',
    ])
  })

  it('breaks if a slot is lost, even if the others are used', () => {
    const legs = Array.from({ length: 9 }, (_, index) =>
      leg(`${index}`, index * 1_000, index * 1_000 + 1_000),
    )
    assert.equal(
      breachesOf(
        2,
        Array.from({ length: 9 }, () => 0),
        legs,
      ).length,
      1,
    )
  })

  it('does not count calls that wait for a retry', () => {
    assert.deepEqual(breachesOf(1, [0], [leg('a', 0, 1_000), leg('a', 9_000, 10_000)]), [])
  })
})
