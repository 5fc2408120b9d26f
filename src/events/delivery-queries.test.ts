// Transactions are held open on connections of their own, so that they commit in another order than that of their
// places.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from 'pg'
import { startService } from '../../test/support/service.ts'
import type { Service } from '../../test/support/service.ts'
import { uuidv7 } from '../base/ids.ts'
import { sql, toText } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'
import { makeAllDeliveries, makeDeliveries, makeDeliveriesOf, restartDeliveries } from './delivery-queries.ts'
import { eventsOf, publishEvents } from './event-of.ts'
import { continueEventOrder } from './queries.ts'

let service: Service
let tenant: { organization_id: string; project_id: string }
before(async () => {
  service = await startService()
  tenant = { organization_id: service.organizationId, project_id: service.projectId }
  await addEndpoint('all', ['call.queued', 'webhook_endpoint.disabled'])
})
after(() => service[Symbol.asyncDispose]())
beforeEach(async () => {
  await service.context.db.transaction(async (transaction) => {
    await transaction.query(sql`lock table events in share row exclusive mode`)
    await makeAllDeliveries(transaction)
    await transaction.write(sql`delete from webhook_deliveries`)
    await transaction.write(sql`delete from events`)
  })
})

const db = () => service.context.db

async function addEndpoint(name: string, types: string[]): Promise<string> {
  const _id = uuidv7()
  await db().write(sql`
    insert into webhook_endpoints (organization_id, project_id, _id, name, url, declared_types, types, version, secret,
      created_at, updated_at)
    values (${tenant.organization_id}, ${tenant.project_id}, ${_id}, ${name}, 'https://x.example', ${types}, ${types},
      '2026-11-22', '\\x00', now(), now())`)
  return _id
}

function fact(number: number, type = 'call.queued', subject = uuidv7()): Sql {
  return sql`select ${type}::text as type, ${subject}::uuid as subject_id, now() as at,
    jsonb_build_object('number', ${number}::integer) as data, null::jsonb as texts`
}

function write(number: number, facts = fact(number)): Promise<void> {
  return db().transaction((transaction) => publishEvents(transaction, tenant, facts))
}

/** Writes an event on a connection whose transaction stays open. */
async function writeOpen(number: number): Promise<Client> {
  const client = await db().connect()
  await client.query('begin')
  await client.query(toText(sql`with ${eventsOf(tenant, fact(number))} select`))
  return client
}

/** Returns the numbers of the events that have a delivery, a number for each delivery. */
async function delivered(): Promise<number[]> {
  const rows = await db().query<{ number: number }>(sql`
    select (e.data ->> 'number')::integer as number from webhook_deliveries d
    join events e on e.organization_id = d.organization_id and e._id = d.event_id order by 1`)
  return rows.map(({ number }) => number)
}

