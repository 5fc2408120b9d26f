// Calling hours, ends of campaigns and answering machines. The tests move the service's clock; the carrier is the
// sandbox, or one that does what a test says.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { sql, toText } from '../src/db/sql.ts'
import { carrierAccount, startCarrier } from './support/carrier.ts'
import { scriptCampaign, wideCallSettings } from './support/declarations.ts'
import { eventually, startService } from './support/service.ts'
import type { Answer, Service } from './support/service.ts'

const newYork = {
  timezone: 'America/New_York',
  windows: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '18:00' }],
}

/** A clock that goes on from an instant, and can be set. */
function movedClock(text: string) {
  let offset = Date.parse(text) - Date.now()
  return {
    now: () => new Date(Date.now() + offset),
    set: (to: string) => {
      offset = Date.parse(to) - Date.now()
    },
  }
}

const callPath = (service: Service, campaign: string, tail = 'calls') =>
  `/organizations/${service.organizationId}/projects/${service.projectId}` +
  `/campaigns/${service.campaignIds[campaign]}/${tail}`

const idOf = ({ body }: Answer) => (body.data as { campaign_queue_id: string }).campaign_queue_id

async function stateOf(service: Service, id: string) {
  const [row] = await service.context.db.query<{ state: string; attempts_count: number }>(
    sql`select state, attempts_count from calls where _id = ${id}`,
  )
  return row
}

