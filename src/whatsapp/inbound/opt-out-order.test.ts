// Opt-outs and their ends, in any order of arrival and however late.
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { eventually } from '../../../test/support/service.ts'
import { postWebhook, textMessage, webhookOf } from '../../../test/support/whatsapp-webhook.ts'
import { businessAccountId, phoneNumberId, startWhatsappService } from '../../../test/support/whatsapp.ts'
import type { WhatsappService } from '../../../test/support/whatsapp.ts'
import { sql, toText } from '../../db/sql.ts'
import { optOutHolds } from './inbound-queries.ts'
import { processEvent } from './process-event.ts'

let whatsapp: WhatsappService
before(async () => {
  whatsapp = await startWhatsappService()
})
after(() => whatsapp[Symbol.asyncDispose]())

const minute = 60_000
let wamids = 0

/** Sends a message from the person; resolves once it is stored. */
async function says(from: string, text: string, at: Date): Promise<void> {
  const message = textMessage({ wamid: `wamid.in.${++wamids}`, from, text, at })
  assert.equal((await postWebhook(whatsapp.service.url, webhookOf({ messages: [message] }))).status, 200)
}

/** Sends a marketing preference of the person; resolves once it is stored. */
async function prefers(person: string, value: 'stop' | 'resume', at: Date): Promise<void> {
  const timestamp = Math.floor(at.getTime() / 1_000)
  const preference = { wa_id: person.replace('+', ''), category: 'marketing_messages', value, timestamp }
  const preferences = { metadata: { phone_number_id: phoneNumberId }, user_preferences: [preference] }
  const entry = { id: businessAccountId, changes: [{ field: 'user_preferences', value: preferences }] }
  const body = { object: 'whatsapp_business_account', entry: [entry] }
  assert.equal((await postWebhook(whatsapp.service.url, body)).status, 200)
}

/** Returns the stored events in the order of arrival. */
async function processEvents(): Promise<void> {
  while (await processEvent(whatsapp.service.context));
}

async function isOptedOut(recipient: string): Promise<boolean> {
  const held = await whatsapp.service.context.db.query(sql`
    select from whatsapp_opt_outs where recipient = ${recipient} and scope = 'all' and ${optOutHolds}`)
  return held.length > 0
}

describe('a marketing preference from the provider', () => {
  it('bars marketing; its end leaves a STOP (Rule 63)', async () => {
    const to = '+14155552050'
    const now = Date.now()
    const scopes = async () => {
      const held = await whatsapp.service.context.db.query<{ scope: string }>(sql`
        select scope from whatsapp_opt_outs where recipient = ${to} and ${optOutHolds} order by scope`)
      return held.map(({ scope }) => scope)
    }
    await says(to, 'STOP', new Date(now - 3 * minute))
    await prefers(to, 'stop', new Date(now - 2 * minute))
    await processEvents()
    assert.deepEqual(await scopes(), ['all', 'marketing'])
    await prefers(to, 'resume', new Date(now - minute))
    await processEvents()
    assert.deepEqual(await scopes(), ['all'])
  })
})

