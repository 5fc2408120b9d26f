import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { carrierAccount, startCarrier } from '../../../test/support/carrier.ts'
import type { Carrier } from '../../../test/support/carrier.ts'
import { organization, scriptCampaign } from '../../../test/support/declarations.ts'
import { createNumbers } from '../../../test/support/numbers.ts'
import { startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { insertHold, releaseDatabase } from '../../db/database-identity.ts'
import { sql } from '../../db/sql.ts'
import { reportWorker } from '../../jobs/report-worker.ts'

interface Shown extends Record<string, unknown> {
  state: string
  waiting: { reason: string; since: string; until: string | null; place: number } | null
  moves: Record<string, unknown>[]
  attempts: Record<string, unknown>[]
}

const nextNumber = createNumbers()
let carrier: Carrier
let service: Service
before(async () => {
  carrier = await startCarrier()
  // A Saturday.
  const ahead = Date.parse('2026-11-21T09:00:00Z') - Date.now()
  const sundays = { timezone: 'UTC', windows: [{ days: ['sun'], from: '08:00', to: '18:00' }] }
  service = await startService(
    {
      carrier: { api_url: carrier.url, account_sid: carrierAccount },
      campaigns: [
        scriptCampaign(),
        scriptCampaign({ name: 'One slot', slots: 1 }),
        scriptCampaign({ name: 'Retries', retry: { max_attempts: 2, delay_minutes: 60 } }),
        scriptCampaign({ name: 'Closed', calling_hours: sundays }),
      ],
    },
    { clock: { now: () => new Date(Date.now() + ahead) } },
  )
  await reportWorker(service.context).run(new AbortController().signal)
})
after(async () => {
  await service[Symbol.asyncDispose]()
  await carrier[Symbol.asyncDispose]()
})

const path = (campaign: string) =>
  `/organizations/${service.organizationId}/projects/${service.projectId}/campaigns/${service.campaignIds[campaign] ?? campaign}/calls`

async function place(campaign: string, phone_number = nextNumber(), endpoint = 'calls'): Promise<string> {
  const url = path(campaign).replace(/calls$/, endpoint)
  const { status, body } = await service.request('POST', url, {
    body: { phone_number, name: 'Ada', tier: 2 },
  })
  assert.equal(status, 200, body.message)
  return (body.data as { campaign_queue_id: string }).campaign_queue_id
}

async function look(campaign: string, id: string): Promise<Shown> {
  const { status, body } = await service.request('GET', `${path(campaign)}/${id}`)
  assert.equal(status, 200, body.message)
  return body.data
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

describe('GET a call', () => {
  it('shows a call that is over with its customer, moves and attempt (200)', async () => {
    const number = nextNumber()
    const id = await place('Script', number, 'trigger-call')
    const leg = carrier.legs.at(-1)!
    await carrier.report(leg, 'ringing', { SequenceNumber: '1' })
    await carrier.report(leg, 'in-progress', { SequenceNumber: '2' })
    await carrier.report(leg, 'completed', { SequenceNumber: '3', CallDuration: '7' })
    const { moves, attempts, ...call } = await look('Script', id)
    assert.deepEqual(call, {
      _id: id,
      campaign_id: service.campaignIds['Script'],
      placed_by: 'trigger',
      call_direction: 'outbound',
      phone_number: number,
      state: 'completed',
      state_since: moves.at(-1)!['moved_at'],
      created_at: moves[0]!['moved_at'],
      attempts_count: 1,
      error: null,
      cancel_requested_at: null,
      waiting: null,
      customer: { phone_number: number, name: 'Ada', tier: 2 },
    })
    assert.deepEqual(
      moves.map(({ from_state, to_state }) => [from_state, to_state]),
      [
        [null, 'waiting'],
        ['waiting', 'dialling'],
        ['dialling', 'ringing'],
        ['ringing', 'live'],
        ['live', 'completed'],
      ],
    )
    for (const { moved_at, reason } of moves) {
      assert.match(String(moved_at), instant)
      assert.equal(typeof reason, 'string')
    }
    assert.equal(attempts.length, 1)
    const { _id, conversation_id, created_at, state_since, answered_at, ended_at, ...dial } = attempts[0]!
    for (const time of [created_at, state_since, answered_at, ended_at]) assert.match(String(time), instant)
    assert.ok(leg.form.get('StatusCallback')!.includes(String(_id)))
    const [kept] = await service.context.db.query(
      sql`select _id from conversations where _id = ${conversation_id}`,
    )
    assert.ok(kept)
    assert.deepEqual(dial, {
      attempt_number: 1,
      state: 'completed',
      duration_seconds: 7,
      answered_by: null,
      carrier_call_sid: leg.sid,
      error: null,
    })
  })

  it('shows the carrier’s reason for a refusal, in the call and in its attempt', async () => {
    carrier.behave({ kind: 'refuse', status: 400, code: 21_211 })
    const refused = await service.request('POST', path('Script'), { body: { phone_number: nextNumber() } })
    assert.equal(refused.status, 400)
    const { items } = (await service.request('GET', `${path('Script')}?limit=1`)).body.data as {
      items: { _id: string }[]
    }
    const { state, error, attempts } = await look('Script', items[0]!._id)
    assert.equal(state, 'failed')
    assert.equal((error as { code: string }).code, '21211')
    assert.deepEqual(attempts[0]!['error'], error)
  })

  it('says that a call waits for a slot, and its place in the order of acceptance', async () => {
    await place('One slot')
    const ids = [await place('One slot'), await place('One slot'), await place('One slot')]
    const waits = await Promise.all(ids.map((id) => look('One slot', id)))
    assert.deepEqual(
      waits.map(({ waiting }) => waiting),
      waits.map(({ state_since }, index) => ({
        reason: 'slot',
        guard: null,
        since: state_since,
        until: null,
        timezone: null,
        place: index + 1,
      })),
    )
  })

  it('says that nothing is dialed, where the service is held or no worker runs', async () => {
    const { db } = service.context
    await place('One slot')
    const id = await place('One slot')
    const number = nextNumber()
    await place('Script', number)
    const sameNumber = await place('Script', number)
    const reasons = async () => {
      const { waiting } = await look('One slot', id)
      const { body } = await service.request('GET', path('One slot'))
      const { items } = body.data as { items: Pick<Shown, 'waiting'>[] }
      const listed = items.flatMap((call) => call.waiting?.reason ?? [])
      const other = await look('Script', sameNumber)
      assert.equal(waiting!.until, null)
      return [waiting!.reason, ...new Set(listed), other.waiting!.reason]
    }
    assert.deepEqual(await reasons(), ['slot', 'slot', 'number'])
    await insertHold(db, 'operator', null)
    assert.deepEqual(await reasons(), ['service_held', 'service_held', 'number'])
    await releaseDatabase(db, 'ada@one')
    await db.write(sql`update workers set seen_at = seen_at - interval '100 seconds'`)
    assert.deepEqual(await reasons(), ['worker', 'worker', 'number'])
    await db.write(sql`update workers set seen_at = now()`)
    assert.deepEqual(await reasons(), ['slot', 'slot', 'number'])
  })

  it('says that a call waits for its number', async () => {
    const number = nextNumber()
    await place('Script', number)
    const { waiting } = await look('Script', await place('Script', number))
    assert.deepEqual([waiting?.reason, waiting?.until], ['number', null])
  })

  it('says that a call waits for calling hours, and until when', async () => {
    const { waiting } = await look('Closed', await place('Closed'))
    assert.deepEqual(
      [waiting?.reason, waiting?.until, waiting?.place],
      ['hours', '2026-11-22T08:00:00.000Z', 1],
    )
  })

  it('says that a call waits for a retry, and shows the attempt before it', async () => {
    const id = await place('Retries')
    await carrier.report(carrier.legs.at(-1)!, 'busy', { SequenceNumber: '1', CallDuration: '0' })
    const { waiting, state_since, attempts } = await look('Retries', id)
    const until = new Date(Date.parse(String(state_since)) + 3_600_000).toISOString()
    assert.deepEqual([waiting?.reason, waiting?.until], ['retry', until])
    assert.deepEqual(
      attempts.map(({ state }) => state),
      ['busy'],
    )
  })

  it('says that a call waits for its carrier, and until when the carrier is paused', async () => {
    carrier.behave({ kind: 'refuse', status: 429, code: 20_429 })
    const { waiting, attempts } = await look('Script', await place('Script'))
    assert.equal(waiting?.reason, 'carrier_rate')
    const [pause] = await service.context.db.query<{ paused_until: string; is_longer: boolean }>(sql`
      select n.paused_until, n.paused_until > p.held_until as is_longer from number_pauses n
      join carrier_rate_limits p on p.voice_carrier_id = n.voice_carrier_id`)
    assert.deepEqual([waiting.until, pause!.is_longer], [pause!.paused_until, true])
    assert.deepEqual(attempts, [])
    await service.context.db.query(sql`
      update carrier_rate_limits set held_until = null, failures = 0, arrival_at = now() + interval '5 minutes'`)
    const { waiting: rateLimited } = await look('Script', await place('Script'))
    assert.deepEqual([rateLimited?.reason, rateLimited?.until], ['carrier_rate', null])
    await service.context.db.query(sql`update carrier_rate_limits set arrival_at = '-infinity'`)
  })

  it('shows the last 500 moves of a call that its carrier never takes', async () => {
    const id = await place('Closed')
    await service.context.db.write(sql`
      insert into call_moves (organization_id, _id, call_id, from_state, to_state, reason, moved_at)
      select ${service.organizationId}::uuid, ('ffffffff-ffff-7fff-8fff-' || lpad(n::text, 12, '0'))::uuid, ${id}::uuid, 'dialling',
        'waiting', 'Nr. ' || n, now()
      from generate_series(1, 600) n`)
    const { moves } = await look('Closed', id)
    assert.equal(moves.length, 500)
    assert.deepEqual([moves[0]!['reason'], moves.at(-1)!['reason']], ['Nr. 101', 'Nr. 600'])
  })

  it('requires a key (401) of this project (403)', async () => {
    const url = `${path('Script')}/${await place('Closed')}`
    assert.equal((await service.request('GET', url, { key: null })).status, 401)
    const elsewhere = url.replace(service.projectId, service.organizationId)
    assert.equal((await service.request('GET', elsewhere)).status, 403)
  })

  it('finds no call of another tenant or campaign, with a malformed id, or an unknown one (404)', async () => {
    const account = { api_url: carrier.url, account_sid: carrierAccount }
    const foreign: [campaign: string, id: string][] = []
    for (const declaration of [
      organization('Other', '', { carrier: account }),
      organization('Acme', '', { carrier: account, project: { name: 'Second' } }),
    ]) {
      const [other] = (await service.apply(declaration)).organizations
      const [project] = other!.projects
      const campaign = project!.campaigns[0]!._id
      const url = `/organizations/${other!._id}/projects/${project!._id}/campaigns/${campaign}/calls`
      const key = project!.api_keys.find(({ name }) => name === 'all')!.key!
      const { status, body } = await service.request('POST', url, {
        key,
        body: { phone_number: nextNumber() },
      })
      assert.equal(status, 200, body.message)
      foreign.push([campaign, (body.data as { campaign_queue_id: string }).campaign_queue_id])
    }
    const own = await place('Closed')
    const addresses: [campaign: string, id: string][] = [
      ...foreign,
      ...foreign.map(([, id]): [string, string] => ['Script', id]),
      ...foreign.map(([campaign]): [string, string] => [campaign, own]),
      ['Script', own],
      ['nonsense', own],
      ['Closed', 'nonsense'],
      ['Closed', '01890000-0000-7000-8000-000000000000'],
    ]
    for (const [campaign, id] of addresses) {
      const { status, body } = await service.request('GET', `${path(campaign)}/${id}`)
      assert.equal(status, 404)
      assert.match(body.message, /no call with this id/)
    }
  })
})