describe('deliveries from the log', () => {
  it('are made of what is committed, whatever still runs, and later of that (Promise 76)', async () => {
    const slow = await writeOpen(1)
    const lost = await writeOpen(2)
    await write(3)
    assert.equal(await makeDeliveries(db()), 1)
    assert.deepEqual(await delivered(), [3])
    await write(4)
    assert.equal(await makeDeliveries(db()), 1)
    await slow.query('commit')
    await lost.query('rollback')
    assert.equal(await makeDeliveries(db()), 1)
    assert.deepEqual(await delivered(), [1, 3, 4])
    assert.equal(await makeDeliveries(db()), 0)
    await Promise.all([slow.end(), lost.end()])
  })

  it('are made once of each event while transactions overlap and several processes make them', async () => {
    let number = 0
    const writing = new AbortController()
    const makers = Array.from({ length: 3 }, async () => {
      for (; !writing.signal.aborted; await delay(3)) await makeDeliveries(db())
    })
    const writers = Array.from({ length: 6 }, async (_, index) => {
      for (let round = 0; round < 15; round++) {
        const client = await writeOpen(number++)
        await delay((index * 7 + round * 3) % 20)
        await client.query((index + round) % 5 === 0 ? 'rollback' : 'commit')
        await client.end()
      }
    })
    await Promise.all(writers)
    writing.abort()
    await Promise.all(makers)
    await makeDeliveries(db())
    const stored = await db().query<{ number: number }>(sql`
      select (data ->> 'number')::integer as number from events order by 1`)
    assert.ok(stored.length > 60 && stored.length < 90)
    assert.deepEqual(
      await delivered(),
      stored.map((row) => row.number),
    )
  })

  it('are made in steps where there are many, all of a transaction together', async () => {
    const facts = (from: number, to: number) =>
      sql`select f.type, f.subject_id, f.at, jsonb_build_object('number', n) as data, f.texts
        from (${fact(0)}) f, generate_series(${from}::integer, ${to}::integer) n`
    const slow = await writeOpen(0)
    await write(1, facts(1, 600))
    await write(601, facts(601, 1_900))
    await write(1_901)
    assert.equal(await makeDeliveries(db()), 1_901)
    await slow.query('commit')
    await slow.end()
    assert.equal(await makeDeliveries(db()), 1)
    assert.deepEqual(
      await delivered(),
      Array.from({ length: 1_902 }, (_, n) => n),
    )
    const [progress] = await db().query<{ is_behind: boolean }>(sql`select is_behind from delivery_progress`)
    assert.equal(progress?.is_behind, false)
  })

  it('are kept where there are some, as a former version made them with the event', async () => {
    await write(1)
    await db().write(sql`
      insert into webhook_deliveries (organization_id, endpoint_id, event_id, subject_id, state, created_at, due_at)
      select e.organization_id, p._id, e._id, e.subject_id, 'delivered', e.at, e.at from events e, webhook_endpoints p`)
    assert.equal(await makeDeliveries(db()), 1)
    const rows = await db().query(sql`select state from webhook_deliveries`)
    assert.deepEqual(rows, [{ state: 'delivered' }])
  })

  it('do not go to an endpoint that was itself disabled', async () => {
    const other = await addEndpoint('other', ['webhook_endpoint.disabled'])
    await write(1, fact(1, 'webhook_endpoint.disabled', other))
    await makeDeliveries(db())
    const rows = await db().query<{ endpoint_id: string }>(sql`select endpoint_id from webhook_deliveries`)
    assert.equal(rows.length, 1)
    assert.notEqual(rows[0]!.endpoint_id, other)
    await db().write(sql`update webhook_endpoints set removed_at = now() where _id = ${other}`)
  })

  it('go on where events are on a server whose transactions count from the beginning', async () => {
    await write(1)
    await makeDeliveries(db())
    await write(2)
    // As if rows and progress came from a server that has made a billion transactions more, where one was still to be
    // served.
    await db().write(sql`update events set tx = tx + 1000000000`)
    await db().write(sql`update delivery_progress set until_tx = until_tx + 1000000000, running = '{}'`)
    assert.equal(await makeDeliveries(db()), 0)
    await write(3)
    assert.equal(await continueEventOrder(db()), true)
    await write(4)
    await makeDeliveries(db())
    assert.deepEqual(await delivered(), [1, 2, 3, 4])
  })

  it('are made of an organization by the move that closes it, and by nobody else while it is closed', async () => {
    const slow = await writeOpen(1)
    await write(2)
    await makeDeliveries(db())
    await slow.query('commit')
    await slow.end()
    await write(3)
    await db().write(sql`
      insert into organization_moves (organization_id, side, cell, url, state, begun_at, changed_at)
      values (${tenant.organization_id}, 'source', 'b', 'https://b.example', 'closing', now(), now())`)
    await db().transaction(async (transaction) => {
      await makeDeliveriesOf(transaction, tenant.organization_id)
      await transaction.write(sql`update organization_moves set state = 'closed'`)
    })
    assert.deepEqual(await delivered(), [1, 2, 3])
    await write(4)
    await makeDeliveries(db())
    assert.deepEqual(await delivered(), [1, 2, 3])
    await db().write(sql`delete from organization_moves`)
  })

  it('go on behind all places that a move has brought', async () => {
    await write(1)
    const running = await db().connect()
    await running.query('begin')
    await running.query('select pg_current_xact_id()')
    await db().transaction(async (transaction) => {
      await transaction.query(sql`lock table events in share row exclusive mode`)
      await makeAllDeliveries(transaction)
      await transaction.query(sql`update event_order set xid_base = xid_base + 1000000000`)
      await restartDeliveries(transaction)
    })
    assert.deepEqual(await delivered(), [1])
    // What the move brings has a place before, and its deliveries with it.
    await db().write(sql`
      insert into events (organization_id, project_id, _id, type, subject_kind, subject_id, at, data, tx)
      select organization_id, project_id, new_event_id(), type, subject_kind, subject_id, at, '{"number": 2}', tx + 500000000
      from events`)
    await running.query(toText(sql`with ${eventsOf(tenant, fact(3))} select`))
    await running.query('commit')
    await running.end()
    await write(4)
    await makeDeliveries(db())
    assert.deepEqual(await delivered(), [1, 3, 4])
  })
})