describe('STOP and START', () => {
  it('have events, also where the person hid their number when they wrote STOP', async () => {
    const { db } = whatsapp.service.context
    const [number, from_user_id] = ['+14155552070', 'US.13491208655302742070']
    const writes = async (text: string, from: object, minutesAgo: number) => {
      const timestamp = String(Math.floor(Date.now() / 1_000) - 60 * minutesAgo)
      const message = {
        id: `wamid.in.${++wamids}`,
        from_user_id,
        timestamp,
        type: 'text',
        text: { body: text },
      }
      const body = webhookOf({ messages: [{ ...message, ...from }] })
      assert.equal((await postWebhook(whatsapp.service.url, body)).status, 200)
      await processEvents()
    }
    await writes('STOP', {}, 3)
    await writes('It is me', { from: number.slice(1) }, 2)
    await writes('START', { from: number.slice(1) }, 1)
    const events = await db.query(sql`
      select type, data ->> 'to' as to, (data ->> 'since')::timestamptz < (data ->> 'ended_at')::timestamptz as is_past
      from events where type like 'opt_out.%' and data ->> 'to' in (${number}, ${from_user_id}) order by tx, _id`)
    assert.equal(await isOptedOut(number), false)
    assert.deepEqual(events, [
      { type: 'opt_out.started', to: from_user_id, is_past: null },
      { type: 'opt_out.ended', to: from_user_id, is_past: true },
    ])
  })

  it('are what a person writes, not the name of a file, a place or a contact that they send', async () => {
    const others = {
      location: { latitude: 37.4, longitude: -122.1, name: 'Stop & Shop', address: '1 Main Street' },
      document: { id: '1', filename: 'Cancel order.pdf', mime_type: 'application/pdf' },
      contacts: [{ name: { formatted_name: 'End Quit' }, phones: [] }],
    }
    const now = Math.floor(Date.now() / 1_000)
    const sends = async (from: string, type: string, content: unknown) => {
      const id = `wamid.in.${++wamids}`
      const message = { id, from: from.replace('+', ''), timestamp: String(now), type, [type]: content }
      assert.equal((await postWebhook(whatsapp.service.url, webhookOf({ messages: [message] }))).status, 200)
    }
    const { service, broadcastIds } = whatsapp
    const path = `/organizations/${service.organizationId}/projects/${service.projectId}/broadcasts/${broadcastIds['Typed']}/messages`
    // The sandbox has not seen these messages, so that it takes the window for closed.
    const isBarred = async (to: string) => {
      const body = { to, type: 'text', payload: { body: 'Hello' } }
      const { headers } = await service.request('POST', path, { body })
      return headers.get('error-code') === 'opted_out'
    }
    for (const [index, [type, content]] of Object.entries(others).entries()) {
      const from = `+1415555206${index}`
      await sends(from, type, content)
      // Before and after the worker has processed it.
      assert.equal(await isBarred(from), false, type)
      await processEvents()
      assert.equal(await isOptedOut(from), false, type)
      assert.equal(await isBarred(from), false, type)
    }
    await sends('+14155552069', 'document', { ...others.document, caption: 'Stop' })
    assert.equal(await isBarred('+14155552069'), true)
    await processEvents()
    assert.equal(await isOptedOut('+14155552069'), true)
  })

  it('the later request counts, whichever is processed first', async () => {
    const now = Date.now()
    const [earlier, later] = [new Date(now - 2 * minute), new Date(now - minute)]
    for (const [to, words, barred] of [
      [
        '+14155552001',
        [
          ['START', later],
          ['STOP', earlier],
        ],
        false,
      ],
      [
        '+14155552002',
        [
          ['STOP', earlier],
          ['START', later],
        ],
        false,
      ],
      [
        '+14155552003',
        [
          ['STOP', later],
          ['START', earlier],
        ],
        true,
      ],
      [
        '+14155552004',
        [
          ['START', earlier],
          ['STOP', later],
        ],
        true,
      ],
    ] as const) {
      for (const [text, at] of words) {
        await says(to, text, at)
        await processEvents()
      }
      assert.equal(await isOptedOut(to), barred, `${to}: ${words.map(([text]) => text).join(', ')}`)
    }
  })

  it('of the current second count in the order of their arrival', async () => {
    // A second that has not ended when the last of them arrives, as the current one, however long the test takes.
    const at = new Date(Math.floor(Date.now() / 1_000) * 1_000 + 60_000)
    const to = '+14155552005'
    for (const [text, barred] of [
      ['STOP', true],
      ['START', false],
      ['STOP', true],
      ['START', false],
    ] as const) {
      await says(to, text, at)
      await processEvents()
      assert.equal(await isOptedOut(to), barred)
    }
  })

  it('of one past second bar, whatever the order of their arrival', async () => {
    const second = new Date(Math.floor(Date.now() / 1_000) * 1_000 - minute)
    const before = new Date(second.getTime() - 1_000)
    for (const [to, words] of [
      [
        '+14155552006',
        [
          ['START', second],
          ['STOP', second],
        ],
      ],
      [
        '+14155552007',
        [
          ['STOP', second],
          ['START', second],
        ],
      ],
      [
        '+14155552008',
        [
          ['STOP', before],
          ['START', second],
          ['STOP', second],
        ],
      ],
      [
        '+14155552009',
        [
          ['STOP', second],
          ['STOP', before],
          ['START', second],
        ],
      ],
    ] as const) {
      for (const [text, at] of words) {
        await says(to, text, at)
        await processEvents()
      }
      assert.equal(await isOptedOut(to), true, `${to}: ${words.map(([text]) => text).join(', ')}`)
      await says(to, 'START', new Date(second.getTime() + 1_000))
      await processEvents()
      assert.equal(await isOptedOut(to), false, `${to}: START, a second later`)
    }
  })
})

async function quota() {
  const [kept] = await whatsapp.service.context.db.query(sql`select reserved, consumed from whatsapp_quotas`)
  return kept
}

async function send(to: string, body: object, key: string) {
  const { service, broadcastIds } = whatsapp
  const { organizationId, projectId } = service
  const path = `/organizations/${organizationId}/projects/${projectId}/broadcasts/${broadcastIds['October']}/messages`
  return service.request('POST', path, { body: { to, ...body }, headers: { 'idempotency-key': key } })
}

