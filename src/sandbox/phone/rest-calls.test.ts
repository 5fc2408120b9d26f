import assert from 'node:assert/strict'
import { test } from 'node:test'
import twilio from 'twilio'
import { accountSid, authToken, rest } from '../../../test/support/calling-program.ts'
import { callShapeFaults } from '../../../test/support/twilio-call-shape.ts'
import { startPhoneNetwork } from './phone-network.ts'

const from = '+14155550199'
const hello: [string, string] = ['Twiml', '<Response><Say>Hello</Say></Response>']

function order(to: string, ...more: [string, string][]): [string, string][] {
  return [['To', to], ['From', from], hello, ...more]
}

test('create, fetch, list and update answer calls in the documented shape, at every stage of a call', async () => {
  await using network = await startPhoneNetwork({ port: 0, speed: 1000 })
  const created = await rest(network.url, 'POST', '/Calls.json', order('+14155550100'))
  assert.equal(created.status, 201)
  assert.deepEqual(callShapeFaults(created.json), [])
  assert.equal(created.json['status'], 'queued')
  assert.equal(created.json['direction'], 'outbound-api')
  assert.equal(created.json['to_formatted'], '(415) 555-0100')
  assert.equal(created.json['duration'], null)
  await rest(network.url, 'POST', '/Calls.json', order('+14155550110'))
  await network.idle()
  const fetched = await rest(network.url, 'GET', `/Calls/${String(created.json['sid'])}.json`)
  assert.equal(fetched.status, 200)
  assert.deepEqual(callShapeFaults(fetched.json), [])
  assert.equal(fetched.json['status'], 'completed')
  assert.equal(fetched.json['duration'], '0')
  const list = await rest(network.url, 'GET', '/Calls.json')
  const calls = list.json['calls'] as Record<string, unknown>[]
  assert.deepEqual(
    calls.map((call) => call['status']),
    ['busy', 'completed'],
  )
  assert.deepEqual(calls.flatMap(callShapeFaults), [])
})

test('the official SDK creates, fetches, lists, ends and reads events unchanged', async () => {
  await using network = await startPhoneNetwork({ port: 0, speed: 1 })
  const client = twilio(accountSid, authToken, { httpClient: towards(network.url) })
  const call = await client.calls.create({
    to: '+14155550100',
    from,
    twiml: hello[1],
    statusCallbackEvent: ['initiated', 'completed'],
  })
  assert.equal(call.status, 'queued')
  assert.equal(call.dateCreated instanceof Date, true)
  assert.equal((await client.calls(call.sid).fetch()).sid, call.sid)
  await client.calls(call.sid).update({ status: 'completed' })
  assert.equal((await client.calls(call.sid).fetch()).status, 'canceled')
  await client.calls.create({ to: '+14155550101', from, twiml: hello[1] })
  await client.calls.create({ to: '+14155550102', from, twiml: hello[1] })
  const listed = await client.calls.list({ pageSize: 1 })
  assert.deepEqual(
    listed.map((call) => call.to.slice(-2)),
    ['02', '01', '00'],
  )
  assert.deepEqual((await client.calls.list({ to: '+14155550101', from })).length, 1)
  assert.deepEqual(await client.calls(call.sid).events.list(), [])
  await assert.rejects(client.calls.create({ to: '+14155550120', from, twiml: hello[1] }), {
    status: 400,
    code: 21211,
  })
})

test("refuses wrong parameters with Twilio's codes, and places nothing", async () => {
  await using network = await startPhoneNetwork({ port: 0, speed: 1000 })
  const to: [string, string] = ['To', '+14155550100']
  const sender: [string, string] = ['From', from]
  const cases: [number, [string, string][]][] = [
    [21201, [sender, hello]],
    [21211, [['To', '4155550100'], sender, hello]],
    [21211, [['To', ' 14155550100'], sender, hello]],
    [21213, [to, hello]],
    [21212, [to, ['From', 'Bob'], hello]],
    [21205, [to, sender]],
    [21205, [to, sender, ['Url', '/relative']]],
    [21205, [to, sender, ['Url', 'ftp://host/x']]],
    [21205, [to, sender, ['Url', `http://host/${'x'.repeat(4000)}`]]],
    [21209, order(to[1], ['Method', 'PUT'])],
    [21609, order(to[1], ['StatusCallback', 'host/x'])],
    [21609, order(to[1], ['StatusCallback', 'http://my_host/x'])],
    [21626, order(to[1], ['StatusCallbackEvent', 'initiated,ringing'])],
    [21208, order(to[1], ['Timeout', '0'])],
    [21208, order(to[1], ['Timeout', '601'])],
    [21208, order(to[1], ['Timeout', 'long'])],
    [21206, order(to[1], ['SendDigits', '1a'])],
    [21218, order(to[1], ['ApplicationSid', `AP${'0'.repeat(32)}`])],
    [32018, [to, sender, ['Twiml', 'x'.repeat(4001)]]],
    [21214, order('+14155550121')],
    [21215, order('+14155550122')],
    [21216, order('+14155550123')],
  ]
  for (const [code, form] of cases) {
    const { status, json } = await rest(network.url, 'POST', '/Calls.json', form)
    assert.equal(status, 400, String(code))
    assert.equal(json['code'], code)
    assert.deepEqual(Object.keys(json), ['code', 'message', 'more_info', 'status'])
  }
  assert.deepEqual(network.calls(), [])
})

