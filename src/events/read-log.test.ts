// Transactions are held open on connections of their own, so that they commit in another order than that in which they
// began.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Client } from 'pg'
import { startService } from '../../test/support/service.ts'
import type { Service } from '../../test/support/service.ts'
import { othersEnd } from '../../test/support/webhooks/events.ts'
import { uuidv7 } from '../base/ids.ts'
import { sql, toText } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'
import { makeDeliveries } from './delivery-queries.ts'
import { eventsOf, publishEvents } from './event-of.ts'
import type { EventType } from './event-types.ts'
import { continueEventOrder, deletePastEvents, firstIdAt } from './queries.ts'
import { logBegin, readLog, selectNow, selectPlaceOfEvent, selectPlaceOfInstant } from './read-log.ts'
import type { LogFilter, LogPlace } from './read-log.ts'

let service: Service
let filter: LogFilter
before(async () => {
  service = await startService()
  filter = {
    organization_id: service.organizationId,
    project_id: service.projectId,
    types: null,
    subject_id: null,
    from: null,
    before: null,
  }
})
after(() => service[Symbol.asyncDispose]())

const now = new Date('2026-11-21T09:00:00Z')

interface Fact {
  type?: EventType
  at?: Date
  subject?: string
}

function fact(number: number, { type = 'call.queued', at = now, subject = uuidv7() }: Fact = {}): Sql {
  return sql`select ${type}::text as type, ${subject}::uuid as subject_id, ${at}::timestamptz as at,
    jsonb_build_object('number', ${number}::integer) as data, null::jsonb as texts`
}

function write(number: number, more: Parameters<typeof fact>[1] = {}): Promise<void> {
  return service.context.db.transaction((transaction) =>
    publishEvents(transaction, filter, fact(number, more)),
  )
}

/** Writes an event on a connection whose transaction stays open. */
async function writeOpen(number: number): Promise<Client> {
  const client = await service.context.db.connect()
  await client.query('begin')
  await client.query(toText(sql`with ${eventsOf(filter, fact(number))} select`))
  return client
}

/** Small pages at first, so that several follow each other. */
function pageOf({ _id }: LogPlace): number {
  return _id.startsWith('f') ? 3 : 50
}

/** Reads to the end once other transactions have ended, and returns the numbers and the place. */
async function read(place: LogPlace, which: Partial<LogFilter> = {}): Promise<[number[], LogPlace]> {
  await othersEnd(service.context.db)
  return readNow(place, which)
}

/** Reads to the end, and returns the numbers and the place. */
async function readNow(place: LogPlace, which: Partial<LogFilter> = {}): Promise<[number[], LogPlace]> {
  const numbers: number[] = []
  for (let from = place; ;) {
    const looked = await readLog(service.context.db, { ...filter, ...which }, from, pageOf(from))
    numbers.push(...looked.events.map(({ data }) => Number(data['number'])))
    from = looked.place
    if (looked.isEnd) return [numbers, from]
  }
}

