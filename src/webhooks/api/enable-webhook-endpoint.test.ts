import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startReceiver } from '../../../test/support/webhooks/receiver.ts'
import type { Receiver } from '../../../test/support/webhooks/receiver.ts'
import { checkRefusals } from '../../../test/support/webhooks/refusals.ts'
import { createWebhookWorld } from '../../../test/support/webhooks/world.ts'
import type { WebhookWorld } from '../../../test/support/webhooks/world.ts'
import { insertEvent } from '../../../test/support/webhooks/events.ts'

let world: WebhookWorld
let receiver: Receiver
let endpointId: string
before(async () => {
  receiver = await startReceiver()
  world = await createWebhookWorld([receiver.host])
  endpointId = await world.addEndpoint({ name: 'crm', url: receiver.url })
})
after(async () => {
  await world[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})

const enable = (body: unknown) => world.service.request('POST', world.path(endpointId, '/enable'), { body })
const disable = () => world.service.request('POST', world.path(endpointId, '/disable'))

describe('POST webhook-endpoints/{endpoint_id}/enable', () => {
  before(() => world.service.startWorker())

  it('sends what was held, if asked to (200)', async () => {
    await disable()
    const held = await insertEvent(world.db, world.tenant)
    await world.deliveryIn(endpointId, held, 'held')
    assert.deepEqual((await enable({ send_held: false })).body.data, { changed: true, held_count: 0 })
    const fresh = await insertEvent(world.db, world.tenant)
    await world.deliveryIn(endpointId, fresh, 'delivered')
    await world.deliveryIn(endpointId, held, 'held')
    assert.deepEqual((await enable({ send_held: true })).body.data, { changed: false, held_count: 0 })

    await disable()
    const { status, body } = await enable({ send_held: true })
    assert.equal(status, 200, body.message)
    assert.deepEqual(body.data, { changed: true, held_count: 1 })
    await world.deliveryIn(endpointId, held, 'delivered')
    assert.deepEqual(receiver.ids(), [fresh, held])
  })

  it('refuses a body that does not say what happens to what was held (400)', async () => {
    for (const body of [{}, { send_held: 'yes' }, { send_held: true, more: 1 }])
      assert.equal((await enable(body)).status, 400)
  })

  it('requires a key (401) with the scope (403), and refuses what is not there (404)', () =>
    checkRefusals(world, 'POST', world.path(endpointId, '/enable'), { send_held: true }))
})
