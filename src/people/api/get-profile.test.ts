import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createNumbers } from '../../../test/support/numbers.ts'
import { applyOtherPlaces, ownPlace, pathOf } from '../../../test/support/places.ts'
import type { Place } from '../../../test/support/places.ts'
import { startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { uuidv7 } from '../../base/ids.ts'
import { insertVoiceConversation } from '../../conversations/queries.ts'
import { emailContact } from '../contact.ts'
import { linkPerson } from '../link-person.ts'
import { selectContactOwners } from '../queries.ts'

const nextNumber = createNumbers()
let service: Service
before(async () => {
  service = await startService()
})
after(() => service[Symbol.asyncDispose]())

const own = (): Place => ownPlace(service)

function get(id: string, { place = own(), key = service.key }: { place?: Place; key?: string | null } = {}) {
  const path = `${pathOf(place)}/customer-profiles`
  return service.request('GET', `${path}/${id}`, { key })
}

async function profile(id: string): Promise<Record<string, unknown>> {
  const { status, body } = await get(id)
  assert.equal(status, 200, body.message)
  return body.data
}

/** Records a contact with a person at that time, by phone if they have a number. Returns the id of their profile. */
async function met(
  at: string,
  {
    phone = null,
    email = null,
    name = null,
    place = own(),
  }: { phone?: string | null; email?: string | null; name?: string | null; place?: Place },
): Promise<string> {
  const person = {
    ...place,
    phone: phone === null ? null : { normalized: phone, value: phone },
    email: email === null ? null : emailContact(email),
    name,
    identity: phone === null ? null : { channel_type: 'voice' as const, identity_key: phone },
    source: 'voice',
    metAt: new Date(at),
  }
  return service.context.db.transaction(async (transaction) => {
    const known = await selectContactOwners(transaction, person)
    return linkPerson(service.context, transaction, person, known)
  })
}

/** Records a call with a known person. */
function called(at: string, phone: string): Promise<void> {
  return service.context.db.transaction((transaction) =>
    insertVoiceConversation(transaction, {
      ...own(),
      _id: uuidv7(),
      campaign_id: service.campaignIds['Script']!,
      phone_number: phone,
      status: 'completed',
      start_time: at,
      answered_at: at,
      end_time: at,
      duration_seconds: 60,
      created_at: new Date(at),
    }),
  )
}

describe('GET customer profile', () => {
  it('shows a person in full, as the list does (200)', async () => {
    const phone = nextNumber()
    const id = await met('2025-01-01T09:00:00Z', { phone, email: 'Ada@Example.com', name: 'Ada' })
    await called('2025-01-02T09:00:00Z', phone)
    await called('2025-01-01T09:00:00Z', phone)
    const shown = await profile(id)
    assert.deepEqual(shown, {
      _id: id,
      name: 'Ada',
      display_id: 'CUST-000001',
      phone_numbers: [{ value: phone, normalized: phone, source: 'voice' }],
      emails: [{ value: 'Ada@Example.com', normalized: 'ada@example.com', source: 'voice' }],
      channel_identities: [
        {
          channel_type: 'voice',
          identity_key: phone,
          first_seen_at: '2025-01-01T09:00:00.000Z',
          last_seen_at: '2025-01-02T09:00:00.000Z',
        },
      ],
      properties: {},
      conversation_count: 2,
      call_count: 2,
      chat_count: 0,
      last_interaction_at: '2025-01-02T09:00:00.000Z',
      created_at: '2025-01-01T09:00:00.000Z',
      updated_at: '2025-01-01T09:00:00.000Z',
    })
    const { organizationId, projectId } = service
    const path = `/organizations/${organizationId}/projects/${projectId}/customer-profiles`
    const { body } = await service.request('GET', path)
    assert.deepEqual((body.data as { items: unknown[] }).items, [shown])
  })

  it('shows the survivor for the id of a merged profile, through any number of merges (Rule 56)', async () => {
    const [first, second, third] = [nextNumber(), nextNumber(), nextNumber()]
    const [email, other] = ['grace@example.com', 'hopper@example.com']
    const oldest = await met('2025-02-01T00:00:00Z', { phone: first, email })
    const middle = await met('2025-02-02T00:00:00Z', { phone: second, email: other, name: 'Grace' })
    const youngest = await met('2025-02-03T00:00:00Z', { phone: third })
    await called('2025-02-04T00:00:00Z', third)
    await called('2025-02-03T00:00:00Z', first)
    assert.equal((await profile(youngest))['_id'], youngest)
    assert.equal(await met('2025-02-05T00:00:00Z', { phone: third, email: other }), middle)
    assert.equal((await profile(youngest))['_id'], middle)
    assert.equal(await met('2025-02-06T00:00:00Z', { phone: second, email }), oldest)
    const survivor = await profile(oldest)
    assert.deepEqual(
      [survivor['_id'], survivor['name'], survivor['call_count'], survivor['last_interaction_at']],
      [oldest, 'Grace', 2, '2025-02-04T00:00:00.000Z'],
    )
    assert.deepEqual(
      (survivor['phone_numbers'] as { normalized: string }[]).map(({ normalized }) => normalized),
      [first, second, third],
    )
    for (const id of [middle, youngest]) assert.deepEqual(await profile(id), survivor)
  })

  it('requires a key (401) of this project (403)', async () => {
    const id = await met('2025-03-01T00:00:00Z', { phone: nextNumber() })
    assert.equal((await get(id, { key: null })).status, 401)
    const { organizationId, projectId } = service
    for (const place of [
      { organization_id: organizationId, project_id: organizationId },
      { organization_id: projectId, project_id: projectId },
    ])
      assert.equal((await get(id, { place })).status, 403)
  })

  it('is 404 for a profile of another project or organization, merged or not, for a malformed id, and for none', async () => {
    const foreign: string[] = []
    for (const { place, key } of await applyOtherPlaces(service)) {
      const [phone, email] = [nextNumber(), 'canary@example.com']
      const survivor = await met('2025-04-01T00:00:00Z', { phone, place })
      const merged = await met('2025-04-02T00:00:00Z', { email, place })
      await met('2025-04-03T00:00:00Z', { phone, email, place })
      for (const id of [survivor, merged]) {
        const { status, body } = await get(id, { place, key })
        assert.deepEqual([status, (body.data as { _id: string })._id], [200, survivor])
        assert.equal((await get(id, { place })).status, 403)
      }
      foreign.push(survivor, merged)
    }
    for (const id of [...foreign, 'nonsense', uuidv7()]) {
      const { status, body } = await get(id)
      assert.equal(status, 404, id)
      assert.match(body.message, /no customer profile with this id/)
    }
  })
})