describe('the log of events', () => {
  it('misses no event that commits later than events of younger transactions (Promise 117)', async () => {
    const { end: start } = await selectNow(service.context.db)
    await write(1)
    const [first, place] = await read(start)
    assert.deepEqual(first, [1])
    const slow = await writeOpen(2)
    await write(3)
    const [nothing, same] = await readNow(place)
    assert.deepEqual(nothing, [])
    await slow.query('commit')
    await write(4)
    const [rest, end] = await read(same)
    assert.deepEqual(rest, [2, 3, 4])
    assert.deepEqual((await read(end))[0], [])
    assert.deepEqual((await read(start))[0], [1, 2, 3, 4])
    await slow.end()
  })

  it('gives each event once to a reader that looks all the time while transactions overlap', async () => {
    const { end: start } = await selectNow(service.context.db)
    let place = start
    const seen: number[] = []
    let isDone = false
    const reader = (async () => {
      for (let rest = 2; rest > 0;) {
        if (isDone) {
          await othersEnd(service.context.db)
          rest--
        }
        const [numbers, next] = await readNow(place)
        seen.push(...numbers)
        place = next
      }
    })()
    let number = 0
    const writers = Array.from({ length: 6 }, async (_, index) => {
      for (let round = 0; round < 15; round++) {
        const client = await writeOpen(1_000 + number++)
        await new Promise((resolve) => setTimeout(resolve, (index * 7 + round * 3) % 20))
        await client.query((index + round) % 5 === 0 ? 'rollback' : 'commit')
        await client.end()
      }
    })
    await Promise.all(writers)
    isDone = true
    await reader
    const stored = await service.context.db.query<{ number: number }>(sql`
      select (data ->> 'number')::integer as number from events where (data ->> 'number')::integer >= 1000
      order by tx, _id`)
    assert.deepEqual(
      seen,
      stored.map((row) => row.number),
    )
    assert.ok(seen.length > 60 && seen.length < 90)
  })

  it('has no event of a transaction that was rolled back', async () => {
    const { end: start } = await selectNow(service.context.db)
    const client = await writeOpen(5)
    await client.query('rollback')
    await client.end()
    assert.deepEqual((await read(start))[0], [])
  })

  it('has the events of one transaction in the order in which they were written', async () => {
    const { end: start } = await selectNow(service.context.db)
    const numbers = Array.from({ length: 50 }, (_, index) => index)
    await service.context.db.transaction(async (transaction) => {
      for (const number of numbers) await publishEvents(transaction, filter, fact(number))
    })
    assert.deepEqual((await read(start))[0], numbers)
  })

  it('filters by type, subject and time, and goes on from an event', async () => {
    const { end: start } = await selectNow(service.context.db)
    const subject = uuidv7()
    await write(1, { type: 'ticket.opened', subject })
    await write(2, { at: new Date('2026-11-22T09:00:00Z') })
    await write(3, { subject })
    assert.deepEqual((await read(start, { types: ['ticket.opened', 'ticket.closed'] }))[0], [1])
    assert.deepEqual((await read(start, { types: [] }))[0], [])
    assert.deepEqual((await read(start, { subject_id: subject }))[0], [1, 3])
    assert.deepEqual((await read(start, { from: new Date('2026-11-22T09:00:00Z') }))[0], [2])
    assert.deepEqual((await read(start, { before: new Date('2026-11-22T09:00:00Z') }))[0], [1, 3])
    await othersEnd(service.context.db)
    const { events } = await readLog(service.context.db, filter, start, 1)
    const place = await selectPlaceOfEvent(service.context.db, filter, events[0]!._id)
    assert.deepEqual((await read(place!))[0], [2, 3])
    const elsewhere = { ...filter, project_id: uuidv7() }
    assert.equal(await selectPlaceOfEvent(service.context.db, elsewhere, events[0]!._id), null)
    assert.deepEqual((await read(start, { project_id: uuidv7() }))[0], [])
  })

  it('is looked at 500 events at a time where few are wanted', async () => {
    const { end: start } = await selectNow(service.context.db)
    await service.context.db.transaction((transaction) =>
      publishEvents(transaction, filter, sql`select f.* from (${fact(1)}) f, generate_series(1, 1200)`),
    )
    await write(2, { type: 'source.crawled' })
    const rare = { ...filter, types: ['source.crawled' as const] }
    await othersEnd(service.context.db)
    const first = await readLog(service.context.db, rare, start, 10)
    assert.deepEqual([first.events.length, first.isEnd], [0, false])
    assert.deepEqual((await read(start, rare))[0], [2])
  })

  it('begins at an instant by the time at which events were written', async () => {
    const [all] = await read(logBegin)
    const [hour] = await read(
      await selectPlaceOfInstant(service.context.db, filter, new Date(Date.now() - 3_600_000)),
    )
    assert.deepEqual(hour, all)
    const ahead = await selectPlaceOfInstant(service.context.db, filter, new Date(Date.now() + 3_600_000))
    assert.deepEqual((await read(ahead))[0], [])
  })

  it('begins at an instant before events of transactions that began first and wrote last', async () => {
    const { db } = service.context
    const longAgo = firstIdAt(new Date(Date.now() - 20 * 60_000)).slice(0, 13)
    await db.write(sql`update events set _id = (${longAgo} || substr(_id::text, 14))::uuid`)
    const from = await db.transaction(async (early) => {
      await early.query(sql`select pg_current_xact_id()`)
      await write(50)
      await publishEvents(early, filter, fact(51))
      return new Date()
    })
    const [numbers] = await read(await selectPlaceOfInstant(db, filter, from))
    assert.deepEqual(numbers.slice(-2), [51, 50])
  })

  it('goes on behind the events of a dump that was restored where transactions count from the beginning', async () => {
    const { db } = service.context
    await write(100)
    assert.equal(await continueEventOrder(db), false)
    // As if the rows came from a server that has made a billion transactions more.
    await db.write(sql`update events set tx = tx + 1000000000`)
    const [before, place] = await read(logBegin)
    assert.deepEqual(before, [])
    // A process writes before anybody has noticed.
    await write(101)
    assert.equal(await continueEventOrder(db), true)
    assert.equal(await continueEventOrder(db), false)
    await write(102)
    const [all] = await read(logBegin)
    assert.deepEqual(all.slice(-3), [100, 101, 102])
    assert.deepEqual((await read(place))[0], all)
    assert.equal(new Set(await ids()).size, all.length)
  })

  it('loses events after 30 days, 1,000 at a time', async () => {
    const { db } = service.context
    const oldest = new Date(now.getTime() - 30 * 86_400_000)
    await db.write(sql`delete from events`)
    await db.transaction((transaction) =>
      publishEvents(transaction, filter, sql`select f.* from (${fact(1)}) f, generate_series(1, 1500)`),
    )
    // As if they had been written a millisecond more than 30 days ago, and the last one just 30 days ago.
    const writtenAt = (at: Date) => sql`(${firstIdAt(at).slice(0, 13)} || substr(_id::text, 14))::uuid`
    await db.write(sql`update events set _id = ${writtenAt(new Date(oldest.getTime() - 1))}`)
    await write(2)
    await db.write(sql`update events set _id = ${writtenAt(oldest)} where data ->> 'number' = '2'`)
    assert.equal(await deletePastEvents(db, now), 1_000)
    assert.equal(await deletePastEvents(db, now), 500)
    assert.equal(await deletePastEvents(db, now), 0)
    assert.deepEqual((await read(logBegin))[0], [2])
  })
})

