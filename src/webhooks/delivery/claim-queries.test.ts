import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { insertDeliveredEvent } from '../../../test/support/webhooks/events.ts'
import { createWebhookWorld } from '../../../test/support/webhooks/world.ts'
import { uuidv7 } from '../../base/ids.ts'
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { deleteDeliveries, makeDeliveries } from '../../events/delivery-queries.ts'
import { resendDeliveries } from '../jobs/resend-deliveries.ts'
import { updateDeliveryResent } from '../resend/delivery-queries.ts'
import { claimDeliveries, claimInOrder } from './claim-queries.ts'
import type { EndpointKey } from './line-queries.ts'
import { settleTries, wakeNextOfSubjects } from './settle-queries.ts'

const timesAt = (now: Date) => ({
  now,
  leaseUntil: new Date(now.getTime() + 40_000),
  leaseToken: randomUUID(),
})

/** Claims in a transaction of its own, as a worker does for an endpoint with a window of ten. */
const claimAt = (db: Db, key: EndpointKey, now: Date, times = timesAt(now)) =>
  db.transaction((transaction) => claimInOrder(transaction, { ...key, window: 10, most: 10 }, times))

test('a delivery that has failed goes soon after an older one of its subject that was sent again (Promise 78)', async () => {
  await using world = await createWebhookWorld([])
  const { db, tenant } = world
  const endpoint_id = await world.addEndpoint({ url: 'https://crm.example.com/hooks', order: 'by_subject' })
  const key = { organization_id: tenant.organization_id, endpoint_id }
  const subjectId = uuidv7()
  const now = new Date()
  const older = await insertDeliveredEvent(db, tenant, { subjectId, at: new Date(now.getTime() - 60_000) })
  const failed = await insertDeliveredEvent(db, tenant, { subjectId, at: new Date(now.getTime() - 30_000) })
  // The older one is under way again when the time of the other's next try comes.
  await db.write(sql`
    update webhook_deliveries set state = 'sending', resent = true, due_at = ${now}::timestamptz + interval '40 seconds'
    where event_id = ${older}`)
  await db.write(
    sql`update webhook_deliveries set tries = 2, failures = 1, early_at_try = 1 where event_id = ${failed}`,
  )
  const dueMs = await db.transaction(async (transaction) => {
    const times = timesAt(now)
    const { claimed } = await claimInOrder(transaction, { ...key, window: 10, most: 10 }, times)
    assert.deepEqual(claimed, [])
    await transaction.write(sql`update webhook_deliveries set state = 'delivered' where event_id = ${older}`)
    await wakeNextOfSubjects(transaction, key, [subjectId], now)
    const [row] = await transaction.query<{ due_at: string }>(
      sql`select due_at from webhook_deliveries where event_id = ${failed}`,
    )
    return Date.parse(row!.due_at) - now.getTime()
  })
  assert.ok(dueMs <= 5_000, `${dueMs} ms later`)
})

test('a fact that was reported late goes after those that were stored before it (Promise 78)', async () => {
  await using world = await createWebhookWorld([])
  const { db, tenant } = world
  const endpoint_id = await world.addEndpoint({ url: 'https://crm.example.com/hooks', order: 'by_subject' })
  const key = { organization_id: tenant.organization_id, endpoint_id }
  const subjectId = uuidv7()
  const now = new Date()
  // As when WhatsApp repeats a webhook of an hour ago: its message changes a profile that has changed since.
  const minutesAgo = [1, 60, 0.5]
  const stored: string[] = []
  for (const minutes of minutesAgo) {
    const at = new Date(now.getTime() - minutes * 60_000)
    stored.push(await insertDeliveredEvent(db, tenant, { subjectId, at }))
  }
  const sent: string[] = []
  for (const _ of minutesAgo)
    await db.transaction(async (transaction) => {
      const times = timesAt(now)
      const { claimed } = await claimInOrder(transaction, { ...key, window: 10, most: 10 }, times)
      sent.push(...claimed.map(({ event }) => event._id))
      await transaction.write(sql`
        update webhook_deliveries set state = 'delivered' where endpoint_id = ${endpoint_id} and state = 'sending'`)
      await wakeNextOfSubjects(transaction, key, [subjectId], now)
    })
  assert.deepEqual(sent, stored)
})

