import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { uuidv7 } from '../src/base/ids.ts'
import { takeInCountChanges } from '../src/conversations/count-queries.ts'
import { linkPerson } from '../src/conversations/link-person.ts'
import {
  deleteConversation,
  insertVoiceConversation,
  updateConversation,
} from '../src/conversations/queries.ts'
import { sql } from '../src/db/sql.ts'
import { emailContact } from '../src/profiles/contact.ts'
import { selectContactOwners } from '../src/profiles/queries.ts'
import { startService } from './support/service.ts'
import type { Service } from './support/service.ts'
import { createNumbers } from './support/numbers.ts'

const nextNumber = createNumbers()
let service: Service
before(async () => {
  service = await startService({})
})
after(() => service[Symbol.asyncDispose]())

interface Page {
  items: Record<string, unknown>[]
  pagination: { total: number; has_next: boolean }
}

async function list(tail: string, query: Record<string, unknown> = {}): Promise<Page> {
  const answer = await ask(tail, query)
  assert.equal(answer.status, 200, answer.body.message)
  return answer.body.data
}

function ask(tail: string, query: Record<string, unknown>) {
  const parameters = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  )
  const { organizationId, projectId } = service
  const path = `/organizations/${organizationId}/projects/${projectId}${tail}?${parameters.toString()}`
  return service.request('GET', path)
}

/** A person who was met by phone at that time, with the conversation. */
async function met(
  startTime: string,
  {
    phone = nextNumber(),
    name = null as string | null,
    email = null as string | null,
    status = 'completed' as const,
    duration = 60,
  } = {},
) {
  const person = {
    organization_id: service.organizationId,
    project_id: service.projectId,
    phone: { normalized: phone, value: phone },
    email: email === null ? null : emailContact(email),
    name,
    identity: { channel_type: 'voice' as const, identity_key: phone },
    source: 'voice',
    metAt: new Date(startTime),
  }
  const conversation = {
    organization_id: service.organizationId,
    project_id: service.projectId,
    _id: uuidv7(),
    campaign_id: Object.values(service.campaignIds)[0]!,
    phone_number: phone,
    status,
    start_time: startTime,
    answered_at: startTime,
    end_time: startTime,
    duration_seconds: duration,
    created_at: new Date(startTime),
  }
  await service.context.db.transaction(async (transaction) => {
    const known = await selectContactOwners(transaction, person)
    await linkPerson({ newId: uuidv7 }, transaction, person, known)
    await insertVoiceConversation(transaction, conversation)
  })
  return conversation
}

describe('the list of conversations', () => {
  it('counts what is written, changed and deleted, before and after the counters take it in', async () => {
    const made = await met('2024-05-01T10:30:00Z')
    const gone = await met('2024-05-01T11:30:00Z')
    await met('2024-06-15T00:00:00Z')
    const { db } = service.context
    await db.transaction((transaction) =>
      updateConversation(transaction, service.organizationId, made._id, {
        status: 'live',
        answered_at: null,
        end_time: null,
        duration_seconds: null,
      }),
    )
    await db.transaction((transaction) => deleteConversation(transaction, service.organizationId, gone._id))
    const may = { start_time: { $gte: '2024-05-01', $lte: '2024-05-31' } }
    const expected = [
      [{}, 2],
      [{ status: 'live' }, 1],
      [{ status: { $ne: 'live' } }, 1],
      [may, 1],
      [{ ...may, status: 'completed' }, 0],
      [{ start_time: { $gt: '2024-05-01T10:30:00Z' } }, 1],
      [{ start_time: { $gte: '2024-05-01T10:30:00Z' }, channel_type: 'voice' }, 2],
      [{ start_time: '2024-06-15' }, 1],
      [{ channel_type: 'web' }, 0],
      [{ conversation_type: { $in: ['outbound', 'nonsense'] } }, 2],
      [{ $or: [{ status: 'live' }, { status: 'completed' }] }, 2],
    ] as const
    for (const isTakenIn of [false, true]) {
      for (const [filters, total] of expected) {
        const { items, pagination } = await list('/conversations', { filters })
        assert.deepEqual(
          [pagination.total, items.length],
          [total, total],
          JSON.stringify({ filters, isTakenIn }),
        )
      }
      await takeInCountChanges(db)
    }
    const [left] = await db.query<{ changes: number }>(
      sql`select count(*) as changes from conversation_count_changes`,
    )
    assert.equal(left?.changes, 0)
  })

  it('shows the latest of each caller that matches, with unique=true', async () => {
    const phone = nextNumber()
    await met('2025-01-01T00:00:00Z', { phone, duration: 5 })
    const latest = await met('2025-01-03T00:00:00Z', { phone, duration: 50 })
    const between = await met('2025-01-02T00:00:00Z', { phone, duration: 5 })
    const one = await list('/conversations', { unique: true, filters: { phone_number: phone } })
    assert.deepEqual([one.items.map(({ _id }) => _id), one.pagination.total], [[latest._id], 1])
    const short = await list('/conversations', {
      unique: true,
      filters: { phone_number: phone, duration_seconds: { $lt: 10 } },
    })
    assert.deepEqual(
      short.items.map(({ _id }) => _id),
      [between._id],
    )
    const all = await list('/conversations', { unique: true, limit: 100 })
    assert.equal(all.pagination.total, all.items.length)
    const everything = await list('/conversations', { limit: 100 })
    assert.equal(all.pagination.total, new Set(everything.items.map(({ phone_number }) => phone_number)).size)
  })

  it('refuses what it can’t know, and says what would be right', async () => {
    for (const [query, words] of [
      [{ filters: { nope: 1 } }, /filters: .*nope.*start_time/],
      [{ filters: '{' }, /filters must be a JSON object/],
      [{ sort: { start_time: 2 } }, /sort: .*must be 1 or -1/],
      [{ unique: 'yes' }, /unique: must be true or false/],
      [{ filters: `{"status":"${'x'.repeat(9_000)}"}` }, /filters: must have at most 8192 characters/],
    ] as const) {
      const { status, body } = await ask('/conversations', query)
      assert.equal(status, 400)
      assert.match(body.message, words)
    }
  })
})

