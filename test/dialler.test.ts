// The dialler as a whole: a service with its worker, and a carrier that does what a test says.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { sql } from '../src/db/sql.ts'
import { carrierAccount, startCarrier } from './support/carrier.ts'
import type { Carrier } from './support/carrier.ts'
import { scriptCampaign, wideCallSettings } from './support/declarations.ts'
import { eventually, startService } from './support/service.ts'
import type { Answer, Service } from './support/service.ts'

let carrierUrl = ''
/** How far the service's clock is ahead of the machine's. */
let aheadMs = 0

const number = (index: number) => `+1415555${String(1000 + index).padStart(4, '0')}`

suite('the dialler', () => {
  let carrier: Carrier
  let service: Service

  before(async () => {
    carrier = await startCarrier()
    carrierUrl = carrier.url
    service = await startService(
      {
        carrier: { api_url: carrier.url, account_sid: carrierAccount },
        campaigns: [
          scriptCampaign({ name: 'One slot', slots: 1 }),
          scriptCampaign({ name: 'Two slots', slots: 2 }),
          scriptCampaign({ name: 'Lowered', slots: 4 }),
          scriptCampaign({ name: 'Many', slots: 100 }),
          scriptCampaign({ name: 'Others', slots: 100 }),
          scriptCampaign({ name: 'Retries', slots: 100, retry: { max_attempts: 2, delay_minutes: 1 } }),
        ],
      },
      { clock: { now: () => new Date(Date.now() + aheadMs) } },
    )
    service.startWorker()
  })

  after(async () => {
    await service?.[Symbol.asyncDispose]()
    await carrier?.[Symbol.asyncDispose]()
  })

  const path = (campaign: string, tail: string) =>
    `/organizations/${service.organizationId}/projects/${service.projectId}` +
    `/campaigns/${service.campaignIds[campaign]}/${tail}`
  const call = (campaign: string, phone_number: string, headers: Record<string, string> = {}) =>
    service.request('POST', path(campaign, 'calls'), { body: { phone_number }, headers })
  const trigger = (campaign: string, phone_number: string) =>
    service.request('POST', path(campaign, 'trigger-call'), { body: { phone_number } })
  const scheduled = (answer: Answer) => {
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    const data = answer.body.data as { scheduled: boolean; scheduled_for: string | null }
    return [data.scheduled, data.scheduled_for]
  }
  const legTo = (phone: string, count = 1) =>
    eventually(`leg ${count} to ${phone}`, () => {
      const legs = carrier.legs.filter(({ form }) => form.get('To') === phone)
      return legs.length >= count ? legs[count - 1]! : null
    })
  const stateOf = async (id: string) => {
    const [row] = await service.context.db.query<{ state: string; waits_for: string | null }>(
      sql`select state, waits_for from calls where _id = ${id}`,
    )
    return row
  }
  const end = async (phone: string, status = 'completed', count = 1) => {
    const leg = await legTo(phone, count)
    assert.equal(await carrier.report(leg, status, { CallDuration: '1' }), 204)
  }

  test('starts as many calls as there are slots; a freed slot goes to the first call (Rule 16, Promise 16)', async () => {
    assert.deepEqual(scheduled(await call('Two slots', number(1))), [false, null])
    assert.deepEqual(scheduled(await call('Two slots', number(2))), [false, null])
    assert.deepEqual(scheduled(await call('Two slots', number(3))), [true, null])
    assert.deepEqual(scheduled(await call('Two slots', number(4))), [true, null])
    const refused = await trigger('Two slots', number(5))
    assert.equal(refused.status, 400)
    assert.match(refused.body.message, /slot/)
    await end(number(2))
    await legTo(number(3))
    assert.equal(carrier.legs.filter(({ form }) => form.get('To') === number(4)).length, 0)
    await end(number(1))
    await legTo(number(4))
    await end(number(3))
    await end(number(4))
    const slots = await service.context.db.query(sql`
      select attempt_id from calling_slots where campaign_id = ${service.campaignIds['Two slots']}
        and attempt_id is not null`)
    assert.deepEqual(slots, [])
  })

  test('has no more calls at once than a lowered limit, once the calls beyond it are over', async () => {
    const { db } = service.context
    const beyond = [1, 2, 3, 4].map((index) => number(60 + index))
    for (const phone of beyond) assert.deepEqual(scheduled(await call('Lowered', phone)), [false, null])
    await db.query(sql`update campaigns set slots = 2 where _id = ${service.campaignIds['Lowered']}`)
    const [first, second, third, fourth] = beyond as [string, string, string, string]
    // Those in the two slots that are left end first.
    for (const phone of [first, second]) {
      await end(phone)
      assert.match((await trigger('Lowered', number(65))).body.message, /slot/)
      assert.deepEqual(scheduled(await call('Lowered', number(phone === first ? 66 : 67))), [true, null])
    }
    await end(third)
    await legTo(number(66))
    assert.match((await trigger('Lowered', number(65))).body.message, /slot/)
    assert.equal(carrier.legs.filter(({ form }) => form.get('To') === number(67)).length, 0)
    await end(fourth)
    await legTo(number(67))
    assert.match((await trigger('Lowered', number(65))).body.message, /slot/)
    await end(number(66))
    assert.equal((await trigger('Lowered', number(65))).status, 200)
    await end(number(65))
    await end(number(67))
  })

  test('has one call to a number at a time in a project, in the order of acceptance, and delays no other call (Rule 15, Promises 17 and 21)', async () => {
    const same = number(10)
    assert.deepEqual(scheduled(await call('Many', same)), [false, null])
    const second = await call('Many', '+1 (415) 555-1010')
    assert.deepEqual(scheduled(second), [true, null])
    const third = await call('Others', same)
    assert.deepEqual(scheduled(third), [true, null])
    assert.deepEqual(scheduled(await call('Many', number(11))), [false, null])
    assert.equal((await trigger('Others', same)).status, 400)
    await end(same)
    await legTo(same, 2)
    const idOf = ({ body }: Answer) => (body.data as { campaign_queue_id: string }).campaign_queue_id
    assert.equal((await stateOf(idOf(second)))?.state, 'dialling')
    assert.equal((await stateOf(idOf(third)))?.state, 'waiting')
    await end(same, 'busy', 2)
    await legTo(same, 3)
    await end(same, 'completed', 3)
    await end(number(11))
  })

  test('retries what the campaign retries, frees slot and number meanwhile, and ends', async () => {
    const placed = await call('Retries', number(20))
    assert.deepEqual(scheduled(placed), [false, null])
    const id = (placed.body.data as { campaign_queue_id: string }).campaign_queue_id
    const ended = Date.now() + aheadMs
    await end(number(20), 'no-answer')
    assert.deepEqual(await stateOf(id), { state: 'waiting', waits_for: 'due' })
    const [row] = await service.context.db.query<{ due_at: string }>(
      sql`select due_at from calls where _id = ${id}`,
    )
    const dueAt = Date.parse(row!.due_at)
    assert.ok(dueAt - ended >= 60_000, `${dueAt - ended} ms`)
    aheadMs = dueAt - Date.now() - 600
    const leg = await legTo(number(20), 2)
    assert.ok(leg.createdAt.getTime() + aheadMs >= dueAt, 'not before the delay is over')
    await end(number(20), 'no-answer', 2)
    assert.equal((await stateOf(id))?.state, 'no_answer')
    assert.equal((await service.request('GET', '/healthz')).status, 200)
  })

  test('answers a repeated Idempotency-Key as before, and does nothing else', async () => {
    const key = { 'idempotency-key': 'first' }
    const first = await call('Many', number(30), key)
    assert.deepEqual(scheduled(first), [false, null])
    const again = await call('Many', number(30), key)
    assert.deepEqual(again.body, first.body)
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
    assert.equal((await call('Many', number(31), key)).status, 409)
    const waits = await call('Many', number(30), { 'idempotency-key': 'second' })
    assert.deepEqual(scheduled(waits), [true, null])
    await end(number(30))
    await legTo(number(30), 2)
    assert.deepEqual((await call('Many', number(30), { 'idempotency-key': 'second' })).body, waits.body)
    await end(number(30), 'completed', 2)
    const both = await Promise.all(
      Array.from({ length: 8 }, () => call('Many', number(32), { 'idempotency-key': 'third' })),
    )
    assert.equal(carrier.legs.filter(({ form }) => form.get('To') === number(32)).length, 1)
    assert.ok(both.every(({ status }) => status === 200 || status === 202))
    await end(number(32))
  })

  test('dials again if an attempt was never placed, and not if it was', async () => {
    await service.apply(withGrace(1))
    carrier.behave({ kind: 'lose' })
    const lost = await call('Many', number(40))
    assert.equal(lost.status, 500)
    await legTo(number(40))
    const creates = carrier.creates
    await end(number(40))
    carrier.behave({ kind: 'accept_silently', how: 'drop' })
    const releaseReads = carrier.holdReads()
    const silent = await call('Many', number(41), { 'idempotency-key': 'silent' })
    assert.equal(silent.status, 500)
    const pending = await call('Many', number(41), { 'idempotency-key': 'silent' })
    releaseReads()
    assert.equal(pending.status, 202, JSON.stringify(pending.body))
    const settled = await eventually('the outcome is known', async () => {
      const answer = await call('Many', number(41), { 'idempotency-key': 'silent' })
      return answer.status === 202 ? null : answer
    })
    assert.deepEqual(scheduled(settled), [false, null])
    assert.equal(carrier.creates, creates + 1)
    await end(number(41))
  })

  test('keeps the carrier’s own rate, in the order of acceptance (Rule 48)', async () => {
    await service.apply(withGrace(1, { calls_per_second: 5 }))
    const numbers = Array.from({ length: 30 }, (_, index) => number(100 + index))
    const begun = Date.now()
    const all = await Promise.all(numbers.map((phone) => call('Many', phone)))
    assert.ok(all.some((answer) => scheduled(answer)[0] === false))
    assert.ok(all.some((answer) => scheduled(answer)[0] === true))
    const legs = await Promise.all(numbers.map((phone) => legTo(phone)))
    const times = legs.map((leg) => leg.createdAt.getTime()).sort((a, b) => a - b)
    // A burst of one second's worth, then five a second. A busy machine may dial late, and the next call in time, so
    // each is compared with the start.
    for (const [index, at] of times.entries())
      assert.ok(at - begun > (index - 5) * 200, `dial ${index} after ${at - begun} ms`)
    for (const phone of numbers) await end(phone)
    await service.apply(withGrace(300))
  })
})

function withGrace(unknown_grace_seconds: number, more: Record<string, unknown> = {}) {
  return {
    organizations: [
      {
        name: 'Acme',
        calls: wideCallSettings,
        projects: [
          {
            name: 'Renewals',
            default_country: 'US',
            voice_carriers: [
              {
                name: 'main',
                kind: 'twilio',
                account_sid: carrierAccount,
                api_url: carrierUrl,
                calls_per_second: 1000,
                unknown_grace_seconds,
                ...more,
              },
            ],
          },
        ],
      },
    ],
  }
}
