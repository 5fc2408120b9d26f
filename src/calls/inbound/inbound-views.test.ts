// Where calls of people to the project appear: lists, the live page, figures, profiles and analytics.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { carrierAccount, startCarrier } from '../../../test/support/carrier.ts'
import type { Carrier, PlacedLeg } from '../../../test/support/carrier.ts'
import { scriptCampaign } from '../../../test/support/declarations.ts'
import { addressesOfNumbers, arrivingCall, askForCall } from '../../../test/support/inbound.ts'
import { createNumbers } from '../../../test/support/numbers.ts'
import { startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { signInFirstOwner } from '../../../test/support/users.ts'
import type { Browser } from '../../../test/support/users.ts'
import { sql } from '../../db/sql.ts'
import { recount } from '../../operator/recount/recount.ts'

const nextNumber = createNumbers()
const line = '+14155550170'
const small = '+14155550171'
let carrier: Carrier
let service: Service
let browser: Browser
let path: string
let managed: string
let legs: { known: PlacedLeg; anonymous: PlacedLeg; second: PlacedLeg; over: PlacedLeg; busy: PlacedLeg }
before(async () => {
  carrier = await startCarrier()
  service = await startService({
    carrier: { api_url: carrier.url, account_sid: carrierAccount },
    callerIds: [
      { number: line, inbound_campaign: 'Line' },
      { number: small, inbound_campaign: 'Small' },
    ],
    campaigns: [
      scriptCampaign(),
      scriptCampaign({ name: 'Line', call_direction: 'inbound', caller_id: null, slots: 10 }),
      scriptCampaign({ name: 'Small', call_direction: 'inbound', caller_id: null, slots: 1 }),
    ],
  })
  browser = await signInFirstOwner(service)
  const ids = `/organizations/${service.organizationId}/projects/${service.projectId}`
  path = ids
  managed = `/api${ids}`
  const { voice, status } = await addressesOfNumbers(service)
  const call = async (from: string, to = line) => {
    const leg = arrivingCall(carrier, from, to)
    await askForCall(carrier, leg, voice)
    return leg
  }
  const number = nextNumber()
  legs = {
    over: await call(number),
    known: await call(number),
    second: await call(number),
    anonymous: await call('anonymous', small),
    busy: await call('anonymous', small),
  }
  const ended = { CallDuration: '9', Direction: 'inbound' }
  await carrier.report(legs.over, 'completed', ended, { url: status })
  const placed = await service.request('POST', `${ids}/campaigns/${service.campaignIds['Script']}/calls`, {
    body: { phone_number: nextNumber() },
  })
  assert.equal(placed.status, 200)
})
after(async () => {
  await service[Symbol.asyncDispose]()
  await carrier[Symbol.asyncDispose]()
})

interface Listed {
  items: Record<string, unknown>[]
  pagination: { total: number }
}
async function listed(address: string, filters: object): Promise<Listed> {
  const query = new URLSearchParams({ filters: JSON.stringify(filters) })
  const isManaged = address.startsWith('/api')
  const ask = isManaged ? browser.request : (method: string, at: string) => service.request(method, at)
  const { status, body } = await ask('GET', `${address}?${query.toString()}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body.data
}

it('the list of conversations has them as inbound, and finds them so', async () => {
  const { items, pagination } = await listed(`${path}/conversations`, { conversation_type: 'inbound' })
  assert.equal(pagination.total, 5)
  assert.deepEqual(
    items.map(({ status }) => String(status)).toSorted((a, b) => a.localeCompare(b)),
    ['busy', 'completed', 'live', 'live', 'live'],
  )
  assert.deepEqual(new Set(items.map(({ channel_type }) => channel_type)), new Set(['voice']))
  const others = await listed(`${path}/conversations`, { conversation_type: 'outbound' })
  assert.equal(others.pagination.total, 1)
  const anonymous = await listed(`${path}/conversations`, { phone_number: null })
  assert.equal(anonymous.pagination.total, 2)
})

it('the list of a campaign’s calls has them, by their direction', async () => {
  const address = `${path}/campaigns/${service.campaignIds['Line']}/calls`
  const { items } = await listed(address, { call_direction: 'inbound' })
  assert.equal(items.length, 3)
  for (const call of items) assert.deepEqual([call['placed_by'], call['waiting']], ['caller', null])
  assert.equal((await listed(address, { call_direction: 'outbound' })).pagination.total, 0)
})

it('the live page lists those under way, with the slots that they hold', async () => {
  const { items } = await listed(`${managed}/calls`, { call_direction: 'inbound' })
  assert.deepEqual(
    items.map(({ state }) => state),
    ['live', 'live', 'live'],
  )
  assert.deepEqual(items.filter(({ phone_number }) => phone_number === null).length, 1)
  const { body } = await browser.request('GET', `${managed}/queue`)
  const { campaigns } = body.data as unknown as { campaigns: Record<string, unknown>[] }
  assert.deepEqual(
    campaigns.map(({ name, slots, slots_in_use, waiting }) => ({ name, slots, slots_in_use, waiting })),
    [
      { name: 'Line', slots: 10, slots_in_use: 2, waiting: { count: 0, is_more: false } },
      { name: 'Script', slots: 100, slots_in_use: 1, waiting: { count: 0, is_more: false } },
      { name: 'Small', slots: 1, slots_in_use: 1, waiting: { count: 0, is_more: false } },
    ],
  )
  const underWay = await browser.request('GET', `${managed}/calls-under-way`)
  assert.equal((underWay.body.data as unknown as { under_way: number }).under_way, 4)
})

it('the page of a call says who called, what led to that, and what the carrier reported', async () => {
  const [busy] = await service.context.db.query<{ call_id: string }>(sql`
    select call_id from call_attempts where carrier_call_sid = ${legs.busy.sid}`)
  const { body } = await browser.request('GET', `${managed}/calls/${busy!.call_id}`)
  const call = body.data as unknown as Record<string, unknown>
  assert.deepEqual(
    [call['call_direction'], call['phone_number'], call['customer_profile_id'], call['state']],
    ['inbound', null, null, 'busy'],
  )
  assert.deepEqual(
    (call['moves'] as { reason_code: string }[]).map(({ reason_code }) => reason_code),
    ['caller_turned_away'],
  )
  const [over] = await service.context.db.query<{ call_id: string }>(sql`
    select call_id from call_attempts where carrier_call_sid = ${legs.over.sid}`)
  const events = await browser.request('GET', `${managed}/calls/${over!.call_id}/carrier-events`)
  const { items } = events.body.data as unknown as { items: { source: string; call_status: string }[] }
  assert.deepEqual(items.map(({ source, call_status }) => `${source} ${call_status}`).toSorted(), [
    'inbound in-progress',
    'status_callback completed',
  ])
})

it('the figures of a campaign, the profile and the voice analytics count them', async () => {
  const figures = await browser.request('GET', `${managed}/campaigns/${service.campaignIds['Small']}/figures`)
  const { last_24_hours } = figures.body.data as unknown as { last_24_hours: Record<string, unknown> }
  assert.deepEqual([last_24_hours['calls'], last_24_hours['by_state']], [2, { busy: 1, live: 1 }])
  const [profile] = await service.context.db.query(sql`
    select call_count, chat_count from profiles p where exists (select from channel_identities i
      where i.profile_id = p._id and i.identity_key = ${legs.known.form.get('From')})`)
  assert.deepEqual(profile, { call_count: 3, chat_count: 0 })
  const ask = async (filters: object) => {
    const query = new URLSearchParams({ filters: JSON.stringify(filters) })
    const { status, body } = await service.request(
      'GET',
      `${path}/conversation-analytics?${query.toString()}`,
    )
    assert.equal(status, 200, JSON.stringify(body))
    const { summary } = body.data as unknown as { summary: Record<string, number> }
    return [summary['total_conversations'], summary['live_conversations'], summary['total_duration']]
  }
  assert.deepEqual(await ask({ conversation_type: 'inbound' }), [5, 3, 9])
  assert.deepEqual(await ask({}), [6, 3, 9])
})

it('every kept count equals its rows', async () => {
  const differences = await recount(service.context.db, { repair: false })
  assert.deepEqual(
    Object.entries(differences).filter(([, count]) => count > 0),
    [],
  )
})
