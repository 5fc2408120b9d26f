import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  accountOf,
  phoneNumberId,
  send,
  signatureOf,
  templateTo,
  WhatsappApp,
} from '../../../test/support/whatsapp-app.ts'
import { startWhatsappNetwork } from './whatsapp-network.ts'
import type { WhatsappNetwork, WhatsappNetworkOptions } from './whatsapp-network.ts'

const to = '+14155550100'

async function start(
  app: WhatsappApp,
  options: Partial<WhatsappNetworkOptions> = {},
): Promise<WhatsappNetwork> {
  const network = await startWhatsappNetwork({
    port: 0,
    speed: 100_000,
    webhookRetryAfterMs: [5, 5],
    ...options,
  })
  network.setAccount(accountOf(app))
  return network
}

const says = (...bodies: string[]) => ({
  phone_number_id: phoneNumberId,
  messages: bodies.map((body) => ({ from: to, content: { type: 'text', text: { body } } })),
})
const inboundTexts = (app: WhatsappApp) => app.inbound.map(({ text }) => (text as { body: string }).body)

test('webhooks are signed over the bytes that are sent, which are ASCII with slashes escaped', async () => {
  await using app = await WhatsappApp.start()
  await using network = await start(app)
  network.receive(says('Grüße 👋 https://example.com/a'))
  await network.idle()
  const { raw, headers } = app.received[0]!
  assert.equal(headers['x-hub-signature-256'], signatureOf(raw))
  assert.equal(headers['content-type'], 'application/json')
  assert.ok(raw.every((byte) => byte < 0x80))
  assert.match(raw.toString(), /Gr\\u00fc\\u00dfe \\ud83d\\udc4b https:\\\/\\\/example\.com\\\/a/)
  assert.deepEqual(inboundTexts(app), ['Grüße 👋 https://example.com/a'])
  assert.notEqual(signatureOf(Buffer.from(JSON.stringify(JSON.parse(raw.toString())))), signatureOf(raw))
})

test('the envelope, a status and its price have the documented members', async () => {
  await using app = await WhatsappApp.start()
  await using network = await start(app)
  const { json } = await send(network.url, templateTo('+14155550101'))
  await network.idle()
  const body = JSON.parse(app.received[0]!.raw.toString())
  assert.deepEqual([body.object, body.entry[0].id], ['whatsapp_business_account', '200000000000001'])
  const { field, value } = body.entry[0].changes[0]
  assert.equal(field, 'messages')
  assert.deepEqual(value.metadata, {
    display_phone_number: '14155550199',
    phone_number_id: phoneNumberId,
  })
  const { timestamp, conversation, pricing, ...status } = value.statuses[0]
  assert.deepEqual(status, { id: json.messages?.[0]?.id, status: 'sent', recipient_id: '14155550101' })
  assert.match(timestamp, /^\d{10}$/)
  assert.match(conversation.expiration_timestamp, /^\d{10}$/)
  assert.equal(pricing.category, 'marketing')
})

test('a webhook that is not answered with 2xx is repeated unchanged, and given up in the end', async () => {
  await using app = await WhatsappApp.start()
  await using network = await start(app)
  app.answers.push(500, 404)
  network.receive(says('once'))
  await network.idle()
  assert.equal(app.received.length, 3)
  assert.ok(app.received.every(({ raw }) => raw.equals(app.received[0]!.raw)))
  app.answers.push(500, 500, 500, 500)
  network.receive(says('never'))
  await network.idle()
  assert.equal(app.received.length, 6)
  const attempts = network.entries().filter((entry) => entry.kind === 'webhook')
  assert.deepEqual(
    attempts.map(({ attempt }) => attempt),
    [1, 2, 3, 1, 2, 3],
  )
})

test('a webhook to an app that does not listen is tried again, and the network goes on', async () => {
  await using network = await startWhatsappNetwork({ port: 0, speed: 100_000, webhookRetryAfterMs: [5] })
  const gone = await WhatsappApp.start()
  network.setAccount(accountOf(gone))
  await gone[Symbol.asyncDispose]()
  network.receive(says('lost'))
  await network.idle()
  const answers = network.entries().filter((entry) => entry.kind === 'webhook_answer')
  assert.deepEqual(
    answers.map(({ failure }) => failure),
    ['connect: ECONNREFUSED', 'connect: ECONNREFUSED'],
  )
})

