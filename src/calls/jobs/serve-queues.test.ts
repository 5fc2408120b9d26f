import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { scriptCampaign } from '../../../test/support/declarations.ts'
import { createNumbers } from '../../../test/support/numbers.ts'
import { startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { sql } from '../../db/sql.ts'
import { createWakeSignal } from '../../jobs/wake-signal.ts'
import { serveDueQueue } from '../queue/serve-queue.ts'
import { serveQueues } from './serve-queues.ts'

const nextNumber = createNumbers()
let service: Service
// No worker runs.
before(async () => {
  service = await startService({
    campaigns: [scriptCampaign({ name: 'Mine', slots: 2 }), scriptCampaign({ name: 'Other' })],
  })
})
after(() => service[Symbol.asyncDispose]())

/** Makes the queues of these campaigns due, and no other. */
async function makeDue(...names: string[]): Promise<void> {
  await service.context.db.write(sql`
    update campaign_queues set next_at = case
      when campaign_id = any(${names.map((name) => service.campaignIds[name])}::uuid[]) then now() - interval '1 s' end`)
}

describe('the job that serves queues', () => {
  it('runs again at once only while another queue is due', async () => {
    const job = serveQueues(service.context, createWakeSignal())
    const run = () => job.run(AbortSignal.timeout(60_000))
    await makeDue('Mine', 'Other')
    assert.deepEqual([await run(), await run()], [true, false])
    const due = await service.context.db.query(sql`select from campaign_queues where next_at is not null`)
    assert.equal(due.length, 0)
    await makeDue('Mine')
    assert.equal(await run(), false)
    assert.equal(await run(), false)
  })

  it('runs again at once where a queue that was served is due again', async () => {
    const { organizationId, projectId, campaignIds, context } = service
    await context.db.write(sql`
      insert into calls (organization_id, project_id, _id, campaign_id, placed_by, phone_number, customer, state,
        state_since, waits_for, attempts_count, created_at)
      select ${organizationId}::uuid, ${projectId}::uuid, gen_random_uuid(), ${campaignIds['Mine']}::uuid, 'queue', number,
        '{}'::jsonb, 'waiting', now(), 'turn', 0, now()
      from unnest(${[nextNumber(), nextNumber()]}::text[]) number`)
    await makeDue('Mine')
    let hasMore = false
    const serve = async () => {
      hasMore = false
      return (
        await serveDueQueue(
          context,
          () => 1,
          () => (hasMore = true),
        )
      )?.length
    }
    // One request at the carrier at a time: the queue is served once for each of its calls.
    assert.deepEqual([await serve(), hasMore], [1, true])
    assert.deepEqual([await serve(), hasMore], [1, false])
    assert.deepEqual([await serve(), hasMore], [undefined, false])
  })
})
