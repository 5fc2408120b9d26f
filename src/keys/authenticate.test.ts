import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Client } from 'pg'
import { eventually } from '../../test/support/service.ts'
import { beginRequest } from '../../test/support/unfinished-request.ts'
import { startWhatsappService } from '../../test/support/whatsapp.ts'
import type { WhatsappService } from '../../test/support/whatsapp.ts'

let whatsapp: WhatsappService
let observer: Client
before(async () => {
  whatsapp = await startWhatsappService()
  observer = await whatsapp.service.context.db.connect()
})
after(async () => {
  await observer.end()
  await whatsapp[Symbol.asyncDispose]()
})

async function count(text: string, values: unknown[] = []): Promise<number> {
  const { rows } = await observer.query<{ count: number }>(`select count(*) ${text}`, values)
  return rows[0]!.count
}

/** Returns whether the service has looked up a key since then, read from the state of its connections. */
async function isLookedUpSince(time: string): Promise<boolean> {
  const looked = `from pg_stat_activity where datname = current_database() and query like '%from api_keys%key_hash = $1%'
    and state = 'idle' and query_start > $1`
  return (await count(looked, [time])) > 0
}

describe('a key that is revoked before the body has arrived', () => {
  const campaign = () => `campaigns/${whatsapp.service.campaignIds['Script']}`
  const requests: [what: string, path: () => string, body: object][] = [
    ['triggers no call', () => `${campaign()}/trigger-call`, { phone_number: '+14155550123' }],
    ['queues no call', () => `${campaign()}/calls`, { phone_number: '+14155550124' }],
    [
      'sends no message',
      () => `broadcasts/${whatsapp.broadcastIds['October']}/messages`,
      { to: '+14155550125', data: { first_name: 'Ada', order_id: '1' } },
    ],
  ]
  for (const [what, path, body] of requests)
    it(`${what} (401)`, async () => {
      const { url, key, organizationId, projectId, network } = whatsapp.service
      const text = JSON.stringify(body)
      const { rows } = await observer.query<{ now: string }>('select clock_timestamp()::text as now')
      const request = beginRequest(
        `${url}/organizations/${organizationId}/projects/${projectId}/${path()}`,
        { 'x-api-key': key },
        { length: text.length },
      )
      request.write(text.slice(0, 10))
      await eventually('the key is looked up', async () =>
        (await isLookedUpSince(rows[0]!.now)) ? true : null,
      )
      await observer.query('update api_keys set revoked_at = now()')
      request.end(text.slice(10))
      const answer = await request.answer
      await observer.query('update api_keys set revoked_at = null')
      assert.equal(answer.status, 401)
      assert.match(answer.body.message, /has been revoked/)
      assert.deepEqual([network?.calls().length, whatsapp.network.messages().length], [0, 0])
      assert.deepEqual([await count('from calls'), await count('from whatsapp_messages')], [0, 0])
    })
})
