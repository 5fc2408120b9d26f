import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { idsOf, parametersOf } from '../../../test/support/asked-list.ts'
import type { ListPage, ListQuery } from '../../../test/support/asked-list.ts'
import { createNumbers } from '../../../test/support/numbers.ts'
import { ownPlace, pathOf } from '../../../test/support/places.ts'
import type { Place } from '../../../test/support/places.ts'
import { startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import type { ChannelType, ConversationStatus } from '../../base/conversation-kinds.ts'
import { uuidv7 } from '../../base/ids.ts'
import { applyCountChanges } from '../../counters/bucket-counts.ts'
import { sql } from '../../db/sql.ts'
import { linkPerson } from '../../people/link-person.ts'
import { selectContactOwners } from '../../people/queries.ts'
import { addToChat } from '../chat-queries.ts'
import { deleteConversation, insertVoiceConversation, updateConversation } from '../queries.ts'

/** What a test sets of a call; the rest has defaults. */
interface CallOptions {
  phone?: string
  status?: ConversationStatus
  duration?: number | null
  place?: Place
  campaignId?: string
}

const nextNumber = createNumbers()
let service: Service
before(async () => {
  const sender = {
    name: 'main',
    phone_number_id: '100000000000001',
    business_account_id: '200000000000001',
    display_phone_number: '+14155550199',
    access_token: 'a-token',
    app_secret: 'an-app-secret',
    verify_token: 'a-verify-token',
  }
  service = await startService({ project: { whatsapp_senders: [sender] } })
})
after(() => service[Symbol.asyncDispose]())

const own = (): Place => ownPlace(service)
const listPath = (place: Place) => `${pathOf(place)}/conversations`

function ask(query: ListQuery = {}, { place = own(), key = service.key } = {}) {
  return service.request('GET', `${listPath(place)}?${parametersOf(query)}`, { key })
}

async function list(query: ListQuery = {}, options = {}): Promise<ListPage> {
  const { status, body } = await ask(query, options)
  assert.equal(status, 200, body.message)
  return body.data
}

/** Records a call with a person at that time. Returns the stored conversation and the person's profile. */
async function called(
  startTime: string,
  {
    phone = nextNumber(),
    status = 'completed',
    duration = 60,
    place = own(),
    campaignId = service.campaignIds['Script']!,
  }: CallOptions = {},
) {
  const conversation = {
    ...place,
    _id: uuidv7(),
    campaign_id: campaignId,
    phone_number: phone,
    status,
    start_time: startTime,
    answered_at: duration === null ? null : startTime,
    end_time: duration === null ? null : startTime,
    duration_seconds: duration,
    created_at: new Date(startTime),
  }
  const profileId = await service.context.db.transaction(async (transaction) => {
    const person = personOf(phone, 'voice', startTime, place)
    const known = await selectContactOwners(transaction, person)
    const id = await linkPerson(service.context, transaction, person, known)
    await insertVoiceConversation(transaction, conversation)
    return id
  })
  return { ...conversation, profileId }
}

/** Receives a WhatsApp message from a person at that time. Returns the id of the chat. */
async function wrote(at: string, phone: string): Promise<string> {
  const [sender] = await service.context.db.query<{ _id: string }>(sql`select _id from whatsapp_senders`)
  const chatId = await service.context.db.transaction(async (transaction) => {
    const person = personOf(phone, 'whatsapp', at)
    const known = await selectContactOwners(transaction, person)
    await linkPerson(service.context, transaction, person, known)
    return addToChat({ newId: uuidv7 }, transaction, {
      ...own(),
      whatsapp_sender_id: sender!._id,
      address: phone,
      direction: 'inbound',
      provider_message_id: null,
      kind: 'text',
      text: 'Hello',
      at: new Date(at),
    })
  })
  assert.ok(chatId)
  return chatId
}

function personOf(phone: string, channel: ChannelType, metAt: string, place = own()) {
  return {
    ...place,
    phone: { normalized: phone, value: phone },
    email: null,
    name: null,
    identity: { channel_type: channel, identity_key: phone },
    source: channel,
    metAt: new Date(metAt),
  }
}

// This suite runs first, while the project has no conversations.
describe('the totals of the list of conversations', () => {
  it('counts rows that are written, changed and deleted, before and after the worker applies the changes', async () => {
    const made = await called('2024-05-01T10:30:00Z')
    const gone = await called('2024-05-01T11:30:00Z')
    await called('2024-06-15T00:00:00Z')
    const { db } = service.context
    await db.transaction((transaction) =>
      updateConversation(
        transaction,
        service.organizationId,
        made._id,
        { status: 'live', answered_at: null, end_time: null, duration_seconds: null },
        { now: new Date() },
      ),
    )
    await db.transaction((transaction) => deleteConversation(transaction, gone, gone._id, new Date()))
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
        const { items, pagination } = await list({ filters })
        assert.deepEqual(
          [pagination.total, items.length],
          [total, total],
          JSON.stringify({ filters, isTakenIn }),
        )
      }
      await applyCountChanges(db)
    }
    const [left] = await db.query<{ changes: number }>(
      sql`select count(*) as changes from conversation_count_changes`,
    )
    assert.equal(left?.changes, 0)
  })
})

