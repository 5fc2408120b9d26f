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

it('lets the first message of a slow sender go at once, and has the next wait its whole turn', async () => {
  const { db } = whatsapp.service.context
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
