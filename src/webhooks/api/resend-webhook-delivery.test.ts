import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { eventually } from '../../../test/support/service.ts'
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

const resend = (id: string) =>
  world.service.request('POST', world.path(endpointId, `/deliveries/${id}/resend`))

describe('POST webhook-endpoints/{endpoint_id}/deliveries/{delivery_id}/resend', () => {
  it('sends what was delivered again, with the same id (200)', async () => {
    world.service.startWorker()
    const id = await insertEvent(world.db, world.tenant)
    await world.deliveryIn(endpointId, id, 'delivered')
    const { status, body } = await resend(id)
    assert.equal(status, 200, body.message)
    assert.deepEqual(body.data, { queued: true })
    await eventually('a second request', () => (receiver.received.length === 2 ? true : null))
    assert.deepEqual(receiver.ids(), [id, id])
    assert.equal(receiver.received[0]!.body, receiver.received[1]!.body)
    await eventually('two attempts', async () =>
      (await world.attemptsOf(endpointId, id)).length === 2 ? true : null,
    )
  })

  it('leaves what is being sent alone, and says so (200)', async () => {
    const held = Promise.withResolvers<() => void>()
    receiver.answer = (response) => held.resolve(() => response.writeHead(204).end())
    const id = await insertEvent(world.db, world.tenant)
    const answer = await held.promise
    assert.deepEqual((await resend(id)).body.data, { queued: false })
    answer()
    await world.deliveryIn(endpointId, id, 'delivered')
  })

  it('requires a key (401) with the scope (403), and refuses what is not there (404)', async () => {
    const id = await insertEvent(world.db, world.tenant)
    await checkRefusals(world, 'POST', world.path(endpointId, `/deliveries/${id}/resend`))
  })
})
