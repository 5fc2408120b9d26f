import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { scriptCampaign } from '../../../test/support/declarations.ts'
import { limitedKeys } from '../../../test/support/limited-keys.ts'
import { minutes } from '../../../test/support/merge-pair.ts'
import { createMergeWorld } from '../../../test/support/merge-world.ts'
import type { MergeWorld } from '../../../test/support/merge-world.ts'
import { createNumbers } from '../../../test/support/numbers.ts'
import { applyOtherPlaces, pathOf } from '../../../test/support/places.ts'
import { startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { signInAs, signInFirstOwner } from '../../../test/support/users.ts'
import type { Browser } from '../../../test/support/users.ts'
import { makePerson } from '../../../test/support/whole-person.ts'
import { sql } from '../../db/sql.ts'
import { hashNumber } from '../../guards/do-not-call/hash-number.ts'

const nextNumber = createNumbers()
let service: Service
let world: MergeWorld
let admin: Browser
let limited: readonly string[]
before(async () => {
  service = await startService({ campaigns: [scriptCampaign()] })
  world = await createMergeWorld(service, service.projectId)
  await signInFirstOwner(service)
  admin = await signInAs(service, 'admin')
  limited = await limitedKeys(service)
})
after(() => service[Symbol.asyncDispose]())

const path = (id: string, tail = '') =>
  `/organizations/${service.organizationId}/projects/${service.projectId}/customer-profiles/${id}${tail}`

describe('GET customer-profiles/{customer_profile_id}/export', () => {
  it('has all that is known of a person (200)', async () => {
    const person = await makePerson({ service, world, admin }, nextNumber)
    const answer = await fetch(service.url + path(person.id, '/export'), {
      headers: { 'x-api-key': service.key },
    })
    assert.equal(answer.status, 200)
    const document = (await answer.json()) as Record<string, unknown[]>
    assert.deepEqual(Object.keys(document), [
      'profile',
      'merges',
      'said_properties',
      'conversations',
      'messages',
      'tickets',
      'calls',
      'sends',
      'opt_outs',
      'do_not_call',
      'call_batch_rows',
    ])
    for (const [name, part] of Object.entries(document))
      if (name !== 'profile') assert.ok(part.length > 0, name)
    assert.match(JSON.stringify(document['conversations']), /secret/)
    const lists = document as Record<string, Record<string, unknown>[]>
    assert.deepEqual(
      lists['do_not_call']!.map(({ number, source }) => [number, source]),
      [[person.phone, 'dashboard']],
    )
    assert.deepEqual(
      lists['call_batch_rows']!.map(({ phone_number }) => phone_number),
      [person.phone],
    )
  })

  it('has what the do-not-call list keeps of an erased person with the same number', async () => {
    const phone = nextNumber()
    const { organizationId: organization_id } = service
    const body = { numbers: [phone], why: 'asked on a call' }
    const added = await service.request('POST', `/organizations/${organization_id}/do-not-call`, { body })
    assert.equal(added.status, 200, added.body.message)
    const { db, secretBox } = service.context
    await db.transaction((transaction) =>
      hashNumber(secretBox, transaction, { organization_id, number: phone }, new Date()),
    )
    const id = await world.call({ phone }, minutes(0))
    const answer = await fetch(service.url + path(id, '/export'), { headers: { 'x-api-key': service.key } })
    const { do_not_call } = (await answer.json()) as { do_not_call: Record<string, unknown>[] }
    assert.equal(do_not_call.length, 1)
    assert.partialDeepStrictEqual(do_not_call[0], { number: null, source: 'api', why: null, ended_at: null })
  })

  it('requires a key (401) of this project with the scope profiles:manage (403), editors, and a person (404)', async () => {
    const id = await world.call({ phone: nextNumber() }, minutes(0))
    const get = (id: string, options = {}) => service.request('GET', path(id, '/export'), options)
    assert.equal((await get(id, { key: null })).status, 401)
    for (const key of limited) assert.equal((await get(id, { key })).status, 403)
    for (const [role, status] of [
      ['viewer', 403],
      ['editor', 200],
    ] as const) {
      const browser = await signInAs(service, role)
      assert.equal((await browser.request('GET', `/api${path(id, '/export')}`)).status, status, role)
    }
    assert.equal((await get(randomUUID())).status, 404)
  })

  it('makes two of an organization at a time, and refuses further ones until one has ended (429)', async () => {
    const id = await world.call({ phone: nextNumber() }, minutes(0))
    const ask = () => fetch(service.url + path(id, '/export'), { headers: { 'x-api-key': service.key } })
    const other = (await applyOtherPlaces(service))[1]!.place
    const organizationId = other.organization_id
    const theirs = await createMergeWorld({ ...service, organizationId }, other.project_id)
    const theirId = await theirs.link({ phone: nextNumber() }, minutes(0))
    const { cookie } = await signInAs(service, 'editor', { organizationId })
    const askAsOther = () =>
      fetch(`${service.url}/api${pathOf(other)}/customer-profiles/${theirId}/export`, { headers: { cookie } })
    // More than the connections hold, so that an export waits for its reader.
    await service.context.db.write(sql`
      insert into tickets (organization_id, project_id, _id, profile_id, channel_type, closing_note, created_at)
      select organization_id, project_id, gen_random_uuid(), _id, 'voice', repeat('x', 500000), now()
      from profiles, generate_series(1, 40) where _id = ${id}`)
    const answers = await Promise.all(Array.from({ length: 4 }, ask))
    const statuses = [...answers.map(({ status }) => status), (await askAsOther()).status]
    assert.deepEqual([statuses.filter((status) => status === 429).length, statuses[4]], [2, 200])
    for (const answer of answers) await answer.json()
    const another = await ask()
    assert.equal(another.status, 200)
    await another.json()
  })
})
