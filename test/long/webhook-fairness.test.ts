// Endpoints that hang, fail or are slow cost the others nothing; order by subject holds under failures; two workers
// share.
import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { after, afterEach, before, describe, it } from 'node:test'
import { uuidv7 } from '../../src/base/ids.ts'
import { sql } from '../../src/db/sql.ts'
import { eventually } from '../support/service.ts'
import { probeOf, watchStalls } from '../support/slowness.ts'
import { insertEvent, insertEvents } from '../support/webhooks/events.ts'
import { startReceiver } from '../support/webhooks/receiver.ts'
import type { Receiver } from '../support/webhooks/receiver.ts'
import { createWebhookWorld } from '../support/webhooks/world.ts'
import type { WebhookWorld } from '../support/webhooks/world.ts'

let world: WebhookWorld
let receiver: Receiver
/** Takes connections and never says a word. */
const hanging = new Set<Socket>()
const hangs = createServer((socket) => {
  hanging.add(socket)
  socket.on('error', () => {})
})
before(async () => {
  await new Promise<void>((resolve) => hangs.listen(0, '127.0.0.1', resolve))
  receiver = await startReceiver()
  world = await createWebhookWorld(['127.0.0.1'])
  world.service.startWorker()
  world.service.startWorker()
})
after(async () => {
  for (const socket of hanging) socket.destroy()
  hangs.close()
  await world[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})

afterEach(() => world.removeEndpoints())

describe('beside 1,000 endpoints that hang', () => {
  it('a good one gets its events at once (Promise 77)', async () => {
    const good = await world.addEndpoint({ name: 'good', url: receiver.url, types: ['message.*'] })
    // It is in use.
    const first = await insertEvent(world.db, world.tenant, { type: 'message.received' })
    await world.deliveryIn(good, first, 'delivered')
    const dead = await world.addEndpoint({
      name: 'dead',
      url: `http://127.0.0.1:${(hangs.address() as AddressInfo).port}/`,
      types: ['call.*'],
    })
    await world.db.write(sql`
      insert into webhook_endpoints (organization_id, project_id, _id, name, url, declared_types, types, version, secret,
        created_at, updated_at)
      select organization_id, project_id, gen_random_uuid(), 'dead ' || n, url, declared_types, types, version, secret,
        created_at, updated_at
      from webhook_endpoints, generate_series(1, 999) as n where _id = ${dead}`)
    await world.db.write(sql`
      insert into webhook_lines (organization_id, endpoint_id)
      select organization_id, _id from webhook_endpoints on conflict do nothing`)
    // Each of the dead has ten deliveries to send.
    for (let count = 0; count < 10; count++) await insertEvent(world.db, world.tenant)
    await eventually('many hang', () => (hanging.size >= 150 ? true : null))
    await using stalls = watchStalls(probeOf(world.db))
    const lags: number[] = []
    receiver.onRequest = ({ body, at }) =>
      void lags.push(at - Date.parse((JSON.parse(body) as { timestamp: string }).timestamp))
    for (let count = 0; count < 100; count++) {
      await insertEvent(world.db, world.tenant, { type: 'message.received' })
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    await eventually('all are there', () => (lags.length >= 100 ? true : null))
    const sorted = lags.toSorted((a, b) => a - b)
    // A machine that stands still delays each by as much at most.
    assert.ok(sorted[98]! - stalls.stalledMs() < 500, `p99 ${sorted[98]} ms`)
    receiver.onRequest = () => {}
  })
})

describe('in order by subject', () => {
  it('each subject’s events come in their order, whatever fails, and one subject holds up no other (Promise 78)', async () => {
    receiver.received = []
    const accepted: { subject: string; n: number }[] = []
    receiver.answer = (response, { body }) => {
      const { data } = JSON.parse(body) as { data: { subject: string; n: number } }
      // Every third request fails, and one subject always.
      const fails = data.subject === 'stuck' || receiver.received.length % 3 === 0
      if (!fails) accepted.push(data)
      response.writeHead(fails ? 500 : 200).end()
    }
    const endpoint = await world.addEndpoint({ name: 'ordered', url: receiver.url, order: 'by_subject' })
    const subjects = Object.fromEntries(
      ['stuck', 'a', 'b', 'c', 'd', 'e', 'f'].map((name) => [name, uuidv7()] as const),
    )
    const at = Date.now()
    for (let n = 0; n < 12; n++)
      await insertEvents(
        world.db,
        world.tenant,
        Object.entries(subjects).map(([subject, subjectId], index) => ({
          _id: uuidv7(),
          type: 'call.ended',
          subjectId,
          data: { subject, n },
          texts: null,
          at: new Date(at - 60_000 + n * 100 + index),
        })),
      )
    const all = 6 * 12
    await eventually('all others are accepted', async () => {
      await world.letFailedPass(endpoint)
      return accepted.length >= all ? true : null
    })
    for (const [subject, group] of Map.groupBy(accepted, (one) => one.subject))
      assert.deepEqual(
        group.map(({ n }) => n),
        Array.from({ length: 12 }, (_, n) => n),
        subject,
      )
    const stuck = receiver.received.filter(({ body }) => body.includes('"stuck"'))
    assert.ok(stuck.every(({ body }) => /"n":0\b/.test(body)))
    // Exhausted, it lets the next one go.
    receiver.answer = (response) => void response.writeHead(200).end()
    await eventually('the rest comes', async () => {
      // Again, because it may just be on its way, and then waits for minutes.
      await world.letFailedPass(endpoint, { failures: 9 })
      const [left] = await world.db.query<{ count: number }>(sql`
        select count(*) as count from webhook_deliveries where endpoint_id = ${endpoint}
          and state in ('waiting', 'sending')`)
      return left?.count === 0 ? true : null
    })
  })
})

describe('two workers', () => {
  it('send each delivery once, within the window', async () => {
    const url = `${receiver.url}/shared`
    let now = 0
    let most = 0
    receiver.answer = (response) => {
      most = Math.max(most, ++now)
      setTimeout(() => {
        now--
        response.writeHead(200).end()
      }, 20)
    }
    const endpoint = await world.addEndpoint({ name: 'shared', url })
    const events = Array.from({ length: 500 }, () => ({
      _id: uuidv7(),
      type: 'call.ended',
      subjectId: uuidv7(),
      data: {},
      texts: null,
      at: new Date(),
    }))
    await insertEvents(world.db, world.tenant, events)
    await eventually('all are recorded', async () => {
      const [row] = await world.db.query<{ count: number }>(sql`
        select count(*) as count from webhook_deliveries where endpoint_id = ${endpoint} and state = 'delivered'`)
      return row?.count === 500 ? true : null
    })
    const received = receiver.received.filter(({ path }) => path.endsWith('/shared'))
    assert.equal(received.length, 500)
    assert.equal(new Set(received.map(({ id }) => id)).size, 500)
    assert.ok(most <= 10 && most > 1, `${most} at once`)
  })
})
