import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { eventually } from '../../../test/support/service.ts'
import { insertEvent, insertEvents } from '../../../test/support/webhooks/events.ts'
import { startReceiver } from '../../../test/support/webhooks/receiver.ts'
import type { Receiver } from '../../../test/support/webhooks/receiver.ts'
import { checkRefusals } from '../../../test/support/webhooks/refusals.ts'
import { createWebhookWorld } from '../../../test/support/webhooks/world.ts'
import type { WebhookWorld } from '../../../test/support/webhooks/world.ts'
import { uuidv7 } from '../../base/ids.ts'
import { sql } from '../../db/sql.ts'
import { holdWaiting } from '../delivery/claim-queries.ts'
import { countHeldDeliveries } from '../resend/delivery-queries.ts'

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

const endpointKey = () => ({ organization_id: world.tenant.organization_id, endpoint_id: endpointId })
const enable = (body: unknown) => world.service.request('POST', world.path(endpointId, '/enable'), { body })
const disable = () => world.service.request('POST', world.path(endpointId, '/disable'))

/** Lets deliveries of these events wait, as those that were made before the endpoint was disabled. */
async function waitAsBefore(ids: readonly string[]): Promise<void> {
  await eventually('the deliveries are made', async () => {
    const waiting = await world.db.write(sql`
      update webhook_deliveries set state = 'waiting' where event_id = any(${ids}::uuid[]) returning event_id`)
    return waiting.length === ids.length ? true : null
  })
}

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

  it('lets nobody hold what waits any more, however much is still to be held (Promise 76)', async () => {
    const { db, tenant } = world
    await disable()
    const later = new Date(Date.now() + 3_600_000)
    const ids = Array.from({ length: 1_500 }, () => uuidv7())
    const facts = { type: 'call.ended', data: {}, texts: null, at: later }
    await insertEvents(
      db,
      tenant,
      ids.map((_id) => ({ ...facts, _id, subjectId: uuidv7() })),
    )
    await waitAsBefore(ids)
    assert.equal(await holdWaiting(db, endpointKey(), new Date()), true)
    await enable({ send_held: true })
    // The next step of the process that still holds.
    assert.equal(await holdWaiting(db, endpointKey(), new Date()), false)
    const [count] = await db.query<{ waiting: number }>(sql`
      select count(*) as waiting from webhook_deliveries where state = 'waiting' and event_id = any(${ids}::uuid[])`)
    assert.ok(count!.waiting >= 500, String(count!.waiting))
    await db.write(sql`delete from webhook_deliveries where event_id = any(${ids}::uuid[])`)
  })

  it('sends also what is held while it is enabled, of a process whose clock is ahead', async () => {
    const { db, tenant } = world
    await disable()
    const later = new Date(Date.now() + 3_600_000)
    const id = await insertEvent(db, tenant, { at: later })
    await waitAsBefore([id])
    let enabling: ReturnType<typeof enable> | undefined
    await db.transaction(async (transaction) => {
      await holdWaiting(transaction, endpointKey(), new Date())
      let hasEnded = false
      enabling = enable({ send_held: true }).finally(() => (hasEnded = true))
      await eventually('it waits for the endpoint or has ended', async () => {
        const [row] = await db.query<{ waits: boolean }>(sql`
          select exists (select from pg_stat_activity where datname = current_database()
            and wait_event_type = 'Lock' and query like '%webhook_endpoints%') as waits`)
        return hasEnded || row?.waits === true ? true : null
      })
    })
    assert.equal((await enabling)?.status, 200)
    await world.deliveryIn(endpointId, id, 'delivered')
  })

  it('sends also what is being made for it as a disabled one', async () => {
    const { db } = world
    await disable()
    const id = await insertEvent(db, world.tenant)
    await world.deliveryIn(endpointId, id, 'held')
    await db.write(sql`delete from webhook_deliveries where event_id = ${id}`)
    let enabling: ReturnType<typeof enable> | undefined
    await db.transaction(async (transaction) => {
      // As the job that makes deliveries, which has seen the endpoint disabled and has not committed yet.
      await transaction.write(sql`select from delivery_progress for update`)
      let hasEnded = false
      enabling = enable({ send_held: true }).finally(() => (hasEnded = true))
      await eventually('it waits for what is made or has ended', async () => {
        const [row] = await db.query<{ waits: boolean }>(sql`
          select exists (select from pg_stat_activity where datname = current_database()
            and wait_event_type = 'Lock' and query like '%delivery_progress%') as waits`)
        return hasEnded || row?.waits === true ? true : null
      })
      await transaction.write(sql`
        insert into webhook_deliveries (organization_id, endpoint_id, event_id, subject_id, state, created_at, due_at)
        select organization_id, ${endpointId}, _id, subject_id, 'held', at, at from events where _id = ${id}`)
    })
    assert.deepEqual((await enabling)?.body.data, { changed: true, held_count: 1 })
    await world.deliveryIn(endpointId, id, 'delivered')
  })

  /** Disables the endpoint while an event waits for a later try, from when on it would be accepted. Returns its id. */
  async function disableWhileOneWaits(): Promise<string> {
    receiver.answer = (response) => void response.writeHead(500).end()
    const id = await insertEvent(world.db, world.tenant)
    await world.deliveryIn(endpointId, id, 'waiting', 1)
    await world.letTimePass(endpointId, 18_000_000)
    await disable()
    receiver.answer = (response) => void response.writeHead(204).end()
    return id
  }

  it('sends at once what waited for a later try when it was disabled', async () => {
    const id = await disableWhileOneWaits()
    await enable({ send_held: true })
    await world.deliveryIn(endpointId, id, 'delivered')
  })

  it('holds what waited for a later try when it was disabled, if what was held stays held', async () => {
    const id = await disableWhileOneWaits()
    await enable({ send_held: false })
    const fresh = await insertEvent(world.db, world.tenant)
    await world.deliveryIn(endpointId, fresh, 'delivered')
    const { tries } = await world.deliveryIn(endpointId, id, 'held', 1)
    assert.equal(tries, 1)
  })

  it('counts what is held by an index: meanwhile no project gets new deliveries', async () => {
    const { db, tenant } = world
    const endpoint_id = await world.addEndpoint({ url: receiver.url, types: ['ticket.opened'] })
    const key = { organization_id: tenant.organization_id, endpoint_id }
    await db.write(sql`
      insert into webhook_deliveries (organization_id, endpoint_id, event_id, subject_id, state, created_at, due_at)
      select ${key.organization_id}::uuid, ${endpoint_id}::uuid, uuidv7(), gen_random_uuid(),
        case when n <= 3 then 'held' else 'delivered' end, now(), now() from generate_series(1, 5000) n`)
    // As autovacuum does after so many rows.
    await db.write(sql`analyze webhook_deliveries`)
    const { count, read } = await db.transaction(async (transaction) => {
      const rowsRead = async () => {
        const [row] = await transaction.query<{ read: number }>(sql`
          select seq_tup_read + coalesce(idx_tup_fetch, 0) as read from pg_stat_xact_user_tables
          where relname = 'webhook_deliveries'`)
        return row?.read ?? 0
      }
      const before = await rowsRead()
      const count = await countHeldDeliveries(transaction, key)
      return { count, read: (await rowsRead()) - before }
    })
    assert.equal(count, 3)
    assert.ok(read <= 10, `${read} rows were read`)
    await db.write(sql`delete from webhook_deliveries where endpoint_id = ${endpoint_id}`)
  })

  it('refuses a body that does not say what happens to what was held (400)', async () => {
    for (const body of [{}, { send_held: 'yes' }, { send_held: true, more: 1 }])
      assert.equal((await enable(body)).status, 400)
  })

  it('requires a key (401) with the scope (403), and refuses what is not there (404)', () =>
    checkRefusals(world, 'POST', world.path(endpointId, '/enable'), { send_held: true }))
})
