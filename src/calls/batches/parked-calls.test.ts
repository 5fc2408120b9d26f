import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { scriptCampaign } from '../../../test/support/declarations.ts'
import { createNumbers } from '../../../test/support/numbers.ts'
import { eventually, startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { sql } from '../../db/sql.ts'
import { addBatch } from './add-batch.ts'
import { cancelBatch } from './cancel-batch.ts'
import { workOnDueBatch } from './work-on-batch.ts'

const nextNumber = createNumbers()
let service: Service
before(async () => {
  service = await startService({
    carrier: { api_url: 'http://127.0.0.1:9' },
    campaigns: [scriptCampaign({ name: 'Script', status: 'paused' })],
  })
})
after(() => service[Symbol.asyncDispose]())

const actor = { kind: 'cli', id: null, name: 'ada@box', via: 'command', requestId: null } as const

it('parked calls of a canceled batch are canceled while no other transaction is open', async () => {
  const { context, organizationId: organization_id, projectId: project_id } = service
  const campaign_id = service.campaignIds['Script']!
  const numbers = Array.from({ length: 120 }, nextNumber)
  const file = {
    organization_id,
    project_id,
    campaign_id,
    bytes: Buffer.from(['phone_number', ...numbers].join('\n')),
    name: 'people.csv',
    include: ['repeated', 'waiting', 'incomplete'] as const,
    isAgain: false,
    idempotencyKey: null,
  }
  const { batch } = await addBatch(context, file, actor)
  await eventually('all rows are calls', async () => ((await workOnDueBatch(context)) ? null : true))
  await context.db.write(sql`
    update calls set waits_for = 'number' where batch_id = ${batch._id} and batch_line > 2`)
  await cancelBatch(context, { organization_id, project_id, campaign_id, batch_id: batch._id }, actor)
  const { db } = context
  let [open, openMost] = [0, 0]
  const counting: Service['context'] = { ...context, db: { ...db } }
  counting.db.transaction = async (run) => {
    openMost = Math.max(openMost, ++open)
    return db.transaction(run).finally(() => open--)
  }
  await eventually('the batch is canceled', async () => ((await workOnDueBatch(counting)) ? null : true))
  const calls = await db.query(sql`
    select state, count(*) from calls where batch_id = ${batch._id} group by state`)
  assert.deepEqual(calls, [{ state: 'canceled', count: numbers.length }])
  const [stored] = await db.query(sql`select state from call_batches where _id = ${batch._id}`)
  assert.deepEqual(stored, { state: 'canceled' })
  assert.equal(openMost, 1)
})