test('the first token of an account is the only one, and other paths and methods are refused', async () => {
  await using network = await startPhoneNetwork({ port: 0 })
  assert.equal((await rest(network.url, 'GET', '/Calls.json')).status, 200)
  const stranger = await rest(network.url, 'GET', '/Calls.json', [], 'other')
  assert.deepEqual([stranger.status, stranger.json['code']], [401, 20003])
  const without = await fetch(`${network.url}/2010-04-01/Accounts/${accountSid}/Calls.json`)
  assert.equal(without.status, 401)
  const absent = await rest(network.url, 'GET', `/Calls/CA${'0'.repeat(32)}.json`)
  assert.deepEqual([absent.status, absent.json['code']], [404, 20404])
  assert.equal((await rest(network.url, 'GET', '/Messages.json')).status, 404)
  assert.equal((await rest(network.url, 'DELETE', `/Calls/CA${'0'.repeat(32)}.json`)).status, 405)
  assert.ok(!JSON.stringify(network.entries()).includes(authToken))
})

test('one account does not see the calls of another', async () => {
  await using network = await startPhoneNetwork({ port: 0 })
  const { json } = await rest(network.url, 'POST', '/Calls.json', order('+14155550100'))
  const other = `AC${'1'.repeat(32)}`
  const authorization = `Basic ${Buffer.from(`${other}:token`).toString('base64')}`
  const path = `${network.url}/2010-04-01/Accounts/${other}`
  const one = await fetch(`${path}/Calls/${String(json['sid'])}.json`, { headers: { authorization } })
  assert.equal(one.status, 404)
  const list = (await (await fetch(`${path}/Calls.json`, { headers: { authorization } })).json()) as {
    calls: []
  }
  assert.deepEqual(list.calls, [])
})

test('pages neither repeat nor skip a call while calls are being placed', async () => {
  await using network = await startPhoneNetwork({ port: 0 })
  const sids: string[] = []
  const place = async () => {
    const { json } = await rest(network.url, 'POST', '/Calls.json', order('+14155550100'))
    return String(json['sid'])
  }
  for (let n = 0; n < 5; n++) sids.unshift(await place())
  const seen: unknown[] = []
  let next: unknown = '/Calls.json?PageSize=2&To=%2B14155550100'
  let page: Record<string, unknown> = {}
  while (typeof next === 'string') {
    page = (await rest(network.url, 'GET', next)).json
    seen.push(...(page['calls'] as { sid: string }[]).map((call) => call.sid))
    next = page['next_page_uri']
    await place()
  }
  assert.deepEqual(seen, sids)
  assert.deepEqual([page['page'], page['page_size'], page['start'], page['end']], [2, 2, 4, 4])
  const back = (await rest(network.url, 'GET', String(page['previous_page_uri']))).json
  assert.deepEqual(
    (back['calls'] as { sid: string }[]).map((call) => call.sid),
    sids.slice(2, 4),
  )
  for (const wrong of ['PageSize=0', 'Page=-1', 'PageToken=PAxx', 'Colour=red']) {
    assert.equal((await rest(network.url, 'GET', `/Calls.json?${wrong}`)).status, 400, wrong)
  }
})

test('an update that does not fit the state of the call is refused with 21220', async () => {
  await using network = await startPhoneNetwork({ port: 0, speed: 20 })
  const place = async (to: string) => {
    const pause: [string, string] = ['Twiml', '<Response><Pause length="600"/></Response>']
    const { json } = await rest(network.url, 'POST', '/Calls.json', [['To', to], ['From', from], pause])
    return `/Calls/${String(json['sid'])}.json`
  }
  const update = async (path: string, ...form: [string, string][]) => {
    const { status, json } = await rest(network.url, 'POST', path, form)
    return [status, json['code'] ?? json['status']]
  }
  const queued = await place('+14155550153')
  assert.deepEqual(await update(queued, ['Url', 'http://127.0.0.1/x']), [400, 21220])
  assert.deepEqual(await update(queued, ['Status', 'gone']), [400, 20001])
  assert.deepEqual(await update(queued), [400, 20001])
  assert.deepEqual(
    await update(queued, ['Url', 'http://127.0.0.1/x'], ['Twiml', '<Response/>']),
    [400, 20001],
  )
  assert.deepEqual(await update(queued, ['Status', 'canceled']), [200, 'canceled'])
  assert.deepEqual(await update(queued, ['Status', 'completed']), [400, 21220])
  const answered = await place('+14155550100')
  let status: unknown
  while (status !== 'in-progress') status = (await rest(network.url, 'GET', answered)).json['status']
  assert.deepEqual(await update(answered, ['Status', 'canceled']), [200, 'in-progress'])
  assert.deepEqual(await update(answered, ['Status', 'completed']), [200, 'completed'])
  const [, call] = network.calls()
  assert.equal(call?.ended_by, 'api')
})

/** Returns an HTTP client for the SDK that sends its requests to the sandbox. */
function towards(base: string): twilio.RequestClient {
  const client = new twilio.RequestClient()
  const request = client.request.bind(client)
  client.request = (options) =>
    request({ ...options, uri: options.uri.replace('https://api.twilio.com', base) })
  return client
}
