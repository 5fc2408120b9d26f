import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { scriptCampaign } from '../../../test/support/declarations.ts'
import { startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { signInFirstOwner } from '../../../test/support/users.ts'
import { sql, toText } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import { selectWaitingCalls } from './cancel-queries.ts'

const calls = 20_000
const limit = 500

let service: Service
let campaign: { organization_id: string; project_id: string; campaign_id: string }
before(async () => {
  service = await startService({
    campaigns: [scriptCampaign({ name: 'Script' }), scriptCampaign({ name: 'Paused', status: 'paused' })],
  })
  const { organizationId: organization_id, projectId: project_id, campaignIds, context } = service
  campaign = { organization_id, project_id, campaign_id: campaignIds['Script']! }
  await context.db.query(sql`
    insert into calls (organization_id, project_id, _id, campaign_id, placed_by, phone_number, customer, state, waits_for,
      due_at, state_since, created_at)
    select ${organization_id}::uuid, ${project_id}::uuid, gen_random_uuid(), ${campaign.campaign_id}::uuid, 'queue',
      '+1415' || n, '{}', 'waiting', (array['turn', 'number', 'due'])[1 + n % 3], case when n % 3 = 2 then now() end, now(),
      now() - interval '1 hour' + n * interval '1 second'
    from generate_series(1, ${calls}) n`)
  const client = await context.db.connect()
  await client.query('vacuum analyze calls')
  await client.end()
})
after(() => service[Symbol.asyncDispose]())

interface Plan {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

/** Returns how many rows a plan has read of the table. */
function readOf(table: string, plan: Plan): number {
  const own =
    plan['Relation Name'] === table
      ? (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
      : 0
  return (plan.Plans ?? []).reduce((sum, below) => sum + readOf(table, below), own)
}

describe('waiting calls to cancel', () => {
  it('come in the order of the queue, whatever they wait for, up to the instant', async () => {
    const { db } = service.context
    const until = new Date(Date.now() - 1_800_000)
    const ids = await selectWaitingCalls(db, campaign, until, calls)
    const expected = await db.query<{ _id: string }>(sql`
      select _id from calls where created_at <= ${until}::timestamptz order by queue_number`)
    assert.ok(ids.length > 1_500 && ids.length < 2_000, String(ids.length))
    assert.deepEqual(
      ids,
      expected.map(({ _id }) => _id),
    )
  })

  it('are read no further than they are wanted', async () => {
    const { db } = service.context
    const sent: Sql[] = []
    const recording = { ...db, query: <Row>(query: Sql) => (sent.push(query), db.query<Row>(query)) }
    assert.equal((await selectWaitingCalls(recording, campaign, new Date(), limit)).length, limit)
    const client = await db.connect()
    const { text, values } = toText(sent[0]!)
    const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
      `explain (analyze, format json) ${text}`,
      values,
    )
    await client.end()
    const read = readOf('calls', rows[0]!['QUERY PLAN'][0]!.Plan)
    assert.ok(read <= 3 * limit, `${read} rows were read for ${limit} calls`)
  })
})

describe('POST …/calls/cancel-waiting', () => {
  it('takes a date alone as the end of that day in UTC (200; Rule 5), is in the changes, and refuses no time (400)', async () => {
    const { organizationId, projectId, campaignIds } = service
    const browser = await signInFirstOwner(service)
    const path = `/organizations/${organizationId}/projects/${projectId}/campaigns/${campaignIds['Paused']}/calls`
    for (const phone_number of ['+14155550101', '+14155550102'])
      assert.equal((await service.request('POST', path, { body: { phone_number } })).status, 200)
    const cancel = (until: string) => browser.request('POST', `/api${path}/cancel-waiting`, { until })
    const [first] = await service.context.db.write<{ _id: string }>(sql`
      update calls set created_at = '2026-03-01T23:59:59Z' where campaign_id = ${campaignIds['Paused']}
        and phone_number = '+14155550101' returning _id`)
    assert.deepEqual((await cancel('2026-02-28')).body.data, { canceled: 0, is_more: false })
    assert.deepEqual((await cancel('2026-03-01')).body.data, { canceled: 1, is_more: false })
    const waiting = await service.context.db.query<{ _id: string }>(sql`
      select _id from calls where campaign_id = ${campaignIds['Paused']} and state = 'waiting'`)
    assert.equal(waiting.length, 1)
    assert.notEqual(waiting[0]?._id, first?._id)
    const changes = `/api/organizations/${organizationId}/changes?record_id=${campaignIds['Paused']}&person=${browser.userId}`
    const { items } = (await browser.request('GET', changes)).body.data as {
      items: Record<string, unknown>[]
    }
    assert.deepEqual(
      items.map(({ kind, record_name, action, actor_id, fields }) => [
        kind,
        record_name,
        action,
        actor_id,
        fields,
      ]),
      [
        [
          'campaign',
          'Paused',
          'calls canceled',
          browser.userId,
          [{ path: 'calls_canceled', before: null, after: 1 }],
        ],
      ],
    )
    const refused = await cancel('yesterday')
    assert.equal(refused.status, 400)
    assert.match(refused.body.message, /until: must be an instant in ISO 8601, such as .*, or a date/)
  })
})