const template = { data: { first_name: 'Ada', order_id: 'A-1', button_0: 'orders/1' } }
const text = { type: 'text', payload: { body: 'Good morning' } }

describe('a stored message that is not processed yet', () => {
  it('bars by a STOP at once (400), in either form of the number', async () => {
    for (const [to, waId] of [
      ['+14155552300', '14155552300'],
      ['+5511987652300', '551187652300'],
    ] as const) {
      await says(waId, 'Stop!', new Date())
      const refused = await send(to, template, `pending ${to}`)
      assert.equal(refused.status, 400)
      assert.match(refused.body.message, /^The recipient has opted out/)
      await processEvents()
      assert.equal(await isOptedOut(to), true)
      await says(waId, 'START', new Date())
      assert.equal((await send(to, template, `pending ${to}`)).status, 400)
      await processEvents()
      assert.equal((await send(to, template, `pending ${to}`)).status, 200)
    }
  })

  it('opens the window at once, from the time of the message', async () => {
    const [late, now] = ['+14155552400', '+14155552500']
    await says(late, 'Hello', new Date(Date.now() - 25 * 60 * minute))
    assert.match((await send(late, text, 'late')).body.message, /more than 24 hours ago/)
    await says(now, 'Hello', new Date())
    whatsapp.network.setWindowEnforced(false)
    assert.equal((await send(now, text, 'now')).status, 200)
    whatsapp.network.setWindowEnforced(true)
    await processEvents()
  })
})

describe('a send that waits for a slot of the rate limit', () => {
  afterEach(async () => {
    await whatsapp.service.context.db.query(sql`update whatsapp_senders set messages_per_second = 80`)
    await whatsapp.service.context.db.query(sql`delete from sender_rate_limits`)
  })

  /** Makes the next message of the sender wait for a second and a half. */
  async function makeBusy(): Promise<void> {
    const { db } = whatsapp.service.context
    await db.query(sql`delete from sender_rate_limits`)
    await db.query(sql`update whatsapp_senders set messages_per_second = 1`)
    await db.query(sql`
      insert into sender_rate_limits (organization_id, whatsapp_sender_id, recipient, arrival_at)
      select organization_id, _id, '', clock_timestamp() + interval '1500 ms' from whatsapp_senders where name = 'main'`)
  }

  /**
   * Lets a send check the recipient once, and holds the check after its wait until the returned function is called: a
   * slow machine may need longer for what happens meanwhile.
   */
  function holdLaterChecks(): () => void {
    const { db } = whatsapp.service.context
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const query = db.query.bind(db)
    let checks = 0
    db.query = async (statement) => {
      if (toText(statement).text.includes('opted_out_of_marketing') && ++checks > 1) await released
      return query(statement)
    }
    return () => {
      db.query = query
      assert.ok(checks > 0)
      release()
    }
  }

  const untilDecided = (to: string) =>
    eventually('the message is written', async () => {
      const rows = await whatsapp.service.context.db.query(
        sql`select from whatsapp_messages where recipient = ${to} and status = 'processing'`,
      )
      return rows[0] ?? null
    })

  it('is refused if STOP arrives meanwhile (400): nothing is sent or consumed, and the key is free', async () => {
    const to = '+14155552100'
    const before = await quota()
    await makeBusy()
    const release = holdLaterChecks()
    const sending = send(to, template, 'stopped')
    await untilDecided(to)
    await says(to, 'STOP', new Date())
    await processEvents()
    release()
    const refused = await sending
    assert.equal(refused.status, 400)
    assert.match(refused.body.message, /^The recipient has opted out/)
    assert.equal(whatsapp.network.messages(to).length, 0)
    assert.deepEqual(await quota(), before)
    await says(to, 'START', new Date())
    await processEvents()
    assert.equal((await send(to, template, 'stopped')).status, 200)
  })

  it('is refused if the window closes meanwhile (400)', async () => {
    const to = '+14155552200'
    await says(to, 'Hello', new Date())
    await processEvents()
    await makeBusy()
    const release = holdLaterChecks()
    const sending = send(to, text, 'closing')
    await untilDecided(to)
    await whatsapp.service.context.db.query(sql`
      update whatsapp_windows set last_inbound_at = last_inbound_at - interval '24 hours' where recipient = ${to}`)
    release()
    const refused = await sending
    assert.equal(refused.status, 400)
    assert.match(refused.body.message, /more than 24 hours ago/)
    assert.equal(whatsapp.network.messages(to).length, 0)
  })
})
