import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, before, describe, it } from 'node:test'
import { startDoNotCallWorld } from '../../../test/support/do-not-call.ts'
import type { DoNotCallWorld } from '../../../test/support/do-not-call.ts'
import { createNumbers } from '../../../test/support/numbers.ts'
import { eventually } from '../../../test/support/service.ts'
import { probeOf, watchStalls } from '../../../test/support/slowness.ts'
import { signInAs } from '../../../test/support/users.ts'
import { settleNeverPlaced } from '../../calls/attempt/settle-outcome.ts'
import { stopListedCalls } from '../../calls/jobs/stop-listed-calls.ts'
import type { DialedAttempt } from '../../calls/queries.ts'
import { sql } from '../../db/sql.ts'
import { readNumberFile } from '../do-not-call/read-file.ts'

const nextNumber = createNumbers()
let world: DoNotCallWorld
before(async () => {
  world = await startDoNotCallWorld()
})
after(() => world[Symbol.asyncDispose]())

describe('POST do-not-call', () => {
  it('refuses calls to the number in every campaign, and leaves no trace of them (200; Rule 160)', async () => {
    const number = nextNumber()
    assert.deepEqual(await world.add([number]), { added: 1, listed_already: 0, calls_canceled: 0 })
    for (const endpoint of ['calls', 'trigger-call'])
      for (const campaign of ['Script', 'Paused'].slice(0, endpoint === 'calls' ? 2 : 1)) {
        const path = `${world.callsOf(campaign)}/${endpoint}`
        const { status, body } = await world.service.request('POST', path, { body: { phone_number: number } })
        assert.equal(status, 400)
        assert.match(body.message, /do-not-call list/)
      }
    const [row] = await world.service.context.db.query(sql`
      select count(*) as calls, (select count(*) from profile_contacts where normalized = ${number}) as contacts
      from calls where phone_number = ${number}`)
    assert.deepEqual(row, { calls: 0, contacts: 0 })
    assert.equal(world.dialsTo(number), 0)
  })

  it('cancels the calls that wait, in all campaigns, and says why', async () => {
    const busy = nextNumber()
    await world.place(busy, 'One slot')
    const number = nextNumber()
    const waiting = await Promise.all([world.place(number, 'One slot'), world.place(number, 'Paused')])
    assert.deepEqual(await world.add([number]), { added: 1, listed_already: 0, calls_canceled: 2 })
    for (const { id } of waiting)
      assert.deepEqual(await world.stateOf(id), {
        state: 'canceled',
        reason: 'the number is on the do-not-call list',
      })
    const events = await world.service.context.db.query<{ subject_id: string; state: string }>(sql`
      select subject_id, data ->> 'state' as state from events
      where type = 'call.ended' and data ->> 'phone_number' = ${number} order by subject_id`)
    const ids = waiting.map(({ id }) => id!).sort()
    assert.deepEqual(
      events,
      ids.map((id) => ({ subject_id: id, state: 'canceled' })),
    )
    await world.add([busy])
    const leg = world.carrier.legs.find(({ form }) => form.get('To') === busy)!
    await world.carrier.report(leg, 'completed', { SequenceNumber: '1', CallDuration: '0' })
    assert.equal(world.dialsTo(number), 0)
  })

  it('lets a call under way go on, and does not retry it', async () => {
    const number = nextNumber()
    const { id } = await world.place(number, 'Retries')
    const leg = world.carrier.legs.find(({ form }) => form.get('To') === number)!
    await world.carrier.report(leg, 'ringing', { SequenceNumber: '1' })
    assert.equal((await world.add([number])).calls_canceled, 0)
    assert.equal((await world.stateOf(id))?.state, 'ringing')
    await world.carrier.report(leg, 'no-answer', { SequenceNumber: '2', CallDuration: '0' })
    assert.equal((await world.stateOf(id))?.state, 'no_answer')
  })

  it('cancels a call whose attempt turns out never to have been placed, and says why', async () => {
    const { carrier, service } = world
    const number = nextNumber()
    carrier.behave({ kind: 'hold' })
    const releaseReads = carrier.holdReads()
    const { creates } = carrier
    const placed = world.place(number)
    await eventually('the carrier is asked', () => (carrier.creates > creates ? true : null))
    carrier.drop()
    assert.equal((await placed).status, 500)
    const [attempt] = await service.context.db.write<DialedAttempt>(sql`
      update call_attempts set poll_at = null where phone_number = ${number} returning *`)
    assert.equal(attempt?.state, 'unresolved')
    assert.equal((await world.add([number])).calls_canceled, 0)
    await settleNeverPlaced(service.context, attempt, { kind: 'return_a_few_times' }, 'it has no such call')
    releaseReads()
    assert.deepEqual(await world.stateOf(attempt.call_id), {
      state: 'canceled',
      reason: 'the number is on the do-not-call list',
    })
  })

  it('waits for a request that the carrier has not answered yet', async () => {
    const number = nextNumber()
    world.carrier.behave({ kind: 'hold' })
    const placed = world.place(number)
    const { creates } = world.carrier
    await eventually('the carrier is asked', () => (world.carrier.creates > creates ? true : null))
    let isAnswered = false
    const added = world.add([number]).then(() => (isAnswered = true))
    await eventually('the entry is stored', async () =>
      (await world.entries(`q=${encodeURIComponent(number)}`)).length === 1 ? true : null,
    )
    // A request that begins now has more to do than what is left of the first one, and waits for no carrier.
    await world.add([nextNumber()])
    assert.equal(isAnswered, false)
    world.carrier.drop()
    await placed
    await added
  })

  it('is not kept up for long by a process that died before it dialed', async () => {
    const number = nextNumber()
    const { id } = await world.place(number, 'Paused')
    await using stalls = watchStalls(probeOf(world.service.context.db))
    const begunAt = performance.now()
    // As a claim leaves it, whose process died; it could have begun until 15 s before the first poll, for another
    // second.
    await world.service.context.db.write(sql`
      with taken as (
        insert into numbers_in_use (organization_id, project_id, phone_number, call_id)
        select organization_id, project_id, phone_number, _id from calls where _id = ${id})
      update calls set state = 'dialling', waits_for = null where _id = ${id}`)
    await world.service.context.db.write(sql`
      insert into call_attempts (organization_id, project_id, _id, call_id, campaign_id, voice_carrier_id, attempt_number,
        phone_number, caller_id_number, ring_timeout_seconds, state, state_since, script, voice, poll_at, created_at)
      select c.organization_id, c.project_id, gen_random_uuid(), c._id, c.campaign_id, v._id, 1, c.phone_number,
        '+14155550100', 30, 'dialling', now(), 'Hello', 'alice', now() + interval '16 seconds', now()
      from calls c join voice_carriers v on v.organization_id = c.organization_id where c._id = ${id} limit 1`)
    await world.add([number])
    const tookMs = performance.now() - begunAt
    assert.ok(tookMs > 950 && tookMs - stalls.stalledMs() < 10_000, `${Math.round(tookMs)} ms`)
  })

  it('cancels a call that was accepted by a request which had read the list before', async () => {
    const number = nextNumber()
    await world.add([number])
    const [row] = await world.service.context.db.write<{ _id: string }>(sql`
      insert into calls (organization_id, project_id, _id, campaign_id, placed_by, phone_number, customer, state,
        state_since, waits_for, attempts_count, created_at)
      values (${world.service.organizationId}, ${world.service.projectId}, gen_random_uuid(), ${world.service.campaignIds['Script']}, 'queue',
        ${number}, ${JSON.stringify({ phone_number: number })}::jsonb, 'waiting', now(), 'turn', 0, now())
      returning _id`)
    world.service.startWorker()
    await eventually('it is canceled', async () =>
      (await world.stateOf(row?._id))?.state === 'canceled' ? true : null,
    )
    assert.equal(world.dialsTo(number), 0)
  })

  it('takes numbers in any spelling, each once', async () => {
    const number = nextNumber()
    const national = `(415) 555-${number.slice(-4)}`
    assert.deepEqual(
      await world.add([number, ` ${number} `.trim(), national], { country: 'US', why: 'by e-mail' }),
      {
        added: 1,
        listed_already: 0,
        calls_canceled: 0,
      },
    )
    assert.deepEqual(await world.add([national], { country: 'US' }), {
      added: 0,
      listed_already: 1,
      calls_canceled: 0,
    })
    const [entry] = await world.entries(`q=${encodeURIComponent(number)}`)
    assert.equal(entry?.source, 'api')
    assert.equal(entry.why, 'by e-mail')
    assert.equal(entry.added_by, 'all')
    const [change] = await world.service.context.db.query<{ actor_kind: string; action: string }>(sql`
      select actor_kind, action from changes where kind = 'do_not_call' and record_id = ${number}`)
    assert.deepEqual(change, { actor_kind: 'key', action: 'created' })
  })

  it('is in the changes with a row for each number that was added', async () => {
    const [listed, ...numbers] = Array.from({ length: 4 }, nextNumber) as [string, ...string[]]
    await world.add([listed])
    await world.add([listed, ...numbers], { why: 'by letter' })
    const viewer = await signInAs(world.service, 'viewer')
    const changes = `/api/organizations/${world.service.organizationId}/changes?kind=do_not_call`
    const found = async (record: string) => {
      const { body } = await viewer.request('GET', `${changes}&record_id=${encodeURIComponent(record)}`)
      const { items } = body.data as { items: { record_name: string; action: string; fields: object[] }[] }
      return items.map(({ record_name, action, fields }) => ({ record_name, action, fields }))
    }
    const why = { path: 'why', before: null, after: 'by letter' }
    for (const number of numbers)
      assert.deepEqual(await found(number), [{ record_name: number, action: 'created', fields: [why] }])
    assert.deepEqual(await found(listed), [{ record_name: listed, action: 'created', fields: [] }])
    assert.deepEqual(await found('3 numbers'), [])
  })

  it('names every number that is none by its place, and adds nothing (400)', async () => {
    const number = nextNumber()
    const body = { numbers: [number, 'Ada', number, '0123'] }
    const { status, body: answer } = await world.service.request('POST', world.list, { body })
    assert.equal(status, 400)
    assert.equal(
      answer.message,
      'numbers[1]: must be a telephone number with its country code, such as +14155550123; ' +
        'numbers[3]: must be a telephone number with its country code, such as +14155550123',
    )
    assert.equal((await world.entries(`q=${encodeURIComponent(number)}`)).length, 0)
    const many = Array.from({ length: 150 }, () => 'x')
    const bad = await world.service.request('POST', world.list, { body: { numbers: many } })
    assert.match(bad.body.message, /numbers\[99\].*; and 50 more$/)
    for (const refused of [
      { numbers: [] },
      { numbers: Array.from({ length: 10_001 }, () => number) },
      { numbers: [number], country: 'XX' },
      { numbers: [number], until: '2020-01-01T00:00:00Z' },
      { numbers: [number], until: 'tomorrow' },
      { numbers: [number], why: '' },
      { numbers: [number], why: 'a\0b' },
      { numbers: [number], also: 1 },
    ])
      assert.equal((await world.service.request('POST', world.list, { body: refused })).status, 400)
  })

  it('takes 10,000 numbers at once', async () => {
    const numbers = Array.from({ length: 10_000 }, (_, place) => `+1415300${String(place).padStart(4, '0')}`)
    assert.equal((await world.add(numbers)).added, 10_000)
    assert.equal((await world.place(numbers[9_999]!)).status, 400)
  })

  it('requires a key (401) of this organization with the scope (403)', async () => {
    await world.checkKeys('POST', world.list, { numbers: [nextNumber()] })
  })
})

