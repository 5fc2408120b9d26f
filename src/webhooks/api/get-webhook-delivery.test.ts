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

describe('GET webhook-endpoints/{endpoint_id}/deliveries/{delivery_id}', () => {
  it('shows what is sent, and what each try came to (200)', async () => {
    world.service.startWorker()
    receiver.answer = (response) => void response.writeHead(500).end('Sorry')
    const id = await insertEvent(world.db, world.tenant, {
      data: { state: 'ended' },
      texts: { note: 'secret words' },
    })
    await world.deliveryIn(endpointId, id, 'waiting', 1)
    const { status, body } = await world.service.request('GET', world.path(endpointId, `/deliveries/${id}`))
    assert.equal(status, 200, body.message)
    const shown = body.data as { body: string; attempts: Record<string, unknown>[]; next_at: string }
    assert.equal(shown.body, receiver.received[0]!.body)
    assert.ok(!shown.body.includes('secret words'))
    const [{ at, milliseconds, ...attempt }] = shown.attempts as [Record<string, unknown>]
    assert.deepEqual(attempt, { n: 1, status: 500, answer: 'Sorry', reason: 'answered 500' })
    assert.ok(Date.parse(shown.next_at) > Date.parse(String(at)) && Number(milliseconds) >= 0)
  })

  it('requires a key (401) with the scope (403), and refuses what is not there (404)', async () => {
    const id = await insertEvent(world.db, world.tenant)
    await checkRefusals(world, 'GET', world.path(endpointId, `/deliveries/${id}`))
  })
})
