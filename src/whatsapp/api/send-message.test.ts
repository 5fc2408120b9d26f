import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import type { Answer } from '../../../test/support/service.ts'
import { businessAccountId, phoneNumberId, startWhatsappService } from '../../../test/support/whatsapp.ts'
import type { WhatsappService } from '../../../test/support/whatsapp.ts'
import { sql } from '../../db/sql.ts'

let whatsapp: WhatsappService
before(async () => {
  whatsapp = await startWhatsappService()
  whatsapp.service.startWorker()
})
after(() => whatsapp[Symbol.asyncDispose]())

/** Repeats the check until it passes. */
async function untilItPasses(holds: () => Promise<void>): Promise<void> {
  const until = performance.now() + 180_000
  for (;;)
    try {
      return await holds()
    } catch (error) {
      if (performance.now() > until) throw error
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
}

let numbers = 0
/** Returns a new number; its last two digits decide the outcome. */
const recipient = (outcome = '00') => `+1415555${String(10 + numbers++).padStart(2, '0')}${outcome}`

const path = (broadcast: string, tail = '') => {
  const { organizationId, projectId } = whatsapp.service
  return `/organizations/${organizationId}/projects/${projectId}/broadcasts/${whatsapp.broadcastIds[broadcast] ?? broadcast}/messages${tail}`
}

const data = { first_name: 'Ada', order_id: 'A-1', button_0: 'orders/1' }

function send(
  body: unknown,
  {
    broadcast = 'October',
    idempotencyKey = null as string | null,
    key = undefined as string | null | undefined,
  } = {},
): Promise<Answer> {
  return whatsapp.service.request('POST', path(broadcast), {
    body,
    ...(key !== undefined && { key }),
    headers: idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey },
  })
}

interface Result {
  message_id: string
  to: string
  type: string
  status: string
  provider_message_id: string | null
}
const resultOf = ({ body }: Answer) => body.data as Result

async function statusOf(messageId: string): Promise<string> {
  const [row] = await whatsapp.service.context.db.query<{ status: string }>(
    sql`select status from whatsapp_messages where _id = ${messageId}`,
  )
  return row!.status
}

async function quota(): Promise<{ reserved: number; consumed: number }> {
  const [row] = await whatsapp.service.context.db.query<{ reserved: number; consumed: number }>(
    sql`select reserved, consumed from whatsapp_quotas`,
  )
  return row ?? { reserved: 0, consumed: 0 }
}

/** Sends a message from the person, which opens the window. */
async function writes(from: string, text = 'hello'): Promise<void> {
  whatsapp.network.receive({
    phone_number_id: phoneNumberId,
    messages: [{ from, content: { type: 'text', text: { body: text } } }],
  })
  await whatsapp.network.idle()
  await untilItPasses(async () => {
    const [left] = await whatsapp.service.context.db.query<{ count: number }>(
      sql`select count(*) from whatsapp_events where processed_at is null`,
    )
    assert.equal(left?.count, 0)
  })
}

