import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { scriptCampaign } from '../../../test/support/declarations.ts'
import { eventually, startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { sql } from '../../db/sql.ts'
import { addBatch } from './add-batch.ts'
import { checkCallFile } from './check-call-file.ts'
import { workOnDueBatch } from './work-on-batch.ts'

let service: Service
before(async () => {
  service = await startService({
    carrier: { api_url: 'http://127.0.0.1:9' },
    campaigns: [scriptCampaign({ name: 'Script', status: 'paused' })],
  })
})
after(() => service[Symbol.asyncDispose]())

const actor = { kind: 'cli', id: null, name: 'ada@box', via: 'command', requestId: null } as const

async function list(number: string): Promise<void> {
  const { status, body } = await service.request(
    'POST',
    `/organizations/${service.organizationId}/do-not-call`,
    { body: { numbers: [number] } },
  )
  assert.equal(status, 200, body.message)
}

it('rows with a number on the do-not-call list are left out, also if it came there after the check', async () => {
  const { context } = service
  const file = {
    organization_id: service.organizationId,
    project_id: service.projectId,
    campaign_id: service.campaignIds['Script']!,
    bytes: Buffer.from('phone_number\n+14155550171\n+14155550172\n+14155550173\n'),
    name: 'people.csv',
    include: ['repeated', 'waiting', 'incomplete'] as const,
  }
  await list('+14155550171')
  const check = await checkCallFile(context, file)
  assert.equal(check.accepted, 2)
  assert.equal(check.left_out.do_not_call, 1)
  assert.deepEqual(check.faults, [
    { line: 2, kind: 'do_not_call', field: 'phone_number', message: 'is on the do-not-call list' },
  ])
  const { batch } = await addBatch(context, { ...file, isAgain: false, idempotencyKey: null }, actor)
  assert.equal(batch.left_out.do_not_call, 1)
  await list('+14155550172')
  await eventually('all rows are calls', async () => ((await workOnDueBatch(context)) ? null : true))
  const calls = await context.db.query(sql`
    select c.phone_number, c.state, (select reason from call_moves m where m.call_id = c._id
      order by moved_at desc, _id desc limit 1) as reason
    from calls c where c.batch_id = ${batch._id} order by c.phone_number`)
  assert.deepEqual(calls, [
    { phone_number: '+14155550172', state: 'canceled', reason: 'the number is on the do-not-call list' },
    { phone_number: '+14155550173', state: 'waiting', reason: 'placed' },
  ])
})
