import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountOf, businessAccountId, phoneNumberId } from '../../../test/support/whatsapp-app.ts'
import { send, templateTo, textTo, WhatsappApp } from '../../../test/support/whatsapp-app.ts'
import { startWhatsappNetwork } from './whatsapp-network.ts'

const to = '+14155550100'

type Json = Record<string, unknown>

async function control(base: string, method: string, at: string, body?: unknown): Promise<[number, Json]> {
  const init =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const response = await fetch(`${base}/sandbox/${at}`, { method, ...init })
  const text = await response.text()
  return [response.status, text === '' ? {} : JSON.parse(text)]
}

test('the control endpoints do all that the methods of the network do', async () => {
  await using app = await WhatsappApp.start()
  await using network = await startWhatsappNetwork({ port: 0, speed: 100_000 })
  const { url } = network
  const { access_token: _a, app_secret: _b, verify_token: _c, ...shown } = accountOf(app)
  const account = {
    ...shown,
    verified_name: 'Sandbox',
    status: 'CONNECTED',
    quality_rating: 'GREEN',
    messaging_limit: 'TIER_250',
  }
  assert.deepEqual(await control(url, 'POST', 'accounts', accountOf(app)), [201, account])
  assert.deepEqual(await control(url, 'GET', 'accounts'), [200, { accounts: [account] }])

  const template = { business_account_id: businessAccountId, name: 'order_update', language: 'en_US' }
  const [, made] = await control(url, 'POST', 'templates', { ...template, components: [] })
  assert.deepEqual(await control(url, 'GET', 'templates'), [200, { templates: [made] }])

  const person = { number: to, name: 'Grace', outcome: 'delivered_only', replies: [] }
  assert.equal((await control(url, 'POST', 'people', person))[0], 201)
  assert.deepEqual(await control(url, 'GET', 'people'), [200, { people: [person] }])
  await send(url, templateTo(to))
  await network.idle()
  const [, sent] = await control(url, 'GET', `messages?to=${encodeURIComponent(to)}`)
  const [message] = sent['messages'] as { statuses: { status: string }[]; body: unknown }[]
  assert.deepEqual(message?.body, templateTo(to))
  assert.deepEqual(
    message?.statuses.map(({ status }) => status),
    ['sent', 'delivered'],
  )

  const rule = { operation: 'send', times: 2, fault: { kind: 'status', status: 503 } }
  assert.equal((await control(url, 'POST', 'faults', rule))[0], 201)
  assert.equal((await send(url, templateTo(to))).json.error?.code, 2)
  const [, armed] = await control(url, 'GET', 'faults')
  assert.equal((armed['faults'] as { times: number }[])[0]?.times, 1)
  assert.equal((await control(url, 'DELETE', 'faults'))[0], 204)
  assert.equal((await send(url, templateTo(to))).status, 200)

  assert.equal((await send(url, textTo(to))).json.error?.code, 131047)
  assert.deepEqual(await control(url, 'POST', 'rules', { service_window: false }), [
    201,
    { service_window: false },
  ])
  assert.deepEqual(await control(url, 'GET', 'rules'), [200, { service_window: false }])
  assert.equal((await send(url, textTo(to))).status, 200)
  await network.idle()

  assert.equal((await control(url, 'POST', 'webhooks', { hold: true }))[0], 201)
  const preference = { field: 'user_preferences', phone_number_id: phoneNumberId, number: to, value: 'stop' }
  assert.equal((await control(url, 'POST', 'changes', preference))[0], 201)
  const inbound = { phone_number_id: phoneNumberId, messages: [{ from: to, content: { type: 'text' } }] }
  const [status, ids] = await control(url, 'POST', 'inbound', inbound)
  assert.deepEqual([status, (ids['message_ids'] as []).length], [201, 1])
  assert.deepEqual(await control(url, 'GET', 'webhooks'), [200, { held: 2 }])
  const before = app.received.length
  assert.equal((await control(url, 'POST', 'webhooks', { release: { as: 'entries' } }))[0], 201)
  await network.idle()
  assert.deepEqual([app.received.length, app.received.at(-1)?.entryCount], [before + 1, 2])
  assert.deepEqual(await control(url, 'GET', 'webhooks'), [200, { held: null }])
  const [, written] = await control(url, 'GET', `inbound?from=${encodeURIComponent(to)}`)
  assert.equal((written['messages'] as []).length, 1)

  assert.equal((await control(url, 'POST', 'handshakes', { phone_number_id: phoneNumberId }))[0], 201)
  await network.idle()
  const [, { entries: all }] = await control(url, 'GET', 'log')
  assert.equal((all as { kind: string }[]).findLast(({ kind }) => kind === 'handshake') !== undefined, true)
  const [, { entries: some }] = await control(url, 'GET', 'log?after=3&limit=2')
  assert.deepEqual(some, (all as []).slice(3, 5))
  assert.ok(((await control(url, 'GET', 'outcomes'))[1]['outcomes'] as []).length > 30)
})

test('malformed control requests are refused and change nothing', async () => {
  await using network = await startWhatsappNetwork({ port: 0 })
  const { url } = network
  const phone_number_id = phoneNumberId
  const wrong: [string, unknown, number][] = [
    ['accounts', { phone_number_id: 'x', business_account_id: '1', access_token: 'a' }, 400],
    [
      'accounts',
      { phone_number_id, business_account_id: '20000', access_token: 'a', webhook_url: 'ftp://x' },
      400,
    ],
    ['templates', { business_account_id: '20000', name: 'Upper', language: 'en', components: [] }, 400],
    ['people', { number: '0700' }, 400],
    ['people', { number: to, outcome: 'sings' }, 400],
    ['faults', { operation: 'send', fault: { kind: 'duplicate' } }, 400],
    ['faults', { operation: 'webhook', fault: { kind: 'stall' } }, 400],
    ['rules', { service_window: 1 }, 400],
    ['webhooks', { release: { as: 'bundle' } }, 400],
    ['inbound', { phone_number_id, messages: [] }, 400],
    ['inbound', { phone_number_id, messages: [{ from: '1415', content: { type: 'text' } }] }, 400],
    ['changes', { field: 'weather' }, 400],
    ['changes', { field: 'account_update', business_account_id: '20000', event: 'X' }, 409],
    ['handshakes', { phone_number_id }, 409],
    ['nothing', {}, 404],
  ]
  for (const [at, body, status] of wrong)
    assert.equal((await control(url, 'POST', at, body))[0], status, `${at} ${JSON.stringify(body)}`)
  assert.equal((await fetch(`${url}/sandbox/faults`, { method: 'POST', body: '{}' })).status, 415)
  assert.deepEqual(await control(url, 'GET', 'faults'), [200, { faults: [] }])
  assert.deepEqual(await control(url, 'GET', 'people'), [200, { people: [] }])
  assert.equal((await control(url, 'GET', 'log?after=x'))[0], 400)
  assert.equal((await control(url, 'DELETE', 'people'))[0], 404)
})
