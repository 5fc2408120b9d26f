import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { erase, profilesOf, stopped } from '../../../test/support/erase-race.ts'
import { createNumbers } from '../../../test/support/numbers.ts'
import { eventually } from '../../../test/support/service.ts'
import { postWebhook, statusOf, webhookOf } from '../../../test/support/whatsapp-webhook.ts'
import { phoneNumberId, startWhatsappService, webhooksProcessed } from '../../../test/support/whatsapp.ts'
import type { WhatsappService } from '../../../test/support/whatsapp.ts'
import { sql } from '../../db/sql.ts'
import { lockErasures } from '../../people/erasing.ts'
import { textRequest } from '../../whatsapp/agents/agent-message.ts'
import { sendMessage } from '../../whatsapp/send/send-message.ts'
import { lockMessage } from '../../whatsapp/send/send-queries.ts'
import { settleMessage } from '../../whatsapp/send/settle-message.ts'

const nextNumber = createNumbers()
let whatsapp: WhatsappService
before(async () => {
  whatsapp = await startWhatsappService()
  whatsapp.service.startWorker()
})
after(() => whatsapp[Symbol.asyncDispose]())

/** Resolves once so many messages with a person are stored. */
async function stored(phone: string, count: number): Promise<void> {
  await eventually(`${count} messages of the chat are stored`, async () => {
    const found = await whatsapp.service.context.db.query(sql`
      select from messages m join conversations v on v.organization_id = m.organization_id and v._id = m.conversation_id
      where v.phone_number = ${phone}`)
    return found.length >= count ? true : null
  })
}

function receive(from: string, body: string): void {
  whatsapp.network.receive({
    phone_number_id: phoneNumberId,
    messages: [{ from, content: { type: 'text', text: { body } } }],
  })
}

/** Receives a first message of a new person. Returns their profile. */
async function meet(phone: string): Promise<string> {
  receive(phone, 'Hello')
  await stored(phone, 1)
  const [id] = await profilesOf(whatsapp.service, phone)
  assert.ok(id)
  return id
}

describe('a message in the same instant as an erasure that was first', () => {
  it('belongs to a new profile if it is received', async () => {
    const { service } = whatsapp
    const phone = nextNumber()
    const id = await meet(phone)
    const { context, other } = stopped(service, async () => {
      receive(phone, 'Are you there?')
      await stored(phone, 2)
    })
    assert.equal((await erase(service, id, context)).kind, 'begun')
    await other()
    const profiles = await profilesOf(service, phone)
    assert.equal(profiles.length, 1)
    assert.notEqual(profiles[0], id)
  })

  it('belongs to a new profile if it is sent', async () => {
    const { service, broadcastIds } = whatsapp
    const phone = nextNumber()
    const id = await meet(phone)
    const { organizationId, projectId } = service
    const path = `/organizations/${organizationId}/projects/${projectId}/broadcasts/${broadcastIds['October']}/messages`
    const data = { first_name: 'Ada', order_id: 'A-1', button_0: 'orders/1' }
    const { context, other } = stopped(service, () =>
      service.request('POST', path, { body: { to: phone, data } }),
    )
    assert.equal((await erase(service, id, context)).kind, 'begun')
    const { status, body } = await other()
    assert.equal(status, 200, body.message)
    const profiles = await profilesOf(service, phone)
    assert.equal(profiles.length, 1)
    assert.notEqual(profiles[0], id)
  })
})

describe('a message of an agent while an erasure goes on for too long', () => {
  it('is refused, and its process lives on', async () => {
    const { service, broadcastIds } = whatsapp
    const { db } = service.context
    const phone = nextNumber()
    await meet(phone)
    const context = { ...service.context, db: { ...db } }
    context.db.transaction = (run) =>
      db.transaction(async (transaction) => {
        await transaction.query(sql`set local lock_timeout = '50ms'`)
        return run(transaction)
      })
    await db.transaction(async (erasing) => {
      await lockErasures(erasing, service.organizationId)
      const sent = sendMessage(context, {
        organization_id: service.organizationId,
        project_id: service.projectId,
        broadcast_id: broadcastIds['October']!,
        request: textRequest(phone, 'Hello'),
        resendOf: null,
        idempotencyKey: null,
        // What an agent's message depends on takes longer than the lock may.
        condition: { inTransaction: () => delay(300), again: async () => {} },
      })
      await assert.rejects(sent, { code: '55P03' })
    })
  })
})

