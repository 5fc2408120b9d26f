// Kills a real worker with SIGKILL at each step of a delivery, and an API while it commits facts. Every event of a
// committed fact arrives, none of one that was rolled back; a kill makes at most one double of each delivery that was
// under way, and every request of an event has its webhook-id.
//
// WEBHOOK_KILLS sets how many kills there are, one half of each program.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from '../../src/db/sql.ts'
import { scriptCampaign } from '../support/declarations.ts'
import { createPrograms } from '../support/killed-programs.ts'
import type { Programs } from '../support/killed-programs.ts'
import { countOf } from '../support/length.ts'
import { createNumbers } from '../support/numbers.ts'
import { eventually } from '../support/service.ts'
import { insertEvent } from '../support/webhooks/events.ts'
import { startReceiver } from '../support/webhooks/receiver.ts'
import type { Receiver } from '../support/webhooks/receiver.ts'
import { createWebhookWorld } from '../support/webhooks/world.ts'
import type { WebhookWorld } from '../support/webhooks/world.ts'

const kills = countOf('WEBHOOK_KILLS', { short: 6, long: 24 })
const rounds = Math.ceil(kills / 2)
/** How long another process leaves alone what a process has claimed and not recorded. */
const leaseSeconds = 40
const moments = ['claimed', 'received', 'answered', 'recorded', 'written', 'failed'] as const

