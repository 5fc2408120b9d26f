import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCarrierConcurrency } from './carrier-concurrency.ts'

test('carriers of one organization that hang leave places for the carrier of another (Rule 47)', async () => {
  const concurrency = createCarrierConcurrency({ perCarrierMax: 10, perOrganizationMax: 20, inAllMax: 50 })
  const hanging = Promise.withResolvers<void>()
  const account = (organization_id: string, voice_carrier_id: string) => ({
    organization_id,
    voice_carrier_id,
  })
  const fill = (organization: string, carrier: string): number => {
    let count = 0
    for (; concurrency.free(account(organization, carrier)) > 0; count++)
      concurrency.start(account(organization, carrier), () => hanging.promise, assert.ifError)
    return count
  }
  const started = ['a1', 'a2', 'a3', 'a4', 'a5'].map((carrier) => fill('a', carrier))
  assert.deepEqual(started, [10, 10, 0, 0, 0])
  assert.equal(fill('b', 'b1'), 10)
  assert.equal(concurrency.freeInAll(), 20)
  hanging.resolve()
  await concurrency.idle()
  assert.equal(concurrency.free(account('a', 'a5')), 10)
  assert.equal(concurrency.freeInAll(), 50)
})
