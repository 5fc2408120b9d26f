import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { scriptCampaign } from '../../../test/support/declarations.ts'
import { createMergeWorld } from '../../../test/support/merge-world.ts'
import type { MergeWorld } from '../../../test/support/merge-world.ts'
import { startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { sql } from '../../db/sql.ts'
import { erasePeople } from './erase-people.ts'
import { rowsAtOnce } from './erase-steps.ts'

let service: Service
let world: MergeWorld
before(async () => {
  service = await startService({ campaigns: [scriptCampaign()] })
  world = await createMergeWorld(service, service.projectId)
})
after(() => service[Symbol.asyncDispose]())

describe('an erasure of a person with many conversations by number and user id', () => {
  it('counts each once, and leaves none of them with an address', async () => {
    const { db } = service.context
    const [phone, userId] = ['+14155550123', 'US.1234567890123']
    const id = await world.link({ phone, userId }, new Date())
    // Those with both addresses come first, and are fewer than are erased at once; all are more.
    const [both, userIdAlone] = [rowsAtOnce * 0.6, rowsAtOnce * 0.5]
    for (const [count, number] of [
      [both, phone],
      [userIdAlone, null],
    ] as const)
      await db.write(sql`
        insert into conversations (organization_id, project_id, _id, channel_type, conversation_type, status, phone_number,
          whatsapp_user_id, start_time, created_at)
        select ${service.organizationId}, ${service.projectId}, gen_random_uuid(), 'whatsapp', 'inbound', 'completed',
          ${number}, ${userId}, now() - interval '1 hour', now() - interval '1 hour' from generate_series(1, ${count})`)
    const path = `/organizations/${service.organizationId}/projects/${service.projectId}/customer-profiles/${id}`
    const { body } = await service.request('DELETE', `${path}?dry_run=true`)
    const { counts } = body.data as { counts: Record<string, number> }
    assert.equal(counts['conversations'], both + userIdAlone)
    assert.equal((await service.request('DELETE', path)).status, 200)
    const job = erasePeople(service.context)
    while (await job.run(new AbortController().signal)) continue
    const left = await db.query(sql`
      select from conversations where phone_number = ${phone} or whatsapp_user_id = ${userId} or caller = ${phone}`)
    assert.equal(left.length, 0)
  })
})