let world: WebhookWorld
let receiver: Receiver
let programs: Programs
let endpointId: string
before(async () => {
  receiver = await startReceiver()
  world = await createWebhookWorld([receiver.host], {}, { campaigns: [scriptCampaign({ status: 'paused' })] })
  endpointId = await world.addEndpoint({ url: receiver.url })
  programs = createPrograms(world.service.databaseUrl, { PRIVATE_HOSTS: receiver.host })
})
after(async () => {
  await programs[Symbol.asyncDispose]()
  await world[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})

/**
 * How often the receiver has refused an event: once, and once more where another event was accepted meanwhile (Rule
 * 170).
 */
const failures = new Map<string, number>()

const stateOf = async (id: string): Promise<string | undefined> => {
  const [row] = await world.db.query<{ state: string }>(
    sql`select state from webhook_deliveries where event_id = ${id}`,
  )
  return row?.state
}

/** Decides about requests but those for calls, which are accepted. */
function answerOthers(answer: Receiver['answer']): void {
  receiver.answer = (response, request) =>
    request.body.includes('"call.queued"') ? void response.writeHead(200).end() : answer(response, request)
}

/** Has one event sent up to a moment, and returns its id. Whatever is returned beside it undoes what held it there. */
async function bringTo(
  moment: (typeof moments)[number],
): Promise<{ id: string; release: () => Promise<void> }> {
  const nothing = async (): Promise<void> => {}
  const got = (id: string) => eventually('a request', () => (receiver.ids().includes(id) ? true : null))
  answerOthers((response) => void response.writeHead(200).end())
  switch (moment) {
    case 'written':
      return { id: await insertEvent(world.db, world.tenant), release: nothing }
    case 'claimed': {
      const id = await insertEvent(world.db, world.tenant)
      await eventually('it is claimed', async () => ((await stateOf(id)) === 'waiting' ? null : true))
      return { id, release: nothing }
    }
    case 'received': {
      answerOthers(() => {})
      const id = await insertEvent(world.db, world.tenant)
      await got(id)
      return { id, release: nothing }
    }
    case 'answered': {
      // The lock of the delivery keeps the worker from recording the answer.
      const client = await world.db.connect()
      let answer = (): void => {}
      answerOthers((response) => (answer = () => void response.writeHead(200).end()))
      const id = await insertEvent(world.db, world.tenant)
      await got(id)
      await client.query(`begin; select from webhook_deliveries where event_id = '${id}' for update`)
      answer()
      await eventually('the worker waits for the lock', async () => {
        const waiting = await world.db.query(sql`
          select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)
        return waiting.length > 0 ? true : null
      })
      assert.equal(await stateOf(id), 'sending')
      return { id, release: () => client.end() }
    }
    case 'recorded': {
      const id = await insertEvent(world.db, world.tenant)
      await world.deliveryIn(endpointId, id, 'delivered')
      return { id, release: nothing }
    }
    case 'failed': {
      answerOthers((response, { id }) => {
        failures.set(id, (failures.get(id) ?? 0) + 1)
        response.writeHead(500).end()
      })
      const id = await insertEvent(world.db, world.tenant)
      await world.deliveryIn(endpointId, id, 'waiting', 1)
      return { id, release: nothing }
    }
  }
}

/** Has two clients place calls, until the API is gone. `confirmed` gets the ids of the calls that it confirmed. */
async function placeCalls(url: string, nextNumber: () => string, confirmed: string[]): Promise<void> {
  const { organization_id, project_id } = world.tenant
  const [campaign] = Object.values(world.service.campaignIds)
  const client = async (): Promise<void> => {
    for (;;) {
      const answer = await fetch(
        `${url}/organizations/${organization_id}/projects/${project_id}/campaigns/${campaign}/calls`,
        {
          method: 'POST',
          headers: { 'x-api-key': world.service.key, 'content-type': 'application/json' },
          body: JSON.stringify({ phone_number: nextNumber(), name: 'Ada' }),
        },
      ).then(
        async (response) => {
          const text = await response.text()
          assert.ok(response.ok, text)
          return JSON.parse(text) as { data: { campaign_queue_id: string } }
        },
        (error: unknown) => {
          // The connection broke.
          if (error instanceof TypeError) return null
          throw error
        },
      )
      if (answer === null) return
      confirmed.push(answer.data.campaign_queue_id)
    }
  }
  await Promise.all([client(), client()])
}

describe('programs that are killed', () => {
  it(`lose no event and invent none, ${2 * rounds} times (Promise 76)`, async () => {
    const nextNumber = createNumbers()
    const all = new Map<string, (typeof moments)[number]>()
    const confirmed: string[] = []
    for (let count = 0; count < rounds; count++) {
      const [worker, api] = await Promise.all([programs.start('worker'), programs.start('api')])
      // It sends what the one before has left.
      await eventually('nothing is open', async () => {
        const open = await world.db.query(sql`
          select from webhook_deliveries where state in ('waiting', 'sending') limit 1`)
        return open.length === 0 ? true : null
      })
      const placedBefore = confirmed.length
      const placing = placeCalls(api.url, nextNumber, confirmed)
      const moment = moments[count % moments.length]!
      const { id, release } = await bringTo(moment)
      all.set(id, moment)
      await worker.kill()
      await release()
      await eventually('a call is placed', () => (confirmed.length > placedBefore ? true : null))
      await delay((count * 7) % 40)
      await api.kill()
      await placing
      receiver.answer = (response) => void response.writeHead(200).end()
      // Statements of the killed API may still commit.
      await eventually('its statements have ended', async () => {
        const running = await world.db.query(sql`
          select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
            and state in ('active', 'idle in transaction')`)
        return running.length === 0 ? true : null
      })
      // The waits after failures end, and the time of the worker's lease passes, which must end it.
      await world.db.write(sql`
        update webhook_deliveries set due_at = case state
          when 'waiting' then now() else due_at - make_interval(secs => ${leaseSeconds}) end
        where state in ('waiting', 'sending')`)
    }
    const rolledBack = world.db.transaction(async (transaction) => {
      await insertEvent(transaction, world.tenant, { data: { rolled: 'back' } })
      throw new Error('the fact did not happen')
    })
    await assert.rejects(rolledBack)
    const last = await programs.start('worker')
    for (const id of all.keys()) await world.deliveryIn(endpointId, id, 'delivered')
    const calls = await world.db.query<{ _id: string }>(sql`select _id from calls`)
    const queued = () =>
      receiver.received
        .map(({ body }) => JSON.parse(body) as { type: string; data: { _id: string } })
        .filter(({ type }) => type === 'call.queued')
        .map(({ data }) => data._id)
    await eventually('every call has arrived', () => (new Set(queued()).size >= calls.length ? true : null))
    await delay(500)
    await last.kill()
    assert.deepEqual(new Set(queued()), new Set(calls.map(({ _id }) => _id)))
    for (const id of confirmed) assert.ok(calls.some(({ _id }) => _id === id))
    assert.ok(confirmed.length >= rounds, `${confirmed.length} calls in ${rounds} rounds`)
    for (const [id, moment] of all) {
      const requests = receiver.received.filter((one) => one.id === id)
      const failed = failures.get(id) ?? 0
      const accepted = requests.length - failed
      // A request that failed is no double, and what was recorded is not sent again.
      const most = moment === 'recorded' || moment === 'failed' ? 1 : 2
      assert.ok(
        accepted >= 1 && accepted <= most,
        `${moment}: ${accepted} requests beside ${failed} that failed`,
      )
      assert.ok(failed <= 2, `${failed} failed`)
      assert.equal(new Set(requests.map(({ body }) => body)).size, 1)
    }
    assert.ok(!receiver.received.some(({ body }) => body.includes('rolled')))
    assert.equal(new Set(receiver.ids()).size, all.size + calls.length)
    const doubles = receiver.received.length - new Set(receiver.ids()).size
    console.log(
      `${2 * rounds} kills: ${all.size + calls.length} events arrived, ${confirmed.length} calls confirmed of ` +
        `${calls.length} committed, ${doubles} requests more than events`,
    )
  })
})