test('nothing is claimed in order while deliveries are made in several steps (Promise 78)', async () => {
  await using world = await createWebhookWorld([])
  const { db, tenant } = world
  const endpoint_id = await world.addEndpoint({ url: 'https://crm.example.com/hooks', order: 'by_subject' })
  const claim = { organization_id: tenant.organization_id, endpoint_id, window: 10, most: 10 }
  const id = await insertDeliveredEvent(db, tenant)
  const claimNow = () =>
    db.transaction(async (transaction) => {
      const now = new Date(Date.now() + 1_000)
      const times = timesAt(now)
      const { claimed } = await claimInOrder(transaction, claim, times)
      return claimed.map(({ event }) => event._id)
    })
  // An event of the same subject that came before may have its delivery with the next step only.
  await db.write(sql`update delivery_progress set is_behind = true`)
  assert.deepEqual(await claimNow(), [])
  assert.equal(await makeDeliveries(db), 0)
  assert.deepEqual(await claimNow(), [id])
})

test('a delivery whose event is gone ends, and takes no place in the window', async () => {
  await using world = await createWebhookWorld([])
  const { db, tenant } = world
  const endpoint_id = await world.addEndpoint({ url: 'https://crm.example.com/hooks' })
  const claim = { organization_id: tenant.organization_id, endpoint_id, window: 1, most: 1 }
  const gone = await insertDeliveredEvent(db, tenant, { at: new Date(Date.now() - 60_000) })
  await db.write(sql`delete from events where _id = ${gone}`)
  const kept = await insertDeliveredEvent(db, tenant)
  const claimNow = () =>
    db.transaction((transaction) => {
      const now = new Date(Date.now() + 1_000)
      const times = timesAt(now)
      return claimDeliveries(transaction, [claim], times)
    })
  assert.deepEqual(await claimNow(), [])
  assert.deepEqual(
    (await claimNow()).map(({ event }) => event._id),
    [kept],
  )
})

test('new events of a subject do not wait for an old one that is to be sent again', async () => {
  await using world = await createWebhookWorld([])
  const { db, tenant } = world
  const endpoint_id = await world.addEndpoint({ url: 'https://crm.example.com/hooks', order: 'by_subject' })
  const key = { organization_id: tenant.organization_id, endpoint_id }
  const subjectId = uuidv7()
  const now = new Date(Date.now() + 1_000)
  const old = await insertDeliveredEvent(db, tenant, { subjectId })
  // It fails, and waits for its next try.
  await db.write(sql`
    update webhook_deliveries set resent = true, failures = 1, tries = 1, due_at = ${now}::timestamptz + interval '5 hours'
    where event_id = ${old}`)
  const ids = [
    await insertDeliveredEvent(db, tenant, { subjectId }),
    await insertDeliveredEvent(db, tenant, { subjectId }),
  ]
  for (const id of ids)
    await db.transaction(async (transaction) => {
      const times = timesAt(now)
      const { claimed } = await claimInOrder(transaction, { ...key, window: 10, most: 10 }, times)
      assert.deepEqual(
        claimed.map(({ event }) => event._id),
        [id],
      )
      await transaction.write(sql`update webhook_deliveries set state = 'delivered' where event_id = ${id}`)
      await wakeNextOfSubjects(transaction, key, [subjectId], now)
    })
})

test('what was put off behind a delivery is due once that goes with its event', async () => {
  await using world = await createWebhookWorld([])
  const { db, tenant } = world
  const endpoint_id = await world.addEndpoint({ url: 'https://crm.example.com/hooks', order: 'by_subject' })
  const subjectId = uuidv7()
  const now = new Date(Date.now() + 1_000)
  const claim = () => claimAt(db, { organization_id: tenant.organization_id, endpoint_id }, now)
  const first = await insertDeliveredEvent(db, tenant, { subjectId })
  const second = await insertDeliveredEvent(db, tenant, { subjectId })
  assert.equal((await claim()).claimed.length, 1)
  assert.deepEqual((await claim()).claimed, [])
  await db.transaction(async (transaction) => {
    await transaction.query(sql`delete from events where _id = ${first}`)
    await deleteDeliveries(transaction, tenant, [first])
  })
  assert.deepEqual(
    (await claim()).claimed.map(({ event }) => event._id),
    [second],
  )
})

test('what was held and never sent keeps its place before newer events of its subject', async () => {
  await using world = await createWebhookWorld([])
  const { db, tenant } = world
  const endpoint_id = await world.addEndpoint({ url: 'https://crm.example.com/hooks', order: 'by_subject' })
  const key = { organization_id: tenant.organization_id, endpoint_id }
  const subjectId = uuidv7()
  const now = new Date(Date.now() + 1_000)
  const held = await insertDeliveredEvent(db, tenant, { subjectId })
  await db.write(sql`update webhook_deliveries set state = 'held' where event_id = ${held}`)
  await insertDeliveredEvent(db, tenant, { subjectId })
  assert.equal(await updateDeliveryResent(db, key, held, now), true)
  const { claimed } = await claimAt(db, key, now)
  assert.deepEqual(
    claimed.map(({ event, resent }) => [event._id, resent]),
    [[held, false]],
  )
})

