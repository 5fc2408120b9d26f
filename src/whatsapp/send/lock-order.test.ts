// The settlement of a send and a person's message lock the same rows. If they locked them in different orders,
// PostgreSQL would cancel one of the transactions, after both have waited for a second.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { eventually } from '../../../test/support/service.ts'
import { postWebhook, statusOf, textMessage, webhookOf } from '../../../test/support/whatsapp-webhook.ts'
import { startWhatsappService } from '../../../test/support/whatsapp.ts'
import type { WhatsappService } from '../../../test/support/whatsapp.ts'
import { sql } from '../../db/sql.ts'
import { processEvent } from '../inbound/process-event.ts'

let whatsapp: WhatsappService
before(async () => {
  whatsapp = await startWhatsappService()
  whatsapp.network.holdWebhooks()
})
after(() => whatsapp[Symbol.asyncDispose]())

const data = { first_name: 'Ada', order_id: 'A-1', button_0: 'orders/1' }

/** Resolves once this many transactions wait for a lock. */
const untilWaiting = (count: number) =>
  eventually(`${count} wait`, async () => {
    const waiting = await whatsapp.service.context.db.query(sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
    return waiting.length === count ? true : null
  })

describe('a person’s message and the settlement of a message to them', () => {
  for (const [index, first] of (['message', 'status'] as const).entries())
    it(`wait for each other and do not deadlock, the ${first} first`, async () => {
      const { service, network, broadcastIds } = whatsapp
      const { organizationId, projectId, context, url } = service
      const { db } = context
      const to = `+14155553${index}31`
      const path = `/organizations/${organizationId}/projects/${projectId}/broadcasts/${broadcastIds['October']}/messages`
      assert.equal((await service.request('POST', path, { body: { to, data } })).status, 503)
      const { message_id, callback_data } = network.messages(to)[0]!
      const status = statusOf({ wamid: message_id!, status: 'sent', callbackData: callback_data! })
      const message = textMessage({ wamid: `wamid.in.${index}`, from: to, text: 'Hello', at: new Date() })
      const bodies = [webhookOf({ messages: [message] }), webhookOf({ statuses: [status] })]

      await using holder = { client: await db.connect(), [Symbol.asyncDispose]: () => holder.client.end() }
      await holder.client.query('begin')
      await holder.client.query(
        `select from profiles where _id = (select profile_id from profile_contacts where normalized = $1) for update`,
        [to],
      )
      let runs = 0
      const counted: typeof context = {
        ...context,
        db: {
          ...db,
          transaction: (run) =>
            db.transaction((transaction) => {
              runs++
              return run(transaction)
            }),
        },
      }
      const working: Promise<boolean>[] = []
      for (const body of first === 'message' ? bodies : bodies.toReversed()) {
        assert.equal((await postWebhook(url, body)).status, 200)
        working.push(processEvent(counted))
        await untilWaiting(working.length)
      }
      await holder.client.query('commit')
      assert.deepEqual(await Promise.all(working), [true, true])

      const chats = await db.query(sql`
        select array_agg(m.direction order by m.direction) as directions from conversations c
        join messages m on m.conversation_id = c._id where c.phone_number = ${to} group by c._id`)
      assert.deepEqual(chats, [{ directions: ['inbound', 'outbound'] }])
      assert.equal(runs, 2, 'no transaction was canceled and repeated')
    })
})
