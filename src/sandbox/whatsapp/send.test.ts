import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accessToken, accountOf, graph, phoneNumberId } from '../../../test/support/whatsapp-app.ts'
import { send, templateTo, textTo, WhatsappApp } from '../../../test/support/whatsapp-app.ts'
import { startWhatsappNetwork } from './whatsapp-network.ts'
import type { WhatsappNetwork } from './whatsapp-network.ts'

const to = '+14155550100'

function reactionTo(message_id: string | undefined, emoji: string): Record<string, unknown> {
  return { messaging_product: 'whatsapp', to, type: 'reaction', reaction: { message_id, emoji } }
}

/** Starts a network that accepts free-form messages and has no registered account. */
async function openNetwork(): Promise<WhatsappNetwork> {
  return startWhatsappNetwork({ port: 0, speed: 100_000, enforceWindow: false })
}

test("a token is required: a registered account's own, or the first one that was used", async () => {
  await using network = await openNetwork()
  await using app = await WhatsappApp.start()
  network.setAccount(accountOf(app))
  const path = `/v23.0/${phoneNumberId}/messages`
  const code = async (way: string, authorization: string | null) =>
    (await graph(network.url, 'POST', way, textTo(to), authorization)).json.error?.code
  assert.equal(await code(path, null), 104)
  assert.equal(await code(path, 'Basic abc'), 104)
  assert.equal(await code(path, 'Bearer wrong'), 190)
  assert.equal(await code(path, `Bearer ${accessToken}`), undefined)
  for (const way of [`/v25.0/${phoneNumberId}/messages`, `/${phoneNumberId}/messages`])
    assert.equal(await code(way, `Bearer ${accessToken}`), undefined)
  assert.equal(await code('/v23.0/555555555/messages', 'Bearer first'), undefined)
  assert.equal(await code('/v23.0/555555555/messages', 'Bearer second'), 190)
  assert.equal(await code('/v23.0/me/messages', 'Bearer first'), 100)
  await network.idle()
  assert.ok(
    network.entries().some((entry) => entry.kind === 'notice' && entry.phone_number_id === '555555555'),
  )
})

test('a body that is no JSON object is refused', async () => {
  await using network = await openNetwork()
  const path = `${network.url}/v23.0/${phoneNumberId}/messages`
  for (const [type, body] of [
    ['application/json', '{'],
    ['application/json', '[]'],
    ['text/plain', JSON.stringify(textTo(to))],
  ] as const) {
    const headers = { authorization: 'Bearer a', 'content-type': type }
    const response = await fetch(path, { method: 'POST', headers, body })
    const { error } = (await response.json()) as { error: { code: number } }
    assert.deepEqual([response.status, error.code], [400, 100])
  }
})

test('a message of a person opens the window for 24 hours from the message’s time, for the number that got it only', async () => {
  let now = new Date('2026-11-20T12:00:00Z')
  await using network = await startWhatsappNetwork({ port: 0, speed: 100_000, clock: { now: () => now } })
  await using app = await WhatsappApp.start()
  network.setAccount(accountOf(app))
  network.setAccount({ ...accountOf(app), phone_number_id: '100000000000002' })
  const code = async () => (await send(network.url, textTo(to))).json.error?.code
  const receive = (phone_number_id: string, at: string) => {
    const timestamp = Date.parse(at) / 1000
    network.receive({ phone_number_id, messages: [{ from: to, content: { type: 'text' }, timestamp }] })
  }
  assert.equal(await code(), 131047)
  assert.equal((await send(network.url, templateTo(to))).status, 200)
  receive('100000000000002', '2026-11-20T11:00:00Z')
  assert.equal(await code(), 131047)
  receive(phoneNumberId, '2026-11-19T11:59:59Z')
  assert.equal(await code(), 131047)
  receive(phoneNumberId, '2026-11-20T11:00:00Z')
  assert.equal(await code(), undefined)
  now = new Date('2026-11-21T10:59:59Z')
  assert.equal(await code(), undefined)
  now = new Date('2026-11-21T11:00:00Z')
  assert.equal(await code(), 131047)
  receive(phoneNumberId, '2026-11-30T00:00:00Z')
  now = new Date('2026-11-22T11:00:00Z')
  assert.equal(await code(), 131047, 'the time of a message can not be later than its arrival')
  network.setWindowEnforced(false)
  assert.equal(await code(), undefined)
})

