import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { insertDeliveredEvent } from '../../../test/support/webhooks/events.ts'
import { startReceiver } from '../../../test/support/webhooks/receiver.ts'
import type { Receiver } from '../../../test/support/webhooks/receiver.ts'
import { checkRefusals } from '../../../test/support/webhooks/refusals.ts'
import { createWebhookWorld } from '../../../test/support/webhooks/world.ts'
import type { WebhookWorld } from '../../../test/support/webhooks/world.ts'
import { sql } from '../../db/sql.ts'

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

describe('DELETE webhook-endpoints/{endpoint_id}', () => {
  it('requires a key (401) with the scope (403), and refuses what is not there (404)', () =>
    checkRefusals(world, 'DELETE', world.path(endpointId)))

  it('removes it, says so in the changes, and frees its name (200)', async () => {
    const { status, body } = await world.service.request('DELETE', world.path(endpointId))
    assert.equal(status, 200, body.message)
    assert.deepEqual(body.data, { _id: endpointId })
    assert.equal((await world.service.request('GET', world.path(endpointId))).status, 404)
    assert.equal((await world.service.request('DELETE', world.path(endpointId))).status, 404)
    const changes = await world.db.query(sql`
      select action, actor_kind, actor_name from changes where record_id = ${endpointId} order by at desc limit 1`)
    assert.deepEqual(changes, [{ action: 'removed', actor_kind: 'key', actor_name: 'all' }])
    const again = await world.addEndpoint({ name: 'crm', url: receiver.url })
    assert.notEqual(again, endpointId)
    await insertDeliveredEvent(world.db, world.tenant)
    const made = await world.db.query<{ endpoint_id: string }>(
      sql`select endpoint_id from webhook_deliveries`,
    )
    assert.deepEqual(made, [{ endpoint_id: again }])
  })
})
