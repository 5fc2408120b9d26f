// The number of a person who calls is in use until they hang up, whatever else ends meanwhile (Rule 146).
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { carrierAccount, startCarrier } from '../../../test/support/carrier.ts'
import type { Carrier, PlacedLeg } from '../../../test/support/carrier.ts'
import { scriptCampaign } from '../../../test/support/declarations.ts'
import { addressesOfNumbers, arrivingCall, askForCall } from '../../../test/support/inbound.ts'
import { createNumbers } from '../../../test/support/numbers.ts'
import { eventually, startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { uuidv7 } from '../../base/ids.ts'
import type { Transaction } from '../../db/queryable.ts'
import { sql, toText } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import { isNumberWanted, passOnNumber } from '../queue/number-queries.ts'

const nextNumber = createNumbers()
const line = '+14155550170'
let carrier: Carrier
let service: Service
let addresses: { voice: string; status: string }
let path: string
before(async () => {
  carrier = await startCarrier()
  service = await startService({
    carrier: { api_url: carrier.url, account_sid: carrierAccount },
    callerIds: [{ number: line, inbound_campaign: 'Line' }],
    campaigns: [
      scriptCampaign(),
      scriptCampaign({ name: 'Line', call_direction: 'inbound', caller_id: null }),
    ],
  })
  addresses = await addressesOfNumbers(service)
  path = `/organizations/${service.organizationId}/projects/${service.projectId}/campaigns/${service.campaignIds['Script']}`
})
after(async () => {
  await service[Symbol.asyncDispose]()
  await carrier[Symbol.asyncDispose]()
})

const dial = (how: 'calls' | 'trigger-call', phone_number: string) =>
  service.request('POST', `${path}/${how}`, { body: { phone_number } })

/** Places a call to the number that is dialed at once. */
async function dialed(number: string): Promise<PlacedLeg> {
  assert.equal((await dial('calls', number)).status, 200)
  return carrier.legs.find((leg) => leg.form.get('To') === number) ?? assert.fail()
}

async function callIn(leg: PlacedLeg): Promise<void> {
  assert.match((await askForCall(carrier, leg, addresses.voice)).document, /<Say/)
}

async function hangUp(leg: PlacedLeg): Promise<void> {
  const more = { CallDuration: '7', Direction: 'inbound', Timestamp: new Date().toUTCString() }
  assert.equal(await carrier.report(leg, 'completed', more, { url: addresses.status }), 204)
}

/** Returns the SID of the call that has the number; null if it is free. */
async function holderOf(number: string): Promise<string | null> {
  const [holder] = await service.context.db.query<{ carrier_call_sid: string }>(sql`
    select a.carrier_call_sid from numbers_in_use n join call_attempts a on a.call_id = n.call_id
    where n.phone_number = ${number}`)
  return holder?.carrier_call_sid ?? null
}

describe('a person who calls', () => {
  it('while their number is dialed is called by nobody once that call has ended (Rule 146)', async () => {
    const number = nextNumber()
    const outbound = await dialed(number)
    const inbound = arrivingCall(carrier, number, line)
    await callIn(inbound)
    const waits = await dial('calls', number)
    assert.equal((waits.body.data as { scheduled: boolean }).scheduled, true)
    service.startWorker()
    await carrier.report(outbound, 'busy')
    assert.equal(await holderOf(number), inbound.sid)
    const triggered = await dial('trigger-call', number)
    assert.deepEqual([triggered.status, triggered.headers.get('error-code')], [400, 'number_taken'])
    // The end of the call to them would have put it back into its queue.
    const parked = await service.context.db.query(sql`
      select waits_for from calls where phone_number = ${number} and state = 'waiting'`)
    assert.deepEqual(parked, [{ waits_for: 'number' }])
    await hangUp(inbound)
    const isDialed = () =>
      carrier.legs.filter((leg) => leg.form.get('To') === number).length === 2 ? true : null
    await eventually('the waiting call is dialed', isDialed, 20_000)
  })

  it('leaves the number in use while another caller is talking from it', async () => {
    const number = nextNumber()
    const legs = [1, 2, 3].map(() => arrivingCall(carrier, number, line))
    for (const leg of legs) await callIn(leg)
    for (const leg of legs) {
      assert.notEqual(await holderOf(number), null)
      assert.equal((await dial('trigger-call', number)).status, 400)
      await hangUp(leg)
    }
    assert.equal(await holderOf(number), null)
    assert.equal((await dial('trigger-call', number)).status, 200)
  })

  it('in the moment in which a call to them ends has the number', async () => {
    for (let round = 0; round < 20; round++) {
      const number = nextNumber()
      const outbound = await dialed(number)
      const inbound = arrivingCall(carrier, number, line)
      await Promise.all([callIn(inbound), carrier.report(outbound, 'busy')])
      assert.equal(await holderOf(number), inbound.sid)
      await hangUp(inbound)
      assert.equal(await holderOf(number), null)
    }
  })

  it('frees the number by hanging up at the same time as all others on it', async () => {
    for (let round = 0; round < 20; round++) {
      const number = nextNumber()
      const legs = [1, 2, 3].map(() => arrivingCall(carrier, number, line))
      for (const leg of legs) await callIn(leg)
      await Promise.all(legs.map((leg) => hangUp(leg)))
      assert.equal(await holderOf(number), null)
    }
  })
})

it('the end of a call finds the callers of its number by an index', async () => {
  const { organizationId: organization_id, projectId: project_id, campaignIds } = service
  await service.context.db.write(sql`
    insert into calls (organization_id, project_id, _id, campaign_id, placed_by, phone_number, customer, state,
      state_since, created_at)
    select ${organization_id}::uuid, ${project_id}::uuid, gen_random_uuid(), ${campaignIds['Line']}::uuid, 'caller',
      '+1415' || n, '{}', case when n % 10 = 0 then 'live' else 'completed' end, now(), now()
    from generate_series(1, 20000) n`)
  const client = await service.context.db.connect()
  await client.query('vacuum analyze calls, numbers_in_use')
  const sent: Sql[] = []
  const recording = { query: (query: Sql) => (sent.push(query), Promise.resolve([])) }
  for (const run of [isNumberWanted, passOnNumber])
    await run(recording as unknown as Transaction, {
      organization_id,
      project_id,
      phone_number: '+14151',
      call_id: uuidv7(),
    })
  assert.equal(sent.length, 2)
  const plans: string[] = []
  for (const statement of sent) {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain (generic_plan, costs off) ${toText(statement).text}`,
    )
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    // By the index as it is, or by a bitmap of it.
    assert.match(
      plan,
      /calls_of_callers_under_way(?: on calls(?: calls_1)?)?\n\s+Index Cond: [^\n]*phone_number = /,
      plan,
    )
    // The table of the numbers in use may be known to be small.
    assert.doesNotMatch(plan, /Seq Scan on calls/, plan)
    plans.push(plan)
  }
  await client.end()
  assert.match(plans[0]!, /calls_waiting_by_number on calls\n\s+Index Cond: [^\n]*phone_number = /)
})