describe('a report about a message to somebody who was erased since', () => {
  it('changes its status, and stores nothing that leads to the person', async () => {
    const { service } = whatsapp
    const phone = nextNumber()
    const id = await meet(phone)
    const { organizationId: organization_id, projectId: project_id, context } = service
    const { result } = await sendMessage(context, {
      organization_id,
      project_id,
      broadcast_id: whatsapp.broadcastIds['October']!,
      request: textRequest(phone, 'Hello'),
      resendOf: null,
      idempotencyKey: null,
    })
    const messageId = result.message_id
    // A failure of an agent's answer opens a ticket about its conversation.
    await context.db.write(sql`update whatsapp_messages set agent_turn = 1 where _id = ${messageId}`)
    assert.equal((await erase(service, id, context)).kind, 'begun')
    const read = async () => {
      const [row] = await context.db.query<{
        recipient: string
        provider_message_id: string | null
        status: string
        agent_turn: number | null
      }>(sql`
        select recipient, provider_message_id, status, agent_turn from whatsapp_messages where _id = ${messageId}`)
      return row!
    }
    await eventually('the message is erased', async () =>
      (await read()).recipient === 'erased' ? true : null,
    )
    const report = { status: 'read', at: new Date(), error: null, providerMessageId: 'wamid.late' } as const
    await context.db.transaction(async (transaction) => {
      const message = await lockMessage(transaction, organization_id, { _id: messageId })
      await settleMessage(context, transaction, message!, report, new Date())
    })
    const row = await read()
    assert.deepEqual(row, {
      recipient: 'erased',
      provider_message_id: null,
      status: 'read',
      agent_turn: null,
    })
  })

  it('teaches nothing about the person if its webhook names number and id', async () => {
    const { service, broadcastIds } = whatsapp
    const { organizationId, projectId, context, url } = service
    // The phone is off, so that no status comes by itself.
    const phone = '+14155552502'
    const id = await meet(phone)
    const path = `/organizations/${organizationId}/projects/${projectId}/broadcasts/${broadcastIds['October']}/messages`
    const data = { first_name: 'Ada', order_id: 'A-1', button_0: 'orders/1' }
    const { status, body } = await service.request('POST', path, { body: { to: phone, data } })
    assert.equal(status, 200, body.message)
    const { message_id: callbackData } = body.data as { message_id: string }
    await webhooksProcessed(whatsapp)
    assert.equal((await erase(service, id)).kind, 'begun')
    await eventually('the person is erased', async () => {
      const going = await context.db.query(sql`select from erasures where ended_at is null`)
      return going.length === 0 ? true : null
    })
    const person = { recipient_id: phone.slice(1), recipient_user_id: 'US.13491208655302742502' }
    const report = { ...statusOf({ wamid: 'wamid.off', status: 'delivered', callbackData }), ...person }
    assert.equal((await postWebhook(url, webhookOf({ statuses: [report] }))).status, 200)
    await webhooksProcessed(whatsapp)
    const [message] = await context.db.query<{ status: string }>(sql`
      select status from whatsapp_messages where _id = ${callbackData}`)
    assert.equal(message?.status, 'delivered')
    const named = await context.db.query(sql`
      select user_id from whatsapp_user_ids where phone_number = ${phone}
      union all
      select event_id from whatsapp_events where concat(event_id, payload) like ${`%${phone.slice(1)}%`}`)
    assert.deepEqual(named, [])
  })

  it('bars nobody if it failed because the person has opted out', async () => {
    const { context, url } = whatsapp.service
    const [message] = await context.db.query<{ _id: string }>(sql`
      select _id from whatsapp_messages where recipient = 'erased' limit 1`)
    const failed = { wamid: 'wamid.opted', status: 'failed', code: 131050, callbackData: message!._id }
    assert.equal((await postWebhook(url, webhookOf({ statuses: [statusOf(failed)] }))).status, 200)
    await webhooksProcessed(whatsapp)
    const codes = await context.db.query(sql`
      select error_code from whatsapp_message_statuses where message_id = ${message!._id} and status = 'failed'`)
    assert.deepEqual(codes, [{ error_code: '131050' }])
    const barred = await context.db.query(sql`select from whatsapp_opt_outs where recipient = 'erased'`)
    assert.deepEqual(barred, [])
  })
})

