// The guards as a caller meets them: a service with its worker, and a carrier that does what a test says.
import assert from 'node:assert/strict'
import { after, before, mock, suite, test } from 'node:test'
import { sql, toText } from '../src/db/sql.ts'
import type { Sql } from '../src/db/sql.ts'
import { carrierAccount, startCarrier } from './support/carrier.ts'
import type { Carrier } from './support/carrier.ts'
import { organization, scriptCampaign } from './support/declarations.ts'
import { eventually, startService } from './support/service.ts'
import type { Answer, Service } from './support/service.ts'
import { signInAs } from './support/users.ts'

suite('the guards', () => {
  let carrier: Carrier
  let service: Service
  let aheadMs = 0
  const campaigns = [
    scriptCampaign({ name: 'One' }),
    scriptCampaign({ name: 'Two' }),
    scriptCampaign({ name: 'Flow', campaign_type: 'workflow', workflow: 'hands over' }),
    scriptCampaign({ name: 'Premium', campaign_type: 'workflow', workflow: 'hands over dearly' }),
    scriptCampaign({ name: 'Held', status: 'paused' }),
  ]
  const transferTo = (to: string) => ({
    start: 'colleague',
    steps: {
      colleague: { kind: 'transfer', to, next: 'bye' },
      bye: { kind: 'hang_up', text: 'Nobody is there.' },
    },
  })
  const workflows = [
    { name: 'hands over', definition: transferTo('+442071838750') },
    { name: 'hands over dearly', definition: transferTo('+19005551234') },
  ]
  const account = () => ({ api_url: carrier.url, account_sid: carrierAccount, unknown_grace_seconds: 1 })

  before(async () => {
    carrier = await startCarrier()
    const clock = { now: () => new Date(Date.UTC(2026, 10, 23, 9) + aheadMs + (performance.now() - begun)) }
    const begun = performance.now()
    service = await startService({ carrier: account(), campaigns, workflows, calls: {} }, { clock })
    service.startWorker()
  })
  after(async () => {
    await service[Symbol.asyncDispose]()
    await carrier[Symbol.asyncDispose]()
  })

  const declare = (calls: Record<string, unknown>) =>
    service.apply(organization('Acme', carrier.url, { carrier: account(), campaigns, workflows, calls }))
  const place = (phone_number: string, { campaign = 'One', tail = 'calls' } = {}): Promise<Answer> =>
    service.request(
      'POST',
      `/organizations/${service.organizationId}/projects/${service.projectId}/campaigns/${service.campaignIds[campaign]}/${tail}`,
      { body: { phone_number } },
    )
  const end = async (phone: string, seconds = '1') => {
    const leg = carrier.legs.findLast(({ form }) => form.get('To') === phone)!
    await carrier.report(leg, 'completed', { CallDuration: seconds, SequenceNumber: '3' })
  }
  const reason = ({ status, body }: Answer) => [status, /calls\.\w+/.exec(body.message)?.[0] ?? body.message]
  const today = async () => {
    const [day] = await service.context.db.query<Record<string, number>>(sql`
      select dials, reserved_seconds, used_seconds from call_days order by day desc limit 1`)
    return day
  }
  /** Begins another day, at nine. */
  const nextDay = () => {
    aheadMs += 86_400_000
  }

  test('an installation that declares nothing calls a number three times a day, over all campaigns (Rule 118)', async () => {
    const phone = '+14155550123'
    for (const campaign of ['One', 'Two', 'One']) {
      const answer = await place(phone, { campaign, tail: 'trigger-call' })
      assert.equal(answer.status, 200, answer.body.message)
      await end(phone)
    }
    const creates = carrier.creates
    for (const tail of ['trigger-call', 'calls'])
      assert.deepEqual(reason(await place(phone, { campaign: 'Two', tail })), [
        400,
        'calls.number_dials_a_day',
      ])
    assert.equal(carrier.creates, creates)
    nextDay()
    assert.equal((await place(phone)).status, 200, 'the next day counts anew')
    await end(phone)
  })

  test('no foreign country, no premium number, each with what widens it', async () => {
    assert.deepEqual(reason(await place('+442071838750')), [400, 'calls.countries'])
    assert.deepEqual(reason(await place('+19005551234')), [400, 'calls.number_types'])
    assert.deepEqual(reason(await place('+881612345678')), [400, 'calls.number_types'])
    await declare({ countries: ['US', 'GB'] })
    assert.equal((await place('+442071838750')).status, 200)
    await end('+442071838750')
    await declare({})
  })

  test('a block takes 30 dials an hour; a queued call beyond them waits and says so', async () => {
    const number = (index: number) => `+141520001${String(index).padStart(2, '0')}`
    for (let index = 0; index < 30; index++) assert.equal((await place(number(index))).status, 200)
    assert.deepEqual(reason(await place(number(30), { tail: 'trigger-call' })), [
      400,
      'calls.block_dials_an_hour',
    ])
    const queued = await place(number(30))
    assert.equal(queued.status, 200)
    const id = (queued.body.data as { campaign_queue_id: string }).campaign_queue_id
    const waiting = await eventually('it is put aside', async () => {
      const { body } = await service.request(
        'GET',
        `/organizations/${service.organizationId}/projects/${service.projectId}/campaigns/${service.campaignIds['One']}/calls/${id}`,
      )
      const found = (body.data as { waiting: { reason: string; guard: string } | null }).waiting
      return found?.reason === 'guard' ? found : null
    })
    assert.equal(waiting.guard, 'block_dials_an_hour')
    await declare({ block_dials_an_hour: 31 })
    await eventually('a wider guard lets it go', () =>
      carrier.legs.some(({ form }) => form.get('To') === number(30)) ? true : null,
    )
    for (let index = 0; index <= 30; index++) await end(number(index))
    await declare({})
  })

  test('of 50 requests at once exactly one gets the last dial of the day (Promise 119)', async () => {
    nextDay()
    await declare({ dials_a_day: 3 })
    for (const phone of ['+12125550001', '+12125550002']) {
      assert.equal((await place(phone)).status, 200)
      await end(phone)
    }
    const creates = carrier.creates
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        place(`+1312555${1000 + 20 * index}`, {
          campaign: index % 2 === 0 ? 'One' : 'Two',
          tail: index % 3 === 0 ? 'calls' : 'trigger-call',
        }),
      ),
    )
    assert.equal(carrier.creates, creates + 1)
    const refused = answers.filter(({ status }) => status === 400)
    assert.ok(refused.length >= 33, 'no triggered call waits')
    assert.equal((await today())!['dials'], 3)
    await end(carrier.legs.at(-1)!.form.get('To')!)
    await service.context.db.query(
      sql`update calls set state = 'canceled', waits_for = null, due_at = null where state = 'waiting'`,
    )
    await declare({})
  })

  test('minutes are reserved at the dial and settled at the end', async () => {
    nextDay()
    await declare({ minutes_a_day: 61, minutes_a_call: 60 })
    assert.equal((await place('+12135550001')).status, 200)
    assert.equal(carrier.legs.at(-1)!.form.get('TimeLimit'), '3600')
    assert.deepEqual(await today(), { dials: 1, reserved_seconds: 3600, used_seconds: 0 })
    assert.deepEqual(reason(await place('+12135550002')), [400, 'calls.minutes_a_day'])
    await end('+12135550001', '59')
    assert.deepEqual(await today(), { dials: 1, reserved_seconds: 0, used_seconds: 59 })
    assert.equal((await place('+12135550002')).status, 200)
    await end('+12135550002', '120')
    assert.deepEqual(await today(), { dials: 2, reserved_seconds: 0, used_seconds: 179 })
    assert.deepEqual(reason(await place('+12135550003')), [400, 'calls.minutes_a_day'])
    await declare({})
  })

  test('a call that may last longer than a whole day allows is refused or waits with that reason, without an end', async () => {
    nextDay()
    assert.equal((await place('+12135550004', { campaign: 'Held' })).status, 200)
    await declare({ minutes_a_day: 30, minutes_a_call: 60 })
    for (const tail of ['trigger-call', 'calls']) {
      const refused = await place('+12135550005', { tail })
      assert.deepEqual(reason(refused), [400, 'calls.minutes_a_day'])
      assert.match(
        refused.body.message,
        /may last 60 minutes, .* in a whole day; .* lower calls\.minutes_a_call/,
      )
    }
    const waitOf = async () => {
      await service.context.db.write(sql`update campaigns set status = 'running' where name = 'Held'`)
      await service.context.db.write(sql`update campaign_queues set next_at = ${new Date(0)}`)
      const { body } = await service.request(
        'GET',
        `/organizations/${service.organizationId}/projects/${service.projectId}/campaigns/${service.campaignIds['Held']}/calls`,
      )
      const [call] = (body.data as { items: { waiting: Record<string, unknown> }[] }).items
      return [call!.waiting['guard'], call!.waiting['until']]
    }
    assert.deepEqual(await waitOf(), ['minutes_a_day', null])
    const rates = [
      { prefix: '+1', per_minute: 0.001 },
      { prefix: '+1213', per_minute: 0.5 },
    ]
    await declare({ minutes_a_call: 60, spend_a_day: 1, rates })
    const dear = await place('+12135550005')
    assert.deepEqual(reason(dear), [400, 'calls.spend_a_day'])
    assert.match(dear.body.message, /which cost more .* in a whole day/)
    await eventually('it is put aside for good', async () => {
      const [guard, until] = await waitOf()
      return guard === 'spend_a_day' && until === null ? true : null
    })
    await service.context.db.query(
      sql`update calls set state = 'canceled', waits_for = null, due_at = null where state = 'waiting'`,
    )
    await declare({})
  })

  test('spending is reserved by the rate of the longest prefix', async () => {
    nextDay()
    const rates = [{ prefix: '+1213', per_minute: 0.5 }]
    await declare({ spend_a_day: 31, minutes_a_call: 60, rates })
    assert.deepEqual(reason(await place('+12125550009')), [400, 'calls.rates'])
    assert.equal((await place('+12135550011')).status, 200)
    assert.deepEqual(reason(await place('+12135550012')), [400, 'calls.spend_a_day'])
    await end('+12135550011', '61')
    assert.equal((await place('+12135550012')).status, 200, 'one dollar is used, not thirty')
    await end('+12135550012')
    await declare({})
  })

  test('a call that waits for money goes once the calls that reserve it have ended', async () => {
    nextDay()
    const rates = [{ prefix: '+1213', per_minute: 0.5 }]
    await declare({ spend_a_day: 31, minutes_a_call: 60, rates })
    const [first, second] = ['+12135550021', '+12135550022']
    for (const phone of [first, second]) assert.equal((await place(phone, { campaign: 'Held' })).status, 200)
    const legs = carrier.legs.length
    await service.context.db.write(sql`
      update campaigns set status = 'running' where name = 'Held'`)
    await service.context.db.write(sql`update campaign_queues set next_at = ${new Date(0)}`)
    await eventually('one is dialed', () => (carrier.legs.length === legs + 1 ? true : null))
    const held = await eventually('the other waits for money', async () => {
      const [call] = await service.context.db.query<{ due_at: string }>(sql`
        select due_at from calls where phone_number in (${first}, ${second}) and held_by = 'spend_a_day'`)
      return call ?? null
    })
    await end(carrier.legs.at(-1)!.form.get('To')!)
    assert.ok(Date.parse(held.due_at) - service.context.clock.now().getTime() <= 600_000, held.due_at)
    aheadMs += 600_000
    await eventually('the other is dialed', () => (carrier.legs.length === legs + 2 ? true : null), 20_000)
    await end(carrier.legs.at(-1)!.form.get('To')!)
    await declare({})
  })

  test('a dial that never took place is given back', async () => {
    nextDay()
    carrier.behave({ kind: 'refuse', status: 429, code: 20_429 })
    const answer = await place('+12145550001')
    assert.equal(answer.status, 200, answer.body.message)
    await eventually('it is dialed in the end', () =>
      carrier.legs.at(-1)!.form.get('To') === '+12145550001' ? true : null,
    )
    await end('+12145550001')
    assert.deepEqual(await today(), { dials: 1, reserved_seconds: 0, used_seconds: 1 })
    const counts = await service.context.db.query(sql`
      select counted, dials from dial_counts where counted like '+12145550%' order by counted`)
    assert.deepEqual(
      counts,
      [
        { counted: '+12145550***', dials: 1 },
        { counted: '+12145550001', dials: 1 },
      ].sort((one, other) => (one.counted < other.counted ? -1 : 1)),
    )
  })

  test('a transfer counts as a dial: one that a guard refuses has failed, and the workflow goes on', async () => {
    nextDay()
    const placed = async (phone: string, campaign = 'Flow') => {
      const answer = await place(phone, { campaign })
      assert.equal(answer.status, 200, answer.body.message)
      const leg = carrier.legs.at(-1)!
      return { leg, document: (await carrier.ask(leg)).document }
    }
    const refused = await placed('+12155550001')
    assert.doesNotMatch(refused.document, /<Dial/)
    assert.match(refused.document, /Nobody is there/)
    await end('+12155550001')
    assert.equal((await today())!['dials'], 1)
    const rows = await service.context.db.query(sql`
      select phone_number from guard_refusals where guard = 'country' order by at desc limit 1`)
    assert.deepEqual(rows, [{ phone_number: '+442071838750' }])

    const premium = await placed('+12155550004', 'Premium')
    assert.doesNotMatch(premium.document, /<Dial/)
    assert.match(premium.document, /Nobody is there/)
    await end('+12155550004', '0')
    const types = await service.context.db.query(sql`
      select guard from guard_refusals where phone_number = '+19005551234'`)
    assert.deepEqual(types, [{ guard: 'number_type' }])
    assert.deepEqual(await today(), { dials: 2, reserved_seconds: 0, used_seconds: 1 })

    await declare({ countries: ['US', 'GB'], minutes_a_call: 10 })
    const { document } = await placed('+12155550002')
    assert.match(document, /<Dial[^>]*>.*442071838750/s)
    assert.deepEqual(await today(), { dials: 4, reserved_seconds: 1_200, used_seconds: 1 })
    await end('+12155550002')
    const day = await today()
    assert.equal(day!['reserved_seconds'], 0)
    assert.ok(day!['used_seconds']! >= 2)

    await declare({ countries: ['US', 'GB'], dials_a_day: 5 })
    assert.match((await placed('+12155550003')).document, /Nobody is there/, 'no dial is left for it')
    await end('+12155550003')
    await declare({})
  })

  test('a waiting call that the rules forbid since is never dialed', async () => {
    await declare({ countries: ['US', 'GB'] })
    await service.context.db.query(sql`update campaigns set status = 'paused' where name = 'Two'`)
    const phone = '+442071838752'
    const queued = await place(phone, { campaign: 'Two' })
    assert.equal(queued.status, 200, queued.body.message)
    await declare({})
    const id = (queued.body.data as { campaign_queue_id: string }).campaign_queue_id
    const error = await eventually('it fails', async () => {
      const [call] = await service.context.db.query<{ state: string; error_reason: string }>(
        sql`select state, error_reason from calls where _id = ${id}`,
      )
      return call!.state === 'failed' ? call!.error_reason : null
    })
    assert.match(error, /guard country/)
    assert.ok(!carrier.legs.some(({ form }) => form.get('To') === phone))
  })

  test('a call that the rules forbid while its request waits for the carrier is refused and leaves nothing (Rule 118)', async () => {
    const phone = '+442071838753'
    const { db } = service.context
    using stack = new DisposableStack()
    for (const tail of ['calls', 'trigger-call']) {
      await declare({ countries: ['US', 'GB'] })
      const query = db.query.bind(db)
      let isNarrowed = false
      // The attempt is committed when this is asked.
      const asked = mock.method(db, 'query', async (statement: Sql) => {
        if (!isNarrowed && toText(statement).text.includes('as is_canceled')) {
          isNarrowed = true
          await declare({})
        }
        return query(statement)
      })
      stack.defer(() => asked.mock.restore())
      const refused = await place(phone, { tail })
      asked.mock.restore()
      assert.ok(isNarrowed)
      assert.deepEqual(reason(refused), [400, 'calls.countries'])
      const [left] = await db.query<Record<string, number>>(sql`
        select (select count(*) from calls where phone_number = ${phone}) as calls,
          (select count(*) from profile_contacts where normalized = ${phone}) as contacts`)
      assert.deepEqual(left, { calls: 0, contacts: 0 })
    }
    assert.ok(!carrier.legs.some(({ form }) => form.get('To') === phone))
  })

  test('a call that a guard ends for its number leaves no number in the log or in its history', async () => {
    const phone = '+12125550177'
    await declare({ spend_a_day: 1_000, rates: [{ prefix: '+1212', per_minute: 0.5 }] })
    await service.context.db.query(sql`update campaigns set status = 'paused' where name = 'Two'`)
    const queued = await place(phone, { campaign: 'Two' })
    assert.equal(queued.status, 200, queued.body.message)
    const lines: unknown[] = []
    using stack = new DisposableStack()
    for (const level of ['info', 'warn', 'error'] as const) {
      const { log } = service.context
      const written = mock.method(log, level, (...line: unknown[]) => void lines.push(line))
      stack.defer(() => written.mock.restore())
    }
    await declare({ spend_a_day: 1_000, rates: [{ prefix: '+1213', per_minute: 0.5 }] })
    const id = (queued.body.data as { campaign_queue_id: string }).campaign_queue_id
    const reasons = await eventually('it fails', async () => {
      const moves = await service.context.db.query<{ to_state: string; reason: string }>(
        sql`select to_state, reason from call_moves where call_id = ${id} order by moved_at, _id`,
      )
      return moves.at(-1)!.to_state === 'failed' ? moves.map((move) => move.reason) : null
    })
    assert.match(reasons.at(-1)!, /^the guard rate /)
    const written = JSON.stringify(lines)
    assert.match(written, /the guard rate /)
    for (const text of [written, ...reasons]) assert.ok(!text.includes(phone.slice(1)), text)
    await declare({})
  })

  test('many refusals trip a guard, once, and the page of guards says so', async () => {
    nextDay()
    for (let index = 0; index < 25; index++) await place(`+4930901${820 + index}`)
    const trips = await service.context.db.query(sql`
      select guard, refusals from guard_trips where guard = 'country'`)
    assert.deepEqual(trips, [{ guard: 'country', refusals: 21 }])
    const { cookie } = await signInAs(service, 'viewer')
    const { body } = await service.request('GET', `/api/organizations/${service.organizationId}/guards`, {
      key: null,
      headers: { cookie },
    })
    const { guards, projects } = body.data as {
      guards: {
        guard: string
        value: unknown
        refused: number
        last_refused: { phone_number: string } | null
        tripped_at: string | null
      }[]
      projects: { countries: string[] }[]
    }
    const country = guards.find(({ guard }) => guard === 'country')!
    assert.ok(country.refused >= 25)
    assert.match(country.last_refused!.phone_number, /^\+49/)
    assert.notEqual(country.tripped_at, null)
    assert.equal(guards.find(({ guard }) => guard === 'dials_a_day')!.value, 5_000)
    assert.deepEqual(
      projects.map(({ countries }) => countries),
      [['US']],
    )
  })
})

suite('the first calls of a day', () => {
  // Each of them finds that nothing counts the day yet. Claims that had not locked it deadlocked with those that had.
  test('that come at once do not wait for each other', async () => {
    await using carrier = await startCarrier()
    const account = { api_url: carrier.url, account_sid: carrierAccount }
    await using service = await startService({ carrier: account })
    service.startWorker()
    const { organizationId, projectId, campaignIds, request } = service
    const path = `/organizations/${organizationId}/projects/${projectId}/campaigns/${campaignIds['Script']}/calls`
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        request('POST', path, { body: { phone_number: `+1212${200 + index}4567` } }),
      ),
    )
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    const deadlocks = await eventually('the deadlocks are counted', async () => {
      const [row] = await service.context.db.query<{ deadlocks: number; commits: number }>(sql`
        select deadlocks, xact_commit as commits from pg_stat_database where datname = current_database()`)
      return row !== undefined && row.commits > 40 ? row.deadlocks : null
    })
    assert.equal(deadlocks, 0)
    const [day] = await service.context.db.query<{ dials: number }>(sql`select dials from call_days`)
    assert.equal(day?.dials, 40)
  })
})