describe('POST messages', () => {
  it('sends the broadcast’s template, and its status rises to read (200)', async () => {
    const to = recipient()
    const before = await quota()
    const answer = await send({ to: to.replace('+1', '+1 (').replace('555', ') 555-'), data })
    assert.equal(answer.status, 200, answer.body.message)
    const result = resultOf(answer)
    assert.deepEqual([result.to, result.type], [to, 'template'])
    assert.match(result.provider_message_id ?? '', /^wamid\./)
    await untilItPasses(async () => assert.equal(await statusOf(result.message_id), 'read'))
    const after = await quota()
    assert.deepEqual([after.reserved, after.consumed], [0, before.consumed + 1])
    const [sent] = whatsapp.network.messages(to)
    assert.equal((sent as unknown as { to: string }).to, to)
  })

  it('sends typed messages only in an open window (400, Promise 28)', async () => {
    const to = recipient()
    const body = { to, type: 'text', payload: { body: 'Good morning' } }
    const closed = await send(body, { broadcast: 'Typed' })
    assert.equal(closed.status, 400)
    assert.match(closed.body.message, /has not written to this sender.*template/)
    await writes(to)
    const open = await send(body, { broadcast: 'Typed' })
    assert.equal(open.status, 200, open.body.message)
    assert.equal(resultOf(open).type, 'text')
  })

  it('sends no typed message from a sender that the person has not written to (400, Promise 28)', async () => {
    const secrets = { access_token: 'a-token', app_secret: 'an-app-secret', verify_token: 'a-verify-token' }
    const second = {
      name: 'second',
      phone_number_id: '100000000000003',
      business_account_id: businessAccountId,
      display_phone_number: '+14155550198',
      api_url: whatsapp.network.url,
      ...secrets,
    }
    const broadcasts = [{ name: 'Second', sender: 'second' }]
    const projects = [{ name: 'Renewals', whatsapp_senders: [second], broadcasts }]
    const tree = await whatsapp.service.apply({ organizations: [{ name: 'Acme', projects }] })
    const [project] = tree.organizations[0]!.projects as unknown as [
      { broadcasts: { name: string; _id: string }[] },
    ]
    const broadcast = project.broadcasts.find(({ name }) => name === 'Second')!._id
    const to = recipient()
    await writes(to)
    const body = { to, type: 'text', payload: { body: 'Good morning' } }
    const refused = await send(body, { broadcast })
    assert.equal(refused.status, 400)
    assert.match(refused.body.message, /has not written to this sender/)
    assert.equal((await send(body, { broadcast: 'Typed' })).status, 200)
  })

  it('checks the sender, then template or window, then the opt-out (400, Rule 23)', async () => {
    const to = recipient()
    await writes(to, 'Stop.')
    await whatsapp.service.context.db.write(sql`
      update whatsapp_windows set last_inbound_at = last_inbound_at - interval '25 hours' where recipient = ${to}`)
    const template = { to, data }
    const typed = { to, type: 'text', payload: { body: 'Good morning' } }
    for (const [broadcast, body, words] of [
      ['Gone', template, /not connected/],
      ['Gone', typed, /not connected/],
      ['Early', template, /is pending/],
      ['Typed', typed, /more than 24 hours ago/],
      ['October', template, /opted out/],
    ] as const) {
      const answer = await send(body, { broadcast })
      assert.equal(answer.status, 400, broadcast)
      assert.match(answer.body.message, words)
    }
  })

  it('names the faults of a body, and reserves nothing (400)', async () => {
    const before = await quota()
    const to = recipient()
    for (const [body, words] of [
      [{ data }, /to is required/],
      [{ to: '12', data }, /to: must be a valid phone number/],
      [{ to, data: { first_name: 'Ada' } }, /order_id/],
      [{ to, data: { ...data, surplus: 'x' } }, /surplus/],
      [{ to, type: 'text', payload: { body: 'x' }, data }, /data/],
      [{ to, type: 'text' }, /payload/],
      [{ to, type: 'location', payload: { latitude: 91, longitude: 0 } }, /payload\.latitude/],
      [{ to, type: 'nonsense', payload: {} }, /type/],
    ] as const) {
      const { status, body: answered } = await send(body)
      assert.equal(status, 400, JSON.stringify(body))
      assert.match(answered.message, words)
    }
    for (const [broadcast, words] of [
      ['Typed', /has no template/],
      ['Early', /is pending/],
      ['Gone', /not connected/],
    ] as const) {
      const { status, body } = await send({ to, data }, { broadcast })
      assert.equal(status, 400)
      assert.match(body.message, words)
    }
    assert.deepEqual(await quota(), before)
  })

  it('returns a definite refusal with code and reason, releases the send, and replays the refusal for the key (400)', async () => {
    const before = await quota()
    const idempotencyKey = randomUUID()
    const body = { to: recipient('20'), data }
    const refused = await send(body, { idempotencyKey })
    assert.equal(refused.status, 400)
    assert.match(refused.body.message, /WhatsApp refused the message: .* \(code 131026\)/)
    const again = await send(body, { idempotencyKey })
    assert.deepEqual([again.status, again.body], [400, refused.body])
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
    assert.deepEqual(await quota(), before)
  })

  it('replays the answer of a repeated key and sends nothing (200); refuses another body under it (409)', async () => {
    const idempotencyKey = randomUUID()
    const to = recipient()
    const first = await send({ to, data }, { idempotencyKey })
    assert.equal(first.status, 200)
    await untilItPasses(async () => assert.equal(await statusOf(resultOf(first).message_id), 'read'))
    const again = await send({ data: { ...data }, to }, { idempotencyKey })
    assert.deepEqual([again.status, again.body], [200, first.body])
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
    assert.equal(whatsapp.network.messages(to).length, 1)
    const other = await send({ to, data: { ...data, order_id: 'A-2' } }, { idempotencyKey })
    assert.equal(other.status, 409)
  })

  it('sends and keeps numbers as they are written, and compares them as numbers under a key (200, Rule 53)', async () => {
    const idempotencyKey = randomUUID()
    const to = recipient()
    const body = (total: string) =>
      `{ "to": "${to}", "data": { "first_name": "Ada", "order_id": ${total}, "button_0": 7 } }`
    const first = await send(body('19.90'), { idempotencyKey })
    assert.equal(first.status, 200, first.body.message)
    assert.deepEqual((await send(body('19.9'), { idempotencyKey })).body, first.body)
    const [sent, ...more] = whatsapp.network.messages(to)
    assert.deepEqual(more, [])
    const { template } = sent!.body as { template: { components: { parameters: { text: string }[] }[] } }
    const texts = template.components.flatMap(({ parameters }) => parameters.map(({ text }) => text))
    assert.deepEqual(texts, ['Ada', '19.90', '7'])
    const [kept] = await whatsapp.service.context.db.query<{ data: object }>(
      sql`select request -> 'data' as data from whatsapp_messages where _id = ${resultOf(first).message_id}`,
    )
    assert.deepEqual(kept!.data, { first_name: 'Ada', order_id: '19.90', button_0: 7 })
  })

  it('sends one message for many requests with one key; the others get its answer or processing (202)', async () => {
    const idempotencyKey = randomUUID()
    const to = recipient('37')
    // A webhook that came before the slow answer would settle the message, and every other request would get a 200.
    whatsapp.network.holdWebhooks()
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => send({ to, data }, { idempotencyKey })),
    )
    whatsapp.network.releaseWebhooks()
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200, 202]))
    assert.equal(new Set(answers.map((answer) => resultOf(answer).message_id)).size, 1)
    assert.equal(whatsapp.network.messages(to).length, 1)
  })

  it('returns unresolved after a lost answer (503, then 202 for the key), until a webhook reports the outcome (200)', async () => {
    whatsapp.network.holdWebhooks()
    const before = await quota()
    const idempotencyKey = randomUUID()
    const body = { to: recipient('31'), data }
    const lost = await send(body, { idempotencyKey })
    assert.equal(lost.status, 503)
    assert.match(lost.body.message, /not known/)
    const pending = await send(body, { idempotencyKey })
    assert.deepEqual([pending.status, resultOf(pending).status], [202, 'unresolved'])
    assert.equal((await quota()).reserved, before.reserved + 1)
    whatsapp.network.releaseWebhooks()
    await untilItPasses(async () => {
      const settled = await send(body, { idempotencyKey })
      assert.equal(settled.status, 200)
    })
    assert.equal(whatsapp.network.messages(body.to).length, 1)
    await untilItPasses(async () => {
      const { reserved, consumed } = await quota()
      assert.deepEqual([reserved, consumed], [before.reserved, before.consumed + 1])
    })
  })

  it('sends the message again after the provider was busy once (200)', async () => {
    const to = recipient('40')
    assert.equal((await send({ to, data })).status, 200)
    assert.equal(whatsapp.network.messages(to).length, 2)
  })

  it('sends once more after too many messages to one person, and then gives up (400)', async () => {
    const to = recipient('42')
    const refused = await send({ to, data })
    assert.equal(refused.status, 400)
    assert.match(refused.body.message, /too often in a short time/)
    assert.equal(whatsapp.network.messages(to).length, 2)
  })

  it('sends nothing to a person who wrote STOP, until they write START (400, Rule 28)', async () => {
    const to = recipient()
    await writes(to, 'Stop.')
    const refused = await send({ to, data })
    assert.equal(refused.status, 400)
    assert.match(refused.body.message, /opted out/)
    await writes(to, 'START')
    assert.equal((await send({ to, data })).status, 200)
  })

  it('bars only marketing after a status reports an opt-out (400)', async () => {
    const to = recipient('11')
    const first = await send({ to, data }, { broadcast: 'Sale' })
    assert.equal(first.status, 200)
    await untilItPasses(async () => assert.equal(await statusOf(resultOf(first).message_id), 'failed'))
    await untilItPasses(async () =>
      assert.equal((await send({ to, data }, { broadcast: 'Sale' })).status, 400),
    )
    assert.equal((await send({ to, data })).status, 200)
  })

  it('bars only marketing after an answer of the provider reports an opt-out (400)', async () => {
    const to = recipient()
    whatsapp.network.addFault({
      operation: 'send',
      number: to,
      fault: { kind: 'status', status: 400, code: 131050 },
    })
    const first = await send({ to, data }, { broadcast: 'Sale' })
    assert.equal(first.status, 400)
    assert.match(first.body.message, /^WhatsApp refused the message: .*131050/)
    const refused = await send({ to, data }, { broadcast: 'Sale' })
    assert.equal(refused.status, 400)
    assert.match(refused.body.message, /^The recipient has opted out/)
    assert.equal(whatsapp.network.messages(to).length, 1)
    assert.equal((await send({ to, data })).status, 200)
  })

  it('returns the pause that the provider demands (400)', async () => {
    const to = recipient()
    whatsapp.network.addFault({
      operation: 'send',
      number: to,
      fault: { kind: 'status', status: 400, code: 131048 },
    })
    const refused = await send({ to, data })
    assert.equal(refused.status, 400)
    assert.match(refused.body.message, /people report its messages; try again in 60 minutes or later$/)
    assert.equal(whatsapp.network.messages(to).length, 1, 'it was not asked again')
  })

  it('names a wrong header and wrong media (400)', async () => {
    const to = recipient()
    const long = await send({ to, data }, { idempotencyKey: 'x'.repeat(256) })
    assert.deepEqual(
      [long.status, long.body.message],
      [400, 'Idempotency-Key: must have 1 to 255 characters'],
    )
    const empty = await send({ to, data: { ...data, header_media_url: null } })
    assert.deepEqual(
      [empty.status, empty.body.message],
      [400, 'data.header_media_url: must be the URL of the media, a string'],
    )
  })

  it('adds the messages of both to one chat, and counts them in the profile', async () => {
    const to = recipient('04')
    const { message_id } = resultOf(await send({ to, data }))
    await untilItPasses(async () => {
      const messages = await whatsapp.service.context.db.query<{
        direction: string
        text: string | null
      }>(sql`
        select direction, text from messages where conversation_id = (
          select conversation_id from whatsapp_messages where _id = ${message_id}) order by direction desc`)
      assert.deepEqual(
        messages.map(({ direction, text }) => [direction, text]),
        [
          ['outbound', null],
          ['inbound', 'Yes, please.'],
        ],
      )
    })
    const [profile] = await whatsapp.service.context.db.query<{ chat_count: number; identities: number }>(sql`
      select chat_count, (select count(*) from channel_identities i where i.profile_id = p._id) as identities
      from profiles p where _id = (select profile_id from profile_contacts where normalized = ${to})`)
    assert.deepEqual(profile, { chat_count: 1, identities: 1 })
  })

  it('requires a key (401), the scope (403) and an existing broadcast (404)', async () => {
    const body = { to: recipient(), data }
    assert.equal((await send(body, { key: null })).status, 401)
    const other = await whatsapp.service.request(
      'POST',
      path('October').replace(whatsapp.service.projectId, randomUUID()),
      { body },
    )
    assert.equal(other.status, 403)
    assert.equal((await send(body, { broadcast: randomUUID() })).status, 404)
    assert.equal((await send(body, { broadcast: 'none' })).status, 404)
  })

  it('applies a template’s status from its webhook', async () => {
    whatsapp.network.change({
      business_account_id: businessAccountId,
      field: 'message_template_status_update',
      name: 'october_sale',
      language: 'en',
      event: 'PAUSED',
    })
    await untilItPasses(async () => {
      const { body } = await send({ to: recipient(), data }, { broadcast: 'Sale' })
      assert.match(body.message, /is paused/)
    })
  })
})