describe('somebody whose number has changed, as WhatsApp has announced', () => {
  it('is erased with what was sent to the old number', async () => {
    const { service, broadcastIds } = whatsapp
    const { organizationId, projectId, context, url } = service
    const [phone, userId] = ['+14155552602', 'US.13491208655302742602']
    const deliver = async (message: object) => {
      const timestamp = String(Math.floor(Date.now() / 1_000))
      const body = webhookOf({ messages: [{ timestamp, ...message }] })
      assert.equal((await postWebhook(url, body)).status, 200)
      await webhooksProcessed(whatsapp)
    }
    const hello = { type: 'text', text: { body: 'Hello' } }
    await deliver({ id: 'wamid.a', from: phone.slice(1), from_user_id: `${userId}0`, ...hello })
    const path = `/organizations/${organizationId}/projects/${projectId}/broadcasts/${broadcastIds['October']}/messages`
    const data = { first_name: 'Ada', order_id: 'A-1', button_0: 'orders/1' }
    const { status, body } = await service.request('POST', path, { body: { to: phone, data } })
    assert.equal(status, 200, body.message)
    const system = { type: 'user_changed_user_id', user_id: userId, previous_user_id: `${userId}0` }
    await deliver({ id: 'wamid.b', from_user_id: userId, type: 'system', system })
    assert.deepEqual(await profilesOf(service, phone), [])
    const [id] = await profilesOf(service, userId)
    assert.equal((await erase(service, id!)).kind, 'begun')
    const { message_id } = body.data as { message_id: string }
    await eventually('the message is erased', async () => {
      const [row] = await context.db.query<{ recipient: string }>(sql`
        select recipient from whatsapp_messages where _id = ${message_id}`)
      return row?.recipient === 'erased' ? true : null
    })
  })

  it('is erased without what another former owner of the number had, who has changed too', async () => {
    const { service } = whatsapp
    const { context, url } = service
    const [phone, ada, bob] = ['+14155552603', 'US.13491208655302742603', 'US.13491208655302742604']
    const seconds = Math.floor(Date.now() / 1_000)
    const deliver = async (ago: number, message: object) => {
      const body = webhookOf({ messages: [{ timestamp: String(seconds - ago), ...message }] })
      assert.equal((await postWebhook(url, body)).status, 200)
      await webhooksProcessed(whatsapp)
    }
    for (const [ago, userId] of [
      [90, ada],
      [30, bob],
    ] as const) {
      const hello = { type: 'text', text: { body: `Hello from ${userId}` } }
      const id = `wamid.${userId}`
      await deliver(ago, { id, from: phone.slice(1), from_user_id: `${userId}0`, ...hello })
      // The closed chat keeps the number.
      await context.db.write(sql`update conversations set status = 'completed' where caller = ${phone}`)
      const system = { type: 'user_changed_user_id', user_id: userId, previous_user_id: `${userId}0` }
      await deliver(ago - 10, { id: `${id} 2`, from_user_id: userId, type: 'system', system })
    }
    assert.deepEqual(await profilesOf(service, phone), [])
    const [id] = await profilesOf(service, ada)
    assert.equal((await erase(service, id!)).kind, 'begun')
    const textOf = async (userId: string) => {
      const rows = await context.db.query<{ text: string }>(sql`
        select text from messages where provider_message_id = ${`wamid.${userId}`}`)
      return rows.map(({ text }) => text)
    }
    await eventually('the erasure ends', async () =>
      (await textOf(ada)).some((text) => text.includes(ada)) ? null : true,
    )
    assert.deepEqual(await textOf(bob), [`Hello from ${bob}`])
  })
})
