// What the dialler does when something was lost on the way, step by step, with no worker but the test itself.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { notifyForgottenQueues } from '../src/calls/queue/queue-queries.ts'
import { dialDueAttempt, serveDueQueue } from '../src/calls/queue/serve-queue.ts'
import { sql } from '../src/db/sql.ts'
import { carrierAccount, startCarrier } from './support/carrier.ts'
import type { Carrier } from './support/carrier.ts'
import { scriptCampaign } from './support/declarations.ts'
import { createNumbers } from './support/numbers.ts'
import { eventually, startService } from './support/service.ts'
import type { Service } from './support/service.ts'
import { assertTook, probeOf, watchStalls } from './support/slowness.ts'

suite('what is lost on the way', () => {
  const nextNumber = createNumbers()
  let carrier: Carrier
  let service: Service

  before(async () => {
    carrier = await startCarrier()
    service = await startService({
      carrier: { api_url: carrier.url, account_sid: carrierAccount },
      campaigns: [
        scriptCampaign({ name: 'One slot', slots: 1 }),
        scriptCampaign({ name: 'Retries', slots: 10, retry: { max_attempts: 2, delay_minutes: 0 } }),
      ],
    })
  })

  after(async () => {
    await service?.[Symbol.asyncDispose]()
    await carrier?.[Symbol.asyncDispose]()
  })

  const call = async (campaign: string) => {
    const { status, body } = await service.request(
      'POST',
      `/organizations/${service.organizationId}/projects/${service.projectId}/campaigns/${service.campaignIds[campaign]}/calls`,
      { body: { phone_number: nextNumber() } },
    )
    assert.equal(status, 200)
    return (body.data as { campaign_queue_id: string }).campaign_queue_id
  }
  /** Ends the last call, and forgets every waking that follows. */
  const endUnheard = async (status: string) => {
    assert.equal(await carrier.report(carrier.legs.at(-1)!, status, { CallDuration: '1' }), 204)
    await service.context.queueNotifier.idle()
    await service.context.db.query(sql`update campaign_queues set next_at = null`)
  }
  const serveAll = async () => {
    for (let dials = await serve(); dials !== null; dials = await serve())
      await Promise.all(dials.map((dial) => dialDueAttempt(service.context, dial)))
  }
  const serve = () => serveDueQueue(service.context, () => 100)
  const stateOf = async (id: string) => {
    const [row] = await service.context.db.query<{ state: string }>(
      sql`select state from calls where _id = ${id}`,
    )
    return row?.state
  }
  let isWorking = false
  const startWorker = () => {
    if (!isWorking) service.startWorker()
    isWorking = true
  }

  test('a notification after a slot was freed: the job finds the queue (Promise 22)', async () => {
    await call('One slot')
    const waiting = await call('One slot')
    await endUnheard('completed')
    await serveAll()
    assert.equal(await stateOf(waiting), 'waiting')
    assert.equal(await notifyForgottenQueues(service.context.db, new Date()), 1)
    await serveAll()
    assert.equal(await stateOf(waiting), 'dialling')
    await endUnheard('completed')
  })

  test('a notification after an attempt that is retried: the job finds the queue', async () => {
    const id = await call('Retries')
    await endUnheard('busy')
    await serveAll()
    assert.equal(await stateOf(id), 'waiting')
    assert.equal(await notifyForgottenQueues(service.context.db, new Date()), 1)
    await serveAll()
    assert.equal(await stateOf(id), 'dialling')
    await endUnheard('busy')
    assert.equal(await stateOf(id), 'busy')
  })

  test('time, in a process that was paused: it does not dial, and the call keeps its place', async () => {
    await call('One slot')
    const waiting = await call('One slot')
    await endUnheard('completed')
    await notifyForgottenQueues(service.context.db, new Date())
    const [dial] = (await serve()) ?? []
    assert.ok(dial)
    const before = carrier.creates
    const { monotonicMs, now } = dial.decided
    const stopped = { ...dial, decided: { monotonicMs: monotonicMs - 9_000, now } }
    await dialDueAttempt(service.context, stopped)
    assert.equal(carrier.creates, before)
    assert.equal(await stateOf(waiting), 'waiting')
    await service.context.queueNotifier.idle()
    await serveAll()
    assert.equal(carrier.creates, before + 1)
    await endUnheard('completed')
    const held = await service.context.db.query(sql`
      select attempt_id from calling_slots where attempt_id is not null
      union all select call_id from numbers_in_use`)
    assert.deepEqual(held, [])
  })

  test('the answer for a call that was canceled meanwhile: the call is ended once the carrier shows it', async () => {
    const path = (tail: string) =>
      `/organizations/${service.organizationId}/projects/${service.projectId}` +
      `/campaigns/${service.campaignIds['Retries']}/calls${tail}`
    carrier.behave({ kind: 'accept_silently', how: 'drop' })
    const body = { phone_number: nextNumber() }
    assert.equal((await service.request('POST', path(''), { body })).status, 500)
    const [row] = await service.context.db.query<{ _id: string }>(
      sql`select _id from calls where state = 'unresolved'`,
    )
    const canceled = await service.request('POST', path(`/${row?._id}/cancel`))
    assert.equal(canceled.status, 200)
    startWorker()
    const leg = carrier.legs.at(-1)!
    await eventually('the call is ended', () => (carrier.ended.includes(leg.sid) ? true : null))
    assert.equal(await carrier.report(leg, 'canceled'), 204)
    assert.equal(await stateOf(row!._id), 'canceled')
  })

  test('a notification, while a worker runs: the free slot is used within 2 s (Promise 22)', async () => {
    const { db, queueNotifier } = service.context
    startWorker()
    const before = carrier.legs.length
    await call('One slot')
    await call('One slot')
    assert.equal(carrier.legs.length, before + 1)
    await queueNotifier.idle()
    await eventually('the worker has nothing to do', async () => {
      const due = await db.query(
        sql`select from campaign_queues where next_at < now() + interval '10 seconds'`,
      )
      return due.length === 0 ? true : null
    })
    await using stalls = watchStalls(probeOf(db))
    const freedAt = performance.now()
    // What a process leaves that dies between its commit and the notification.
    await db.query(
      sql`update calling_slots set attempt_id = null, taken_at = null where attempt_id is not null`,
    )
    while (carrier.legs.length === before + 1) await delay(5)
    await assertTook(performance.now() - freedAt, 2_000, stalls.stalledMs())
    for (const leg of carrier.legs.slice(before))
      assert.equal(await carrier.report(leg, 'completed', { CallDuration: '1' }), 204)
  })
})
