import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { insertDeliveredEvent } from '../../../test/support/webhooks/events.ts'
import { startReceiver } from '../../../test/support/webhooks/receiver.ts'
import type { Receiver } from '../../../test/support/webhooks/receiver.ts'
import { checkRefusals } from '../../../test/support/webhooks/refusals.ts'
import { createWebhookWorld } from '../../../test/support/webhooks/world.ts'
import type { WebhookWorld } from '../../../test/support/webhooks/world.ts'
import { uuidv7 } from '../../base/ids.ts'
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

const list = (query = '') => world.service.request('GET', world.path(endpointId, `/deliveries${query}`))
const idsOf = ({ body }: Awaited<ReturnType<typeof list>>) =>
  (body.data as { items: { _id: string }[] }).items.map(({ _id }) => _id)

describe('GET webhook-endpoints/{endpoint_id}/deliveries', () => {
  it('lists the newest first, and can be filtered and sorted by each field (200)', async () => {
    const first = await insertDeliveredEvent(world.db, world.tenant, { type: 'call.queued' })
    const second = await insertDeliveredEvent(world.db, world.tenant, { type: 'call.ended' })
    const all = await list()
    assert.equal(all.status, 200, all.body.message)
    assert.deepEqual(idsOf(all), [second, first])
    const [item] = (all.body.data as { items: Record<string, unknown>[] }).items
    const { created_at, next_at, subject_id, ...rest } = item!
    assert.equal(created_at, next_at)
    assert.equal(typeof subject_id, 'string')
    const none = { behind: null, tries: 0, resent: false, last_status: null, last_reason: null }
    assert.deepEqual(rest, {
      _id: second,
      type: 'call.ended',
      subject_kind: 'call',
      state: 'waiting',
      ...none,
    })
    for (const [field, value] of Object.entries(item!)) {
      const filters = encodeURIComponent(JSON.stringify({ [field]: value }))
      const sort = encodeURIComponent(JSON.stringify({ [field]: 1 }))
      const answer = await list(`?filters=${filters}&sort=${sort}`)
      assert.equal(answer.status, 200, answer.body.message)
      assert.ok(idsOf(answer).includes(second), field)
    }
    assert.deepEqual(idsOf(await list(`?filters=${encodeURIComponent('{"type":"call.queued"}')}`)), [first])
    assert.deepEqual(idsOf(await list('?limit=1&skip=1')), [first])
  })

  it('names the delivery behind which one waits, where the events of a subject go in order', async () => {
    const { db, service, tenant } = world
    const ordered = await world.addEndpoint({ name: 'ordered', url: receiver.url, order: 'by_subject' })
    const subjectId = uuidv7()
    const made = (secondsAgo: number) =>
      insertDeliveredEvent(db, tenant, { subjectId, at: new Date(Date.now() - secondsAgo * 1_000) })
    // The fact of the second was reported late: the order is that in which they were stored.
    const [first, second, third] = [await made(20), await made(60), await made(10)]
    const shown = async (endpoint: string, id: string) => {
      const { body } = await service.request('GET', world.path(endpoint, `/deliveries/${id}`))
      const { behind, next_at } = body.data as { behind: string | null; next_at: string | null }
      return { behind, isPlanned: next_at !== null }
    }
    const free = { behind: null, isPlanned: true }
    assert.deepEqual(await shown(ordered, first), free)
    for (const id of [second, third])
      assert.deepEqual(await shown(ordered, id), { behind: first, isPlanned: false })
    assert.deepEqual(await shown(endpointId, second), free, 'the other endpoint has no order')
    const filters = encodeURIComponent(JSON.stringify({ behind: first, next_at: null }))
    const found = await service.request('GET', world.path(ordered, `/deliveries?filters=${filters}`))
    assert.deepEqual(idsOf(found), [third, second])
    const update = (state: string, resent: boolean) =>
      db.write(sql`
        update webhook_deliveries set state = ${state}, resent = ${resent}
        where endpoint_id = ${ordered} and event_id = ${first}`)
    await update('waiting', true)
    assert.deepEqual(await shown(ordered, second), free, 'what is sent again waits for what is new')
    await update('sending', true)
    assert.deepEqual(await shown(ordered, second), { behind: first, isPlanned: false })
    await update('delivered', false)
    assert.deepEqual(await shown(ordered, second), free)
    assert.deepEqual(await shown(ordered, third), { behind: second, isPlanned: false })
  })

  it('refuses unknown fields and bad numbers (400)', async () => {
    for (const query of ['?limit=0', `?filters=${encodeURIComponent('{"secret":1}')}`, '?sort=x'])
      assert.equal((await list(query)).status, 400, query)
  })

  it('requires a key (401) with the scope (403), and refuses what is not there (404)', () =>
    checkRefusals(world, 'GET', world.path(endpointId, '/deliveries')))
})
