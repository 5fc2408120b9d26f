import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { scriptCampaign } from '../../../test/support/declarations.ts'
import { startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { sql } from '../../db/sql.ts'
import { addBatch } from './add-batch.ts'

let service: Service
before(async () => {
  service = await startService({
    carrier: { api_url: 'http://127.0.0.1:9' },
    campaigns: [scriptCampaign({ name: 'Script', status: 'paused' })],
    calls: {},
  })
})
after(() => service[Symbol.asyncDispose]())

const actor = { kind: 'cli', id: null, name: 'ada@box', via: 'command', requestId: null } as const

it('rows that a guard refuses are counted once, though another request has the key', async () => {
  const { context } = service
  const { db } = context
  const file = {
    organization_id: service.organizationId,
    project_id: service.projectId,
    campaign_id: service.campaignIds['Script']!,
    bytes: Buffer.from('phone_number\n+14155550171\n+19005550172\n+19005550173\n'),
    name: 'people.csv',
    include: ['repeated', 'waiting', 'incomplete'] as const,
    isAgain: true,
    idempotencyKey: 'once',
  }
  // The other request stores its batch after this one has looked for the key.
  let first: ReturnType<typeof addBatch> | null = null
  const meanwhile = { ...context, db: { ...db } }
  meanwhile.db.transaction = async (run) => {
    first ??= addBatch(context, file, actor)
    await first
    return db.transaction(run)
  }
  const second = await addBatch(meanwhile, file, actor)
  assert.equal(second.isReplayed, true)
  assert.equal(second.batch._id, (await first!).batch._id)
  const counted = await db.query(sql`select sum(refusals)::integer as refusals from guard_refusals`)
  assert.deepEqual(counted, [{ refusals: 2 }])
})
