import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Webhook } from 'standardwebhooks'
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

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const test = (id = endpointId) => world.service.request('POST', world.path(id, '/test'))

describe('POST webhook-endpoints/{endpoint_id}/test', () => {
  it('sends a signed webhook.test and shows the answer (200)', async () => {
    const id = await world.addEndpoint({ name: 'signed', url: receiver.url, secret })
    receiver.answer = (response) => void response.writeHead(202).end('x'.repeat(2_000))
    const { status, body } = await test(id)
    assert.equal(status, 200, body.message)
    const { webhook_id, milliseconds, ...data } = body.data as Record<string, unknown>
    assert.deepEqual(data, { accepted: true, status: 202, answer: 'x'.repeat(1_024), reason: null })
    assert.ok(Number(milliseconds) >= 0)
    const got = receiver.received.at(-1)!
    assert.equal(got.id, webhook_id)
    const sent = new Webhook(secret).verify(got.body, got.headers as Record<string, string>) as Record<
      string,
      unknown
    >
    assert.equal(sent['type'], 'webhook.test')
    assert.deepEqual(sent['data'], { _id: id, name: 'signed' })
  })

  it('shows why it was not accepted (200)', async () => {
    receiver.answer = (response) => void response.writeHead(500).end('oh')
    const { body } = await test()
    const { accepted, status, answer, reason } = body.data as Record<string, unknown>
    assert.deepEqual([accepted, status, answer, reason], [false, 500, 'oh', 'answered 500'])
  })

  it('requires a key (401) with the scope (403), and refuses what is not there (404)', () =>
    checkRefusals(world, 'POST', world.path(endpointId, '/test')))
})
