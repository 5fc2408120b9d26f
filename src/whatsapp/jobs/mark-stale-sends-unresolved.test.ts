import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWhatsappService } from '../../../test/support/whatsapp.ts'
import { sql } from '../../db/sql.ts'
import { insertMessage, reserveSend } from '../send/send-queries.ts'
import { markStaleSendsUnresolved } from './mark-stale-sends-unresolved.ts'

test('a stale message that can not be updated delays no other and is tried again later', async () => {
  await using whatsapp = await startWhatsappService()
  const { service, broadcastIds, senderId } = whatsapp
  const { context, organizationId, projectId } = service
  const { db } = context
  const begun = new Date()
  const lose = async (recipient: string, leaseUntil: Date): Promise<string> => {
    const _id = context.newId()
    const message = {
      organization_id: organizationId,
      project_id: projectId,
      _id,
      broadcast_id: broadcastIds['October']!,
      whatsapp_sender_id: senderId,
      recipient,
      type: 'template',
      request: {},
      resend_of: null,
      agent_turn: null,
      provider_message: {},
    }
    await db.transaction(async (transaction) => {
      await reserveSend(transaction, organizationId)
      await insertMessage(transaction, message, leaseUntil, begun)
    })
    return _id
  }
  const ago = (seconds: number) => new Date(begun.getTime() - seconds * 1_000)
  const statuses = async () => {
    const rows = await db.query<{ recipient: string; status: string }>(
      sql`select recipient, status from whatsapp_messages order by recipient`,
    )
    return rows.map(({ recipient, status }) => `${recipient} ${status}`)
  }
  // The message whose lease ended first is handled first.
  await lose('+14155550101', ago(30))
  await lose('+14155550102', ago(20))
  await lose('+14155550103', ago(-3_600))
  await db.query(sql`
    alter table whatsapp_messages add constraint spoilt check (recipient <> '+14155550101' or status = 'processing')`)

  let now = begun
  const job = markStaleSendsUnresolved({ ...context, clock: { ...context.clock, now: () => now } })
  const { signal } = new AbortController()
  assert.equal(await job.run(signal), true)
  const left = ['+14155550101 processing', '+14155550102 unresolved', '+14155550103 processing']
  assert.deepEqual(await statuses(), left)
  assert.equal(await job.run(signal), false, 'it is left alone for a while')

  await db.query(sql`alter table whatsapp_messages drop constraint spoilt`)
  now = ago(-60)
  assert.equal(await job.run(signal), true)
  assert.deepEqual(await statuses(), ['+14155550101 unresolved', ...left.slice(1)])
  const [quota] = await db.query(sql`select reserved, consumed from whatsapp_quotas`)
  assert.deepEqual(quota, { reserved: 3, consumed: 0 })
})