suite('calling hours', () => {
  test('queue a call until they open, across a clock change, and dial it then and not before (Rule 13, Promise 19)', async () => {
    await using carrier = await startCarrier()
    // Saturday before the clocks go forward: Monday 09:00 is 13:00 UTC, where Friday's was 14:00.
    const clock = movedClock('2026-03-07T20:00:00Z')
    await using service = await startService(
      {
        carrier: { api_url: carrier.url, account_sid: carrierAccount },
        campaigns: [
          scriptCampaign({ name: 'Weekdays', slots: 10, calling_hours: newYork }),
          scriptCampaign({
            name: 'Ends first',
            calling_hours: newYork,
            ends_at: '2026-03-09T13:00:00Z',
          }),
        ],
      },
      { clock },
    )
    service.startWorker()
    const placed = await service.request('POST', callPath(service, 'Weekdays'), {
      body: { phone_number: '+14155551000' },
    })
    assert.deepEqual(placed.body.data, {
      success: true,
      campaign_queue_id: idOf(placed),
      message: 'Call to +14155551000 queued',
      scheduled: true,
      scheduled_for: '2026-03-09T13:00:00.000Z',
      scheduled_timezone: 'America/New_York',
    })
    const refused = await service.request('POST', callPath(service, 'Weekdays', 'trigger-call'), {
      body: { phone_number: '+14155551001' },
    })
    assert.equal(refused.status, 400)
    assert.match(refused.body.message, /2026-03-09T13:00:00\.000Z.*calls endpoint/)
    const ends = await service.request('POST', callPath(service, 'Ends first'), {
      body: { phone_number: '+14155551002' },
    })
    assert.equal(ends.status, 400)

    // The worker has seen that the campaign is closed, and when it opens.
    await eventually('the queue rests', async () => {
      const [queue] = await service.context.db.query<{ next_at: string | null }>(
        sql`select next_at from campaign_queues where campaign_id = ${service.campaignIds['Weekdays']}`,
      )
      return queue?.next_at === '2026-03-09T13:00:00.000Z' ? queue : null
    })
    assert.equal(carrier.creates, 0)
    clock.set('2026-03-09T12:59:59.500Z')
    await eventually('the call is dialed', () => (carrier.creates > 0 ? true : null))
    assert.ok(clock.now() >= new Date('2026-03-09T13:00:00Z'), 'not before they open')
    assert.equal((await stateOf(service, idOf(placed)))?.attempts_count, 1)
  })

  test('that close while a call is decided are in its answer, and in the one to a repeated key (Rule 24)', async () => {
    await using carrier = await startCarrier()
    // Monday, 5 s before 18:00 in New York.
    const clock = movedClock('2026-03-09T21:59:55Z')
    await using service = await startService(
      {
        carrier: { api_url: carrier.url, account_sid: carrierAccount },
        campaigns: [scriptCampaign({ name: 'Closing', calling_hours: newYork })],
      },
      { clock },
    )
    // The attempt is committed when this is asked.
    const { db } = service.context
    const query = db.query.bind(db)
    db.query = (statement) => {
      if (toText(statement).text.includes('as is_canceled')) clock.set('2026-03-09T22:00:01Z')
      return query(statement)
    }
    const place = () =>
      service.request('POST', callPath(service, 'Closing'), {
        body: { phone_number: '+14155551000' },
        headers: { 'idempotency-key': 'closing' },
      })
    const first = await place()
    const { scheduled, scheduled_for } = first.body.data as Record<string, unknown>
    assert.deepEqual([first.status, scheduled, scheduled_for], [200, true, '2026-03-10T13:00:00.000Z'])
    const again = await place()
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
    assert.deepEqual(again.body, first.body)
    assert.equal(carrier.creates, 0)
  })

  const ended = /^The campaign has ended and places no more calls$/
  const endsFirst = /outside its calling hours and ends before they begin again$/
  const closedMeanwhile = /^The calling hours of the campaign ended before the call could be dialed/
  const at = (instant: string) => async (_service: Service, clock: { set: (to: string) => void }) =>
    clock.set(instant)
  const endCampaign = async ({ context, campaignIds }: Service, _clock: unknown, campaign: string) =>
    void (await context.db.write(
      sql`update campaigns set status = 'ended' where _id = ${campaignIds[campaign]!}`,
    ))
  const cancelCalls = async ({ context }: Service) =>
    void (await context.db.write(sql`update calls set cancel_requested_at = now()`))
  const soon = { ends_at: '2026-03-09T22:00:00Z' }
  const laterThatDay = { calling_hours: newYork, ends_at: '2026-03-10T00:00:00Z' }
  const reasons = [
    ['the hours close for good', laterThatDay, at('2026-03-09T22:00:01Z'), [endsFirst, closedMeanwhile]],
    ['the campaign’s end comes', soon, at('2026-03-09T22:00:01Z'), [ended, ended]],
    ['the campaign’s end is too near', soon, at('2026-03-09T21:59:59.800Z'), [ended, ended]],
    ['the campaign is ended', {}, endCampaign, [ended, ended]],
    ['the call is canceled', {}, cancelCalls, [null, /: the call was canceled before it was dialed$/]],
  ] as const
  test('a call is refused with the reason for which it is not dialed after a wait, and leaves nothing (Rules 12 and 13)', async (t) => {
    await using carrier = await startCarrier()
    // Monday, 5 s before 18:00 in New York.
    const clock = movedClock('2026-03-09T21:59:55Z')
    await using service = await startService(
      {
        carrier: { api_url: carrier.url, account_sid: carrierAccount },
        campaigns: reasons.map(([title, campaign]) => scriptCampaign({ name: title, ...campaign })),
      },
      { clock },
    )
    const { db } = service.context
    const query = db.query.bind(db)
    for (const [number, [title, , meanwhile, expected]] of reasons.entries())
      await t.test(title, async () => {
        // The attempt is committed when this is asked.
        db.query = async (statement) => {
          if (toText(statement).text.includes('as is_canceled')) await meanwhile(service, clock, title)
          return query(statement)
        }
        for (const [index, tail] of ['calls', 'trigger-call'].entries()) {
          const message = expected[index] ?? null
          if (message === null) continue
          clock.set('2026-03-09T21:59:55Z')
          await db.write(sql`update campaigns set status = 'running'`)
          const refused = await service.request('POST', callPath(service, title, tail), {
            body: { phone_number: `+1415555100${number}`, name: 'Ada' },
            headers: { 'idempotency-key': `${tail} ${number}` },
          })
          assert.match(refused.body.message, message)
          assert.equal(refused.status, message.source.includes('canceled') ? 500 : 400)
          const [left] = await query<Record<string, number>>(sql`
            select (select count(*) from calls) as calls, (select count(*) from profiles) as profiles,
              (select count(*) from numbers_in_use) as numbers, (select count(*) from idempotency_keys) as keys`)
          assert.deepEqual(left, { calls: 0, profiles: 0, numbers: 0, keys: 0 })
        }
        assert.equal(carrier.creates, 0)
      })
  })

  for (const [title, isBefore] of [
    ['before the carrier is asked', true],
    ['while the carrier is asked and takes no call', false],
  ] as const)
    test(`a queued call that is canceled ${title} is refused, and stays canceled`, async () => {
      await using carrier = await startCarrier()
      await using service = await startService({
        carrier: { api_url: carrier.url, account_sid: carrierAccount },
        campaigns: [scriptCampaign({ name: 'Canceled' })],
      })
      carrier.behave({ kind: 'refuse', status: 429, code: 20_429 })
      const { db } = service.context
      const query = db.query.bind(db)
      db.query = async (statement) => {
        const isLastCheck = toText(statement).text.includes('as is_canceled')
        if (isLastCheck && isBefore) await cancelCalls(service)
        const rows = await query<never>(statement)
        if (isLastCheck && !isBefore) await cancelCalls(service)
        return rows
      }
      const { status, body } = await service.request('POST', callPath(service, 'Canceled'), {
        body: { phone_number: '+14155551000' },
        headers: { 'idempotency-key': 'canceled' },
      })
      assert.equal(status, 500, body.message)
      assert.match(body.message, /: the call was canceled before it was dialed$/)
      const [left] = await query(sql`
        select c.state, (select count(*) from idempotency_keys) as keys from calls c`)
      assert.deepEqual(left, { state: 'canceled', keys: 0 })
      assert.equal(carrier.creates, isBefore ? 0 : 1)
    })

  test('a queued call that is canceled is not dialed by a repetition where the process died before it answered (Rule 24)', async () => {
    await using carrier = await startCarrier()
    await using service = await startService({
      carrier: { api_url: carrier.url, account_sid: carrierAccount },
      campaigns: [scriptCampaign({ name: 'Canceled' })],
    })
    const { db } = service.context
    const once = () =>
      service.request('POST', callPath(service, 'Canceled'), {
        body: { phone_number: '+14155551000' },
        headers: { 'idempotency-key': 'died' },
      })
    const [query, write] = [db.query.bind(db), db.write.bind(db)]
    db.query = async (statement) => {
      if (toText(statement).text.includes('as is_canceled')) await cancelCalls(service)
      return query(statement)
    }
    db.write = async (statement) => {
      if (toText(statement).text.includes('delete from idempotency_keys')) throw new Error('the process died')
      return write(statement)
    }
    assert.equal((await once()).status, 500)
    Object.assign(db, { query, write })
    const again = await once()
    assert.equal(again.status, 500)
    assert.match(again.body.message, /: the call was canceled before it was dialed$/)
    assert.equal(carrier.creates, 0)
  })

  const tuesdays = {
    timezone: 'UTC',
    windows: [{ days: ['tue'], from: '09:00', to: '18:00' }],
    closed_dates: [],
  }
  for (const [title, change, closes, expected] of [
    [
      'its hours are changed',
      sql`calling_hours = ${JSON.stringify(tuesdays)}::jsonb`,
      false,
      '2026-03-10T09:00:00.000Z',
    ],
    ['it is paused and its hours close', sql`status = 'paused'`, true, null],
  ] as const)
    test(`a queued call is answered by its campaign as it is then, where ${title} while the call is decided`, async () => {
      await using carrier = await startCarrier()
      // Monday, 5 s before 18:00 in New York.
      const clock = movedClock('2026-03-09T21:59:55Z')
      await using service = await startService(
        {
          carrier: { api_url: carrier.url, account_sid: carrierAccount },
          campaigns: [scriptCampaign({ name: 'Changed', calling_hours: newYork })],
        },
        { clock },
      )
      const { db } = service.context
      const query = db.query.bind(db)
      // The attempt is committed when this is asked.
      db.query = async (statement) => {
        if (toText(statement).text.includes('as is_canceled')) {
          await db.write(sql`update campaigns set ${change}`)
          if (closes) clock.set('2026-03-09T22:00:01Z')
        }
        return query(statement)
      }
      const placed = await service.request('POST', callPath(service, 'Changed'), {
        body: { phone_number: '+14155551000' },
      })
      const { scheduled, scheduled_for } = placed.body.data as Record<string, unknown>
      assert.deepEqual([placed.status, scheduled, scheduled_for], [200, true, expected])
      assert.equal(carrier.creates, 0)
    })

  test('expire waiting calls when the campaign ends, and dial none of them (Promise 20)', async () => {
    await using carrier = await startCarrier()
    const clock = movedClock('2026-03-07T20:00:00Z')
    await using service = await startService(
      {
        carrier: { api_url: carrier.url, account_sid: carrierAccount },
        campaigns: [
          scriptCampaign({ name: 'Short', calling_hours: newYork, ends_at: '2026-03-09T14:00:00Z' }),
        ],
      },
      { clock },
    )
    const placed = await service.request('POST', callPath(service, 'Short'), {
      body: { phone_number: '+14155551000' },
    })
    assert.equal(placed.status, 200)
    clock.set('2026-03-09T14:00:00Z')
    service.startWorker()
    await eventually('the call expires', async () =>
      (await stateOf(service, idOf(placed)))?.state === 'expired' ? true : null,
    )
    assert.equal(carrier.creates, 0)
  })
})

