import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { scriptCampaign } from '../../../test/support/declarations.ts'
import { createMergeWorld } from '../../../test/support/merge-world.ts'
import type { MergeWorld } from '../../../test/support/merge-world.ts'
import { createNumbers } from '../../../test/support/numbers.ts'
import { eventually, startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { addBatch } from '../../calls/batches/add-batch.ts'
import { workOnDueBatch } from '../../calls/batches/work-on-batch.ts'
import { sql } from '../../db/sql.ts'
import { erasePeople } from './erase-people.ts'

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

const actor = { kind: 'cli', id: null, name: 'ada@box', via: 'command', requestId: null } as const

const erase = (id: string) =>
  service.request(
    'DELETE',
    `/organizations/${service.organizationId}/projects/${service.projectId}/customer-profiles/${id}`,
  )

/** Stores a file with these numbers, each a row that waits to become a call. */
async function store(numbers: readonly string[], context = service.context): Promise<string> {
  const file = {
    organization_id: service.organizationId,
    project_id: service.projectId,
    campaign_id: service.campaignIds['Script']!,
    bytes: Buffer.from(['phone_number', ...numbers].join('\n')),
    name: 'people.csv',
    include: ['repeated', 'waiting', 'incomplete'] as const,
    isAgain: true,
    idempotencyKey: null,
  }
  return (await addBatch(context, file, actor)).batch._id
}

const workOff = (context = service.context) =>
  eventually('all rows are calls', async () => ((await workOnDueBatch(context)) ? null : true))

async function calledOf(batchId: string): Promise<string[]> {
  const rows = await service.context.db.query<{ phone_number: string }>(sql`
    select phone_number from calls where batch_id = ${batchId} order by batch_line`)
  return rows.map(({ phone_number }) => phone_number)
}

describe('an erasure and the rows of files', () => {
  it('makes no call of a row once it is accepted, and all of rows that are stored later', async () => {
    const [phone, other] = [nextNumber(), nextNumber()]
    const id = await world.call({ phone }, new Date())
    const batch = await store([phone, other])
    const alone = await store([phone])
    assert.equal((await erase(id)).status, 200)
    const later = await store([phone])
    await workOff()
    assert.deepEqual(await calledOf(batch), [other])
    assert.deepEqual(await calledOf(alone), [])
    assert.deepEqual(await calledOf(later), [phone])
    const left = await service.context.db.query(sql`select from call_batch_rows`)
    assert.equal(left.length, 0)
    const states = await service.context.db.query<{ state: string; queued_count: number }>(sql`
      select state, queued_count from call_batches where _id in (${batch}, ${alone}) order by queued_count`)
    assert.deepEqual(states, [
      { state: 'queued', queued_count: 0 },
      { state: 'queued', queued_count: 1 },
    ])
    const made = await service.context.db.query<{ profile_id: string }>(sql`
      select profile_id from profile_contacts where normalized = ${phone}`)
    assert.equal(made.length, 1)
    assert.notEqual(made[0]!.profile_id, id)
    const job = erasePeople(service.context)
    while (await job.run(new AbortController().signal)) continue
    assert.deepEqual(await calledOf(later), [phone])
  })

  // The file is held between its last statement and its commit until the erasure has ended, or can go no further.
  it('makes no call of a row that is being stored when it is requested, and nobody waits for the file', async () => {
    const { context } = service
    const [phone, other] = [nextNumber(), nextNumber()]
    const id = await world.call({ phone }, new Date())
    const job = erasePeople(context)
    const runJob = async () => {
      while (await job.run(new AbortController().signal)) continue
    }
    const held = { ...context, db: { ...context.db } }
    held.db.transaction = (run) =>
      context.db.transaction(async (transaction) => {
        const result = await run(transaction)
        assert.equal((await erase(id)).status, 200)
        await runJob()
        return result
      })
    const batch = await store([phone, other], held)
    await runJob()
    await workOff()
    assert.deepEqual(await calledOf(batch), [other])
    const [erasure] = await context.db.query<{ has_ended: boolean }>(sql`
      select ended_at is not null as has_ended from erasures where profile_id = ${id}`)
    assert.deepEqual(erasure, { has_ended: true })
    assert.deepEqual(
      await context.db.query(sql`select from profile_contacts where normalized = ${phone}`),
      [],
    )
  })

  // The worker is stopped between its last statement and its commit until the erasure waits for it, or has gone past
  // it.
  it('is refused while a row becomes a call (409)', async () => {
    const phone = nextNumber()
    const id = await world.call({ phone }, new Date())
    const batch = await store([phone])
    const { context } = service
    let erased: ReturnType<typeof erase> | null = null
    const stopped = { ...context, db: { ...context.db } }
    stopped.db.transaction = (run) =>
      context.db.transaction(async (transaction) => {
        const result = await run(transaction)
        if (erased !== null) return result
        let isAnswered = false
        erased = erase(id).finally(() => (isAnswered = true))
        await eventually('the erasure waits or is answered', async () => {
          const waiting = await context.db.query(sql`
            select from pg_locks where locktype = 'advisory' and not granted
              and database = (select oid from pg_database where datname = current_database())`)
          return isAnswered || waiting.length > 0 ? true : null
        })
        return result
      })
    await workOff(stopped)
    assert.deepEqual(await calledOf(batch), [phone])
    assert.equal((await erased!).status, 409)
  })
})