describe('GET conversations', () => {
  const made: Awaited<ReturnType<typeof called>>[] = []
  before(async () => {
    // One call in three starts in the same minute, and one in five is live, so that orders by time and by duration both
    // have ties.
    for (let index = 0; index < 25; index++)
      made.push(
        await called(`2026-03-01T10:${10 + Math.floor(index / 3)}:00Z`, {
          status: index % 5 === 0 ? 'live' : 'completed',
          duration: index % 5 === 0 ? null : index % 4,
        }),
      )
  })

  it('returns the newest 20 with the whole count (200)', async () => {
    const { items, pagination } = await list({ filters: { start_time: '2026-03-01' } })
    const newest = made.toSorted(
      (a, b) => b.start_time.localeCompare(a.start_time) || (a._id < b._id ? -1 : 1),
    )
    assert.deepEqual(
      items.map(({ _id }) => _id),
      newest.slice(0, 20).map(({ _id }) => _id),
    )
    assert.deepEqual(pagination, {
      total: 25,
      page: 1,
      page_size: 20,
      total_pages: 2,
      has_next: true,
      has_prev: false,
    })
  })

  it('shows calls and chats, live and ended', async () => {
    const phone = nextNumber()
    const ended = await called('2026-04-01T09:00:00Z', { phone, status: 'no_answer', duration: 0 })
    const chatId = await wrote('2026-04-01T10:00:00.5Z', phone)
    const { items } = await list({ filters: { customer_profile_id: ended.profileId } })
    const person = { customer_profile_id: ended.profileId, phone_number: phone }
    assert.deepEqual(items, [
      {
        ...person,
        _id: chatId,
        status: 'live',
        outcome: null,
        conversation_type: 'inbound',
        channel_type: 'whatsapp',
        campaign_id: null,
        start_time: '2026-04-01T10:00:00.500Z',
        answered_at: null,
        end_time: null,
        duration_seconds: null,
        created_at: '2026-04-01T10:00:00.500Z',
      },
      {
        ...person,
        _id: ended._id,
        status: 'no_answer',
        outcome: 'no_answer',
        conversation_type: 'outbound',
        channel_type: 'voice',
        campaign_id: ended.campaign_id,
        start_time: '2026-04-01T09:00:00.000Z',
        answered_at: '2026-04-01T09:00:00.000Z',
        end_time: '2026-04-01T09:00:00.000Z',
        duration_seconds: 0,
        created_at: '2026-04-01T09:00:00.000Z',
      },
    ])
  })

  it('pages in another order without gap or repetition, and returns the true total past the end', async () => {
    const filters = { start_time: '2026-03-01' }
    const length = (duration: number | null) => duration ?? -1
    const shortest = made.toSorted(
      (a, b) => length(a.duration_seconds) - length(b.duration_seconds) || (a._id < b._id ? -1 : 1),
    )
    const pages = await Promise.all(
      [0, 10, 20].map((skip) => list({ filters, sort: { duration_seconds: 1 }, skip, limit: 10 })),
    )
    assert.deepEqual(
      pages.flatMap(idsOf),
      shortest.map(({ _id }) => _id),
    )
    for (const skip of [100, 5_000]) {
      const { items, pagination } = await list({ filters, skip, limit: 10 })
      assert.deepEqual(items, [])
      assert.deepEqual(pagination, {
        total: 25,
        page: skip / 10 + 1,
        page_size: 10,
        total_pages: 3,
        has_next: false,
        has_prev: true,
      })
    }
  })

  it('shows only the latest matching conversation of each caller with unique=true (Rule 65, Promise 38)', async () => {
    const phone = nextNumber()
    await called('2025-01-01T00:00:00Z', { phone, duration: 5 })
    const latest = await called('2025-01-03T00:00:00Z', { phone, duration: 50 })
    const between = await called('2025-01-02T00:00:00Z', { phone, duration: 5 })
    const one = await list({ unique: true, filters: { phone_number: phone } })
    assert.deepEqual([idsOf(one), one.pagination.total], [[latest._id], 1])
    const short = await list({
      unique: true,
      filters: { phone_number: phone, duration_seconds: { $lt: 10 } },
    })
    assert.deepEqual(idsOf(short), [between._id])
    const all = await list({ unique: true, limit: 100 })
    assert.equal(all.pagination.total, all.items.length)
    const everything = await list({ limit: 100 })
    assert.equal(all.pagination.total, new Set(everything.items.map(({ phone_number }) => phone_number)).size)
  })

  it('counts a number as one caller on all channels', async () => {
    const phone = nextNumber()
    const filters = { phone_number: phone }
    await called('2025-02-01T00:00:00Z', { phone })
    const chatId = await wrote('2025-02-02T00:00:00Z', phone)
    const page = await list({ unique: true, filters })
    assert.deepEqual([idsOf(page), page.pagination.total], [[chatId], 1])
    assert.equal((await list({ filters })).pagination.total, 2)
  })

  it('filters by the profile that it shows: after a merge, by the survivor', async () => {
    const [older, younger] = [nextNumber(), nextNumber()]
    const email = { normalized: `${older}@example.com`, value: `${older}@example.com` }
    const met = (phone: string, at: string) =>
      service.context.db.transaction(async (transaction) => {
        const person = { ...personOf(phone, 'voice', at, own()), email }
        const known = await selectContactOwners(transaction, person)
        return linkPerson(service.context, transaction, person, known)
      })
    const first = await called('2025-04-01T00:00:00Z', { phone: older })
    const second = await called('2025-04-02T00:00:00Z', { phone: younger })
    await met(older, '2025-04-03T00:00:00Z')
    const survivor = await met(younger, '2025-04-04T00:00:00Z')
    assert.deepEqual([survivor, second.profileId === survivor], [first.profileId, false])
    const found = async (customer_profile_id: unknown) =>
      idsOf(await list({ filters: { customer_profile_id, phone_number: { $in: [older, younger] } } }))
    assert.deepEqual(await found(survivor), [second._id, first._id])
    assert.deepEqual(await found(second.profileId), [])
    assert.deepEqual(await found({ $ne: second.profileId }), [second._id, first._id])
  })

  it('refuses a parameter that is given twice, and says so (400)', async () => {
    for (const name of ['skip', 'limit', 'filters', 'sort', 'unique']) {
      const { status, body } = await service.request(
        'GET',
        `${listPath(own())}?${name}=1&${name}=1&${name}=2`,
      )
      assert.deepEqual([status, body.message], [400, `${name}: is given 3 times, must be given once`])
    }
  })

  it('refuses unknown fields and values, and says what is allowed (400)', async () => {
    for (const [query, words] of [
      [{ limit: 0 }, /^limit: must be a whole number from 1 to 100/],
      [{ limit: 101 }, /^limit: must be a whole number from 1 to 100/],
      [{ skip: -1 }, /^skip: must be a whole number/],
      [{ filters: { nope: 1 } }, /filters: .*nope.*start_time/],
      [{ filters: { start_time: { $gte: 'soon' } } }, /^filters: at start_time/],
      [{ filters: { status: { $where: '1' } } }, /^filters: .*\$where/],
      [{ filters: '{' }, /filters must be a JSON object/],
      [{ filters: `{"status":"${'x'.repeat(9_000)}"}` }, /filters: must have at most 8192 characters/],
      [{ sort: { start_time: 2 } }, /sort: .*must be 1 or -1/],
      [{ sort: { nope: 1 } }, /^sort: .*nope/],
      [{ unique: 'yes' }, /unique: must be true or false/],
    ] as const) {
      const { status, body } = await ask(query)
      assert.equal(status, 400, JSON.stringify(query))
      assert.match(body.message, words)
    }
    assert.equal((await ask({ colour: 'red' })).status, 200)
  })

  it('requires a key (401) of this project (403), and shows no other project’s conversations', async () => {
    assert.equal((await service.request('GET', listPath(own()), { key: null })).status, 401)
    const declared = (organization: string, project: string) => ({
      name: organization,
      projects: [
        {
          name: project,
          campaigns: [{ name: 'Canary', campaign_type: 'script' }],
          api_keys: [{ name: 'own', scopes: [] }],
        },
      ],
    })
    const phone = nextNumber()
    const mine = await called('2025-03-01T00:00:00Z', { phone })
    for (const [organization, project] of [
      ['Acme', 'Second'],
      ['Other', 'Renewals'],
    ] as const) {
      const tree = await service.apply({ organizations: [declared(organization, project)] })
      const [other] = tree.organizations
      const { _id, campaigns, api_keys } = other!.projects[0]!
      const place = { organization_id: other!._id, project_id: _id }
      const theirs = await called('2025-03-01T00:00:00Z', { phone, place, campaignId: campaigns[0]!._id })
      assert.equal((await ask({}, { place })).status, 403)
      const options = { place, key: api_keys[0]!.key! }
      for (const query of [{}, { unique: true }, { filters: { phone_number: phone } }]) {
        const page = await list(query, options)
        assert.deepEqual([idsOf(page), page.pagination.total], [[theirs._id], 1])
      }
      for (const unique of [false, true])
        assert.deepEqual(idsOf(await list({ unique, filters: { phone_number: phone } })), [mine._id])
      assert.deepEqual(idsOf(await list({ filters: { _id: theirs._id } })), [])
    }
  })
})
