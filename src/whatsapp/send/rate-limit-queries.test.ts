import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { eventually } from '../../../test/support/service.ts'
import { startWhatsappService } from '../../../test/support/whatsapp.ts'
import type { WhatsappService } from '../../../test/support/whatsapp.ts'
import type { Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import { reserveSendSlot } from './rate-limit-queries.ts'

let whatsapp: WhatsappService
before(async () => {
  whatsapp = await startWhatsappService()
})
after(() => whatsapp[Symbol.asyncDispose]())

const turnOf = (transaction: Transaction, recipient: string) =>
  reserveSendSlot(transaction, {
    organization_id: whatsapp.service.organizationId,
    whatsapp_sender_id: whatsapp.senderId,
    recipient,
  })

// The clock of a virtual machine may go back by some microseconds between two readings: no wait may then be a little
// more than 0.

it('never allows more messages in a second than the sender’s limit', async () => {
  const { db } = whatsapp.service.context
  await db.query(sql`delete from sender_rate_limits`)
  await db.query(sql`update whatsapp_senders set messages_per_second = 20 where _id = ${whatsapp.senderId}`)
  const turns = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      db.transaction(async (transaction) => {
        const waitMs = await turnOf(transaction, `+1415555${4_000 + index}`)
        // The row is locked until the end of the transaction: this is still the own slot.
        const [slot] = await transaction.query<{ at_ms: number; left_ms: number }>(sql`
          select 1000 * extract(epoch from arrival_at)::double precision as at_ms,
            1000 * extract(epoch from arrival_at - interval '50 milliseconds' - clock_timestamp())::double precision
              as left_ms
          from sender_rate_limits where whatsapp_sender_id = ${whatsapp.senderId} and recipient = ''`)
        assert.ok(waitMs >= slot!.left_ms - 1, `${waitMs} ms instead of ${slot!.left_ms}`)
        return slot!.at_ms
      }),
    ),
  )
  turns.sort((a, b) => a - b)
  const soonest = turns.slice(20).map((at, index) => at - turns[index]!)
  assert.ok(Math.min(...soonest) > 999, `${Math.min(...soonest)} ms`)
})

it('sends the first message of a slow sender at once, and delays the next by a whole slot', async () => {
  const { db } = whatsapp.service.context
  await db.query(sql`delete from sender_rate_limits`)
  await db.query(sql`update whatsapp_senders set messages_per_second = 0.01 where _id = ${whatsapp.senderId}`)
  const turn = (recipient: string) => db.transaction((transaction) => turnOf(transaction, recipient))
  assert.ok((await turn('+14155553000')) < 1)
  const waitMs = await turn('+14155553001')
  assert.ok(waitMs > 10_000 && waitMs < 100_001, `${waitMs} ms`)
})

it('sends the first message of the slowest sender, and none for days', async () => {
  const { db } = whatsapp.service.context
  await db.query(sql`delete from sender_rate_limits`)
  await db.query(
    sql`update whatsapp_senders set messages_per_second = 1e-13 where _id = ${whatsapp.senderId}`,
  )
  const turn = (recipient: string) => db.transaction((transaction) => turnOf(transaction, recipient))
  assert.ok((await turn('+14155553020')) < 1)
  const days = (await turn('+14155553021')) / 86_400_000
  assert.ok(days > 11 && days < 12, `${days} days`)
})

// The first send holds the lock of the sender's row until the second has waited for it.
it('counts the wait for another send’s commit towards the slot', async () => {
  const { db } = whatsapp.service.context
  await db.query(sql`delete from sender_rate_limits`)
  await db.query(sql`update whatsapp_senders set messages_per_second = 1 where _id = ${whatsapp.senderId}`)
  // The lock is held for a whole slot, so that the second has no further wait.
  const heldMs = 1_000
  const waiting: Promise<{ waitMs: number; atMs: number }>[] = []
  let firstAtMs = 0
  await db.transaction(async (transaction) => {
    assert.ok((await turnOf(transaction, '+14155553010')) < 1)
    firstAtMs = performance.now()
    const second = db.transaction((other) => turnOf(other, '+14155553011'))
    waiting.push(second.then((waitMs) => ({ waitMs, atMs: performance.now() })))
    await eventually('it has waited', async () => {
      const [found] = await db.query(sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
          and clock_timestamp() - query_start > ${heldMs} * interval '1 millisecond'`)
      return found ?? null
    })
  })
  const { waitMs, atMs } = await waiting[0]!
  assert.ok(atMs - firstAtMs >= heldMs - 5)
  assert.ok(waitMs < 1, `${waitMs} ms`)
})

it('begins anew after the database’s clock was set back', async () => {
  const { db } = whatsapp.service.context
  await db.query(sql`delete from sender_rate_limits`)
  await db.query(sql`update whatsapp_senders set messages_per_second = 1 where _id = ${whatsapp.senderId}`)
  const turn = () => db.transaction((transaction) => turnOf(transaction, '+14155553030'))
  await turn()
  for (const recipient of ['', '+14155553030']) {
    await db.write(sql`
      update sender_rate_limits set arrival_at = case recipient when ${recipient} then clock_timestamp() + interval '1 hour'
        else clock_timestamp() end`)
    assert.ok((await turn()) < 1, recipient)
  }
  const waitMs = await turn()
  assert.ok(waitMs > 0 && waitMs < 1_001, `${waitMs} ms`)
})
