import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { postWebhook, textMessage, webhookOf } from '../../../test/support/whatsapp-webhook.ts'
import { startWhatsappService } from '../../../test/support/whatsapp.ts'
import type { WhatsappService } from '../../../test/support/whatsapp.ts'
import { sql } from '../../db/sql.ts'
import { processEvent } from './process-event.ts'

let whatsapp: WhatsappService
before(async () => {
  whatsapp = await startWhatsappService()
})
after(() => whatsapp[Symbol.asyncDispose]())

let wamids = 0

async function says(from: string, text: string): Promise<void> {
  const message = textMessage({ wamid: `wamid.stop.${++wamids}`, from, text, at: new Date() })
  const answer = await postWebhook(whatsapp.service.url, webhookOf({ messages: [message] }))
  assert.equal(answer.status, 200)
  while (await processEvent(whatsapp.service.context));
}

const entriesOf = (number: string) =>
  whatsapp.service.context.db.query(sql`
    select source, project_id, added_by from do_not_call where number = ${number} and ended_at is null`)

const declare = (calls: Record<string, unknown>) =>
  whatsapp.service.apply({ organizations: [{ name: 'Acme', calls }] })

it('STOP is about messages, unless the organization declares that it covers calls', async () => {
  await says('+14155552401', 'STOP')
  assert.deepEqual(await entriesOf('+14155552401'), [])
  await declare({ stop_covers_calls: true })
  await says('+14155552402', 'STOP')
  await says('+14155552402', 'STOP')
  assert.deepEqual(await entriesOf('+14155552402'), [
    { source: 'whatsapp', project_id: whatsapp.service.projectId, added_by: null },
  ])
  await says('+14155552403', 'Stop sending me the wrong size, please')
  assert.deepEqual(await entriesOf('+14155552403'), [])
  // START is about messages: somebody has to end the entry.
  await says('+14155552402', 'START')
  assert.equal((await entriesOf('+14155552402')).length, 1)
  await declare({})
  await says('+14155552404', 'STOP')
  assert.deepEqual(await entriesOf('+14155552404'), [])
})
