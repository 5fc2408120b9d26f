import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { scriptCampaign } from '../../../test/support/declarations.ts'
import { limitedKeys } from '../../../test/support/limited-keys.ts'
import { minutes } from '../../../test/support/merge-pair.ts'
import { createMergeWorld } from '../../../test/support/merge-world.ts'
import type { MergeWorld } from '../../../test/support/merge-world.ts'
import { createNumbers } from '../../../test/support/numbers.ts'
import { startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { signInAs, signInFirstOwner } from '../../../test/support/users.ts'
import type { Browser } from '../../../test/support/users.ts'
import { uuidv7 } from '../../base/ids.ts'
import { sql } from '../../db/sql.ts'

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
const erase = (id: string, query = '', options: { key?: string | null } = {}) =>
  service.request('DELETE', path(id, query), options)

describe('DELETE customer-profiles/{customer_profile_id}', () => {
  it('refuses a person with a call that is not over, and names it (409)', async () => {
    const phone = nextNumber()
    const id = await world.call({ phone }, minutes(0))
    const callId = uuidv7()
    await service.context.db.write(sql`
      insert into calls (organization_id, project_id, _id, campaign_id, placed_by, phone_number, customer, state, state_since,
        created_at, waits_for)
      values (${service.organizationId}, ${service.projectId}, ${callId}, ${Object.values(service.campaignIds)[0]!}, 'queue',
        ${phone}, '{}', 'waiting', now(), now(), 'number')`)
    const { status, body } = await erase(id)
    assert.equal(status, 409)
    assert.match(body.message, new RegExp(callId))
    await service.context.db.write(sql`delete from calls where _id = ${callId}`)
    assert.equal((await erase(id)).status, 200)
  })

  it('requires a key (401) of this project with the scope profiles:erase (403), and admins', async () => {
    const id = await world.call({ phone: nextNumber() }, minutes(0))
    assert.equal((await erase(id, '', { key: null })).status, 401)
    for (const key of limited) assert.equal((await erase(id, '', { key })).status, 403)
    const editor = await signInAs(service, 'editor')
    assert.equal((await editor.request('DELETE', `/api${path(id)}`)).status, 403)
    assert.equal((await admin.request('DELETE', `/api${path(id, '?dry_run=true')}`)).status, 200)
  })

  it('refuses people that there are not (404) and other words for dry_run (400)', async () => {
    for (const id of [randomUUID(), 'nobody']) {
      const { status, body } = await erase(id)
      assert.equal(status, 404, body.message)
    }
    const id = await world.call({ phone: nextNumber() }, minutes(0))
    assert.equal((await erase(id, '?dry_run=perhaps')).status, 400)
  })
})
