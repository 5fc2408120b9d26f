import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startWhatsappService } from '../../../test/support/whatsapp.ts'
import type { WhatsappService } from '../../../test/support/whatsapp.ts'
import { sql } from '../../db/sql.ts'
import { recount } from '../../operator/recount/recount.ts'
import { endSilentChats } from './end-silent-chats.ts'

let whatsapp: WhatsappService
before(async () => {
  whatsapp = await startWhatsappService()
})
after(() => whatsapp[Symbol.asyncDispose]())

const begun = new Date()
const hoursAgo = (hours: number) => new Date(begun.getTime() - hours * 3_600_000)
const { signal } = new AbortController()

/** Inserts a live chat as an import writes it, or, with `lastMessageAt`, as the service itself does. */
async function insertChat(startTime: Date, lastMessageAt: Date | null = null): Promise<string> {
  const { context, organizationId, projectId } = whatsapp.service
  const _id = context.newId()
  await context.db.query(sql`
    insert into conversations (organization_id, project_id, _id, channel_type, conversation_type, status, phone_number,
      start_time, last_message_at, created_at)
    values (${organizationId}, ${projectId}, ${_id}, 'whatsapp', 'inbound', 'live', '+14155550100', ${startTime},
      ${lastMessageAt}, ${begun})`)
  return _id
}

async function insertMessage(conversationId: string, at: Date): Promise<void> {
  const { context, organizationId, projectId } = whatsapp.service
  await context.db.query(sql`
    insert into messages (organization_id, project_id, _id, conversation_id, channel_type, direction, created_at)
    values (${organizationId}, ${projectId}, ${context.newId()}, ${conversationId}, 'whatsapp', 'inbound', ${at})`)
}

async function chatOf(_id: string) {
  const [chat] = await whatsapp.service.context.db.query<{
    status: string
    end_time: string | null
    duration_seconds: number | null
  }>(sql`select status, end_time, duration_seconds from conversations where _id = ${_id}`)
  return chat!
}

const live = { status: 'live', end_time: null, duration_seconds: null }
const ended = (at: Date, duration_seconds: number) => ({
  status: 'completed',
  end_time: at.toISOString(),
  duration_seconds,
})

describe('a silent chat', () => {
  it('that was imported ends a day after its last message, or after its start where it has no message', async () => {
    const silent = await insertChat(hoursAgo(25))
    const young = await insertChat(hoursAgo(23))
    const talking = await insertChat(hoursAgo(50))
    await insertMessage(talking, hoursAgo(2))
    const over = await insertChat(hoursAgo(50))
    await insertMessage(over, hoursAgo(49))
    const job = endSilentChats({ ...whatsapp.service.context })
    while (await job.run(signal));
    assert.deepEqual(await chatOf(silent), ended(hoursAgo(25), 0))
    assert.deepEqual(await chatOf(young), live)
    assert.deepEqual(await chatOf(talking), live)
    assert.deepEqual(await chatOf(over), ended(hoursAgo(49), 3_600))
    let now = hoursAgo(-21.9)
    const later = endSilentChats({
      ...whatsapp.service.context,
      clock: { ...whatsapp.service.context.clock, now: () => now },
    })
    while (await later.run(signal));
    assert.deepEqual(await chatOf(talking), live)
    now = hoursAgo(-22.1)
    while (await later.run(signal));
    assert.deepEqual(await chatOf(talking), ended(hoursAgo(2), 48 * 3_600))
  })

  it('keeps the end and the duration of its import, and all counts agree', async () => {
    const { db } = whatsapp.service.context
    const timed = await insertChat(hoursAgo(40))
    const dated = await insertChat(hoursAgo(40))
    await db.query(sql`update conversations set duration_seconds = 60 where _id = ${timed}`)
    await db.query(sql`update conversations set end_time = ${hoursAgo(39)} where _id = ${dated}`)
    await recount(db, { repair: true })
    const job = endSilentChats({ ...whatsapp.service.context })
    while (await job.run(signal));
    assert.deepEqual(await chatOf(timed), ended(hoursAgo(40), 60))
    assert.deepEqual(await chatOf(dated), ended(hoursAgo(39), 3_600))
    const { hours, days, months, all } = await recount(db, { repair: false })
    assert.deepEqual({ hours, days, months, all }, { hours: 0, days: 0, months: 0, all: 0 })
  })

  it('that cannot be ended does not block others', async () => {
    // This chat's last message lies before its start, so its duration would be negative, which the table refuses.
    const spoilt = await insertChat(hoursAgo(30), hoursAgo(40))
    const silent = await insertChat(hoursAgo(30), hoursAgo(29))
    const job = endSilentChats({ ...whatsapp.service.context })
    assert.equal(await job.run(signal), true)
    assert.deepEqual(await chatOf(silent), ended(hoursAgo(29), 3_600))
    assert.deepEqual(await chatOf(spoilt), live)
    assert.equal(await job.run(signal), false, 'it is not tried again for a while')
  })
})
