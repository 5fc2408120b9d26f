import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { idsOf, parametersOf } from '../../../test/support/asked-list.ts'
import type { ListPage, ListQuery } from '../../../test/support/asked-list.ts'
import { createNumbers } from '../../../test/support/numbers.ts'
import { applyOtherPlaces, ownPlace, pathOf } from '../../../test/support/places.ts'
import type { Place } from '../../../test/support/places.ts'
import { startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import type { ChannelType } from '../../base/conversation-kinds.ts'
import { uuidv7 } from '../../base/ids.ts'
import { insertVoiceConversation } from '../../conversations/queries.ts'
import { emailContact } from '../contact.ts'
import { linkPerson } from '../link-person.ts'
import { selectContactOwners } from '../queries.ts'

/** What a test sets of a person; the rest has defaults. */
interface Met {
  phone?: string
  name?: string | null
  email?: string | null
  channel?: ChannelType
  /** The campaign of the call; null for a person who is known but was never called. */
  campaignId?: string | null
  place?: Place
}

const nextNumber = createNumbers()
let service: Service
before(async () => {
  service = await startService()
})
after(() => service[Symbol.asyncDispose]())

const own = (): Place => ownPlace(service)
const listPath = (place: Place) => `${pathOf(place)}/customer-profiles`

function ask(query: ListQuery = {}, { place = own(), key = service.key } = {}) {
  return service.request('GET', `${listPath(place)}?${parametersOf(query)}`, { key })
}

async function list(query: ListQuery = {}, options = {}): Promise<ListPage> {
  const { status, body } = await ask(query, options)
  assert.equal(status, 200, body.message)
  return body.data
}

/** Returns the message of the 400 that a query is refused with. */
async function messageOf(query: string): Promise<string> {
  const { status, body } = await service.request('GET', `${listPath(own())}?${query}`)
  assert.equal(status, 400, query)
  return body.message
}

/** Makes the profile of a person who was met at that time. Returns its id. */
async function met(
  at: string,
  {
    phone = nextNumber(),
    name = null,
    email = null,
    channel = 'voice',
    campaignId = service.campaignIds['Script']!,
    place = own(),
  }: Met = {},
): Promise<string> {
  const person = {
    ...place,
    phone: { normalized: phone, value: phone },
    email: email === null ? null : emailContact(email),
    name,
    identity: { channel_type: channel, identity_key: phone },
    source: channel,
    metAt: new Date(at),
  }
  return service.context.db.transaction(async (transaction) => {
    const known = await selectContactOwners(transaction, person)
    const id = await linkPerson(service.context, transaction, person, known)
    if (campaignId !== null)
      await insertVoiceConversation(transaction, {
        ...place,
        _id: uuidv7(),
        campaign_id: campaignId,
        phone_number: phone,
        status: 'completed',
        start_time: at,
        answered_at: at,
        end_time: at,
        duration_seconds: 60,
        created_at: new Date(at),
      })
    return id
  })
}

describe('GET customer profiles', () => {
  const names = [null, 'Ada', 'Grace', 'ada', 'Émilie']
  const made: { _id: string; name: string | null }[] = []
  before(async () => {
    for (let index = 0; index < 25; index++) {
      const name = names[index % names.length]!
      made.push({ name, _id: await met(`2026-03-01T10:${10 + index}:00Z`, { name }) })
    }
  })

  it('returns the 20 people met last with the whole count (200)', async () => {
    const { items, pagination } = await list()
    assert.deepEqual(
      items.map(({ _id }) => _id),
      made
        .toReversed()
        .slice(0, 20)
        .map(({ _id }) => _id),
    )
    assert.deepEqual(pagination, {
      total: 25,
      page: 1,
      page_size: 20,
      total_pages: 2,
      has_next: true,
      has_prev: false,
    })
    assert.deepEqual(Object.keys(items[0]!).sort(), [
      '_id',
      'call_count',
      'channel_identities',
      'chat_count',
      'conversation_count',
      'created_at',
      'display_id',
      'emails',
      'last_interaction_at',
      'name',
      'phone_numbers',
      'properties',
      'updated_at',
    ])
  })

  it('pages in another order without gap or repetition, and returns the true total past the end', async () => {
    const bytes = (name: string | null) => (name === null ? Buffer.alloc(0) : Buffer.from(name))
    const inOrder = (sign: 1 | -1) =>
      made
        .toSorted((a, b) => sign * Buffer.compare(bytes(a.name), bytes(b.name)) || (a._id < b._id ? -1 : 1))
        .map(({ _id }) => _id)
    const filters = { created_at: { $lt: '2026-03-02', $gte: '2026-03-01' } }
    for (const sort_order of [1, -1] as const) {
      const order = { filters, sort_field: 'name', sort_order, limit: 10 }
      const pages = await Promise.all([0, 10, 20].map((skip) => list({ ...order, skip })))
      assert.deepEqual(pages.flatMap(idsOf), inOrder(sort_order))
    }
    const { items, pagination } = await list({ filters, skip: 2_000, limit: 10 })
    assert.deepEqual([items, pagination.total, pagination['has_next']], [[], 25, false])
  })

  it('finds part of a name, address, display id or number, ignoring case and accents (Rule 55)', async () => {
    await met('2023-01-01T00:00:00Z', {
      phone: '+493012345678',
      name: 'Zoë Ångström',
      email: 'Zoe.A@Example.com',
    })
    const found = async (search: string) => (await list({ search })).items.map(({ name }) => name)
    await met('2023-01-01T00:00:00Z', { name: 'Дарья Ёлкина' })
    await met('2023-01-01T00:00:00Z', { name: 'Weiß Σίσυφος' })
    for (const search of ['weiss', 'WEISS', 'weiß', 'ΣΊΣ', 'σισυφοσ', 'σισυφος'])
      assert.deepEqual(await found(search), ['Weiß Σίσυφος'], search)
    for (const search of ['дарья', 'ДАРЬЯ', 'елкин'])
      assert.deepEqual(await found(search), ['Дарья Ёлкина'], search)
    for (const search of ['zoe', 'ANGSTROM', 'ångs', 'zoe.a@example', '(30) 1234-5678', '+49 30 123'])
      assert.deepEqual(await found(search), ['Zoë Ångström'], search)
    for (const search of ['zoex', '%', '_oe', 'ngstr\nm', 'zoe 30', '\u0301', '´'])
      assert.deepEqual(await found(search), [], search)
    const { items } = await list({ search: 'zoe' })
    const { display_id } = items[0]!
    assert.deepEqual(await found(String(display_id)), ['Zoë Ångström'])
  })

  it('bounds the last interaction, by instants and by days, and sorts by it', async () => {
    const first = await met('2022-03-01T23:59:59.999Z')
    const second = await met('2022-03-02T00:00:00Z')
    const found = async (query: ListQuery) => idsOf(await list(query))
    const year = { date_from: '2022-01-01', date_to: '2022-12-31' }
    assert.deepEqual(await found(year), [second, first])
    assert.deepEqual(await found({ ...year, sort_order: 1 }), [first, second])
    assert.deepEqual(await found({ ...year, date_to: '2022-03-01' }), [first])
    assert.deepEqual(await found({ ...year, date_from: '2022-03-02T00:00:00Z' }), [second])
  })

  it('filters by what its items show, and counts all matches', async () => {
    const phone = nextNumber()
    const id = await met('2021-01-01T00:00:00Z', { phone, email: 'grace@example.com' })
    for (const filters of [
      { 'phone_numbers.normalized': phone },
      { emails: { $elemMatch: { value: 'grace@example.com', source: 'voice' } } },
      { created_at: { $lt: '2022-01-01' } },
    ])
      assert.deepEqual(idsOf(await list({ filters })), [id], JSON.stringify(filters))
    const all = await list({ limit: 1_000 })
    assert.equal(all.pagination.total, all.items.length)
    const everybody = await list({ filters: { conversation_count: { $gte: 0 } }, limit: 1 })
    assert.equal(everybody.pagination.total, all.items.length)
  })

  it('accepts the sort parameter of the other lists in place of sort_field and sort_order', async () => {
    const filters = { created_at: { $lt: '2026-03-02', $gte: '2026-03-01' } }
    const found = async (query: ListQuery) => idsOf(await list({ filters, limit: 25, ...query }))
    const byName = await found({ sort_field: 'name', sort_order: 1 })
    assert.deepEqual(await found({ sort: { name: 1 } }), byName)
    const own = await found({})
    assert.deepEqual(await found({ sort: { last_interaction_at: -1 } }), own)
    assert.deepEqual(await found({ sort: {}, sort_order: 1 }), own.toReversed())
    const byNumber = await found({ sort: { 'phone_numbers.normalized': -1 } })
    assert.deepEqual(await found({ sort_field: 'phone_numbers.normalized' }), byNumber)
    const numberOf = new Map(
      (await list({ filters, limit: 25 })).items.map(({ _id, phone_numbers }) => [
        _id,
        (phone_numbers as { normalized: string }[])[0]!.normalized,
      ]),
    )
    const numbers = byNumber.map((id) => numberOf.get(String(id))!)
    assert.deepEqual(numbers, numbers.toSorted().toReversed())
    const named = (id: unknown) => made.find(({ _id }) => _id === id)!.name
    const several = await found({ sort: { name: -1, last_interaction_at: 1 } })
    const last = several.slice(-5)
    assert.deepEqual(last.map(named), [null, null, null, null, null])
    assert.deepEqual(last, own.filter((id) => named(id) === null).toReversed())
  })

  it('shows the people who were met on one channel', async () => {
    const id = await met('2021-06-01T00:00:00Z', { channel: 'whatsapp', campaignId: null })
    const all = await list({ limit: 1_000 })
    assert.equal(idsOf(all).at(-1), id, 'who was never talked with comes last')
    assert.deepEqual(idsOf(await list({ channel: 'whatsapp' })), [id])
    const voice = await list({ channel: 'voice', limit: 1 })
    assert.equal(voice.pagination.total, all.items.length - 1)
  })

  it('refuses unknown fields and values, and says what is allowed (400, Rule 72)', async () => {
    for (const [query, words] of [
      [{ limit: 0 }, /^limit: must be a whole number from 1 to 1000/],
      [{ limit: 1_001 }, /^limit: must be a whole number from 1 to 1000/],
      [{ skip: -1 }, /^skip: must be a whole number/],
      [
        { sort_field: 'nope' },
        /^sort_field: at nope: unknown field. Fields: _id, name, display_id, phone_numbers/,
      ],
      [{ sort_field: 'name.first' }, /^sort_field: at name.first: the field has no fields below it/],
      [{ sort_field: '' }, /^sort_field: a field's name is empty/],
      [{ sort: { nope: 1 } }, /^sort: at nope: unknown field/],
      [
        { sort: { name: 1 }, sort_field: 'name' },
        /^sort: can not be combined with sort_field and sort_order/,
      ],
      [{ sort: { name: 1 }, sort_order: 1 }, /^sort: can not be combined with sort_field and sort_order/],
      [{ sort_order: 2 }, /^sort_order: must be 1 \(ascending\) or -1/],
      [{ channel: 'fax' }, /^channel: must be one of voice/],
      [{ search: 'x'.repeat(201) }, /^search: must have at most 200 characters/],
      [{ search: 'a\0b' }, /^search: contains a NUL character/],
      [{ date_from: 'yesterday' }, /^date_from: must be an instant in ISO 8601/],
      [
        { date_from: '2022-01-01T00:00 01:00' },
        /^date_from: must be an instant.*, or a date; .* %2B in a URL$/,
      ],
      [{ date_from: '2022-02-01', date_to: '2022-01-01' }, /^date_to: must not be before date_from$/],
      [{ filters: { nope: 1 } }, /^filters: .*nope.*display_id/],
      [{ filters: '{' }, /^filters must be a JSON object/],
    ] as const) {
      const { status, body } = await ask(query)
      assert.equal(status, 400, JSON.stringify(query))
      assert.match(body.message, words)
    }
    assert.equal((await ask({ colour: 'red' })).status, 200)
  })

  it('refuses a parameter that is given twice, and says so (400)', async () => {
    for (const name of ['skip', 'limit', 'filters', 'sort', 'search', 'channel', 'sort_field', 'sort_order'])
      assert.equal(await messageOf(`${name}=1&${name}=1`), `${name}: is given twice, must be given once`)
    for (const name of ['date_from', 'date_to'])
      assert.equal(
        await messageOf(`${name}=2026-01-01&${name}=2026-01-01`),
        `${name}: is given twice, must be given once`,
      )
  })

  it('requires a key (401) of this project (403), and shows no other project’s people', async () => {
    assert.equal((await service.request('GET', listPath(own()), { key: null })).status, 401)
    const phone = nextNumber()
    const person = { phone, name: 'Canary', email: 'canary@example.com', campaignId: null }
    const mine = await met('2025-03-01T00:00:00Z', person)
    for (const { place, key } of await applyOtherPlaces(service)) {
      const theirs = await met('2025-03-01T00:00:00Z', { ...person, place })
      assert.equal((await ask({}, { place })).status, 403)
      for (const query of [
        { search: 'canary' },
        { search: phone },
        { filters: { emails: { $elemMatch: { normalized: person.email } } } },
      ]) {
        assert.deepEqual(idsOf(await list(query)), [mine])
        assert.deepEqual(idsOf(await list(query, { place, key })), [theirs])
      }
      const all = await list({}, { place, key })
      assert.deepEqual([idsOf(all), all.pagination.total], [[theirs], 1])
    }
  })
})