test('a message that exists is marked as read by the number that got it', async () => {
  await using network = await openNetwork()
  const { message_ids } = network.receive({
    phone_number_id: phoneNumberId,
    messages: [{ from: to, content: { type: 'text' } }],
  })
  const mark = { messaging_product: 'whatsapp', status: 'read', message_id: message_ids[0] }
  const other = await graph(network.url, 'POST', '/v23.0/100000000000009/messages', mark)
  assert.equal(other.json.error?.code, 131009)
  assert.equal((await send(network.url, { ...mark, message_id: 'wamid.none' })).json.error?.code, 131009)
  assert.equal(network.inboundMessages()[0]?.read_at, null)
  const typing = { ...mark, typing_indicator: { type: 'text' } }
  assert.deepEqual((await send(network.url, typing)).json, { success: true })
  assert.notEqual(network.inboundMessages()[0]?.read_at, null)
  assert.deepEqual(network.messages(), [])
})

test('a reaction gets no status after sent, and a reaction to an unknown message fails', async () => {
  await using network = await openNetwork()
  await using app = await WhatsappApp.start()
  network.setAccount(accountOf(app))
  const { json } = await send(network.url, textTo('+14155550102'))
  await send(network.url, reactionTo(json.messages?.[0]?.id, '👍'))
  await send(network.url, reactionTo('wamid.none', ''))
  await network.idle()
  const [known, unknown] = network.messages(to).map(({ statuses }) => statuses)
  assert.deepEqual(
    known?.map(({ status }) => status),
    ['sent'],
  )
  assert.deepEqual(
    unknown?.map(({ status, code }) => [status, code]),
    [['failed', 131009]],
  )
})

test('a message to an id in `recipient` is delivered; with an id in `to` it is answered and never delivered', async () => {
  await using network = await openNetwork()
  await using app = await WhatsappApp.start()
  network.setAccount(accountOf(app))
  const user_id = 'US.13491208655302741918'
  network.addPerson({ number: to, user_id, hide_number: true })
  const { to: _, ...message } = textTo(to)
  const taken = await send(network.url, { ...message, recipient: user_id })
  assert.deepEqual([taken.status, taken.json.contacts], [200, [{ input: user_id, user_id }]])
  await network.idle()
  const recipients = app.statuses.map(({ recipient_id, recipient_user_id }) => [
    recipient_id,
    recipient_user_id,
  ])
  assert.deepEqual(
    recipients,
    Array.from({ length: 3 }, () => [undefined, user_id]),
  )
  const dropped = await send(network.url, { ...message, to: user_id })
  assert.equal(dropped.status, 200)
  assert.match(dropped.json.messages?.[0]?.id ?? '', /^wamid\./)
  await network.idle()
  assert.equal(app.statuses.length, 3)
  assert.equal((await send(network.url, message)).json.error?.code, 131008)
  assert.equal((await send(network.url, { ...message, recipient: 'US' })).json.error?.code, 131009)
})

test('an authentication template is refused for an id', async () => {
  await using network = await openNetwork()
  await using app = await WhatsappApp.start()
  network.setAccount(accountOf(app))
  network.addTemplate({
    business_account_id: accountOf(app).business_account_id,
    name: 'order_update',
    language: 'en_US',
    category: 'AUTHENTICATION',
    components: [],
  })
  const { to: _, ...message } = templateTo(to)
  const refused = await send(network.url, { ...message, recipient: 'US.13491208655302741918' })
  assert.equal(refused.json.error?.code, 131062)
  assert.equal((await send(network.url, { ...message, to })).status, 200)
})
