import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { eventually } from '../../../test/support/service.ts'
import { insertEvent } from '../../../test/support/webhooks/events.ts'
import { startReceiver } from '../../../test/support/webhooks/receiver.ts'
import type { Receiver } from '../../../test/support/webhooks/receiver.ts'
import { checkRefusals } from '../../../test/support/webhooks/refusals.ts'
import { createWebhookWorld } from '../../../test/support/webhooks/world.ts'
import type { WebhookWorld } from '../../../test/support/webhooks/world.ts'
import { sql } from '../../db/sql.ts'
import { makeDeliveries } from '../../events/delivery-queries.ts'
import { resendDeliveries } from '../jobs/resend-deliveries.ts'
import { updateDeliveriesResent } from '../resend/delivery-queries.ts'

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

const resend = (body: unknown) => world.service.request('POST', world.path(endpointId, '/resend'), { body })

describe('POST webhook-endpoints/{endpoint_id}/resend', () => {
  it('counts first, then sends again what the filter means, also beyond one batch (200)', async () => {
    await world.db.write(sql`
      insert into events (organization_id, project_id, _id, type, subject_kind, subject_id, at, data)
      select ${world.tenant.organization_id}::uuid, ${world.tenant.project_id}::uuid, uuidv7(), 'call.ended', 'call',
        gen_random_uuid(), now(), '{}' from generate_series(1, 1030)`)
    await world.db.write(sql`
      insert into webhook_deliveries (organization_id, endpoint_id, event_id, subject_id, state, created_at, due_at, tries)
      select organization_id, ${endpointId}::uuid, _id, subject_id, case when n <= 1010 then 'exhausted' else 'delivered' end,
        at, at, 1 from (select *, row_number() over (order by _id) as n from events) e`)
    // As autovacuum does after so many rows.
    await world.db.write(sql`analyze events, webhook_deliveries`)
    const filters = { state: 'exhausted' }
    assert.deepEqual((await resend({ filters, dry_run: true })).body.data, { count: 1_010, resend_id: null })
    const fresh = await insertEvent(world.db, world.tenant)
    const { status, body } = await resend({ filters })
    assert.equal(status, 200, body.message)
    assert.equal((body.data as { count: number }).count, 1_010)
    world.service.startWorker()
    await eventually('all are sent', () => (receiver.received.length >= 1_011 ? true : null))
    assert.equal(new Set(receiver.ids()).size, 1_011)
    assert.ok(receiver.ids().includes(fresh))
    const left = await eventually('all is recorded', async () => {
      const rows = await world.db.query<{ state: string; resent: boolean; count: number }>(sql`
        select state, resent, count(*) as count from webhook_deliveries group by state, resent order by resent`)
      return rows.length === 2 ? rows : null
    })
    assert.deepEqual(left, [
      { state: 'delivered', resent: false, count: 21 },
      { state: 'delivered', resent: true, count: 1_010 },
    ])
    assert.deepEqual((await resend({ filters })).body.data, { count: 0, resend_id: null })
  })

  it('does not wait until all of another request is queued', async () => {
    await using other = await createWebhookWorld([receiver.host])
    const { db, tenant, service } = other
    const [many, few] = [
      await other.addEndpoint({ name: 'many', url: receiver.url, types: ['call.ended'] }),
      await other.addEndpoint({ name: 'few', url: receiver.url, types: ['ticket.opened'] }),
    ]
    await db.write(sql`
      insert into events (organization_id, project_id, _id, type, subject_kind, subject_id, at, data)
      select ${tenant.organization_id}::uuid, ${tenant.project_id}::uuid, uuidv7(),
        case when n < 2500 then 'call.ended' else 'ticket.opened' end, 'call', gen_random_uuid(), now(), '{}'
      from generate_series(1, 2500) n`)
    await makeDeliveries(db)
    for (const id of [many, few])
      assert.equal((await service.request('POST', other.path(id, '/resend'), { body: {} })).status, 200)
    const job = resendDeliveries(service.context)
    for (let runs = 0; runs < 2; runs++) await job.run(new AbortController().signal)
    const queued = await db.query(sql`
      select endpoint_id, queued_count from webhook_resends order by created_at`)
    assert.deepEqual(queued, [
      { endpoint_id: many, queued_count: 1_000 },
      { endpoint_id: few, queued_count: 1 },
    ])
  })

  it('goes behind what is new', async () => {
    receiver.received = []
    assert.equal((await resend({ filters: { resent: true } })).status, 200)
    await eventually('some are sent', () => (receiver.received.length > 50 ? true : null))
    const fresh = await insertEvent(world.db, world.tenant)
    await world.deliveryIn(endpointId, fresh, 'delivered')
    assert.ok(receiver.received.length < 900, `${receiver.received.length} before the new one`)
  })

  it('leaves alone what a worker has taken at the same moment', async () => {
    const { db, tenant } = world
    const later = new Date(Date.now() + 3_600_000)
    const id = await insertEvent(db, tenant, { at: later })
    await world.deliveryIn(endpointId, id, 'waiting')
    const range = { where: sql`e._id = ${id}`, afterEventId: null, most: 10 }
    const key = { organization_id: tenant.organization_id, endpoint_id: endpointId }
    let resending: ReturnType<typeof updateDeliveriesResent> | undefined
    await db.transaction(async (transaction) => {
      // As a claim does.
      await transaction.write(sql`
        update webhook_deliveries set state = 'sending', tries = 1, lease_token = gen_random_uuid()
        where event_id = ${id}`)
      resending = updateDeliveriesResent(db, key, { ...range, madeUntil: later.toISOString() }, new Date())
      await eventually('it waits for the claim', async () => {
        const [row] = await db.query<{ waits: boolean }>(sql`
          select exists (select from pg_stat_activity where datname = current_database()
            and wait_event_type = 'Lock' and query like '%update webhook_deliveries%') as waits`)
        return row?.waits === true ? true : null
      })
    })
    assert.deepEqual(await resending, { last: id, seen: 1, queued: 0 })
    assert.equal((await world.deliveryIn(endpointId, id, 'sending')).resent, false)
  })

  it('refuses filters of other fields, and other bodies (400)', async () => {
    for (const body of [{ filters: { url: 'x' } }, { filters: 'x' }, { dry_run: 1 }, { more: 1 }, []])
      assert.equal((await resend(body)).status, 400, JSON.stringify(body))
  })

  it('requires a key (401) with the scope (403), and refuses what is not there (404)', () =>
    checkRefusals(world, 'POST', world.path(endpointId, '/resend'), {}))
})
