import assert from 'node:assert/strict'
import { test } from 'node:test'
import { uuidv7 } from '../../base/ids.ts'
import { nextSyncAt } from './sync-time.ts'

const dayMs = 86_400_000

test('returns the same time of day, 12 to 36 hours ahead', () => {
  for (let round = 0; round < 200; round++) {
    const id = uuidv7()
    const now = new Date(Date.UTC(2026, 10, 21) + round * 1_234_567)
    const next = nextSyncAt(id, now)
    const hours = (next.getTime() - now.getTime()) / 3_600_000
    assert.ok(hours >= 12 && hours < 36, `${hours} hours`)
    assert.equal(nextSyncAt(id, next).getTime() - next.getTime(), dayMs)
  }
})

test('spreads the senders over the day', () => {
  const now = new Date('2026-11-21T09:00:00.000Z')
  const quarters = new Set<number>()
  for (let count = 0; count < 200; count++)
    quarters.add(Math.floor((nextSyncAt(uuidv7(), now).getTime() % dayMs) / (dayMs / 4)))
  assert.deepEqual(quarters, new Set([0, 1, 2, 3]))
})
