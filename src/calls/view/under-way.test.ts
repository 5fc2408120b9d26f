import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { scriptCampaign } from '../../../test/support/declarations.ts'
import { startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { uuidv7 } from '../../base/ids.ts'
import { sql, toText } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import { upsertProcess } from '../../jobs/process-queries.ts'
import { readUnderWay, waitingMax } from './under-way.ts'

const calls = 20_000
/** Every tenth is under way. */
const underWay = calls / 10

let service: Service
let project: { organization_id: string; project_id: string }
before(async () => {
  service = await startService({ campaigns: [scriptCampaign({ name: 'Script' })] })
  const { organizationId, projectId, campaignIds, context } = service
  project = { organization_id: organizationId, project_id: projectId }
  await context.db.query(sql`
    with made as (
      insert into calls (organization_id, project_id, _id, campaign_id, placed_by, phone_number, customer, state, waits_for,
        state_since, created_at)
      select ${organizationId}::uuid, ${projectId}::uuid, gen_random_uuid(), ${campaignIds['Script']}::uuid, 'queue',
        '+1415' || n, '{}', case when n % 10 = 0 then 'dialling' else 'waiting' end,
        case when n % 10 = 0 then null else 'turn' end, now(), now()
      from generate_series(1, ${calls}) n
      returning organization_id, project_id, _id, phone_number, state
    )
    insert into numbers_in_use (organization_id, project_id, phone_number, call_id)
    select organization_id, project_id, phone_number, _id from made where state = 'dialling'`)
  const client = await context.db.connect()
  await client.query('vacuum analyze calls, numbers_in_use')
  await client.end()
})
after(() => service[Symbol.asyncDispose]())

describe('calls under way', () => {
  it('are counted without reading the calls; waiting ones up to a bound, while no worker is there', async () => {
    const { db } = service.context
    const sent: Sql[] = []
    const recording = { ...db, query: <Row>(query: Sql) => (sent.push(query), db.query<Row>(query)) }
    const found = await readUnderWay(recording, project)
    assert.deepEqual(found, { under_way: underWay, is_held: false, worker: null, waiting: waitingMax + 1 })
    const client = await db.connect()
    // All rows are of this project, so that reading them in order would cost the same.
    await client.query('set enable_seqscan = off')
    const plans: string[] = []
    for (const query of sent) {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain (generic_plan, costs off) ${toText(query).text}`,
      )
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
    }
    await client.end()
    const ofCalls = plans.filter((plan) => /on (?:calls|numbers_in_use)/.test(plan))
    assert.equal(ofCalls.length, 2)
    for (const plan of ofCalls) assert.match(plan, /Index (?:Only )?Scan/)
  })

  it('are counted alone while a worker is there', async () => {
    const worker = { _id: uuidv7(), kind: 'worker', host: 'box-2', version: '1.8.0' } as const
    await upsertProcess(service.context.db, worker)
    const { under_way, worker: seen, waiting } = await readUnderWay(service.context.db, project)
    assert.deepEqual([under_way, seen?.host, seen?.is_alive, waiting], [underWay, 'box-2', true, null])
  })
})
