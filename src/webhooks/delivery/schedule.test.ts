import assert from 'node:assert/strict'
import { test } from 'node:test'
import { delayAfter, failuresMax } from './schedule.ts'

test('ten tries take 75.6 hours', () => {
  const delays = Array.from({ length: failuresMax - 1 }, (_, index) => delayAfter(index + 1, 0.5)!)
  assert.equal(failuresMax, 10)
  const hours = delays.reduce((sum, ms) => sum + ms, 0) / 3_600_000
  assert.equal(hours.toFixed(1), '75.6')
  assert.equal(delayAfter(failuresMax, 0.5), null)
})

test('each wait varies by a tenth', () => {
  for (let failures = 1; failures < failuresMax; failures++) {
    const middle = delayAfter(failures, 0.5)!
    assert.equal(delayAfter(failures, 0), Math.round(middle * 0.9))
    assert.ok(delayAfter(failures, 0.999_999)! <= middle * 1.1)
  }
})

test('a failure that does not count waits as the first does', () => {
  assert.equal(delayAfter(0, 0.5), 5_000)
})
