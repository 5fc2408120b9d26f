// Deliveries to real receivers over HTTP: what they get, and what follows from each way to answer.
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { sql } from '../../src/db/sql.ts'
import { eventDays, firstIdAt } from '../../src/events/queries.ts'
import { answerMsMax } from '../../src/webhooks/delivery/send.ts'
import {
  deleteOldSecrets,
  deletePastResends,
  deleteRemovedEndpoints,
} from '../../src/webhooks/endpoints/delete-queries.ts'
import { deletePastWebhooks } from '../../src/webhooks/jobs/delete-past-webhooks.ts'
import { eventually } from '../support/service.ts'
import { probeOf, watchStalls } from '../support/slowness.ts'
import { insertEvent } from '../support/webhooks/events.ts'
import { startReceiver } from '../support/webhooks/receiver.ts'
import type { Receiver } from '../support/webhooks/receiver.ts'
import { createWebhookWorld } from '../support/webhooks/world.ts'
import type { WebhookWorld } from '../support/webhooks/world.ts'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
let world: WebhookWorld
let receiver: Receiver
before(async () => {
  receiver = await startReceiver()
  world = await createWebhookWorld([receiver.host, '127.0.0.1:1', 'localhost'])
  world.service.startWorker()
})
after(async () => {
  await world[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})
afterEach(async () => {
  await world.removeEndpoints()
  receiver.received = []
  receiver.answer = (response) => void response.writeHead(204).end()
})

describe('a delivery', () => {
  it('waits 15 s for an answer (Rule 170)', () => {
    assert.equal(answerMsMax, 15_000)
  })

  it('is signed by Standard Webhooks, with the id of the event, and is recorded', async () => {
    const endpoint = await world.addEndpoint({ url: `${receiver.url}?token=1`, secret })
    const id = await insertEvent(world.db, world.tenant, { data: { _id: 'a', state: 'completed' } })
    const [got] = await eventually('a request', () =>
      receiver.received.length > 0 ? receiver.received : null,
    )
    assert.ok(got)
    assert.equal(got.path, '/hooks?token=1')
    assert.equal(got.id, id)
    assert.equal(got.headers['user-agent'], 'Switchboard-Webhooks/1')
    assert.equal(got.headers['content-type'], 'application/json')
    const body = new Webhook(secret).verify(got.body, got.headers as Record<string, string>) as Record<
      string,
      unknown
    >
    assert.deepEqual(body['data'], { _id: 'a', state: 'completed' })
    assert.equal(body['type'], 'call.ended')
    const delivery = await world.deliveryIn(endpoint, id, 'delivered')
    assert.equal(delivery.tries, 1)
    const [attempt] = await world.attemptsOf(endpoint, id)
    assert.deepEqual([attempt?.n, attempt?.status, attempt?.reason, attempt?.answer], [1, 204, null, ''])
  })

  it('has texts only where the endpoint asks for them, and goes only to those that chose its type', async () => {
    const full = await world.addEndpoint({
      name: 'full',
      url: `${receiver.url}/full`,
      content: 'full',
      types: ['message.*'],
    })
    await world.addEndpoint({ name: 'ids', url: `${receiver.url}/ids`, types: ['message.received'] })
    await world.addEndpoint({ name: 'calls', url: `${receiver.url}/calls`, types: ['call.*'] })
    await insertEvent(world.db, world.tenant, {
      type: 'message.received',
      data: { _id: 'm' },
      texts: { body: 'Hi' },
    })
    await eventually('two requests', () => (receiver.received.length === 2 ? true : null))
    const shown = receiver.received.map(({ path, body }) => [
      path,
      (JSON.parse(body) as { data: unknown }).data,
    ])
    assert.deepEqual(Object.fromEntries(shown), {
      '/hooks/full': { _id: 'm', body: 'Hi' },
      '/hooks/ids': { _id: 'm' },
    })
    assert.ok(full)
  })

  it('comes over a connection that is kept', async () => {
    await world.addEndpoint({ url: receiver.url })
    for (let count = 1; count <= 5; count++) {
      await insertEvent(world.db, world.tenant)
      await eventually('a request', () => (receiver.received.length === count ? true : null))
    }
    assert.equal(new Set(receiver.received.map(({ connection }) => connection)).size, 1)
  })

  const failures: [string, (url: string) => string, Receiver['answer'] | null, RegExp, number | null][] = [
    [
      'an error',
      (url) => url,
      (response) => void response.writeHead(500).end('no\0t now'),
      /^answered 500$/,
      500,
    ],
    [
      'a redirect to a private address',
      (url) => url,
      (response) =>
        void response.writeHead(307, { location: 'http://169.254.169.254/latest/meta-data' }).end(),
      /^answered 307, and redirects are not followed$/,
      307,
    ],
    [
      'a broken connection',
      (url) => url,
      (response) => void response.socket?.destroy(),
      /connection broke/,
      null,
    ],
    [
      'a broken answer',
      (url) => url,
      (response) => void response.socket?.end('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab'),
      /connection broke|broke/,
      null,
    ],
    [
      'what is no HTTP',
      (url) => url,
      (response) => void response.socket?.end('SSH-2.0-x\r\n'),
      /no correct HTTP/,
      null,
    ],
    ['a port where nobody listens', () => 'http://127.0.0.1:1/', null, /refused/, null],
    ['a private address', () => 'https://10.0.0.1/', null, /not a public address/, null],
    ['the metadata of a cloud', () => 'https://169.254.169.254/', null, /not a public address/, null],
  ]
  for (const [what, urlOf, answer, reason, status] of failures)
    it(`fails with ${what}, says why, and comes again`, async () => {
      if (answer !== null) receiver.answer = answer
      const endpoint = await world.addEndpoint({ url: urlOf(receiver.url) })
      const id = await insertEvent(world.db, world.tenant)
      const [attempt] = await eventually('an attempt', async () => {
        const attempts = await world.attemptsOf(endpoint, id)
        return attempts.length > 0 ? attempts : null
      })
      assert.match(attempt?.reason ?? '', reason)
      assert.equal(attempt?.status, status)
      const delivery = await world.deliveryIn(endpoint, id, 'waiting')
      assert.equal(delivery.failures, 1)
      const waitMs = Date.parse(delivery.due_at) - Date.parse(attempt.at)
      assert.ok(waitMs >= 4_500 && waitMs < 7_000, String(waitMs))
      // Then the endpoint is all right again, and its next try needs no five seconds.
      receiver.answer = (response) => void response.writeHead(200).end()
      if (answer === null) return
      await world.letTimePass(endpoint)
      await world.deliveryIn(endpoint, id, 'delivered')
      assert.equal(new Set(receiver.ids()).size, 1)
    })

  it('fails with a host that the operator has closed since, and says why', async () => {
    const endpoint = await world.addEndpoint({ url: 'https://example.com/' })
    await world.db.write(
      sql`update webhook_endpoints set url = 'http://example.com/' where _id = ${endpoint}`,
    )
    const id = await insertEvent(world.db, world.tenant)
    await world.deliveryIn(endpoint, id, 'waiting', 1)
    assert.match(
      (await world.attemptsOf(endpoint, id))[0]?.reason ?? '',
      /^must be https; http is only for hosts/,
    )
  })

  it('is exhausted after ten tries (Rule 170)', async () => {
    receiver.answer = (response) => void response.writeHead(500).end()
    const endpoint = await world.addEndpoint({ url: receiver.url })
    const id = await insertEvent(world.db, world.tenant)
    for (let count = 1; count < 10; count++) {
      await eventually(`try ${count}`, async () =>
        (await world.attemptsOf(endpoint, id)).length === count ? true : null,
      )
      await world.letTimePass(endpoint)
    }
    const delivery = await world.deliveryIn(endpoint, id, 'exhausted')
    assert.deepEqual([delivery.tries, delivery.failures], [10, 10])
  })

  it('410 disables at once, holds what waits, and the other endpoints get an event', async () => {
    await using other = await startReceiver()
    await world.addEndpoint({ name: 'other', url: other.url.replace('127.0.0.1', 'localhost'), types: ['*'] })
    receiver.answer = (response) => void response.writeHead(410).end()
    const endpoint = await world.addEndpoint({ url: receiver.url, types: ['*'] })
    const id = await insertEvent(world.db, world.tenant)
    await world.deliveryIn(endpoint, id, 'held')
    const [row] = await world.db.query<{ disabled_why: string }>(
      sql`select disabled_why from webhook_endpoints where _id = ${endpoint}`,
    )
    assert.equal(row?.disabled_why, 'gone')
    const delivery = await eventually(
      'the other gets an event',
      () => other.received.find(({ body }) => body.includes('webhook_endpoint.disabled')) ?? null,
    )
    assert.equal((JSON.parse(delivery.body) as { data: { _id: string } }).data._id, endpoint)
    const later = await insertEvent(world.db, world.tenant)
    await world.deliveryIn(endpoint, later, 'held')
    assert.equal(receiver.received.length, 1)
  })

  it('an answer of a former address does not count against the present one', async () => {
    let answerLate: (() => void) | null = null
    receiver.answer = (response) => (answerLate = () => void response.writeHead(410).end())
    const endpoint = await world.addEndpoint({ name: 'moves', url: receiver.url })
    const id = await insertEvent(world.db, world.tenant)
    await eventually('the first is under way', () => answerLate)
    receiver.answer = (response) => void response.writeHead(204).end()
    assert.equal(await world.addEndpoint({ name: 'moves', url: `${receiver.url}/new` }), endpoint)
    answerLate!()
    const { failures } = await world.deliveryIn(endpoint, id, 'delivered')
    assert.equal(failures, 0)
    const attempts = await world.attemptsOf(endpoint, id)
    assert.deepEqual(
      attempts.map(({ status }) => status),
      [410, 204],
    )
    assert.deepEqual(
      receiver.received.map(({ path }) => path),
      ['/hooks', '/hooks/new'],
    )
  })

  it('Retry-After of 429 is kept for the whole endpoint', async () => {
    receiver.answer = (response) => void response.writeHead(429, { 'retry-after': '3600' }).end()
    const endpoint = await world.addEndpoint({ url: receiver.url })
    const first = await insertEvent(world.db, world.tenant)
    await world.deliveryIn(endpoint, first, 'waiting', 1)
    await insertEvent(world.db, world.tenant)
    await new Promise((resolve) => setTimeout(resolve, 600))
    assert.equal(receiver.received.length, 1)
    const [line] = await world.db.query<{ held_until: string }>(
      sql`select held_until from webhook_lines where endpoint_id = ${endpoint}`,
    )
    const heldMs = Date.parse(line!.held_until) - Date.now()
    assert.ok(heldMs > 3_590_000 && heldMs <= 3_600_000, String(heldMs))
  })

  it('Retry-After is kept though a request that began before it is accepted later', async () => {
    const endpoint = await world.addEndpoint({ url: receiver.url })
    const proof = await insertEvent(world.db, world.tenant)
    await world.deliveryIn(endpoint, proof, 'delivered')
    receiver.received = []
    let accept: (() => void) | null = null
    receiver.answer = (response) => {
      if (receiver.received.length === 1) accept = () => void response.writeHead(204).end()
      else response.writeHead(429, { 'retry-after': '3600' }).end()
    }
    const slow = await insertEvent(world.db, world.tenant)
    await eventually('the first is under way', () => accept)
    const refused = await insertEvent(world.db, world.tenant)
    await world.deliveryIn(endpoint, refused, 'waiting', 1)
    accept!()
    await world.deliveryIn(endpoint, slow, 'delivered')
    await insertEvent(world.db, world.tenant)
    await new Promise((resolve) => setTimeout(resolve, 600))
    assert.deepEqual(receiver.ids(), [slow, refused])
  })

  it('everything that waited comes at once when the endpoint answers again', async () => {
    receiver.answer = (response) => void response.writeHead(503).end()
    const endpoint = await world.addEndpoint({ url: receiver.url })
    const ids = await Promise.all(Array.from({ length: 30 }, () => insertEvent(world.db, world.tenant)))
    await eventually('each has failed', async () =>
      (await Promise.all(ids.map((id) => world.attemptsOf(endpoint, id)))).every((all) => all.length > 0)
        ? true
        : null,
    )
    await world.letTimePass(endpoint, 3_600_000)
    const last = await insertEvent(world.db, world.tenant)
    receiver.answer = (response) => void response.writeHead(200).end()
    await world.deliveryIn(endpoint, last, 'delivered')
    // Long before the hour is over until which they wait otherwise.
    for (const id of ids) await world.deliveryIn(endpoint, id, 'delivered')
  })

  it('a delivery that the endpoint refuses for good keeps its hours while others succeed', async () => {
    const endpoint = await world.addEndpoint({ url: receiver.url })
    receiver.answer = (response, { body }) =>
      void response.writeHead(body.includes('poison') ? 500 : 200).end()
    const poison = await insertEvent(world.db, world.tenant, { data: { poison: true } })
    await world.deliveryIn(endpoint, poison, 'waiting', 1)
    // On a busy machine the deliveries below may take longer than the first pause.
    await world.db.write(sql`
      update webhook_deliveries set due_at = due_at + interval '1 hour' where event_id = ${poison}`)
    for (let count = 0; count < 15; count++) {
      const id = await insertEvent(world.db, world.tenant)
      await world.deliveryIn(endpoint, id, 'delivered')
    }
    await new Promise((resolve) => setTimeout(resolve, 300))
    const attempts = await world.attemptsOf(endpoint, poison)
    assert.ok(attempts.length <= 2, String(attempts.length))
    assert.equal((await world.deliveryIn(endpoint, poison, 'waiting')).failures, 1)
  })

  it('a delivery that fails when it is sent early is due when it was before', async () => {
    const endpoint = await world.addEndpoint({ url: receiver.url })
    receiver.answer = (response, { body }) =>
      void response.writeHead(body.includes('poison') ? 500 : 200).end()
    const poison = await insertEvent(world.db, world.tenant, { data: { poison: true } })
    await world.deliveryIn(endpoint, poison, 'waiting', 1)
    await world.letTimePass(endpoint, 3_600_000)
    const { tries, due_at } = await world.deliveryIn(endpoint, poison, 'waiting', 1)
    await insertEvent(world.db, world.tenant)
    await eventually('it is sent early', async () =>
      (await world.attemptsOf(endpoint, poison)).length > tries ? true : null,
    )
    const after = await world.deliveryIn(endpoint, poison, 'waiting', 1)
    assert.deepEqual([after.tries, after.due_at], [tries + 1, due_at])
  })

  it('a rate is kept', async () => {
    const endpoint = await world.addEndpoint({ url: receiver.url, rate_per_second: 10 })
    await using stalls = watchStalls(probeOf(world.db))
    const begun = Date.now()
    const ids = await Promise.all(Array.from({ length: 25 }, () => insertEvent(world.db, world.tenant)))
    for (const id of ids) await world.deliveryIn(endpoint, id, 'delivered')
    const times = receiver.received.map(({ at }) => at).sort((a, b) => a - b)
    // A busy machine may send late, and the next one in time, so each is compared with the start.
    for (const [index, at] of times.entries())
      assert.ok(at - begun >= (index - 12) * 100, `request ${index} after ${at - begun} ms`)
    assert.ok(times.at(-1)! - times[0]! - stalls.stalledMs() < 6_000)
  })

  it('a rate is forgotten that was used while the clock of the database was ahead', async () => {
    const endpoint = await world.addEndpoint({ url: receiver.url, rate_per_second: 10 })
    await world.db.write(sql`
      update webhook_lines set arrival_at = now() + interval '1 hour' where endpoint_id = ${endpoint}`)
    const id = await insertEvent(world.db, world.tenant)
    await world.deliveryIn(endpoint, id, 'delivered')
  })
})

describe('what is past', () => {
  it('deliveries and attempts go after 30 days, and with a removed endpoint', async () => {
    const { db, service } = world
    const job = deletePastWebhooks(service.context)
    const kept = await world.addEndpoint({ name: 'kept', url: receiver.url })
    const young = await insertEvent(db, world.tenant)
    const old = await insertEvent(db, world.tenant)
    for (const id of [young, old]) await world.deliveryIn(kept, id, 'delivered')
    const oldId = firstIdAt(new Date(Date.now() - eventDays * 86_400_000 - 1))
    for (const table of [sql`webhook_deliveries`, sql`webhook_attempts`])
      await db.write(sql`update ${table} set event_id = ${oldId} where event_id = ${old}`)
    const left = async () => {
      while (await job.run(new AbortController().signal));
      const rows = await db.query<{ event_id: string }>(sql`
        select event_id from webhook_deliveries where endpoint_id = ${kept}
        union all select event_id from webhook_attempts where endpoint_id = ${kept}`)
      return rows.map(({ event_id }) => event_id)
    }
    assert.deepEqual(await left(), [young, young])
    await db.write(
      sql`update webhook_endpoints set removed_at = now() - interval '2 hours' where _id = ${kept}`,
    )
    assert.deepEqual(await left(), [])
    assert.deepEqual(await db.query(sql`select from webhook_endpoints where _id = ${kept}`), [])
  })

  it('removed endpoints and old secrets go 1,000 at a time, until none is left', async () => {
    const { db } = world
    const like = await world.addEndpoint({ name: 'like', url: receiver.url })
    const copy = (removed: boolean) =>
      db.write(sql`
      insert into webhook_endpoints (organization_id, project_id, _id, name, url, declared_types, types, version, secret,
        old_secret, old_secret_until, created_at, updated_at, removed_at)
      select organization_id, project_id, gen_random_uuid(), 'copy ' || n, url, declared_types, types, version, secret,
        secret, now(), created_at, updated_at, case when ${removed} then now() - interval '2 hours' end
      from webhook_endpoints, generate_series(1, 1500) n where _id = ${like}`)
    await copy(false)
    const now = new Date(Date.now() + 1_000)
    const steps = async (step: () => Promise<number>) => [await step(), await step(), await step()]
    assert.deepEqual(await steps(() => deleteOldSecrets(db, now)), [1_000, 500, 0])
    await copy(true)
    await db.write(sql`
      insert into webhook_resends (organization_id, _id, endpoint_id, created_at, requested_by, deliveries_count)
      select organization_id, gen_random_uuid(), _id, now(), 'a test', 1 from webhook_endpoints where removed_at < now() - interval '1 hour'`)
    assert.equal(await deleteRemovedEndpoints(db, now), 0)
    const monthAgo = new Date(now.getTime() - 30 * 86_400_000)
    assert.deepEqual(await steps(() => deletePastResends(db, monthAgo)), [1_000, 500, 0])
    assert.deepEqual(await steps(() => deleteRemovedEndpoints(db, now)), [1_000, 500, 0])
    const [left] = await db.query<{ count: number }>(
      sql`select count(*)::integer as count from webhook_endpoints where old_secret is null and removed_at is null`,
    )
    assert.equal(left?.count, 1_501)
  })
})