suite('a retry whose delay ends outside of the calling hours', () => {
  const hours = (timezone: string, days: string[]) => ({
    calling_hours: { timezone, windows: [{ days, from: '09:00', to: '18:00' }] },
  })
  const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri']

  for (const [where, timezone] of [
    ['of the campaign', 'America/New_York'],
    ['of the callee', 'callee'],
  ] as const)
    test(`waits for the first opening that there is, also if the hours ${where} are widened meanwhile (Rule 17)`, async () => {
      await using carrier = await startCarrier()
      // Friday 17:30 in New York.
      const clock = movedClock('2026-11-20T22:30:00Z')
      const campaign = scriptCampaign({
        name: 'Widened',
        retry: { max_attempts: 2, delay_minutes: 60, on: ['busy'] },
        ...hours(timezone, weekdays),
      })
      const declared = { carrier: { api_url: carrier.url, account_sid: carrierAccount } }
      await using service = await startService({ ...declared, campaigns: [campaign] }, { clock })
      service.startWorker()
      const placed = await service.request('POST', callPath(service, 'Widened'), {
        body: {
          phone_number: '+12125550123',
          ...(timezone === 'callee' && { timezone: 'America/New_York' }),
        },
      })
      const leg = await eventually('the call is dialed', () => carrier.legs[0] ?? null)
      await carrier.report(leg, 'busy')
      const waiting = () =>
        eventually('the call waits', async () => {
          const shown = await service.request('GET', callPath(service, 'Widened', `calls/${idOf(placed)}`))
          return (shown.body.data as { waiting: { reason: string; until: string | null } | null }).waiting
        })
      const { reason, until } = await waiting()
      assert.deepEqual([reason, until], ['retry', '2026-11-23T14:00:00.000Z'])

      Object.assign(campaign, hours(timezone, [...weekdays, 'sat']))
      const [stored] = await service.context.db.query<{ organization: string; project: string }>(sql`
        select o.name as organization, p.name as project
        from organizations o join projects p on p.organization_id = o._id`)
      await service.apply({
        organizations: [
          {
            name: stored!.organization,
            calls: wideCallSettings,
            projects: [{ name: stored!.project, default_country: 'US', campaigns: [campaign] }],
          },
        ],
      })
      assert.equal((await waiting()).until, '2026-11-21T14:00:00.000Z')
      // The delay is over, and it is late in the evening.
      clock.set('2026-11-21T04:00:00Z')
      await eventually('the call waits for the hours', async () =>
        (await waiting()).reason === 'hours' ? true : null,
      )
      assert.equal((await waiting()).until, '2026-11-21T14:00:00.000Z')
      assert.equal(carrier.creates, 1)
      clock.set('2026-11-21T13:59:59.500Z')
      await eventually('the call is dialed again', () => carrier.legs[1] ?? null)
      assert.ok(clock.now() >= new Date('2026-11-21T14:00:00Z'), 'not before they open')
    })
})

