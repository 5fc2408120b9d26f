import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { scriptCampaign } from '../../../test/support/declarations.ts'
import { erase, profilesOf, stopped } from '../../../test/support/erase-race.ts'
import { createMergeWorld } from '../../../test/support/merge-world.ts'
import type { MergeWorld } from '../../../test/support/merge-world.ts'
import { createNumbers } from '../../../test/support/numbers.ts'
import { startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { placeCall } from '../../calls/place/place-call.ts'

const nextNumber = createNumbers()
let service: Service
let world: MergeWorld
before(async () => {
  service = await startService({
    carrier: { api_url: 'http://127.0.0.1:9' },
    campaigns: [scriptCampaign({ name: 'Script', status: 'paused' })],
  })
  world = await createMergeWorld(service, service.projectId)
})
after(() => service[Symbol.asyncDispose]())

type Context = Service['context']

const place = (context: Context, phone: string) =>
  placeCall(context, 'queue', {
    organization_id: service.organizationId,
    project_id: service.projectId,
    campaign_id: service.campaignIds['Script']!,
    customer: { phone_number: phone },
    idempotencyKey: null,
  })

describe('a call that is accepted in the same instant as an erasure', () => {
  it('refuses the erasure if the call was first', async () => {
    const phone = nextNumber()
    const id = await world.call({ phone }, new Date())
    const { context, other } = stopped(service, () => erase(service, id))
    const { callId } = await place(context, phone)
    const outcome = await other()
    assert.deepEqual(outcome, { kind: 'in_use', calls: [callId], messages: [] })
    assert.deepEqual(await profilesOf(service, phone), [id])
  })

  it('belongs to a new profile if the erasure was first', async () => {
    const phone = nextNumber()
    const id = await world.call({ phone }, new Date())
    const { context, other } = stopped(service, () => place(service.context, phone))
    assert.equal((await erase(service, id, context)).kind, 'begun')
    await other()
    const profiles = await profilesOf(service, phone)
    assert.equal(profiles.length, 1)
    assert.notEqual(profiles[0], id)
  })
})
