// Messages become unresolved at numbers for which the sandbox's WhatsApp network gives no clear answer.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { eventually } from '../../../test/support/service.ts'
import { startWhatsappService } from '../../../test/support/whatsapp.ts'
import type { WhatsappService } from '../../../test/support/whatsapp.ts'
import { sql } from '../../db/sql.ts'
import { recount } from '../../operator/recount/recount.ts'
import { selectUnresolvedMessages } from '../operator-queries.ts'
import { settleManually } from './operator-settlement.ts'
import type { ManualSettlement } from './operator-settlement.ts'
import { lockMessage } from './send-queries.ts'
import { settleMessage } from './settle-message.ts'

let whatsapp: WhatsappService
before(async () => {
  whatsapp = await startWhatsappService()
  whatsapp.service.startWorker()
})
after(() => whatsapp[Symbol.asyncDispose]())

const path = () => {
  const { organizationId, projectId } = whatsapp.service
  return `/organizations/${organizationId}/projects/${projectId}/broadcasts/${whatsapp.broadcastIds['October']}/messages`
}

interface Row {
  _id: string
  status: string
  quota: string
  settled_by: string | null
  settled_why: string | null
  provider_message_id: string | null
  conversation_id: string | null
}

async function rowOf(where: { to: string } | { _id: string }): Promise<Row> {
  const [row] = await whatsapp.service.context.db.query<Row>(sql`
    select _id, status, quota, settled_by, settled_why, provider_message_id, conversation_id from whatsapp_messages
    where ${'to' in where ? sql`recipient = ${where.to}` : sql`_id = ${where._id}`}`)
  assert.ok(row)
  return row
}

/** Sends to a number; returns the unresolved message and a function that repeats the request with its key. */
async function unresolved(to: string) {
  const data = { first_name: 'Ada', order_id: 'A-1', button_0: 'orders/1' }
  const again = () =>
    whatsapp.service.request('POST', path(), { body: { to, data }, headers: { 'idempotency-key': to } })
  assert.equal((await again()).status, 503)
  const row = await rowOf({ to })
  assert.deepEqual([row.status, row.quota], ['unresolved', 'reserved'])
  return { _id: row._id, again }
}

const settle = (messageId: string, as: ManualSettlement['as']) =>
  settleManually(whatsapp.service.context, messageId, {
    as,
    by: 'Grace',
    why: 'The customer called',
    actor: { kind: 'cli', id: null, name: 'grace@server-1', via: 'command', requestId: null },
  })

/** Returns the requests to the number that the network has received. */
const asked = (to: string) => whatsapp.network.messages(to).length

describe('an operator’s settlement', () => {
  it('as sent: consumes the send, adds the message to the chat, and saves the answer of the key', async () => {
    const to = '+14155551036'
    const { _id, again } = await unresolved(to)
    assert.deepEqual(await settle(_id, 'sent'), { kind: 'settled', status: 'sent' })
    const row = await rowOf({ _id })
    assert.deepEqual(
      [row.status, row.quota, row.settled_by, row.settled_why],
      ['sent', 'consumed', 'Grace', 'The customer called'],
    )
    assert.ok(row.conversation_id)
    const replayed = await again()
    assert.equal(replayed.status, 200)
    assert.equal((replayed.body.data as { status: string }).status, 'sent')
    assert.equal(asked(to), 1)
  })

  it('as failed: releases the send, and saves a refusal for the key', async () => {
    const to = '+14155551136'
    const { _id, again } = await unresolved(to)
    assert.deepEqual(await settle(_id, 'failed'), { kind: 'settled', status: 'failed' })
    const row = await rowOf({ _id })
    assert.deepEqual([row.status, row.quota, row.conversation_id], ['failed', 'released', null])
    const replayed = await again()
    assert.equal(replayed.status, 400)
    assert.equal(replayed.body.message, 'The message was not sent: an operator found that out')
    assert.equal(asked(to), 1)
  })

  it('works once, and only for unresolved messages', async () => {
    const { _id } = await unresolved('+14155551236')
    const outcomes = await Promise.all([settle(_id, 'sent'), settle(_id, 'failed'), settle(_id, 'sent')])
    assert.equal(outcomes.filter(({ kind }) => kind === 'settled').length, 1)
    const { status } = await rowOf({ _id })
    assert.deepEqual(await settle(_id, 'failed'), { kind: 'not_unresolved', status })
    assert.deepEqual(await settle(randomUUID(), 'sent'), { kind: 'not_found' })
    assert.deepEqual(await settle('none', 'sent'), { kind: 'not_found' })
  })

  it('lets later webhooks change the status', async () => {
    whatsapp.network.holdWebhooks()
    // The network has the message, and its answer does not say so.
    const { _id } = await unresolved('+14155551332')
    await settle(_id, 'sent')
    whatsapp.network.releaseWebhooks()
    await eventually('the message is read', async () => {
      const { status, provider_message_id, settled_by } = await rowOf({ _id })
      return status === 'read' && provider_message_id !== null && settled_by === 'Grace' ? true : null
    })
  })

  it('as failed gives way to WhatsApp, which sent the message, also where it is reported twice', async () => {
    const { db, newId } = whatsapp.service.context
    const { _id } = await unresolved('+14155551636')
    await settle(_id, 'failed')
    const report = { status: 'sent', at: new Date(), error: null, providerMessageId: 'wamid.late' } as const
    for (let times = 0; times < 2; times++)
      await db.transaction(async (transaction) => {
        const message = await lockMessage(transaction, whatsapp.service.organizationId, { _id })
        await settleMessage({ newId }, transaction, message!, report, new Date())
      })
    const row = await rowOf({ _id })
    assert.deepEqual([row.status, row.quota, row.settled_by], ['sent', 'released', 'Grace'])
    assert.ok(row.conversation_id)
  })

  it('keeps ledger, balance and messages consistent', async () => {
    const { ledgers, quotas } = await recount(whatsapp.service.context.db, { repair: false })
    assert.deepEqual([ledgers, quotas], [0, 0])
  })
})

describe('unresolved messages', () => {
  it('are listed with their owners, the oldest first', async () => {
    const { db } = whatsapp.service.context
    const first = await unresolved('+14155551436')
    const second = await unresolved('+14155551536')
    await db.query(sql`update whatsapp_messages set status_since = '2026-01-01' where _id = ${second._id}`)
    const { messages, total } = await selectUnresolvedMessages(db)
    assert.equal(total, 2)
    assert.deepEqual(
      messages.map(({ _id }) => _id),
      [second._id, first._id],
    )
    const { created_at, ...shown } = messages[0]!
    assert.ok(created_at)
    assert.deepEqual(shown, {
      _id: second._id,
      organization: 'Acme',
      project: 'Renewals',
      broadcast: 'October',
      sender: 'main',
      to: '+14155551536',
      type: 'template',
      since: '2026-01-01T00:00:00.000Z',
    })
  })
})
