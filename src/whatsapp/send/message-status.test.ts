import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fc } from '../../../test/support/properties.ts'
import { messageStatuses, statusOf } from './message-status.ts'

describe('the status of a message', () => {
  it('is the highest one reported; a failure is final unless a delivery is reported', () => {
    assert.equal(statusOf(['processing']), 'processing')
    assert.equal(statusOf(['processing', 'unresolved', 'sent']), 'sent')
    assert.equal(statusOf(['processing', 'read', 'delivered', 'sent']), 'read')
    assert.equal(statusOf(['processing', 'sent', 'failed']), 'failed')
    assert.equal(statusOf(['processing', 'failed', 'delivered']), 'delivered')
    assert.equal(statusOf(['processing', 'unresolved', 'failed']), 'failed')
  })

  it('is the same in every order and with repetitions, and only falls to failed (Promise 26)', () => {
    const reports = fc.array(fc.constantFrom(...messageStatuses), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(reports, fc.infiniteStream(fc.nat()), (statuses, random) => {
        const shuffled = statuses
          .map((status) => [random.next().value, status] as const)
          .toSorted(([a], [b]) => a - b)
          .map(([, status]) => status)
        assert.equal(statusOf([...shuffled, ...statuses]), statusOf(statuses))
        const order = ['processing', 'unresolved', 'sent', 'delivered', 'read']
        statuses.forEach((_, length) => {
          const before = statusOf(statuses.slice(0, length + 1))
          const after = statusOf(statuses.slice(0, length + 2))
          if (before === 'failed') assert.ok(['failed', 'delivered', 'read'].includes(after))
          else if (after !== 'failed') assert.ok(order.indexOf(after) >= order.indexOf(before))
        })
      }),
    )
  })
})
