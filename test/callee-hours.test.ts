// Calling hours where the callee is: a service with its worker, a carrier that does what a test says, and a clock that
// it moves.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { readQueues } from '../src/calls/view/queue-summary.ts'
import { sql } from '../src/db/sql.ts'
import { carrierAccount, startCarrier } from './support/carrier.ts'
import type { Carrier } from './support/carrier.ts'
import { scriptCampaign, wideCallSettings } from './support/declarations.ts'
import { eventually, startService } from './support/service.ts'
import type { Answer, Service } from './support/service.ts'
import { assertTook, probeOf, watchStalls } from './support/slowness.ts'
import { makeToken, signInFirstOwner } from './support/users.ts'

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri']
const nineToFive = { timezone: 'callee', windows: [{ days: weekdays, from: '09:00', to: '17:00' }] }
const [newYork, losAngeles, chicago] = ['+12125550123', '+13105550123', '+13125550123']

/** Lets calls go to countries with many time zones, and to numbers of no country. */
const farCallSettings = {
  ...wideCallSettings,
  countries: [...wideCallSettings.countries, 'AU', 'RU'],
  number_types: [...wideCallSettings.number_types, 'non_geographic'],
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

interface Placed {
  campaign_queue_id: string
  scheduled: boolean
  scheduled_for: string | null
  scheduled_timezone: string | null
}

const dataOf = ({ body }: Answer) => body.data as Placed

async function place(service: Service, campaign: string, customer: Record<string, unknown>): Promise<Placed> {
  const answer = await service.request('POST', callPath(service, campaign), { body: customer })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return dataOf(answer)
}

/** What waits, and why. */
async function waitOf(service: Service, campaign: string, id: string) {
  const { body } = await service.request('GET', callPath(service, campaign, `calls/${id}`))
  const { state, waiting } = body.data as {
    state: string
    waiting: { reason: string; until: string | null; timezone: string | null } | null
  }
  return waiting === null
    ? { state }
    : { state, reason: waiting.reason, until: waiting.until, timezone: waiting.timezone }
}

const dialed = (carrier: Carrier) => carrier.legs.map(({ form }) => form.get('To'))

async function start(carrier: Carrier, clock: ReturnType<typeof movedClock>, ...campaigns: object[]) {
  return startService(
    {
      carrier: { api_url: carrier.url, account_sid: carrierAccount },
      calls: farCallSettings,
      campaigns: campaigns.map((campaign) => scriptCampaign({ calling_hours: nineToFive, ...campaign })),
    },
    { clock },
  )
}

/** Declares one campaign of a service again. */
async function declareAgain(service: Service, campaign: object): Promise<void> {
  const [stored] = await service.context.db.query<{ organization: string; project: string }>(sql`
    select o.name as organization, p.name as project from organizations o join projects p on p.organization_id = o._id`)
  await service.apply({
    organizations: [
      {
        name: stored!.organization,
        calls: farCallSettings,
        projects: [{ name: stored!.project, default_country: 'US', campaigns: [campaign] }],
      },
    ],
  })
}

suite('calling hours where the callee is', () => {
  test('hold each call until they open at its callee, and none of the others (Rule 151)', async () => {
    await using carrier = await startCarrier()
    // Monday, 10:30 in New York, 07:30 in Los Angeles.
    const clock = movedClock('2026-11-23T15:30:00Z')
    await using service = await start(carrier, clock, { name: 'Callee', slots: 1 })
    service.startWorker()
    const west = await place(service, 'Callee', { phone_number: losAngeles })
    const { campaign_queue_id: id, ...scheduled } = west
    assert.deepEqual(
      { ...scheduled, message: null },
      {
        success: true,
        message: null,
        scheduled: true,
        scheduled_for: '2026-11-23T17:00:00.000Z',
        scheduled_timezone: 'America/Los_Angeles',
      },
    )
    const held = {
      state: 'waiting',
      reason: 'hours',
      until: '2026-11-23T17:00:00.000Z',
      timezone: 'America/Los_Angeles',
    }
    assert.deepEqual(await waitOf(service, 'Callee', id), held)
    // Accepted later, and open.
    const east = await place(service, 'Callee', { phone_number: newYork })
    assert.equal(east.scheduled, false)
    assert.deepEqual(dialed(carrier), [newYork])
    const leg = carrier.legs[0]!
    await carrier.report(leg, 'completed', { CallDuration: '10' })
    await eventually('the queue rests until the hours open', async () => {
      const [queue] = await service.context.db.query<{ next_at: string | null }>(
        sql`select next_at from campaign_queues where campaign_id = ${service.campaignIds['Callee']}`,
      )
      return queue?.next_at === '2026-11-23T17:00:00.000Z' ? queue : null
    })
    assert.deepEqual(await waitOf(service, 'Callee', id), held)
    await using stalls = watchStalls(probeOf(service.context.db))
    clock.set('2026-11-23T16:59:59.300Z')
    await eventually('Los Angeles is dialed', () => (carrier.legs.length === 2 ? true : null))
    const lateMs = clock.now().getTime() - Date.parse('2026-11-23T17:00:00Z')
    assert.ok(lateMs >= 0, 'not before it opens')
    // At the minute.
    await assertTook(lateMs, 1_000, stalls.stalledMs())
    assert.deepEqual(dialed(carrier), [newYork, losAngeles])
  })

  test('hold calls that close while they wait for a slot, and dial those behind them', async () => {
    await using carrier = await startCarrier()
    // 16:50 in New York, 15:50 in Chicago.
    const clock = movedClock('2026-11-23T21:50:00Z')
    await using service = await start(carrier, clock, { name: 'Callee', slots: 1 })
    service.startWorker()
    await place(service, 'Callee', { phone_number: newYork })
    const east = [1, 2, 3].map((last) => place(service, 'Callee', { phone_number: `+1212555020${last}` }))
    const ids = (await Promise.all(east)).map(({ campaign_queue_id }) => campaign_queue_id)
    const middle = await place(service, 'Callee', { phone_number: chicago })
    assert.deepEqual(
      (await Promise.all(ids.map((id) => waitOf(service, 'Callee', id)))).map((wait) => wait),
      ids.map(() => ({ state: 'waiting', reason: 'slot', until: null, timezone: null })),
    )
    clock.set('2026-11-23T22:00:30Z')
    const tomorrow = {
      state: 'waiting',
      reason: 'hours',
      until: '2026-11-24T14:00:00.000Z',
      timezone: 'America/New_York',
    }
    // Nobody has looked at them since, because no slot is free.
    for (const id of ids) assert.deepEqual(await waitOf(service, 'Callee', id), tomorrow)
    await carrier.report(carrier.legs[0]!, 'completed', { CallDuration: '10' })
    await eventually('Chicago is dialed', () => (carrier.legs.length === 2 ? true : null))
    assert.deepEqual(dialed(carrier), [newYork, chicago])
    assert.deepEqual(await waitOf(service, 'Callee', middle.campaign_queue_id), { state: 'dialling' })
    for (const id of ids) assert.deepEqual(await waitOf(service, 'Callee', id), tomorrow)
  })

  test('take the zone of the request, then of the profile, then of the number', async () => {
    await using carrier = await startCarrier()
    const clock = movedClock('2026-11-23T15:30:00Z')
    await using service = await start(carrier, clock, { name: 'Callee' })
    const { db } = service.context
    const named = await place(service, 'Callee', { phone_number: newYork, timezone: 'Asia/Tokyo' })
    assert.equal(named.scheduled_timezone, 'Asia/Tokyo')
    assert.equal(named.scheduled_for, '2026-11-24T00:00:00.000Z')
    await db.write(sql`update profiles set properties = '{"timezone": "Europe/Moscow"}'`)
    const known = await place(service, 'Callee', { phone_number: newYork })
    assert.deepEqual(
      [known.scheduled_timezone, known.scheduled_for],
      ['Europe/Moscow', '2026-11-24T06:00:00.000Z'],
    )
    // A mobile number of Australia may be anywhere in it; Perth is the last to open.
    const mobile = await place(service, 'Callee', { phone_number: '+61412345678' })
    assert.deepEqual(
      [mobile.scheduled_timezone, mobile.scheduled_for],
      ['Australia/Perth', '2026-11-24T01:00:00.000Z'],
    )
  })

  test('refuse a call of which nobody knows the zone, or that would never be open', async () => {
    await using carrier = await startCarrier()
    const clock = movedClock('2026-11-23T15:30:00Z')
    await using service = await start(carrier, clock, { name: 'Callee' })
    const refused = async (customer: object, tail = 'calls') => {
      const { status, body } = await service.request('POST', callPath(service, 'Callee', tail), {
        body: customer,
      })
      return [status, (body as { code?: string })['code'] ?? body.message]
    }
    const [, unknown] = await refused({ phone_number: '+883510000000094' })
    assert.match(String(unknown), /callee_zone_unknown|has no time zone/)
    for (const timezone of ['EST5', 'PST', 'IST']) {
      const [status, invalid] = await refused({ phone_number: newYork, timezone })
      assert.equal(status, 400, timezone)
      assert.match(String(invalid), /callee_zone_invalid|timezone must be an IANA time zone/)
    }
    // Ten hours lie between the ends of Russia.
    assert.match(
      String((await refused({ phone_number: '+79123456789' }))[1]),
      /callee_never_open|never open at once/,
    )
    assert.match(
      String((await refused({ phone_number: losAngeles }, 'trigger-call'))[1]),
      /outside_calling_hours|2026-11-23T17:00:00\.000Z \(America\/Los_Angeles\)/,
    )
    await service.context.db.write(sql`
      update profiles set properties = '{"timezone": 5}'`)
    const counts = await service.context.db.query<{ calls: number; profiles: number }>(sql`
      select (select count(*) from calls) as calls, (select count(*) from profiles) as profiles`)
    assert.deepEqual(counts, [{ calls: 0, profiles: 0 }])
  })

  test('are asked once more at the last moment: a person who moved is not rung', async () => {
    await using carrier = await startCarrier()
    const clock = movedClock('2026-11-23T15:30:00Z')
    await using service = await start(carrier, clock, { name: 'Callee', slots: 1 })
    const { db } = service.context
    await place(service, 'Callee', { phone_number: chicago })
    const waiting = await place(service, 'Callee', { phone_number: newYork })
    assert.equal(waiting.scheduled, true)
    await db.write(sql`update profiles set properties = '{"timezone": "Asia/Tokyo"}'
      where _id in (select profile_id from channel_identities where identity_key = ${newYork})`)
    service.startWorker()
    await carrier.report(carrier.legs[0]!, 'completed', { CallDuration: '10' })
    const wait = await eventually('the call waits for Tokyo', async () => {
      const found = await waitOf(service, 'Callee', waiting.campaign_queue_id)
      return 'timezone' in found && found.timezone === 'Asia/Tokyo' ? found : null
    })
    assert.equal(wait.until, '2026-11-24T00:00:00.000Z')
    assert.deepEqual(dialed(carrier), [chicago])
    const [row] = await db.query<{ attempts: number; counted: number }>(sql`
      select (select count(*) from call_attempts where call_id = ${waiting.campaign_queue_id}) as attempts,
        attempts_count as counted from calls where _id = ${waiting.campaign_queue_id}`)
    assert.deepEqual(row, { attempts: 0, counted: 0 })
    // The zone is no zone: nobody knows when to ring.
    await db.write(sql`update profiles set properties = '{"timezone": "the moon"}'
      where _id in (select profile_id from channel_identities where identity_key = ${newYork})`)
    clock.set('2026-11-24T00:00:00Z')
    await eventually('the call fails', async () =>
      (await waitOf(service, 'Callee', waiting.campaign_queue_id)).state === 'failed' ? true : null,
    )
    assert.deepEqual(dialed(carrier), [chicago])
  })

  test('that are changed hold for calls that wait already, both ways', async () => {
    await using carrier = await startCarrier()
    const clock = movedClock('2026-11-23T15:30:00Z')
    const campaign = { name: 'Callee', slots: 1 }
    await using service = await start(carrier, clock, campaign)
    service.startWorker()
    await place(service, 'Callee', { phone_number: chicago })
    const west = await place(service, 'Callee', { phone_number: losAngeles })
    const east = await place(service, 'Callee', { phone_number: newYork })
    const hours = (from: string) => ({
      ...nineToFive,
      windows: [{ days: weekdays, from, to: '20:00' }],
    })
    const redeclare = (more: object) => declareAgain(service, scriptCampaign({ ...campaign, ...more }))
    await redeclare({ calling_hours: hours('07:00') })
    await eventually('Los Angeles waits for its turn', async () =>
      'reason' in (await waitOf(service, 'Callee', west.campaign_queue_id)) &&
      (await waitOf(service, 'Callee', west.campaign_queue_id)).reason === 'slot'
        ? true
        : null,
    )
    await redeclare({ calling_hours: hours('11:00') })
    for (const [{ campaign_queue_id: id }, timezone, until] of [
      [west, 'America/Los_Angeles', '2026-11-23T19:00:00.000Z'],
      [east, 'America/New_York', '2026-11-23T16:00:00.000Z'],
    ] as const)
      await eventually(`${timezone} waits for its hours`, async () => {
        const wait = await waitOf(service, 'Callee', id)
        return 'until' in wait && wait.until === until && wait.timezone === timezone ? true : null
      })
    // Without such hours everything goes, in the order of acceptance.
    await redeclare({ calling_hours: null, slots: 3 })
    await eventually('all are dialed', () => (carrier.legs.length === 3 ? true : null))
    assert.deepEqual(dialed(carrier), [chicago, losAngeles, newYork])
  })

  test('move a retry to the next opening at its callee', async () => {
    await using carrier = await startCarrier()
    // 16:50 in New York.
    const clock = movedClock('2026-11-23T21:50:00Z')
    await using service = await start(carrier, clock, {
      name: 'Callee',
      retry: { max_attempts: 2, delay_minutes: 20, on: ['busy'] },
    })
    service.startWorker()
    const { campaign_queue_id: id } = await place(service, 'Callee', { phone_number: newYork })
    await carrier.report(carrier.legs[0]!, 'busy')
    const wait = await waitOf(service, 'Callee', id)
    assert.deepEqual(wait, {
      state: 'waiting',
      reason: 'retry',
      until: '2026-11-24T14:00:00.000Z',
      timezone: null,
    })
    const { campaigns } = await readQueues(service.context, {
      organization_id: service.organizationId,
      project_id: service.projectId,
    })
    const [group] = campaigns[0]!.waiting_by_reason
    assert.deepEqual([group?.reason, group?.count, group?.until], ['retry', 1, wait.until])
    clock.set('2026-11-24T13:59:59.500Z')
    await eventually('it is dialed again', () => (carrier.legs.length === 2 ? true : null))
    assert.ok(clock.now() >= new Date('2026-11-24T14:00:00Z'))
  })

  test('hold beside those of the campaign, with also_callee', async () => {
    await using carrier = await startCarrier()
    // 09:30 in Chicago, 07:30 in Los Angeles.
    const clock = movedClock('2026-11-23T15:30:00Z')
    await using service = await start(carrier, clock, {
      name: 'Both',
      calling_hours: { ...nineToFive, timezone: 'America/Chicago', also_callee: true },
    })
    service.startWorker()
    const west = await place(service, 'Both', { phone_number: losAngeles })
    assert.equal(west.scheduled_for, '2026-11-23T17:00:00.000Z')
    const east = await place(service, 'Both', { phone_number: newYork })
    assert.equal(east.scheduled, false)
    // 17:30 in Chicago: closed for everybody, though Los Angeles has hours until 17:00 there.
    clock.set('2026-11-23T23:30:00Z')
    const late = await place(service, 'Both', { phone_number: '+13105550199' })
    assert.deepEqual(
      [late.scheduled_for, late.scheduled_timezone],
      ['2026-11-24T17:00:00.000Z', 'America/Los_Angeles'],
    )
  })

  test('decide for calls from a file: first and last attempt, rows that can not be placed, and each dial', async () => {
    await using carrier = await startCarrier()
    // 10:30 in New York.
    const clock = movedClock('2026-11-23T15:30:00Z')
    await using service = await start(carrier, clock, { name: 'File', slots: 1, script: 'Hello' })
    const { token } = await makeToken(await signInFirstOwner(service), 'editor')
    const rows = [
      'phone_number,timezone',
      `${losAngeles},`,
      `${newYork},`,
      '+12125550124,Asia/Tokyo',
      '+12125550125,Nowhere/City',
      '+883510000000094,',
      '+79123456789,',
    ].join('\n')
    const post = async (query: string) => {
      const path = `/api/organizations/${service.organizationId}/projects/${service.projectId}/campaigns/${service.campaignIds['File']}/call-batches`
      const response = await fetch(`${service.url}${path}${query}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
        body: rows,
      })
      const body = (await response.json()) as { data: Record<string, never> }
      return { status: response.status, data: body.data as never }
    }
    const { data } = await post('?dry_run=true')
    const check = data as {
      accepted: number
      faults: { line: number; kind: string; field: string }[]
      estimate: { first_attempt_at: string; last_attempt_at: string }
      hours: { at_callee: boolean; timezone: string | null }
    }
    assert.equal(check.accepted, 3)
    assert.deepEqual(
      check.faults.map(({ line, kind, field }) => [line, kind, field]),
      [
        [5, 'invalid', 'timezone'],
        [6, 'number', 'phone_number'],
        [7, 'number', 'phone_number'],
      ],
    )
    assert.deepEqual([check.hours.at_callee, check.hours.timezone], [true, null])
    const soon = Date.parse(check.estimate.first_attempt_at) - clock.now().getTime()
    assert.ok(Math.abs(soon) < 60_000, check.estimate.first_attempt_at)
    assert.equal(check.estimate.last_attempt_at, '2026-11-24T00:00:00.000Z')
    const made = await post('')
    assert.equal(made.status, 200, JSON.stringify(made))
    service.startWorker()
    await eventually('New York is dialed', () => (carrier.legs.length === 1 ? true : null))
    assert.deepEqual(dialed(carrier), [newYork])
    await carrier.report(carrier.legs[0]!, 'completed', { CallDuration: '10' })
    clock.set('2026-11-23T17:00:00Z')
    await eventually('Los Angeles is dialed', () => (carrier.legs.length === 2 ? true : null))
    await carrier.report(carrier.legs[1]!, 'completed', { CallDuration: '10' })
    clock.set('2026-11-24T00:00:00Z')
    await eventually('Tokyo is dialed', () => (carrier.legs.length === 3 ? true : null))
    assert.deepEqual(dialed(carrier), [newYork, losAngeles, '+12125550124'])
  })
})
