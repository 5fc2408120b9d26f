import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { eventually } from '../../../test/support/service.ts'
import { insertDeliveredEvent } from '../../../test/support/webhooks/events.ts'
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

interface Page {
  items: Record<string, unknown>[]
  pagination: { total: number }
}

async function list(query = ''): Promise<Page> {
  const { status, body } = await world.service.request('GET', world.path(endpointId, `/resends${query}`))
  assert.equal(status, 200, body.message)
  return body.data
}
const resend = (filters: object) =>
  world.service.request('POST', world.path(endpointId, '/resend'), { body: { filters } })

describe('GET webhook-endpoints/{endpoint_id}/resends', () => {
  it('shows what was asked for, by whom, and how far it is, the newest first (200)', async () => {
    for (const type of ['call.queued', 'call.ended', 'call.ended'])
      await insertDeliveredEvent(world.db, world.tenant, { type })
    const asked = await resend({ type: 'call.ended' })
    const { resend_id } = asked.body.data as { resend_id: string }
    const [open] = (await list()).items
    const { created_at, requested_by, ...rest } = open!
    assert.equal(typeof created_at, 'string')
    assert.ok(typeof requested_by === 'string' && requested_by !== '')
    const filters = { type: 'call.ended' }
    const begun = { _id: resend_id, filters, deliveries_count: 2, queued_count: 0, finished_at: null }
    assert.deepEqual(rest, begun)
    world.service.startWorker()
    const done = await eventually('the request is done', async () => {
      const [item] = (await list()).items
      return item?.['finished_at'] === null ? null : item
    })
    assert.equal(done?.['queued_count'], 2)
    await resend({})
    const { items, pagination } = await list('?limit=1')
    assert.deepEqual([items[0]?.['filters'], pagination.total], [{}, 2])
  })

  it('refuses bad numbers (400)', async () => {
    const answer = await world.service.request('GET', world.path(endpointId, '/resends?limit=0'))
    assert.equal(answer.status, 400)
  })

  it('requires a key (401) with the scope (403), and refuses what is not there (404)', () =>
    checkRefusals(world, 'GET', world.path(endpointId, '/resends')))
})
