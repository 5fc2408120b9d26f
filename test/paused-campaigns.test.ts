// Campaigns on hold: a service with its worker, a carrier that does what a test says, and a clock that a test moves.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { sql } from '../src/db/sql.ts'
import { carrierAccount, startCarrier } from './support/carrier.ts'
import type { Carrier } from './support/carrier.ts'
import { scriptCampaign, wideCallSettings } from './support/declarations.ts'
import { createNumbers } from './support/numbers.ts'
import { eventually, startService } from './support/service.ts'
import type { Answer, Service } from './support/service.ts'

const nextNumber = createNumbers()
const idOf = ({ body }: Answer) => (body.data as { campaign_queue_id: string }).campaign_queue_id
/** Longer than the worker's own round of all queues, and the job that finds forgotten ones. */
const severalRoundsMs = 2_600

suite('a paused campaign', () => {
  let carrier: Carrier
  let service: Service
  let offsetMs = 0
  const clock = { now: () => new Date(Date.now() + offsetMs) }
  const campaigns = [
    scriptCampaign({ name: 'Held', status: 'paused', slots: 2 }),
    scriptCampaign({ name: 'Other', slots: 2 }),
    scriptCampaign({
      name: 'Under way',
      slots: 1,
      retry: { max_attempts: 2, delay_minutes: 0, on: ['busy'] },
    }),
    scriptCampaign({ name: 'Rival', slots: 2 }),
    scriptCampaign({ name: 'Closed', status: 'paused', calling_hours: closedHours() }),
    scriptCampaign({
      name: 'Ends',
      status: 'paused',
      ends_at: new Date(Date.now() + 3_600_000).toISOString(),
    }),
    scriptCampaign({ name: 'Draft', status: 'draft' }),
    { name: 'Unready', status: 'paused', campaign_type: 'script', script: 'Hi', voice: 'alice' },
  ]

  before(async () => {
    carrier = await startCarrier()
    service = await startService(
      { carrier: { api_url: carrier.url, account_sid: carrierAccount }, campaigns },
      { clock },
    )
    service.startWorker()
  })
  after(async () => {
    await service[Symbol.asyncDispose]()
    await carrier[Symbol.asyncDispose]()
  })

  const path = (campaign: string, tail: string) =>
    `/organizations/${service.organizationId}/projects/${service.projectId}` +
    `/campaigns/${service.campaignIds[campaign]}/${tail}`
  const place = (campaign: string, phone_number = nextNumber()) =>
    service.request('POST', path(campaign, 'calls'), { body: { phone_number } })
  const trigger = (campaign: string, phone_number = nextNumber()) =>
    service.request('POST', path(campaign, 'trigger-call'), { body: { phone_number } })
  const show = async (campaign: string, id: string) =>
    (await service.request('GET', path(campaign, `calls/${id}`))).body.data as {
      state: string
      attempts_count: number
      waiting: { reason: string; until: string | null; place: number } | null
    }
  const legsTo = (phone: string) => carrier.legs.filter(({ form }) => form.get('To') === phone)
  const legTo = (phone: string, count = 1) =>
    eventually(`leg ${count} to ${phone}`, () => legsTo(phone)[count - 1] ?? null)
  /** Declares all campaigns again, one of them with another status. */
  const setStatus = async (name: string, status: string) => {
    const changed = campaigns.find((campaign) => campaign['name'] === name)!
    changed['status'] = status
    const [stored] = await service.context.db.query<{ organization: string; project: string }>(sql`
      select o.name as organization, p.name as project from organizations o join projects p on p.organization_id = o._id`)
    await service.apply({
      organizations: [
        {
          name: stored!.organization,
          calls: wideCallSettings,
          projects: [{ name: stored!.project, default_country: 'US', campaigns: [changed] }],
        },
      ],
    })
  }
  const until = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

  test('accepts queued calls, which wait with the reason `paused`, and dials them after the release (Rule 80)', async () => {
    const phones = [nextNumber(), nextNumber()]
    const placed = []
    for (const phone of phones) placed.push(await place('Held', phone))
    for (const answer of placed) {
      assert.equal(answer.status, 200, answer.body.message)
      const { scheduled, scheduled_for } = answer.body.data as Record<string, unknown>
      assert.deepEqual([scheduled, scheduled_for], [true, null])
    }
    // Another campaign dials the number that a paused one waits for, because nobody knows when that is released.
    assert.equal(((await place('Rival', phones[1])).body.data as { scheduled: boolean }).scheduled, false)
    // A triggered call is refused while any call of the project to its number waits.
    const triggered = await trigger('Rival', phones[0])
    assert.deepEqual([triggered.status, triggered.headers.get('error-code')], [400, 'number_taken'])
    await until(severalRoundsMs)
    assert.equal(legsTo(phones[0]!).length, 0)
    const second = await show('Held', idOf(placed[1]!))
    assert.equal(second.state, 'waiting')
    const { reason, until: ends, place: position } = second.waiting!
    assert.deepEqual([reason, ends, position], ['paused', null, 2])
    const list = await service.request('GET', path('Held', 'calls'))
    const { items } = list.body.data as { items: { waiting: { reason: string } }[] }
    assert.deepEqual(
      items.map(({ waiting }) => waiting.reason),
      ['paused', 'paused'],
    )
    await carrier.report(await legTo(phones[1]!), 'completed', { CallDuration: '1' })

    await setStatus('Held', 'running')
    for (const phone of phones) await legTo(phone, phone === phones[1] ? 2 : 1)
  })

  test('refuses triggered calls, and says why and what to do (400, Rule 80)', async () => {
    const { status, body } = await trigger('Closed')
    assert.equal(status, 400)
    assert.match(body.message, /^The campaign is paused .*calls endpoint/)
    // What it lacks is still said first: it would not be ready after the release either.
    assert.match((await trigger('Unready')).body.message, /no caller_id/)
    assert.equal((await trigger('Draft')).status, 200)
  })

  test('names no opening while it is paused, even outside of its hours (Rule 80)', async () => {
    const placed = await place('Closed')
    assert.equal((placed.body.data as { scheduled_for: unknown }).scheduled_for, null)
    assert.equal((await show('Closed', idOf(placed))).waiting?.reason, 'paused')
    await setStatus('Closed', 'running')
    const { reason, until: opens } = (await show('Closed', idOf(placed))).waiting!
    assert.equal(reason, 'hours')
    assert.notEqual(opens, null)
  })

  test('lets calls under way go on, and their retries wait (Rule 80)', async () => {
    const phone = nextNumber()
    const behind = nextNumber()
    const first = await place('Under way', phone)
    assert.equal((first.body.data as { scheduled: boolean }).scheduled, false)
    const second = await place('Under way', behind)
    await setStatus('Under way', 'paused')
    const leg = await legTo(phone)
    assert.equal(await carrier.report(leg, 'ringing'), 204)
    assert.equal((await show('Under way', idOf(first))).state, 'ringing')
    await carrier.report(leg, 'busy')
    await until(severalRoundsMs)
    const shown = await show('Under way', idOf(first))
    assert.deepEqual([shown.state, shown.attempts_count, shown.waiting?.reason], ['waiting', 1, 'paused'])
    assert.equal((await show('Under way', idOf(second))).waiting?.reason, 'paused')
    assert.equal(legsTo(behind).length, 0)
    await setStatus('Under way', 'running')
    await carrier.report(await legTo(phone, 2), 'completed', { CallDuration: '1' })
    await legTo(behind)
  })

  test('expires waiting calls at the campaign’s end, and cancels as any other (Rules 14 and 80)', async () => {
    const [expires, canceled] = [await place('Ends'), await place('Ends')]
    const cancel = await service.request('POST', path('Ends', `calls/${idOf(canceled)}/cancel`))
    assert.equal((cancel.body.data as { state: string }).state, 'canceled')
    await eventually('the queue rests until the end', async () => {
      const [queue] = await service.context.db.query<{ next_at: string | null }>(
        sql`select next_at from campaign_queues where campaign_id = ${service.campaignIds['Ends']}`,
      )
      return queue?.next_at === campaigns[5]!['ends_at'] ? queue : null
    })
    offsetMs = 3_600_000
    await eventually('the call expires', async () =>
      (await show('Ends', idOf(expires))).state === 'expired' ? true : null,
    )
    offsetMs = 0
  })
})