test('a call that a machine answers is ended; its outcome is voicemail, which the campaign may retry', async () => {
  await using service = await startService({
    campaigns: [
      scriptCampaign({
        name: 'Detects',
        slots: 10,
        machine_detection: true,
        // Longer than the detection takes.
        script: 'We have news of your renewal. '.repeat(40),
        retry: { max_attempts: 2, delay_minutes: 0, on: ['voicemail'] },
      }),
    ],
  })
  service.startWorker()
  const [machine, person] = await Promise.all(
    ['+14155551005', '+14155551000'].map((phone_number) =>
      service.request('POST', callPath(service, 'Detects'), { body: { phone_number } }),
    ),
  )
  assert.ok(machine && person)
  const end = (id: string) =>
    eventually('the call ends', async () => {
      const row = await stateOf(service, id)
      return row && ['voicemail', 'completed'].includes(row.state) ? row : null
    })
  assert.deepEqual(await end(idOf(machine)), { state: 'voicemail', attempts_count: 2 })
  assert.deepEqual(await end(idOf(person)), { state: 'completed', attempts_count: 1 })
})

test('a machine is hung up on by a poll, where the report that it answered is lost', async () => {
  const detects = scriptCampaign({
    name: 'Detects',
    machine_detection: true,
    // Longer than the detection and a poll take.
    script: 'We have news of your renewal. '.repeat(40),
  })
  await using service = await startService({ campaigns: [detects] }, { speed: 5 })
  const { network } = service
  assert.ok(network)
  network.addFault({ operation: 'machine_detection', fault: { kind: 'drop' } })
  service.startWorker()
  const placed = await service.request('POST', callPath(service, 'Detects'), {
    body: { phone_number: '+14155551005' },
  })
  await eventually('the machine is known', () => network.calls()[0]?.answered_by ?? null)
  await service.context.db.write(sql`update call_attempts set poll_at = now() returning _id`)
  await eventually('the call ends', async () =>
    (await stateOf(service, idOf(placed)))?.state === 'voicemail' ? true : null,
  )
  assert.equal(network.calls()[0]?.ended_by, 'api')
})
