import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { uuidv7 } from '../../base/ids.ts'
import { nextCrawlAt, nextRetryAt } from './next-crawl.ts'

const dayMs = 86_400_000
const finishedAt = new Date('2026-03-01T12:00:00Z')

describe('the next crawl', () => {
  it('comes the given number of days after the last, plus or minus half a day or a tenth, whichever is less', () => {
    for (const [days, mostMs] of [
      [1, dayMs / 10],
      [3, (3 * dayMs) / 10],
      [30, dayMs / 2],
      [365, dayMs / 2],
    ] as const) {
      const moved = Array.from(
        { length: 300 },
        () => nextCrawlAt(uuidv7(), days, finishedAt).getTime() - finishedAt.getTime() - days * dayMs,
      )
      assert.ok(moved.every((ms) => Math.abs(ms) <= mostMs))
      // They are spread out: some come early, some late.
      assert.ok(Math.min(...moved) < -mostMs / 2 && Math.max(...moved) > mostMs / 2)
      assert.ok(new Set(moved).size > 290)
    }
  })

  it('comes after an hour if the last has failed, later after each further failure, but no later than usually (Rule 182)', () => {
    const hours = (failures: number, frequencyDays: number, id: string) =>
      (nextRetryAt(id, failures, { frequencyDays, finishedAt }).getTime() - finishedAt.getTime()) / 3_600_000
    const id = uuidv7()
    const share = hours(1, 30, id)
    assert.ok(share >= 0.9 && share <= 1.1)
    for (const [failures, delay] of [
      [2, 2],
      [3, 4],
      [5, 16],
      [7, 64],
    ] as const)
      assert.ok(Math.abs(hours(failures, 30, id) - delay * share) < 0.001, String(failures))
    for (const days of [1, 30, 365])
      for (const failures of [15, 1_000])
        assert.deepEqual(
          nextRetryAt(id, failures, { frequencyDays: days, finishedAt }),
          nextCrawlAt(id, days, finishedAt),
        )
    for (let failures = 1; failures < 20; failures++)
      assert.ok(hours(failures + 1, 30, id) >= hours(failures, 30, id))
  })

  it('comes at the same distance for a source each time', () => {
    const id = uuidv7()
    assert.deepEqual(nextCrawlAt(id, 30, finishedAt), nextCrawlAt(id, 30, finishedAt))
  })
})
