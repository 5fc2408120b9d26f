import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it, mock } from 'node:test'
import { SendSlots } from './send-slots.ts'

let slots: SendSlots
beforeEach(() => {
  mock.timers.enable({ apis: ['setTimeout'] })
  slots = new SendSlots()
})
afterEach(() => mock.timers.reset())

/** Takes all places that the organization gets while none of its requests ends, and returns how many. */
function fill(organizationId: string, isFailing = false): number {
  let count = 0
  for (let second = 0; second < 14; second++) {
    for (let taken = -1; taken !== 0; count += taken) taken = slots.take(organizationId, isFailing, 10).length
    mock.timers.tick(1_000)
  }
  return count
}

describe('beside endpoints of one organization that accept late (Promise 77)', () => {
  it('another organization has places', () => {
    assert.equal(fill('late'), 1_150)
    assert.deepEqual(slots.used, { in_order: 150, failing: 0, slow: 1_000 })
    assert.equal(slots.take('other', false, 10).length, 10)
  })

  it('another has some, however many organizations are late or fail', () => {
    for (let n = 0; n < 5; n++) assert.ok(fill(`late ${n}`) > 10 && fill(`late ${n}`, true) > 1)
    assert.ok(slots.take('other', false, 10).length > 1)
    assert.ok(slots.take('other', true, 10).length > 0)
  })

  it('the places of requests that have ended are free again', () => {
    const taken = slots.take('one', false, 100)
    mock.timers.tick(1_000)
    taken.push(...slots.take('one', false, 200), ...slots.take('one', true, 50))
    assert.deepEqual(slots.used, { in_order: 150, failing: 50, slow: 100 })
    for (const slot of taken) slot.release()
    for (const slot of taken) slot.release()
    assert.deepEqual(slots.used, { in_order: 0, failing: 0, slow: 0 })
    assert.equal(slots.freeFor('one', false), 150)
  })
})