test('a campaign that is paused while its call waits for the carrier’s rate does not dial it (Rule 80)', async () => {
  await using carrier = await startCarrier()
  await using service = await startService({
    carrier: { api_url: carrier.url, account_sid: carrierAccount, calls_per_second: 0.4 },
    campaigns: [scriptCampaign({ name: 'First' }), scriptCampaign({ name: 'Triggered' })],
  })
  const path = (campaign: string, tail: string) =>
    `/organizations/${service.organizationId}/projects/${service.projectId}/campaigns/${service.campaignIds[campaign]}/${tail}`
  const place = (campaign: string, tail: string) =>
    service.request('POST', path(campaign, tail), { body: { phone_number: nextNumber() } })
  await place('First', 'trigger-call')
  // It is paused as soon as its call is claimed: a slow test might pause it only after the wait.
  const client = await service.context.db.connect()
  await client.query(`
    create function pause_campaign() returns trigger language plpgsql as $$ begin
      update campaigns set status = 'paused' where organization_id = new.organization_id and _id = new.campaign_id;
      return null;
    end $$;
    create trigger pause_campaign after insert on call_attempts for each row
      when (new.campaign_id = '${service.campaignIds['Triggered']}') execute function pause_campaign()`)
  await client.end()
  const { status, body } = await place('Triggered', 'trigger-call')
  assert.equal(status, 400)
  assert.match(body.message, /^The campaign is paused/)
  assert.equal(carrier.creates, 1)
  // A refusal leaves nothing behind.
  assert.deepEqual(
    await service.context.db.query(
      sql`select _id from calls where campaign_id = ${service.campaignIds['Triggered']}`,
    ),
    [],
  )
})

