import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exceedsDay } from './exceeds-day.ts'

test('a call that costs exactly what a day allows is not held on every day', () => {
  const settings = { minutes_a_day: 60, spend_a_day: 0.3, rates: [{ prefix: '+1', per_minute: 0.1 }] }
  const costs = (seconds: number) => exceedsDay(settings, 'spend_a_day', { number: '+14155550100', seconds })
  assert.equal(costs(180), false)
  assert.equal(costs(181), true)
})