describe('the list of customer profiles', () => {
  it('finds part of a name, address, display id or number, whatever the case and accents', async () => {
    await met('2023-01-01T00:00:00Z', {
      phone: '+493012345678',
      name: 'Zoë Ångström',
      email: 'Zoe.A@Example.com',
    })
    const found = async (search: string) =>
      (await list('/customer-profiles', { search })).items.map(({ name }) => name as string | null)
    for (const search of ['zoe', 'ANGSTROM', 'ångs', 'zoe.a@example', '(30) 1234-5678', '+49 30 123'])
      assert.deepEqual(await found(search), ['Zoë Ångström'], search)
    for (const search of ['zoex', '%', '_oe', 'ngstr\nm', 'zoe 30'])
      assert.deepEqual(await found(search), [], search)
    const { items } = await list('/customer-profiles', { search: 'zoe' })
    const { display_id } = items[0]!
    assert.deepEqual(await found(String(display_id)), ['Zoë Ångström'])
  })

  it('bounds the last interaction, by instants and by days, and orders by it', async () => {
    const first = await met('2022-03-01T23:59:59.999Z')
    const second = await met('2022-03-02T00:00:00Z')
    const numbers = async (query: object) =>
      (await list('/customer-profiles', { ...query })).items.map(
        (item) => (item['phone_numbers'] as { value: string }[])[0]?.value,
      )
    const year = { date_from: '2022-01-01', date_to: '2022-12-31' }
    assert.deepEqual(await numbers(year), [second.phone_number, first.phone_number])
    assert.deepEqual(await numbers({ ...year, sort_order: 1 }), [first.phone_number, second.phone_number])
    assert.deepEqual(await numbers({ ...year, date_to: '2022-03-01' }), [first.phone_number])
    assert.deepEqual(await numbers({ ...year, date_from: '2022-03-02T00:00:00Z' }), [second.phone_number])
    const { status, body } = await ask('/customer-profiles', {
      date_from: '2022-02-01',
      date_to: '2022-01-01',
    })
    assert.deepEqual([status, body.message], [400, 'date_to: must not be before date_from'])
  })

  it('counts all, takes filters, and shows one in full', async () => {
    const { phone_number } = await met('2021-01-01T00:00:00Z', { name: 'Ada' })
    const { items } = await list('/customer-profiles', {
      filters: { 'phone_numbers.normalized': phone_number },
    })
    assert.equal(items.length, 1)
    const [profile] = items as [Record<string, unknown>]
    const { organizationId, projectId } = service
    const path = `/organizations/${organizationId}/projects/${projectId}/customer-profiles`
    const one = await service.request('GET', `${path}/${profile['_id'] as string}`)
    assert.deepEqual(one.body.data, profile)
    assert.equal((await service.request('GET', `${path}/${uuidv7()}`)).status, 404)
    const all = await list('/customer-profiles', { limit: 1_000 })
    assert.equal(all.pagination.total, all.items.length)
    const voice = await list('/customer-profiles', { channel: 'voice', limit: 1 })
    assert.equal(voice.pagination.total, all.items.length)
  })
})

describe('the lists that stay small', () => {
  it('filter, sort and project by what their items show', async () => {
    const { items } = await list('/campaigns', {
      filters: { 'retry.max_attempts': { $gte: 1 }, calling_hours: null },
      sort: { name: 1 },
      projection: 'name,retry.on',
    })
    assert.ok(items.length > 0)
    for (const item of items) assert.deepEqual(Object.keys(item).sort(), ['_id', 'name', 'retry'])
    const none = await list('/campaigns', { filters: { 'calling_hours.timezone': { $exists: true } } })
    assert.equal(none.pagination.total, 0)
    const { status, body } = await service.request(
      'GET',
      `/organizations/${service.organizationId}/projects?projection=${encodeURIComponent('{"name":1,"_id":0}')}`,
    )
    assert.equal(status, 200)
    assert.deepEqual((body.data as Page).items, [{ name: 'Renewals' }])
    assert.deepEqual(
      await list('/sources', { filters: { source_type: 'domains' } }).then(({ items }) => items),
      [],
    )
  })
})
