import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { mergePair, minutes } from '../../../test/support/merge-pair.ts'
import { createMergeWorld } from '../../../test/support/merge-world.ts'
import type { MergeWorld } from '../../../test/support/merge-world.ts'
import { createNumbers } from '../../../test/support/numbers.ts'
import { startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'

const nextNumber = createNumbers()
let service: Service
let world: MergeWorld
before(async () => {
  service = await startService({})
  world = await createMergeWorld(service, service.projectId)
})
after(() => service[Symbol.asyncDispose]())

const path = (id: string, tail: string) =>
  `/organizations/${service.organizationId}/projects/${service.projectId}/customer-profiles/${id}${tail}`
const mergeTwo = () => mergePair(world, nextNumber)

describe('GET customer-profiles/{customer_profile_id}/merges', () => {
  it('says what was merged, when, and by which contacts (200)', async () => {
    const { older, younger, phone, email } = await mergeTwo()
    for (const id of [older, younger]) {
      const { status, body } = await service.request('GET', path(id, '/merges'))
      assert.equal(status, 200)
      const { items } = body.data as { items: Record<string, unknown>[] }
      const [{ display_id, ...merge }] = items as [Record<string, unknown>]
      assert.match(String(display_id), /^CUST-\d{6}$/)
      assert.deepEqual(merge, {
        merged_id: younger,
        into_id: older,
        name: 'Grace',
        merged_at: minutes(3).toISOString(),
        merged_by: 'voice',
        shared_contacts: [`phone:${phone}`, `email:${email}`],
        can_separate: true,
      })
    }
  })

  it('refuses other pages (400), no key (401), other projects (403) and unknown profiles (404)', async () => {
    const { older } = await mergeTwo()
    const get = (id: string, tail = '', options = {}) =>
      service.request('GET', path(id, `/merges${tail}`), options)
    assert.equal((await get(older, '?limit=0')).status, 400)
    assert.equal((await get(older, '', { key: null })).status, 401)
    assert.equal(
      (await service.request('GET', path(older, '/merges').replace(service.projectId, randomUUID()))).status,
      403,
    )
    for (const id of [randomUUID(), 'nobody']) assert.equal((await get(id)).status, 404)
  })
})
