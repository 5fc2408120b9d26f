import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { scriptCampaign } from '../../../test/support/declarations.ts'
import { createMergeWorld } from '../../../test/support/merge-world.ts'
import type { MergeWorld } from '../../../test/support/merge-world.ts'
import { createNumbers } from '../../../test/support/numbers.ts'
import { eventually, startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { uuidv7 } from '../../base/ids.ts'
import { sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import { erasePeople } from './erase-people.ts'
import { rowsAtOnce } from './erase-steps.ts'

const nextNumber = createNumbers()
let service: Service
let world: MergeWorld
before(async () => {
  service = await startService({ campaigns: [scriptCampaign()] })
  world = await createMergeWorld(service, service.projectId)
})
after(() => service[Symbol.asyncDispose]())

const path = (id: string) =>
  `/organizations/${service.organizationId}/projects/${service.projectId}/customer-profiles/${id}`

/** Runs the job until there is nothing to do. */
async function runErasures(): Promise<void> {
  const job = erasePeople(service.context)
  while (await job.run(new AbortController().signal)) continue
}

/** Erases a person while a transaction has changed one of their rows, and commits once the erasure waits for it. */
async function eraseDuring(id: string, change: Sql): Promise<void> {
  const { db } = service.context
  assert.equal((await service.request('DELETE', path(id))).status, 200)
  const { erased } = await db.transaction(async (transaction) => {
    await transaction.query(change)
    const running = runErasures()
    await eventually('the erasure waits for the row', async () => {
      const waiting = await db.query(sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
      return waiting.length > 0 ? true : null
    })
    return { erased: running }
  })
  await erased
}

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
    const { body } = await service.request('DELETE', `${path(id)}?dry_run=true`)
    const { counts } = body.data as { counts: Record<string, number> }
    assert.equal(counts['conversations'], both + userIdAlone)
    assert.equal((await service.request('DELETE', path(id))).status, 200)
    await runErasures()
    const left = await db.query(sql`
      select from conversations where phone_number = ${phone} or whatsapp_user_id = ${userId} or caller = ${phone}`)
    assert.equal(left.length, 0)
  })
})

describe('an erasure that waits for a row which somebody changes', () => {
  it('erases the row as it is then', async () => {
    const { db } = service.context
    const { organizationId, projectId } = service
    const phone = nextNumber()
    const id = await world.write({ phone }, new Date())
    const [sender] = await db.query<{ _id: string }>(sql`
      select _id from whatsapp_senders where project_id = ${projectId} limit 1`)
    const [broadcastId, messageId] = [uuidv7(), uuidv7()]
    await db.write(sql`
      insert into broadcasts (organization_id, project_id, _id, name, whatsapp_sender_id, created_at, updated_at)
      values (${organizationId}, ${projectId}, ${broadcastId}, ${broadcastId}, ${sender!._id}, now(), now())`)
    await db.write(sql`
      insert into whatsapp_messages (organization_id, project_id, _id, broadcast_id, whatsapp_sender_id, recipient, type,
        request, provider_message, status, status_since, provider_message_id, quota, created_at)
      values (${organizationId}, ${projectId}, ${messageId}, ${broadcastId}, ${sender!._id}, ${phone}, 'text',
        '{}', '{}', 'sent', now() - interval '1 hour', ${messageId}, 'consumed', now() - interval '1 hour')`)
    await eraseDuring(
      id,
      sql`update whatsapp_messages set status = 'delivered', status_since = now() where _id = ${messageId}`,
    )
    const left = await db.query(sql`
      select recipient, status, provider_message_id from whatsapp_messages where _id = ${messageId}`)
    assert.deepEqual(left, [{ recipient: 'erased', status: 'delivered', provider_message_id: null }])
  })

  it('goes on with the rows that it has not reached', async () => {
    const { db } = service.context
    const phone = nextNumber()
    const id = await world.call({ phone }, new Date())
    const [talk] = await db.query<{ _id: string }>(
      sql`select _id from conversations where profile_id = ${id}`,
    )
    await db.write(sql`
      insert into conversation_lines (organization_id, conversation_id, turn, line, role, text, said_at)
      select ${service.organizationId}::uuid, ${talk!._id}::uuid, n, 0, 'customer', 'secret', now()
      from generate_series(1, ${rowsAtOnce * 1.5}::integer) n`)
    await eraseDuring(
      id,
      sql`update conversation_lines set text = 'secrets' where conversation_id = ${talk!._id} and turn = 1`,
    )
    const left = await db.query(sql`select from conversation_lines where conversation_id = ${talk!._id}`)
    assert.equal(left.length, 0)
  })
})
