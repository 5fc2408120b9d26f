// The clocks of a page: how often they step, and together.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { watchSeconds } from '../../dashboard/src/hooks/use-now.ts'

test('all clocks step by one timer, once in each second, and it ends with the last of them', (context) => {
  context.mock.timers.enable({ apis: ['setInterval', 'Date'], now: 9_750 })
  const begun = context.mock.method(globalThis, 'setInterval')
  const ended = context.mock.method(globalThis, 'clearInterval')
  const steps: string[] = []
  const pass = (ms: number): void => {
    for (let passed = 0; passed < ms; passed += 250) context.mock.timers.tick(250)
  }
  const leaveOne = watchSeconds(() => steps.push(`one ${Date.now()}`))
  const leaveOther = watchSeconds(() => steps.push(`other ${Date.now()}`))
  assert.equal(begun.mock.callCount(), 1)
  pass(1_500)
  assert.deepEqual(steps, ['one 10000', 'other 10000', 'one 11000', 'other 11000'])
  leaveOne()
  pass(1_000)
  assert.deepEqual(steps.slice(4), ['other 12000'])
  leaveOther()
  assert.equal(ended.mock.callCount(), 1)
  pass(2_000)
  assert.equal(steps.length, 5)
  // The next one begins anew.
  watchSeconds(() => steps.push(`later ${Date.now()}`))()
  assert.equal(begun.mock.callCount(), 2)
  assert.equal(ended.mock.callCount(), 2)
})
