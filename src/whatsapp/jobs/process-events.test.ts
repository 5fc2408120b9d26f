import assert from 'node:assert/strict'
import { test } from 'node:test'
import { postWebhook, textMessage, webhookOf } from '../../../test/support/whatsapp-webhook.ts'
import { startWhatsappService } from '../../../test/support/whatsapp.ts'
import { sql } from '../../db/sql.ts'
import { createWakeSignal } from '../../jobs/wake-signal.ts'
import { processEvents } from './process-events.ts'

test('an event that can not be processed delays no other and is tried again later', async () => {
  await using whatsapp = await startWhatsappService()
  const { context, url } = whatsapp.service
  const { db } = context
  await db.query(sql`alter table messages add constraint spoilt check (text <> 'spoilt')`)
  const at = new Date()
  const texts = ['spoilt', 'one', 'spoilt', 'two', 'spoilt', 'spoilt', 'spoilt', 'three']
  const messages = texts.map((text, index) =>
    textMessage({ wamid: `wamid.${index}`, from: `+1415555010${index}`, text, at }),
  )
  assert.equal((await postWebhook(url, webhookOf({ messages }))).status, 200)

  let now = new Date()
  const job = processEvents({ ...context, clock: { ...context.clock, now: () => now } }, createWakeSignal())
  const { signal } = new AbortController()
  while (await job.run(signal));
  const storedTexts = () =>
    db
      .query<{ text: string }>(sql`select text from messages order by text`)
      .then((rows) => rows.map(({ text }) => text))
  assert.deepEqual(await storedTexts(), ['one', 'three', 'two'])
  const left = await db.query(sql`
    select tries, fault from whatsapp_events where processed_at is null group by 1, 2`)
  assert.deepEqual(left, [{ tries: 1, fault: 'an internal error; see the log' }])

  await db.query(sql`alter table messages drop constraint spoilt`)
  while (await job.run(signal));
  assert.equal((await storedTexts()).length, 3, 'no event is tried again before its time')
  now = new Date(now.getTime() + 1_000)
  while (await job.run(signal));
  assert.equal((await storedTexts()).length, texts.length)
})