describe('the plan', () => {
  it('is never exceeded by concurrent sends (402), and an inactive plan sends nothing (402)', async () => {
    await using small = await startWhatsappService({ sends: 20 })
    small.service.startWorker()
    const { organizationId, projectId } = small.service
    const url = `/organizations/${organizationId}/projects/${projectId}/broadcasts/${small.broadcastIds['October']}/messages`
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        small.service.request('POST', url, {
          body: {
            to: `+14155${String(550_000 + index * 100 + (index % 5 === 0 ? 20 : 0)).padStart(6, '0')}`,
            data,
          },
        }),
      ),
    )
    const count = (status: number) => answers.filter((answer) => answer.status === status).length
    assert.ok(count(200) <= 20 && count(402) > 0, JSON.stringify(answers.map(({ status }) => status)))
    // A rejected one gives its send back, perhaps after the last was refused: what is left is had one after the other.
    for (let left = 20 - count(200); left > 0; left--) {
      const to = `+1415556${String(1000 + left)}`
      assert.equal((await small.service.request('POST', url, { body: { to, data } })).status, 200)
    }
    const { db } = small.service.context
    const [kept] = await db.query(sql`select reserved, consumed from whatsapp_quotas`)
    assert.deepEqual(kept, { reserved: 0, consumed: 20 })
    const [ledger] = await db.query(sql`
      select count(*) filter (where kind = 'reserved') - count(*) filter (where kind <> 'reserved') as reserved,
        count(*) filter (where kind = 'consumed') as consumed from whatsapp_quota_entries`)
    assert.deepEqual(ledger, { reserved: 0, consumed: 20 })
    const [broke] = answers.filter(({ status }) => status === 402)
    assert.match(broke?.body.message ?? '', /used up/)
    await db.query(sql`update organizations set plan_status = 'inactive'`)
    const refused = await small.service.request('POST', url, { body: { to: '+14155550100', data } })
    assert.deepEqual(
      [refused.status, refused.body.message],
      [402, 'The plan of the organization is not active'],
    )
  })
})