test('what was held goes in its order and before what is new, also what was tried in vain (Promise 78)', async () => {
  await using world = await createWebhookWorld([])
  const { db, tenant, service } = world
  const endpoint_id = await world.addEndpoint({ url: 'https://crm.example.com/hooks', order: 'by_subject' })
  const key = { organization_id: tenant.organization_id, endpoint_id }
  const subjectId = uuidv7()
  const now = new Date(Date.now() + 1_000)
  const add = () => insertDeliveredEvent(db, tenant, { subjectId })
  // The endpoint answers the first with 410, so that it is disabled.
  const ids = [await add(), await add(), await add()]
  await db.write(sql`
    update webhook_deliveries set state = 'held', tries = case event_id when ${ids[0]} then 1 else 0 end
    where endpoint_id = ${endpoint_id}`)
  await db.write(
    sql`update webhook_endpoints set disabled_at = now(), disabled_why = 'gone' where _id = ${endpoint_id}`,
  )
  const enabled = await service.request('POST', world.path(endpoint_id, '/enable'), {
    body: { send_held: true },
  })
  assert.equal(enabled.status, 200, enabled.body.message)
  ids.push(await add())
  assert.deepEqual((await claimAt(db, key, now)).claimed, [])
  const job = resendDeliveries(service.context)
  while (await job.run(new AbortController().signal));
  const sent: string[] = []
  for (const _ of ids)
    await db.transaction(async (transaction) => {
      const { claimed } = await claimInOrder(transaction, { ...key, window: 10, most: 10 }, timesAt(now))
      sent.push(...claimed.map(({ event }) => event._id))
      await transaction.write(sql`
        update webhook_deliveries set state = 'delivered' where endpoint_id = ${endpoint_id} and state = 'sending'`)
      await wakeNextOfSubjects(transaction, key, [subjectId], now)
    })
  assert.deepEqual(sent, ids)
})

test('what was delivered or given up counts as sent again, also when it was held meanwhile', async () => {
  await using world = await createWebhookWorld([])
  const { db, tenant } = world
  const endpoint_id = await world.addEndpoint({ url: 'https://crm.example.com/hooks', order: 'by_subject' })
  const key = { organization_id: tenant.organization_id, endpoint_id }
  const now = new Date()
  const isResent = async (state: string) => {
    const id = await insertDeliveredEvent(db, tenant)
    const again = async (was: string) => {
      await db.write(sql`update webhook_deliveries set state = ${was}, tries = 1 where event_id = ${id}`)
      assert.equal(await updateDeliveryResent(db, key, id, now), true)
      const [row] = await db.query<{ resent: boolean }>(
        sql`select resent from webhook_deliveries where event_id = ${id}`,
      )
      return row!.resent
    }
    return [await again(state), await again('held')]
  }
  assert.deepEqual(await isResent('delivered'), [true, true])
  assert.deepEqual(await isResent('exhausted'), [true, true])
  assert.deepEqual(await isResent('waiting'), [false, false])
})

test('a delivery that is sent again and fails lets new events of its subject go', async () => {
  await using world = await createWebhookWorld([])
  const { db, tenant } = world
  const endpoint_id = await world.addEndpoint({ url: 'https://crm.example.com/hooks', order: 'by_subject' })
  const key = { organization_id: tenant.organization_id, endpoint_id }
  const subjectId = uuidv7()
  const now = new Date(Date.now() + 1_000)
  const times = timesAt(now)
  const old = await insertDeliveredEvent(db, tenant, { subjectId })
  await db.write(sql`update webhook_deliveries set resent = true, tries = 1 where event_id = ${old}`)
  const claim = () => claimAt(db, key, now, times)
  assert.equal((await claim()).claimed.length, 1)
  const fresh = await insertDeliveredEvent(db, tenant, { subjectId })
  // It waits for the one that is under way.
  assert.deepEqual((await claim()).claimed, [])
  await db.transaction(async (transaction) => {
    const failed = {
      ...key,
      event_id: old,
      lease_token: times.leaseToken,
      n: 2,
      state: 'waiting' as const,
      due_at: new Date(now.getTime() + 18_000_000),
      failures: 1,
      at: now,
      milliseconds: 5,
      status: 500,
      answer: null,
      reason: null,
    }
    const ended = await settleTries(transaction, [failed], [endpoint_id])
    assert.deepEqual(ended, [{ endpoint_id, subject_id: subjectId }])
    await wakeNextOfSubjects(transaction, key, [subjectId], now)
  })
  assert.deepEqual(
    (await claim()).claimed.map(({ event }) => event._id),
    [fresh],
  )
})