async function ids(): Promise<string[]> {
  const rows = await service.context.db.query<{ _id: string }>(sql`select _id from events`)
  return rows.map(({ _id }) => _id)
}

describe('who wants events', () => {
  const types = ['call.ended']

  it('stores an event only if it is wanted, with a delivery for each endpoint of its type', async () => {
    const { db } = service.context
    const tenant = { organization_id: service.organizationId, project_id: service.projectId }
    await db.write(sql`delete from events`)
    await db.write(sql`update api_keys set revoked_at = now() where 'events:read' = any(scopes)`)
    await write(1)
    assert.deepEqual(await ids(), [])
    await db.write(sql`update projects set events = 'keep'`)
    await write(2)
    assert.equal((await ids()).length, 1)
    await db.write(sql`update projects set events = 'as_needed'`)
    await write(3)
    assert.equal((await ids()).length, 1)
    const endpoint = async (
      name: string,
      chosen: string[],
      more: { disabled?: true; removed?: true } = {},
    ) => {
      const _id = uuidv7()
      await db.write(sql`
        insert into webhook_endpoints (organization_id, project_id, _id, name, url, declared_types, types, version, secret,
          created_at, updated_at, disabled_at, disabled_why, removed_at)
        values (${tenant.organization_id}, ${tenant.project_id}, ${_id}, ${name}, 'https://x.example', ${chosen}, ${chosen},
          '2026-11-22', '\\x00', now(), now(), ${more.disabled ? now : null}, ${more.disabled ? 'it failed' : null},
          ${more.removed ? now : null})`)
      return _id
    }
    await endpoint('removed', types, { removed: true })
    await write(4)
    assert.equal((await ids()).length, 1)
    const chose = await endpoint('chose', types)
    const paused = await endpoint('paused', types, { disabled: true })
    await endpoint('other', ['ticket.opened'])
    await write(5, { type: 'call.ended' })
    await write(6)
    assert.equal((await ids()).length, 3)
    await makeDeliveries(db)
    const deliveries = await db.query(sql`
      select endpoint_id, state, (e.data ->> 'number')::integer as number, d.subject_id = e.subject_id as is_same, due_at
      from webhook_deliveries d join events e on e._id = d.event_id order by state desc`)
    assert.deepEqual(deliveries, [
      { endpoint_id: chose, state: 'waiting', number: 5, is_same: true, due_at: now.toISOString() },
      { endpoint_id: paused, state: 'held', number: 5, is_same: true, due_at: now.toISOString() },
    ])
  })
})
