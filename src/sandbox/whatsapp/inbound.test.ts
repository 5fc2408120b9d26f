import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  accountOf,
  phoneNumberId,
  send,
  templateTo,
  WhatsappApp,
} from '../../../test/support/whatsapp-app.ts'
import { inboundTypes } from './inbound-content.ts'
import { startWhatsappNetwork } from './whatsapp-network.ts'
import type { WhatsappNetwork } from './whatsapp-network.ts'

const from = '+14155550100'

async function start(app: WhatsappApp): Promise<WhatsappNetwork> {
  const network = await startWhatsappNetwork({ port: 0, speed: 100_000 })
  network.setAccount(accountOf(app))
  return network
}

test("every type of message has an example in the form of Meta's webhooks", async () => {
  await using app = await WhatsappApp.start()
  await using network = await start(app)
  network.addPerson({ number: from, name: 'Ada Lovelace' })
  for (const type of inboundTypes) {
    network.receive({ phone_number_id: phoneNumberId, messages: [{ from, content: { type } }] })
    await network.idle()
    const { value } = app.changes.at(-1)!
    const message = app.inbound.at(-1)!
    assert.equal(message['type'], type)
    assert.notEqual(message[type], undefined)
    assert.equal(message['from'], '14155550100')
    assert.match(String(message['id']), /^wamid\./)
    assert.match(String(message['timestamp']), /^\d{10}$/)
    const contacts = [{ profile: { name: 'Ada Lovelace' }, wa_id: '14155550100' }]
    assert.deepEqual(value['contacts'], type === 'system' ? undefined : contacts)
    const errors = (message['errors'] ?? []) as { code: number }[]
    assert.deepEqual(
      errors.map(({ code }) => code),
      type === 'unsupported' ? [131051] : [],
    )
  }
  for (const type of ['text', 'image', 'button', 'interactive', 'reaction', 'location', 'contacts', 'order'])
    assert.ok(inboundTypes.includes(type))
})

test('the webhook of a message has its content unchanged, with context, id, time and user id', async () => {
  await using app = await WhatsappApp.start()
  await using network = await start(app)
  const list_reply = { id: 'r1', title: 'Express', description: '1 day' }
  const content = {
    type: 'interactive',
    interactive: { type: 'list_reply', list_reply },
    context: { id: 'wamid.asked', forwarded: true },
    referral: { source_type: 'ad' },
  }
  const message = {
    from,
    content,
    id: 'wamid.mine',
    timestamp: 1_700_000_000,
    user_id: 'US.1',
    hide_number: true,
  }
  network.receive({ phone_number_id: phoneNumberId, messages: [message] })
  await network.idle()
  assert.deepEqual(app.inbound, [
    {
      from_user_id: 'US.1',
      id: 'wamid.mine',
      timestamp: '1700000000',
      type: 'interactive',
      interactive: content.interactive,
      referral: { source_type: 'ad' },
      context: { from: '14155550199', id: 'wamid.asked', forwarded: true },
    },
  ])
  assert.deepEqual(app.changes[0]?.value['contacts'], [{ profile: { name: 'Ada' }, user_id: 'US.1' }])
})

test('a scripted person answers each message they read with the next reply', async () => {
  await using app = await WhatsappApp.start()
  await using network = await start(app)
  const replies = [{ type: 'button', button: { payload: 'yes', text: 'Yes' } }, { type: 'image' }]
  network.addPerson({ number: from, outcome: 'delivered_and_read', replies })
  const asked: (string | undefined)[] = []
  for (let n = 0; n < 3; n++) {
    asked.push((await send(network.url, templateTo(from))).json.messages?.[0]?.id)
    await network.idle()
  }
  assert.deepEqual(
    app.inbound.map(({ type, context }) => [type, (context as { id: string }).id]),
    [
      ['button', asked[0]],
      ['image', asked[1]],
    ],
  )
  const text = { messaging_product: 'whatsapp', to: from, type: 'text', text: { body: 'Thanks' } }
  assert.equal((await send(network.url, text)).status, 200, 'the answer has opened the window')
})

test('a notice that somebody has another number opens no window', async () => {
  await using app = await WhatsappApp.start()
  await using network = await start(app)
  const text = { messaging_product: 'whatsapp', to: from, type: 'text', text: { body: 'Thanks' } }
  for (const [type, code] of [
    ['system', 131047],
    ['text', undefined],
  ] as const) {
    network.receive({ phone_number_id: phoneNumberId, messages: [{ from, content: { type } }] })
    assert.equal((await send(network.url, text)).json.error?.code, code)
  }
})
