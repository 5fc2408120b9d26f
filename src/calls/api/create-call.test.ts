import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { carrierAccount, startCarrier } from '../../../test/support/carrier.ts'
import type { Carrier } from '../../../test/support/carrier.ts'
import { scriptCampaign } from '../../../test/support/declarations.ts'
import { eventually, startService } from '../../../test/support/service.ts'
import type { Answer, Service } from '../../../test/support/service.ts'
import { sql } from '../../db/sql.ts'

let carrier: Carrier
let service: Service
before(async () => {
  carrier = await startCarrier()
  service = await startService({
    carrier: { api_url: carrier.url, account_sid: carrierAccount },
    campaigns: [scriptCampaign(), scriptCampaign({ name: 'Ended', status: 'ended' })],
  })
  service.startWorker()
})
after(async () => {
  await service[Symbol.asyncDispose]()
  await carrier[Symbol.asyncDispose]()
})

const path = (campaign: string) =>
  `/organizations/${service.organizationId}/projects/${service.projectId}/campaigns/${campaign}/calls`
const create = (body: unknown, campaign = service.campaignIds['Script']!, options = {}): Promise<Answer> =>
  service.request('POST', path(campaign), { body, ...options })
const customer = { phone_number: '+14155550123', name: 'Ada' }

async function stateOf(id: string): Promise<string> {
  const [call] = await service.context.db.query<{ state: string }>(
    sql`select state from calls where _id = ${id}`,
  )
  return call!.state
}

describe('POST calls', () => {
  it('starts the call and says so (200)', async () => {
    const { status, body } = await create(customer)
    assert.equal(status, 200)
    const data = body.data as Record<string, unknown>
    assert.deepEqual(Object.keys(data).sort(), [
      'campaign_queue_id',
      'message',
      'scheduled',
      'scheduled_for',
      'success',
    ])
    assert.deepEqual([data['success'], data['scheduled'], data['scheduled_for']], [true, false, null])
    assert.match(String(data['message']), /\+14155550123 started/)
  })

  it('queues the call when the carrier takes no more, and dials it once the carrier does (200, Decision 42)', async () => {
    carrier.behave(
      { kind: 'refuse', status: 429, code: 20_429 },
      { kind: 'refuse', status: 429, code: 20_429 },
    )
    const creates = carrier.creates
    const { status, body } = await create(customer)
    assert.equal(status, 200)
    const { campaign_queue_id: id, scheduled, scheduled_for } = body.data as Record<string, unknown>
    assert.deepEqual([scheduled, scheduled_for], [true, null])
    await eventually('the carrier takes the call', async () => {
      const [attempt] = await service.context.db.query<{ carrier_call_sid: string | null }>(sql`
        select carrier_call_sid from call_attempts where call_id = ${id} order by attempt_number desc limit 1`)
      return attempt?.carrier_call_sid ?? null
    })
    assert.equal(carrier.creates, creates + 3)
    const rows = await service.context.db.query(sql`
      select a.state, a.conversation_id is not null as talked, c.attempts_count from call_attempts a join calls c on c._id = a.call_id
      where c._id = ${id} order by a.attempt_number`)
    assert.deepEqual(rows, [
      { state: 'never_placed', talked: false, attempts_count: 1 },
      { state: 'never_placed', talked: false, attempts_count: 1 },
      { state: 'dialling', talked: true, attempts_count: 1 },
    ])
  })

  it('queues the call while the carrier can not be reached at all (200, Decision 43)', async () => {
    const closed = createServer()
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
    const { port } = closed.address() as AddressInfo
    await new Promise((resolve) => closed.close(resolve))
    const other = await startService({
      carrier: { api_url: `http://127.0.0.1:${port}`, account_sid: carrierAccount },
    })
    try {
      const url = `/organizations/${other.organizationId}/projects/${other.projectId}/campaigns/${other.campaignIds['Script']}`
      const queued = await other.request('POST', `${url}/calls`, { body: customer })
      assert.equal(queued.status, 200)
      assert.equal((queued.body.data as { scheduled: boolean }).scheduled, true)
      const triggered = await other.request('POST', `${url}/trigger-call`, { body: customer })
      assert.equal(triggered.status, 500)
      const rows = await other.context.db.query(sql`
        select placed_by, state, wait_reason from calls order by _id`)
      assert.deepEqual(rows, [
        { placed_by: 'queue', state: 'waiting', wait_reason: 'carrier_rate' },
        { placed_by: 'trigger', state: 'failed', wait_reason: null },
      ])
    } finally {
      await other[Symbol.asyncDispose]()
    }
  })

  it('refuses a bad body, and a campaign that has ended (400)', async () => {
    assert.equal((await create({})).body.message, 'phone_number is required')
    assert.equal((await create({ ...customer, tags: [] })).status, 400)
    assert.match((await create(customer, service.campaignIds['Ended'])).body.message, /has ended/)
  })

  it('expires a waiting call whose campaign ends meanwhile, and never dials it (Decision 14)', async () => {
    carrier.behave({ kind: 'refuse', status: 429, code: 20_429 })
    const creates = carrier.creates
    const { body } = await create(customer)
    const { campaign_queue_id: id } = body.data as Record<string, string>
    const project = {
      name: 'Renewals',
      default_country: 'US',
      campaigns: [scriptCampaign({ status: 'ended' })],
    }
    await service.apply({ organizations: [{ name: 'Acme', projects: [project] }] })
    await eventually('the call expires', async () => ((await stateOf(id!)) === 'expired' ? true : null))
    assert.equal(carrier.creates, creates + 1)
    await service.apply({
      organizations: [{ name: 'Acme', projects: [{ ...project, campaigns: [scriptCampaign()] }] }],
    })
  })

  it('asks for a key (401), its tenant and scope (403), and a campaign of the project (404)', async () => {
    assert.equal((await create(customer, undefined, { key: null })).status, 401)
    const elsewhere = path(service.campaignIds['Script']!).replace(service.organizationId, service.projectId)
    assert.equal((await service.request('POST', elsewhere, { body: customer })).status, 403)
    assert.equal((await create(customer, service.projectId)).status, 404)
  })

  it('answers 500 when the outcome is unknown, and settles it by asking the carrier, without a second dial', async () => {
    carrier.behave({ kind: 'accept_silently', how: 'drop' })
    const creates = carrier.creates
    const { status, body } = await create({ ...customer, phone_number: '+14155550177' })
    assert.equal(status, 500)
    const id = /campaign_queue_id (\S+)/.exec(body.message)?.[1]
    assert.equal(await stateOf(id!), 'unresolved')
    await eventually('the carrier is asked', async () => ((await stateOf(id!)) === 'dialling' ? true : null))
    const leg = carrier.legs.at(-1)!
    await carrier.tell(leg, 'completed', { CallDuration: '9' })
    assert.equal(await stateOf(id!), 'completed')
    assert.equal(carrier.creates, creates + 1)
  })
})