describe('an entry with an end', () => {
  it('counts until then; a longer one takes its place, a shorter one changes nothing', async () => {
    const number = nextNumber()
    const inMs = (ms: number) => new Date(world.clock.now().getTime() + ms).toISOString()
    const soon = inMs(60_000)
    await world.add([number], { until: soon })
    assert.equal((await world.place(number)).status, 400)
    assert.equal((await world.add([number], { until: inMs(30_000) })).added, 0)
    world.pass(60_000)
    assert.equal((await world.place(number)).status, 200)
    assert.equal((await world.add([number], { until: inMs(60_000) })).added, 1)
    assert.equal((await world.add([number])).added, 1)
    const history = await world.entries(`q=${encodeURIComponent(number)}&show=all`)
    assert.deepEqual(
      history.map(({ until, ended_at, ended_by }) => [until === null, ended_at !== null, ended_by]),
      [
        [true, false, null],
        [false, true, 'all'],
        [false, true, null],
      ],
    )
    assert.equal(history[2]?.ended_at, soon)
  })

  it('ends after the last day that it names, in a request and in a file (Rule 5)', async () => {
    const number = nextNumber()
    await world.add([number], { until: '2099-03-01' })
    const [entry] = await world.entries(`q=${encodeURIComponent(number)}`)
    assert.equal(entry?.until, '2099-03-02T00:00:00.000Z')
    const rows = []
    for await (const row of readNumberFile(
      Readable.from([Buffer.from(`number,until\n${number},2099-03-01\n`)]),
      null,
    ))
      rows.push(row)
    assert.deepEqual(rows, [
      { entry: { line: 2, number, why: null, until: new Date('2099-03-02T00:00:00Z') } },
    ])
    const today = world.clock.now().toISOString().slice(0, 10)
    const of = nextNumber()
    await world.add([of], { until: today })
    assert.equal((await world.place(of)).status, 400)
    await world.add([nextNumber()], { until: '9999-12-31' })
  })

  it('does not cancel a call that was accepted after it', async () => {
    const number = nextNumber()
    const until = new Date(world.clock.now().getTime() + 10_000).toISOString()
    await world.add([number], { until })
    world.pass(11_000)
    const { status, id } = await world.place(number, 'Paused')
    assert.equal(status, 200)
    world.pass(20_000)
    const { signal } = new AbortController()
    while (await stopListedCalls(world.service.context).run(signal));
    // The worker may be about to do the same, and this run passes over what it holds.
    await eventually('the last sweep', async () => {
      const [entry] = await world.service.context.db.query<{ sweep_at: string | null }>(
        sql`select sweep_at from do_not_call where number = ${number}`,
      )
      return entry?.sweep_at === null || null
    })
    assert.equal((await world.stateOf(id))?.state, 'waiting')
  })

  it('ends at an instant of UTC where it names no offset, wherever the process runs, and on a day that exists', async () => {
    const number = nextNumber()
    const zone = process.env['TZ']
    process.env['TZ'] = 'America/New_York'
    try {
      await world.add([number], { until: '2099-03-01T09:00:00' })
      const rows = []
      const bytes = Readable.from([Buffer.from(`number,until\n${number},2099-03-01T09:00:00\n`)])
      for await (const row of readNumberFile(bytes, null)) rows.push(row)
      assert.deepEqual(rows, [
        { entry: { line: 2, number, why: null, until: new Date('2099-03-01T09:00:00Z') } },
      ])
    } finally {
      if (zone === undefined) delete process.env['TZ']
      else process.env['TZ'] = zone
    }
    const [entry] = await world.entries(`q=${encodeURIComponent(number)}`)
    assert.equal(entry?.until, '2099-03-01T09:00:00.000Z')
    const body = { numbers: [nextNumber()], until: '2099-02-30T09:00:00Z' }
    assert.equal((await world.service.request('POST', world.list, { body })).status, 400)
  })
})
