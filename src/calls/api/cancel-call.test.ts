import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { carrierAccount, startCarrier } from '../../../test/support/carrier.ts'
import type { Carrier } from '../../../test/support/carrier.ts'
import { organization, scriptCampaign, wideCallSettings } from '../../../test/support/declarations.ts'
import { createNumbers } from '../../../test/support/numbers.ts'
import { startService } from '../../../test/support/service.ts'
import type { RequestOptions, Service } from '../../../test/support/service.ts'
import { sql } from '../../db/sql.ts'

const nextNumber = createNumbers()
let carrier: Carrier
let service: Service
before(async () => {
  carrier = await startCarrier()
  service = await startService({
    carrier: { api_url: carrier.url, account_sid: carrierAccount },
    campaigns: [scriptCampaign(), scriptCampaign({ name: 'One slot', slots: 1 })],
  })
  await place('One slot')
})
after(async () => {
  await service[Symbol.asyncDispose]()
  await carrier[Symbol.asyncDispose]()
})

const path = (campaign: string) =>
  `/organizations/${service.organizationId}/projects/${service.projectId}/campaigns/${service.campaignIds[campaign] ?? campaign}/calls`

async function place(campaign: string): Promise<string> {
  const { status, body } = await service.request('POST', path(campaign), {
    body: { phone_number: nextNumber() },
  })
  assert.equal(status, 200, body.message)
  return (body.data as { campaign_queue_id: string }).campaign_queue_id
}

const cancel = (campaign: string, id: string, options: RequestOptions = {}) =>
  service.request('POST', `${path(campaign)}/${id}/cancel`, options)

async function stateOf(id: string): Promise<string | undefined> {
  const [call] = await service.context.db.query<{ state: string }>(
    sql`select state from calls where _id = ${id}`,
  )
  return call?.state
}

describe('POST cancel', () => {
  it('cancels a waiting call (200); a second request reports that it was over', async () => {
    const id = await place('One slot')
    const { status, body } = await cancel('One slot', id)
    assert.equal(status, 200)
    const { message, ...data } = body.data as Record<string, unknown>
    assert.deepEqual(data, {
      campaign_queue_id: id,
      state_before: 'waiting',
      state: 'canceled',
      canceled: true,
    })
    assert.match(String(message), /will not be dialed/)
    assert.equal(body.message, message)
    assert.deepEqual((await cancel('One slot', id)).body.data, {
      campaign_queue_id: id,
      state_before: 'canceled',
      state: 'canceled',
      canceled: false,
      message: 'The call was over already: canceled',
    })
  })

  it('ends a ringing call at the carrier, whose report decides its state (200)', async () => {
    const id = await place('Script')
    const leg = carrier.legs.at(-1)!
    await carrier.report(leg, 'ringing', { SequenceNumber: '1' })
    const { status, body } = await cancel('Script', id)
    assert.equal(status, 200)
    assert.deepEqual(body.data, {
      campaign_queue_id: id,
      state_before: 'ringing',
      state: 'ringing',
      canceled: true,
      message: 'The call was ended at the carrier',
    })
    assert.ok(carrier.ended.includes(leg.sid))
    await carrier.report(leg, 'canceled', { SequenceNumber: '2', CallDuration: '0' })
    assert.equal(await stateOf(id), 'canceled')
  })

  it('accepts no body, an empty one declared as JSON, and {} (200)', async () => {
    const json = { 'content-type': 'application/json' }
    for (const options of [{}, { headers: json }, { body: '' }, { body: {} }, { body: ' { } ' }])
      assert.equal((await cancel('One slot', await place('One slot'), options)).status, 200)
  })

  it('refuses a body with members and cancels nothing (400)', async () => {
    const id = await place('One slot')
    const refused: [body: unknown, message: RegExp][] = [
      [{ reason: 'x' }, /unknown field "reason"/],
      [[], /must be \{\} or left out/],
      ['"now"', /must be \{\} or left out/],
      ['{', /not valid JSON/],
      ['{"__proto__":{}}', /not valid JSON/],
    ]
    for (const [body, message] of refused) {
      const answer = await cancel('One slot', id, { body })
      assert.equal(answer.status, 400)
      assert.match(answer.body.message, message)
    }
    assert.equal(await stateOf(id), 'waiting')
  })

  it('requires a key (401) of the tenant with the scope (403)', async () => {
    const id = await place('One slot')
    assert.equal((await cancel('One slot', id, { key: null })).status, 401)
    const elsewhere = path('One slot').replace(service.projectId, service.organizationId)
    assert.equal((await service.request('POST', `${elsewhere}/${id}/cancel`)).status, 403)
    const tree = await service.apply({
      organizations: [
        {
          name: 'Acme',
          calls: wideCallSettings,
          projects: [
            { name: 'Renewals', default_country: 'US', api_keys: [{ name: 'no scope', scopes: [] }] },
          ],
        },
      ],
    })
    const key = tree.organizations[0]!.projects[0]!.api_keys.find(({ name }) => name === 'no scope')!.key!
    const answer = await cancel('One slot', id, { key })
    assert.equal(answer.status, 403)
    assert.match(answer.body.message, /calls:create/)
    assert.equal(await stateOf(id), 'waiting')
  })

  it('finds no call of another tenant or campaign, with a malformed id, or an unknown one (404)', async () => {
    const account = { api_url: carrier.url, account_sid: carrierAccount }
    const own = await place('One slot')
    const addresses: [campaign: string, id: string][] = [
      ['Script', own],
      ['nonsense', own],
      ['One slot', 'nonsense'],
      ['One slot', '01890000-0000-7000-8000-000000000000'],
    ]
    const foreignIds: string[] = []
    for (const declaration of [
      organization('Other', '', { carrier: account }),
      organization('Acme', '', { carrier: account, project: { name: 'Second' } }),
    ]) {
      const [other] = (await service.apply(declaration)).organizations
      const [project] = other!.projects
      const campaign = project!.campaigns[0]!._id
      const url = `/organizations/${other!._id}/projects/${project!._id}/campaigns/${campaign}/calls`
      const key = project!.api_keys.find(({ name }) => name === 'all')!.key!
      const { body } = await service.request('POST', url, { key, body: { phone_number: nextNumber() } })
      const id = (body.data as { campaign_queue_id: string }).campaign_queue_id
      addresses.push([campaign, id], ['One slot', id], [campaign, own])
      foreignIds.push(id)
    }
    for (const [campaign, id] of addresses) {
      const { status, body } = await cancel(campaign, id)
      assert.equal(status, 404)
      assert.match(body.message, /no call with this id/)
    }
    assert.equal(await stateOf(own), 'waiting')
    for (const id of foreignIds) assert.equal(await stateOf(id), 'dialling')
    assert.deepEqual(
      await service.context.db.query(sql`
        select _id from calls where cancel_requested_at is not null and _id in (${own}, ${foreignIds[0]}, ${foreignIds[1]})`),
      [],
    )
  })

  it('returns 500 when the database fails within it, and changes nothing', async () => {
    const id = await place('One slot')
    await service.context.db.query(
      sql`alter table call_moves add constraint no_cancels check (to_state <> 'canceled') not valid`,
    )
    const { status } = await cancel('One slot', id)
    await service.context.db.query(sql`alter table call_moves drop constraint no_cancels`)
    assert.equal(status, 500)
    const [call] = await service.context.db.query(
      sql`select state, cancel_requested_at from calls where _id = ${id}`,
    )
    assert.deepEqual(call, { state: 'waiting', cancel_requested_at: null })
  })
})
