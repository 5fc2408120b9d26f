import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { insertEvent } from '../../../test/support/webhooks/events.ts'
import { startReceiver } from '../../../test/support/webhooks/receiver.ts'
import type { Receiver } from '../../../test/support/webhooks/receiver.ts'
import { checkRefusals } from '../../../test/support/webhooks/refusals.ts'
import { createWebhookWorld } from '../../../test/support/webhooks/world.ts'
import type { WebhookWorld } from '../../../test/support/webhooks/world.ts'

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

describe('POST webhook-endpoints/{endpoint_id}/disable', () => {
  it('holds what is made for it, and says whether it was enabled (200)', async () => {
    world.service.startWorker()
    for (const changed of [true, false]) {
      const { status, body } = await world.service.request('POST', world.path(endpointId, '/disable'))
      assert.equal(status, 200, body.message)
      assert.deepEqual(body.data, { changed })
    }
    const id = await insertEvent(world.db, world.tenant)
    await world.deliveryIn(endpointId, id, 'held')
    assert.equal(receiver.received.length, 0)
    const { disabled_why } = (await world.service.request('GET', world.path(endpointId))).body.data
    assert.equal(disabled_why, 'turned_off')
  })

  it('requires a key (401) with the scope (403), and refuses what is not there (404)', () =>
    checkRefusals(world, 'POST', world.path(endpointId, '/disable')))
})
