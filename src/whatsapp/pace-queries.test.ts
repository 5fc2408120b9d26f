import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { startWhatsappService } from '../../test/support/whatsapp.ts'
import type { WhatsappService } from '../../test/support/whatsapp.ts'
import { sql } from '../db/sql.ts'
import { takeTurn } from './pace-queries.ts'

let whatsapp: WhatsappService
before(async () => {
  whatsapp = await startWhatsappService()
})
after(() => whatsapp[Symbol.asyncDispose]())

it('never lets more go within a second than the sender may send', async () => {
  const { db } = whatsapp.service.context
  await db.query(sql`delete from whatsapp_paces`)
  await db.query(sql`update whatsapp_senders set messages_per_second = 20 where _id = ${whatsapp.senderId}`)
  const names = { organization_id: whatsapp.service.organizationId, whatsapp_sender_id: whatsapp.senderId }
  const turns = await Promise.all(
    Array.from({ length: 60 }, async (_, index) => {
      const recipient = `+1415555${4_000 + index}`
      const waitMs = await db.transaction((transaction) => takeTurn(transaction, { ...names, recipient }))
      return performance.now() + waitMs
    }),
  )
  turns.sort((a, b) => a - b)
  // The time at which a turn was heard of is later than that at which it was given.
  const soonest = turns.slice(20).map((at, index) => at - turns[index]!)
  assert.ok(Math.min(...soonest) > 900, `${Math.min(...soonest)} ms`)
})

it('lets the first message of a slow sender go at once, and has the next wait its whole turn', async () => {
  const { db } = whatsapp.service.context
  await db.query(sql`delete from whatsapp_paces`)
  await db.query(sql`update whatsapp_senders set messages_per_second = 0.1 where _id = ${whatsapp.senderId}`)
  const turn = (recipient: string) =>
    db.transaction((transaction) =>
      takeTurn(transaction, {
        organization_id: whatsapp.service.organizationId,
        whatsapp_sender_id: whatsapp.senderId,
        recipient,
      }),
    )
  assert.equal(await turn('+14155553000'), 0)
  const waitMs = await turn('+14155553001')
  assert.ok(waitMs > 5_000 && waitMs <= 10_000, `${waitMs} ms`)
})
