// Statements whose work a caller composes share a few connections: one organization's never keep another's waiting.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Client } from 'pg'
import { sql } from '../src/db/sql.ts'
import { parametersOf } from './support/asked-list.ts'
import { createTestDatabase } from './support/database.ts'
import { applyOtherPlaces, ownPlace, pathOf } from './support/places.ts'
import type { Place } from './support/places.ts'
import { eventually, startService } from './support/service.ts'
import type { Answer, Service } from './support/service.ts'

let service: Service
let other: { place: Place; key: string }
let holder: Client
before(async () => {
  service = await startService()
  other = (await applyOtherPlaces(service))[1]!
  holder = await service.context.db.connect()
})
after(async () => {
  await holder.end()
  await service[Symbol.asyncDispose]()
})

const composed = parametersOf({ filters: { phone_number: { $regex: '^.{100,200}b' } } })
const listOf = (place: Place, key: string): Promise<Answer> =>
  service.request('GET', `${pathOf(place)}/conversations?${composed}`, { key })
const searchOf = (place: Place, key: string): Promise<Answer> =>
  service.request('GET', `${pathOf(place)}/customer-profiles?search=ada`, { key })
const voiceOf = (place: Place, key: string): Promise<Answer> =>
  service.request('GET', `${pathOf(place)}/conversation-analytics?${composed}`, { key })

/** Sends statements for the service's organization that end once the test gives back the lock that it holds. */
function sendHeld(count: number): Promise<unknown> {
  const { db } = service.context
  const send = () => db.limited(service.organizationId).query(sql`select pg_advisory_xact_lock_shared(1)`)
  return Promise.all(Array.from({ length: count }, send))
}

async function countHeld(): Promise<number> {
  const rows = await service.context.db.query(sql`
    select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`)
  return rows.length
}

describe('lists, searches and analytics with filters', () => {
  it('of one organization hold two connections, and those of another are answered meanwhile (200)', async () => {
    await holder.query('select pg_advisory_lock(1)')
    const held = sendHeld(12)
    try {
      await eventually('two are at work', async () => ((await countHeld()) === 2 ? true : null))
      const { place, key } = other
      const answers = await Promise.all([listOf(place, key), searchOf(place, key), voiceOf(place, key)])
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200, 200],
      )
      assert.equal(await countHeld(), 2)
    } finally {
      await holder.query('select pg_advisory_unlock(1)')
      await held
    }
  })

  it('are refused beyond the bound of those that wait, with Retry-After (429); those of another are not', async () => {
    await holder.query('select pg_advisory_lock(1)')
    const held = sendHeld(202)
    try {
      const { status, headers, body } = await listOf(ownPlace(service), service.key)
      assert.deepEqual([status, headers.get('retry-after')], [429, '5'])
      assert.match(body.message, /^The organization has too many lists/)
      assert.equal((await listOf(other.place, other.key)).status, 200)
    } finally {
      await holder.query('select pg_advisory_unlock(1)')
      await held
    }
    assert.equal((await listOf(ownPlace(service), service.key)).status, 200)
  })

  it('are the caller’s to narrow when they are cut for their time, and the database is not away (400)', async () => {
    await using database = await createTestDatabase({ hasUsualWaits: true })
    await using usual = await startService({}, { database })
    const locking = await usual.context.db.connect()
    await locking.query('begin; lock table conversations in access exclusive mode')
    try {
      const path = `${pathOf(ownPlace(usual))}/conversation-analytics?${composed}`
      const { status, body } = await usual.request('GET', path)
      assert.equal(status, 400)
      assert.match(body.message, /takes too long, more than 2 s/)
    } finally {
      await locking.end()
    }
  })
})