test('armed faults drop, repeat, delay, reorder and forge webhooks', async () => {
  const sent = ['sent', 'delivered', 'read']
  for (const [fault, statuses] of [
    [{ kind: 'drop' }, ['delivered', 'read']],
    [{ kind: 'duplicate' }, ['sent', ...sent]],
    [{ kind: 'reorder' }, ['delivered', 'sent', 'read']],
    [{ kind: 'delay', ms: 20 }, sent],
    [{ kind: 'forge' }, ['sent', ...sent]],
  ] as const) {
    await using app = await WhatsappApp.start()
    await using network = await start(app)
    network.addFault({ operation: 'webhook', number: '+14155550111', fault: { kind: 'drop' } })
    network.addFault({ operation: 'webhook', number: to, fault })
    await send(network.url, templateTo(to))
    await network.idle()
    assert.deepEqual(
      app.statuses.map(({ status }) => status),
      statuses,
      fault.kind,
    )
    const signed = app.received.map(({ raw, headers }) => headers['x-hub-signature-256'] === signatureOf(raw))
    assert.deepEqual(
      signed,
      statuses.map((_, index) => fault.kind !== 'forge' || index > 0),
    )
  }
})

test('the last status of a message is sent even if it is to be reordered and no other follows', async () => {
  await using app = await WhatsappApp.start()
  await using network = await start(app)
  network.addFault({ operation: 'webhook', fault: { kind: 'reorder' } })
  await send(network.url, templateTo('+14155550102'))
  await network.idle()
  assert.equal(app.statuses.length, 1)
})

test('held updates are sent when they are released: in order or reversed, alone or together, once or often', async () => {
  for (const [release, expected, requests, entries] of [
    [{}, ['a', 'b', 'c'], 3, 1],
    [{ order: 'reversed' }, ['c', 'b', 'a'], 3, 1],
    [{ as: 'entries' }, ['a', 'b', 'c'], 1, 3],
    [{ as: 'changes' }, ['a', 'b', 'c'], 1, 1],
    [{ as: 'items', times: 2 }, ['a', 'b', 'c', 'a', 'b', 'c'], 2, 1],
  ] as const) {
    await using app = await WhatsappApp.start()
    await using network = await start(app)
    network.holdWebhooks()
    for (const body of ['a', 'b', 'c']) network.receive(says(body))
    await network.idle()
    assert.equal(app.received.length, 0)
    network.releaseWebhooks(release)
    await network.idle()
    assert.deepEqual(inboundTexts(app), expected, JSON.stringify(release))
    assert.equal(app.received.length, requests)
    assert.equal(app.received[0]?.entryCount, entries)
    assert.equal(app.received[0]?.changes.length, 'as' in release && release.as !== 'items' ? 3 : 1)
    network.receive(says('d'))
    await network.idle()
    assert.equal(inboundTexts(app).at(-1), 'd')
  }
})

test('updates are sent together only if they have the same address', async () => {
  await using app = await WhatsappApp.start()
  await using other = await WhatsappApp.start()
  await using network = await start(app)
  network.setAccount({ ...accountOf(other), phone_number_id: '100000000000002' })
  network.holdWebhooks()
  network.receive(says('a', 'b'))
  network.receive({ ...says('c'), phone_number_id: '100000000000002' })
  await network.idle()
  network.releaseWebhooks({ as: 'items' })
  await network.idle()
  assert.deepEqual([inboundTexts(app), inboundTexts(other)], [['a', 'b'], ['c']])
  assert.deepEqual([app.received.length, other.received.length], [1, 1])
})

test('several messages of people are sent in one request, an entry each', async () => {
  await using app = await WhatsappApp.start()
  await using network = await start(app)
  const { message_ids } = network.receive(says('a', 'b', 'c'))
  await network.idle()
  assert.deepEqual([app.received.length, app.received[0]?.entryCount], [1, 3])
  assert.deepEqual(
    app.inbound.map(({ id }) => id),
    message_ids,
  )
})

test('the handshake passes with the right token, and fails with another or if nobody answers', async () => {
  await using app = await WhatsappApp.start()
  await using network = await start(app)
  const phone_number_id = phoneNumberId
  assert.deepEqual(await network.shakeHands({ phone_number_id }), {
    passed: true,
    status: 200,
    failure: null,
  })
  const wrong = await network.shakeHands({ phone_number_id, verify_token: 'x' })
  assert.deepEqual(wrong, { passed: false, status: 403, failure: null })
  await app[Symbol.asyncDispose]()
  const { passed, failure } = await network.shakeHands({ phone_number_id })
  assert.deepEqual([passed, failure], [false, 'connect: ECONNREFUSED'])
  await assert.rejects(network.shakeHands({ phone_number_id: '99999' }), RangeError)
})