test('a campaign that is ended while its call waits for the carrier’s rate refuses it (Rule 14)', async () => {
  await using carrier = await startCarrier()
  await using service = await startService({
    carrier: { api_url: carrier.url, account_sid: carrierAccount, calls_per_second: 0.6 },
    campaigns: [scriptCampaign({ name: 'First' }), scriptCampaign({ name: 'Queued' })],
  })
  const place = (campaign: string) =>
    service.request(
      'POST',
      `/organizations/${service.organizationId}/projects/${service.projectId}/campaigns/${service.campaignIds[campaign]}/calls`,
      { body: { phone_number: nextNumber() } },
    )
  await place('First')
  const client = await service.context.db.connect()
  await client.query(`
    create function end_campaign() returns trigger language plpgsql as $$ begin
      update campaigns set status = 'ended' where organization_id = new.organization_id and _id = new.campaign_id;
      return null;
    end $$;
    create trigger end_campaign after insert on call_attempts for each row
      when (new.campaign_id = '${service.campaignIds['Queued']}') execute function end_campaign()`)
  await client.end()
  const { status, body } = await place('Queued')
  assert.deepEqual([status, body.message], [400, 'The campaign has ended and places no more calls'])
  assert.equal(carrier.creates, 1)
  const calls = await service.context.db.query(
    sql`select from calls where campaign_id = ${service.campaignIds['Queued']}`,
  )
  assert.equal(calls.length, 0)
})

test('a campaign whose hours are narrowed while its call waits for the carrier’s rate does not dial it (Rule 13)', async () => {
  await using carrier = await startCarrier()
  await using service = await startService({
    carrier: { api_url: carrier.url, account_sid: carrierAccount, calls_per_second: 0.6 },
    campaigns: [
      scriptCampaign({ name: 'First' }),
      scriptCampaign({ name: 'Queued' }),
      scriptCampaign({ name: 'Triggered' }),
    ],
  })
  const place = (campaign: string, tail: string) =>
    service.request(
      'POST',
      `/organizations/${service.organizationId}/projects/${service.projectId}/campaigns/${service.campaignIds[campaign]}/${tail}`,
      { body: { phone_number: nextNumber() } },
    )
  await place('First', 'calls')
  const client = await service.context.db.connect()
  await client.query(`
    create function narrow_hours() returns trigger language plpgsql as $$ begin
      update campaigns set calling_hours = '${JSON.stringify({ ...closedHours(), closed_dates: [] })}'
      where organization_id = new.organization_id and _id = new.campaign_id;
      return null;
    end $$;
    create trigger narrow_hours after insert on call_attempts for each row
      when (new.campaign_id <> '${service.campaignIds['First']}') execute function narrow_hours()`)
  await client.end()
  const queued = await place('Queued', 'calls')
  assert.equal(queued.status, 200, queued.body.message)
  const triggered = await place('Triggered', 'trigger-call')
  assert.equal(triggered.status, 400, triggered.body.message)
  service.startWorker()
  await eventually('the queued call waits for the hours', async () => {
    const { body } = await service.request(
      'GET',
      `/organizations/${service.organizationId}/projects/${service.projectId}/campaigns/${service.campaignIds['Queued']}/calls/${idOf(queued)}`,
    )
    const { waiting } = body.data as { waiting: { reason: string } | null }
    return waiting?.reason === 'hours' ? true : null
  })
  assert.equal(carrier.creates, 1)
})

/** Open on one day of the week, which is at least two days off. */
function closedHours() {
  const opensAt = new Date(Date.now() + 3 * 86_400_000)
  const day = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'][opensAt.getUTCDay()]
  return { timezone: 'UTC', windows: [{ days: [day], from: '00:00', to: '24:00' }] }
}
