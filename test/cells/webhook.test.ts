import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { hopHeader, signHop } from '../../src/cells/forward/hop-signature.ts'
import { insertMove, updateSourceMove } from '../../src/cells/move/move-queries.ts'
import { sql } from '../../src/db/sql.ts'
import { startTwoCells } from '../support/cells.ts'
import type { TwoCells } from '../support/cells.ts'
import type { Service } from '../support/service.ts'
import { postWebhook, textMessage, webhookOf } from '../support/whatsapp-webhook.ts'
import { businessAccountId } from '../support/whatsapp.ts'

const numbers = { one: '100000000000001', two: '100000000000002' }
const at = new Date()

let cells: TwoCells
before(async () => {
  cells = await startTwoCells()
  await declareSender(cells.one, 'Acme', numbers.one, 'an-app-secret')
  await declareSender(cells.two, 'Borealis', numbers.two, 'an-app-secret')
  await cells.sync()
})
after(() => cells[Symbol.asyncDispose]())

function declareSender(service: Service, name: string, phone_number_id: string, app_secret: string) {
  const sender = {
    name: 'main',
    phone_number_id,
    business_account_id: businessAccountId,
    display_phone_number: '+14155550199',
    access_token: 'a-token',
    app_secret,
    verify_token: `token-of-${name}`,
  }
  return service.apply({
    organizations: [{ name, projects: [{ name: 'Renewals', whatsapp_senders: [sender] }] }],
  })
}

const stored = async ({ context }: Service): Promise<string[]> => {
  const rows = await context.db.query<{ payload: string }>(
    sql`select payload::text as payload from whatsapp_events order by received_at`,
  )
  return rows.map(({ payload }) => /wamid\.[\w-]+/.exec(payload)?.[0] ?? '')
}

const of = (cell: 'one' | 'two', id: string) => ({
  phoneNumberId: numbers[cell],
  messages: [textMessage({ wamid: `wamid.${id}`, from: '+14155550111', text: 'Hello', at })],
})

describe('a webhook of WhatsApp with events of several cells', () => {
  it('is split: each cell stores the events of its senders, whichever cell got it', async () => {
    const { one, two } = cells
    assert.equal((await postWebhook(one.url, webhookOf(of('one', 'a-1'), of('two', 'a-2')))).status, 200)
    assert.equal((await postWebhook(two.url, webhookOf(of('one', 'b-1'), of('two', 'b-2')))).status, 200)
    assert.equal((await postWebhook(one.url, webhookOf(of('two', 'c-2')))).status, 200)
    assert.deepEqual(await stored(one), ['wamid.a-1', 'wamid.b-1'])
    assert.deepEqual(await stored(two), ['wamid.a-2', 'wamid.b-2', 'wamid.c-2'])
  })

  it('is stored once however often it comes, and counts only if the sender’s own secret signed it', async () => {
    const { one, two } = cells
    const body = webhookOf(of('one', 'a-1'), of('two', 'a-2'))
    assert.equal((await postWebhook(two.url, body)).status, 200)
    assert.equal((await postWebhook(one.url, webhookOf(of('two', 'forged')), 'another-secret')).status, 403)
    assert.equal((await postWebhook(one.url, webhookOf(of('two', 'forged')), null)).status, 403)
    assert.equal((await stored(one)).length, 2)
    assert.equal((await stored(two)).length, 3)
  })

  it('is 503 while a cell is away, so that it is sent again; the own part is stored', async () => {
    const { one, two } = cells
    const away = sql`update cell_places set url = ${'http://127.0.0.1:9'} where organization_id = ${two.organizationId}`
    await one.context.db.write(away)
    const body = webhookOf(of('one', 'd-1'), of('two', 'd-2'))
    assert.equal((await postWebhook(one.url, body)).status, 503)
    assert.equal((await stored(one)).at(-1), 'wamid.d-1')
    await cells.sync()
    assert.equal((await postWebhook(one.url, body)).status, 200)
    assert.equal((await stored(two)).at(-1), 'wamid.d-2')
    assert.equal((await stored(one)).length, 3)
  })

  it('is 503 while the organization of a sender is between two cells', async () => {
    const { one, two } = cells
    const { db } = one.context
    const key = { organization_id: one.organizationId, side: 'source', cell: 'two', url: two.url } as const
    await insertMove(db, key)
    await updateSourceMove(db, one.organizationId, ['copying'], 'closing')
    assert.equal((await postWebhook(two.url, webhookOf(of('one', 'e-1')))).status, 503)
    assert.equal((await postWebhook(one.url, webhookOf(of('one', 'e-1')))).status, 503)
    await db.write(sql`delete from organization_moves`)
    assert.equal((await postWebhook(two.url, webhookOf(of('one', 'e-1')))).status, 200)
    assert.equal((await stored(one)).at(-1), 'wamid.e-1')
  })

  it('is 503 if a cell has passed it on by a clock that is too far off, so that it does not go round', async () => {
    const { one, two } = cells
    const body = webhookOf(of('one', 'f-1'))
    const hop = { method: 'POST', url: '/webhooks/whatsapp', hops: 1, organizationIds: [one.organizationId] }
    const passed = (sent: Date) =>
      postWebhook(one.url, body, 'an-app-secret', {
        [hopHeader]: signHop(two.context.secretBox, hop, sent),
      })
    const before = (await stored(one)).length
    assert.equal((await passed(new Date(Date.now() - 70_000))).status, 503)
    assert.equal((await stored(one)).length, before)
    const { status } = await one.request('GET', `/organizations/${one.organizationId}/projects`, {
      headers: { [hopHeader]: signHop(two.context.secretBox, hop, new Date()) },
    })
    assert.equal(status, 503, 'the header is of another request')
    assert.equal((await passed(new Date())).status, 200)
    assert.equal((await stored(one)).at(-1), 'wamid.f-1')
  })

  it('is set up at any cell: the handshake knows the verify tokens of all', async () => {
    for (const token of ['token-of-Acme', 'token-of-Borealis']) {
      const query = new URLSearchParams({
        'hub.mode': 'subscribe',
        'hub.verify_token': token,
        'hub.challenge': '7',
      })
      const response = await fetch(`${cells.one.url}/webhooks/whatsapp?${query.toString()}`)
      assert.equal(response.status, 200)
      assert.equal(await response.text(), '7')
    }
    const wrong = new URLSearchParams({
      'hub.mode': 'subscribe',
      'hub.verify_token': 'no',
      'hub.challenge': '7',
    })
    assert.equal((await fetch(`${cells.one.url}/webhooks/whatsapp?${wrong.toString()}`)).status, 403)
  })
})
