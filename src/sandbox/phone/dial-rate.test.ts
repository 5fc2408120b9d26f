import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountSid, rest } from '../../../test/support/calling-program.ts'
import { endsWithin } from '../../../test/support/ends-within.ts'
import { startPhoneNetwork } from './phone-network.ts'
import type { PhoneNetwork } from './phone-network.ts'

async function place(network: PhoneNetwork, to = '+14155550100'): Promise<string> {
  const { status, json } = await rest(network.url, 'POST', '/Calls.json', [
    ['To', to],
    ['From', '+14155550199'],
    ['Twiml', '<Response/>'],
  ])
  assert.deepEqual([status, json['status']], [201, 'queued'])
  return String(json['sid'])
}

const dialed = (network: PhoneNetwork) =>
  network.entries().flatMap((entry) => (entry.kind === 'leg' && entry.event === 'dialled' ? [entry] : []))

test("calls above the account's rate are accepted at once and dialed at the rate, first in, first out, in real time", async () => {
  await using network = await startPhoneNetwork({ port: 0, speed: 1000 })
  network.setAccount({ account_sid: accountSid, calls_per_second: 5 })
  const sids: string[] = []
  const begun = Date.now()
  for (let n = 0; n < 6; n++) sids.push(await place(network))
  const placedAt = Date.now()
  await network.idle()
  const legs = dialed(network)
  assert.deepEqual(
    legs.map(({ call_sid }) => call_sid),
    sids,
  )
  const times = legs.map(({ at }) => Date.parse(at))
  // A busy machine may log a call some time after its slot, and the next one in time: so all are compared with the
  // start.
  for (const [index, at] of times.entries())
    assert.ok(at - begun >= index * 200 - 5, `${at - begun} ms after the start`)
  const last = (await rest(network.url, 'GET', `/Calls/${sids.at(-1)}.json`)).json
  // The call was queued at least since its request was answered.
  assert.ok(Number(last['queue_time']) >= times.at(-1)! - placedAt - 5)
})

test('a queued call that is ended uses no slot of the rate, and a new rate applies to waiting calls', async () => {
  await using network = await startPhoneNetwork({ port: 0, speed: 1000 })
  network.setAccount({ account_sid: accountSid, calls_per_second: 0.001 })
  const sids = [await place(network), await place(network), await place(network)]
  while (dialed(network).length === 0) await rest(network.url, 'GET', '/Calls.json')
  const ended = await rest(network.url, 'POST', `/Calls/${sids[1]}.json`, [['Status', 'completed']])
  assert.deepEqual([ended.status, ended.json['status']], [200, 'canceled'])
  assert.equal((await rest(network.url, 'GET', `/Calls/${sids[2]}.json`)).json['status'], 'queued')
  network.setAccount({ account_sid: accountSid, calls_per_second: 1000 })
  await network.idle()
  assert.deepEqual(
    dialed(network).map(({ call_sid }) => call_sid),
    [sids[0], sids[2]],
  )
})

test('neither the rate of another account nor a number that stays queued delays a call', async () => {
  await using network = await startPhoneNetwork({ port: 0, speed: 1000 })
  network.setAccount({ account_sid: `AC${'1'.repeat(32)}`, calls_per_second: 0.001 })
  await place(network)
  await place(network)
  await network.idle()
  assert.equal(dialed(network).length, 2)
  network.setAccount({ account_sid: accountSid, calls_per_second: 1000 })
  const [slow, quick] = [await place(network, '+14155550153'), await place(network)]
  await network.idle()
  assert.deepEqual(
    dialed(network)
      .slice(2)
      .map(({ call_sid }) => call_sid),
    [quick, slow],
  )
})

test('a network closes at once while calls wait for a slot of the rate', async () => {
  const network = await startPhoneNetwork({ port: 0, speed: 1000 })
  network.setAccount({ account_sid: accountSid, calls_per_second: 0.001 })
  for (let n = 0; n < 5; n++) await place(network)
  await endsWithin(1_000, () => network.close())
})
