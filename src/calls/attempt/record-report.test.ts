// Reports that are recorded from an attempt that was read before: what they do when it has changed since.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { carrierAccount, startCarrier } from '../../../test/support/carrier.ts'
import type { Carrier, PlacedLeg } from '../../../test/support/carrier.ts'
import { scriptCampaign } from '../../../test/support/declarations.ts'
import { createNumbers } from '../../../test/support/numbers.ts'
import { eventually, startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { sql } from '../../db/sql.ts'
import { moveReasons } from '../move-reasons.ts'
import { selectAttempt } from '../queries.ts'
import type { DialedAttempt } from '../queries.ts'
import { pollCarrier } from '../reconcile/poll-carrier.ts'
import { claimAttemptsToPoll, postponePolls } from '../reconcile/poll-queries.ts'
import { acceptedEvent } from './carrier-events.ts'
import type { CarrierEvent } from './carrier-events.ts'
import { recordReport } from './record-report.ts'
import { selectReadAttempt } from './report-queries.ts'
import type { ReadAttempt } from './report-queries.ts'
import { recordCarrierEvent } from './settle-attempt.ts'
import { settleLost, settleNeverPlaced, settleRejected } from './settle-outcome.ts'

const nextNumber = createNumbers()
let carrier: Carrier
let service: Service
before(async () => {
  carrier = await startCarrier()
  service = await startService({
    carrier: { api_url: carrier.url, account_sid: carrierAccount },
    campaigns: [
      scriptCampaign({ slots: 100 }),
      scriptCampaign({
        name: 'Retried',
        slots: 100,
        retry: { max_attempts: 3, delay_minutes: 60, on: ['failed', 'no_answer'] },
      }),
    ],
  })
})
after(async () => {
  await service[Symbol.asyncDispose]()
  await carrier[Symbol.asyncDispose]()
})

interface Placed {
  leg: PlacedLeg
  read: ReadAttempt
}

async function place(campaign = 'Script'): Promise<Placed> {
  const path = `/organizations/${service.organizationId}/projects/${service.projectId}/campaigns/${service.campaignIds[campaign]}/trigger-call`
  const { status, body } = await service.request('POST', path, { body: { phone_number: nextNumber() } })
  assert.equal(status, 200, body.message)
  const leg = carrier.legs.at(-1)!
  const attemptId = /([0-9a-f-]{36})\/status#/.exec(leg.form.get('StatusCallback') ?? '')?.[1] ?? ''
  const read = await selectReadAttempt(service.context.db, service.organizationId, attemptId)
  return { leg, read: read ?? assert.fail('no attempt') }
}

function eventOf(leg: PlacedLeg, call_status: CarrierEvent['call_status'], sequence: number): CarrierEvent {
  const event = acceptedEvent(leg.sid, new Date())
  const duration_seconds = call_status === 'completed' ? 7 : null
  return { ...event, call_status, sequence_number: sequence, source: 'status_callback', duration_seconds }
}

/** Returns all that the reports of a call have written. */
async function standing({ attempt }: ReadAttempt) {
  const { organization_id, _id, call_id } = attempt
  const [row] = await service.context.db.query(sql`
    select c.state, a.state as attempt, v.status as conversation, a.duration_seconds,
      (select array_agg(call_status order by call_status) from carrier_events where attempt_id = a._id) as reports,
      (select array_agg(to_state order by _id) from call_moves where call_id = c._id) as moves,
      (select count(*) from numbers_in_use where call_id = c._id) as numbers,
      (select count(*) from calling_slots where attempt_id = a._id) as slots
    from call_attempts a join calls c on c._id = a.call_id join conversations v on v._id = a.conversation_id
    where a.organization_id = ${organization_id} and a._id = ${_id} and c._id = ${call_id}`)
  return row
}

describe('an attempt that the carrier accepts', () => {
  it('has its event where the events are wanted only since the request to the carrier', async () => {
    const { db } = service.context
    const want = () => db.write(sql`update api_keys set scopes = array_append(scopes, 'events:read')`)
    await db.write(sql`update api_keys set scopes = array_remove(scopes, 'events:read')`)
    carrier.behave({ kind: 'accept', meanwhile: want })
    const { read } = await place()
    const events = await db.query<{ type: string }>(sql`
      select type from events where subject_id = any(array[${read.attempt.conversation_id}, ${read.attempt.call_id}]::uuid[])`)
    assert.deepEqual(events, [{ type: 'conversation.started' }])
  })

  it('does not meet a person who was erased during the request to the carrier', async () => {
    const { db } = service.context
    const erase = () =>
      db.write(sql`update call_attempts set phone_number = 'erased' where conversation_id is null`)
    carrier.behave({ kind: 'accept', meanwhile: erase })
    const { read } = await place()
    const { conversation_id, state } = read.attempt
    assert.equal(state, 'dialling')
    const [conversation] = await db.query(
      sql`select phone_number, profile_id from conversations where _id = ${conversation_id}`,
    )
    assert.deepEqual(conversation, { phone_number: 'erased', profile_id: null })
  })
})

describe('a report of an attempt that was read before', () => {
  it('is recorded by what has changed since (Promise 24)', async () => {
    const { leg, read } = await place()
    assert.equal(await carrier.report(leg, 'completed', { SequenceNumber: '3', CallDuration: '7' }), 204)
    const after = await standing(read)
    const late = await recordReport(service.context, read, eventOf(leg, 'ringing', 1))
    assert.deepEqual(late, { result: 'recorded', hasLines: false })
    assert.deepEqual(await standing(read), {
      ...(after as object),
      reports: ['completed', 'queued', 'ringing'],
    })
  })

  it('waits for a change that is under way, and then reads again (Promise 24)', async () => {
    const { leg, read } = await place()
    const holder = await service.context.db.connect()
    try {
      const { organization_id, _id, call_id } = read.attempt
      await holder.query('begin')
      await holder.query('select from calls where organization_id = $1 and _id = $2 for update', [
        organization_id,
        call_id,
      ])
      const recording = recordReport(service.context, read, eventOf(leg, 'ringing', 1))
      await eventually('the report waits for the lock', async () => {
        const waiting = await service.context.db.query(sql`
          select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%xmin =%'`)
        return waiting.length > 0 ? true : null
      })
      await holder.query(
        'update call_attempts set polls_count = polls_count + 1 where organization_id = $1 and _id = $2',
        [organization_id, _id],
      )
      await holder.query('commit')
      assert.deepEqual(await recording, { result: 'recorded', hasLines: false })
    } finally {
      await holder.end()
    }
    assert.deepEqual(await standing(read), {
      state: 'ringing',
      attempt: 'ringing',
      conversation: 'ringing',
      duration_seconds: null,
      reports: ['queued', 'ringing'],
      moves: ['waiting', 'dialling', 'ringing'],
      numbers: 1,
      slots: 1,
    })
  })

  it('is written at once if nothing has changed, and frees slot and number at the end', async () => {
    const { leg, read } = await place()
    const recorded = await recordReport(service.context, read, eventOf(leg, 'completed', 3))
    assert.deepEqual(recorded, { result: 'recorded', hasLines: true })
    assert.deepEqual(await standing(read), {
      state: 'completed',
      attempt: 'completed',
      conversation: 'completed',
      duration_seconds: 7,
      reports: ['completed', 'queued'],
      moves: ['waiting', 'dialling', 'completed'],
      numbers: 0,
      slots: 0,
    })
  })

  it('is recorded under the lock if the conversation is not as its attempt says', async () => {
    for (const [status, sequence] of [
      ['ringing', 1],
      ['completed', 3],
    ] as const) {
      const { leg, read } = await place()
      await service.context.db.write(
        sql`update conversations set status = 'live' where _id = ${read.attempt.conversation_id}`,
      )
      const recorded = await recordReport(service.context, read, eventOf(leg, status, sequence))
      assert.deepEqual(recorded, { result: 'recorded', hasLines: false })
      const { state, attempt, conversation } = (await standing(read)) as Record<string, unknown>
      assert.deepEqual([state, attempt, conversation], [status, status, status])
    }
  })

  it('is stored alone if it says nothing new, and seven at once end as one after the other', async () => {
    const { leg, read } = await place()
    await Promise.all(
      ['initiated', 'ringing', 'in-progress', 'completed', 'ringing', 'initiated', 'completed'].map(
        (status) =>
          carrier.report(leg, status, {
            SequenceNumber: String(['initiated', 'ringing', 'in-progress', 'completed'].indexOf(status)),
            ...(status === 'completed' && { CallDuration: '7' }),
          }),
      ),
    )
    const { moves, ...rest } = (await standing(read)) as { moves: string[] }
    assert.equal(moves.at(-1), 'completed')
    assert.deepEqual(rest, {
      state: 'completed',
      attempt: 'completed',
      conversation: 'completed',
      duration_seconds: 7,
      reports: ['completed', 'in-progress', 'initiated', 'queued', 'ringing'],
      numbers: 0,
      slots: 0,
    })
  })
})

describe('a call that the carrier could not connect', () => {
  for (const [status, ErrorCode, state] of [
    ['failed', '13225', 'failed'],
    ['failed', '32017', 'waiting'],
    // The code may be about a colleague's number.
    ['no-answer', '13224', 'waiting'],
  ] as const)
    it(`is ${state} after ${status} with ${ErrorCode}: if it fails for its number, it is not retried (Rule 44)`, async () => {
      const { leg, read } = await place('Retried')
      assert.equal(await carrier.report(leg, status, { SequenceNumber: '3', ErrorCode }), 204)
      const { state: now, attempt } = (await standing(read)) as { state: string; attempt: string }
      assert.deepEqual([now, attempt], [state, status.replace('-', '_')])
    })
})

describe('a poll of a call that has been answered', () => {
  it('adds that a machine answered, which the polls before did not know', async () => {
    const { leg, read } = await place()
    const { organization_id, _id } = read.attempt
    await service.context.db.write(sql`update call_attempts set machine_detection = true where _id = ${_id}`)
    const asked: CarrierEvent = { ...eventOf(leg, 'in-progress', -1), source: 'asked' }
    const record = (answered_by: string | null) =>
      recordCarrierEvent(service.context, organization_id, _id, { ...asked, answered_by })
    assert.equal(await record(null), 'recorded')
    assert.equal(await record('machine_start'), 'to_end')
    assert.equal(await record(null), 'to_end')
    const [attempt] = await service.context.db.query(sql`
      select a.answered_by, array_agg(e.answered_by) as polls from call_attempts a
      join carrier_events e on e.attempt_id = a._id and e.source = 'asked' where a._id = ${_id} group by a._id, a.answered_by`)
    assert.deepEqual(attempt, { answered_by: 'machine_start', polls: ['machine_start'] })
  })
})

describe('a poll that found no place at its carrier', () => {
  it('does not count, so that the polls after it come as soon as after none', async () => {
    const { db } = service.context
    const { read } = await place()
    const { _id } = read.attempt
    const claim = async () => {
      await db.write(sql`update call_attempts set poll_at = now() - interval '1 second' where _id = ${_id}`)
      const now = new Date()
      const claimed = await claimAttemptsToPoll(db, now, new Date(now.getTime() + 30_000), 200)
      return claimed.find((attempt) => attempt._id === _id) ?? assert.fail('it was not due')
    }
    for (let times = 0; times < 8; times++)
      await postponePolls(db, [{ attempt: await claim(), pollAt: new Date() }])
    const attempt = await claim()
    assert.equal(attempt.polls_count, 1)
    const polledAt = Date.now()
    await pollCarrier(service.context, attempt)
    const [{ poll_at } = { poll_at: '' }] = await db.query<{ poll_at: string }>(
      sql`select poll_at from call_attempts where _id = ${_id}`,
    )
    const seconds = (Date.parse(poll_at) - polledAt) / 1_000
    assert.ok(seconds > 19 && seconds < 40, `${seconds} s`)
  })
})

describe('a report that the database breaks off', () => {
  it('fails by itself, and leaves no rejection that nobody handles', async () => {
    const { leg, read } = await place()
    const { db } = service.context
    const { organization_id, project_id, campaign_id, phone_number } = read.attempt
    const [waiting] = await db.write<{ _id: string }>(sql`
      insert into calls (organization_id, project_id, _id, campaign_id, placed_by, phone_number, customer, state,
        state_since, waits_for, attempts_count, created_at)
      values (${organization_id}, ${project_id}, gen_random_uuid(), ${campaign_id}, 'queue', ${phone_number}, '{}'::jsonb,
        'waiting', now(), 'number', 0, now()) returning _id`)
    const unhandled: unknown[] = []
    const keep = (error: unknown) => void unhandled.push(error)
    process.on('unhandledRejection', keep)
    const holder = await db.connect()
    try {
      await holder.query('begin')
      await holder.query('select from calls where _id = $1 for update', [waiting!._id])
      // The attempt of an agent, whose end is written after the number's next call was put back.
      const attempt = { ...read.attempt, agent_id: read.attempt._id }
      const recording = recordReport(service.context, { ...read, attempt }, eventOf(leg, 'completed', 3))
      const failed = assert.rejects(recording)
      await eventually('the report waits for the next call', async () => {
        const ended = await db.query(sql`
          select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%with recursive caller%'`)
        return ended.length > 0 ? true : null
      })
      await failed
      await new Promise((resolve) => setImmediate(resolve))
      assert.deepEqual(unhandled, [])
    } finally {
      process.off('unhandledRejection', keep)
      await holder.end()
    }
  })
})

describe('a call of which the carrier has no record any more', () => {
  it('is charged from its answer to the last report of it (Rule 180)', async () => {
    const { leg, read } = await place()
    const { db } = service.context
    const used = async () => {
      const [day] = await db.query<{ used_seconds: number }>(sql`select used_seconds from call_days`)
      return day!.used_seconds
    }
    const before = await used()
    const answered = new Date(1_000 * Math.floor(Date.now() / 1_000) - 100_000)
    const form = { SequenceNumber: '2', Timestamp: answered.toUTCString() }
    assert.equal(await carrier.report(leg, 'in-progress', form), 204)
    await settleLost(service.context, read.attempt, 'the carrier has no record of it', { mayRetry: false })
    const [attempt] = await db.query<{
      state: string
      answered_at: string
      ended_at: string
      reported_at: string
      duration_seconds: number
      settled_seconds: number
    }>(sql`
      select state, answered_at, ended_at, reported_at, duration_seconds, settled_seconds from call_attempts
      where _id = ${read.attempt._id}`)
    assert.equal(attempt?.state, 'failed')
    assert.equal(attempt.answered_at, answered.toISOString())
    assert.equal(attempt.ended_at, attempt.reported_at)
    const seconds = (Date.parse(attempt.ended_at) - answered.getTime()) / 1_000
    assert.ok(seconds >= 100, String(seconds))
    assert.deepEqual([attempt.duration_seconds, attempt.settled_seconds], [seconds, Math.ceil(seconds)])
    assert.equal((await used()) - before, Math.ceil(seconds))
  })

  it('is charged nothing if nobody had answered', async () => {
    const { read, leg } = await place()
    assert.equal(await carrier.report(leg, 'ringing', { SequenceNumber: '1' }), 204)
    await settleLost(service.context, read.attempt, 'the carrier has no record of it', { mayRetry: false })
    const [attempt] = await service.context.db.query(sql`
      select state, answered_at, duration_seconds, settled_seconds from call_attempts where _id = ${read.attempt._id}`)
    assert.deepEqual(attempt, { state: 'failed', answered_at: null, duration_seconds: 0, settled_seconds: 0 })
  })
})

describe('an attempt that was never placed', () => {
  it('has no state after it if a conflict undid that and another outcome was recorded before it ran again', async () => {
    const { context, organizationId, projectId, campaignIds } = service
    const { db } = context
    const phone = nextNumber()
    carrier.behave({ kind: 'lose' })
    const path = `/organizations/${organizationId}/projects/${projectId}/campaigns/${campaignIds['Script']}/trigger-call`
    await service.request('POST', path, { body: { phone_number: phone } })
    const attempt = await eventually('its outcome is unknown', async () => {
      const [unresolved] = await db.query<DialedAttempt>(sql`
        select * from call_attempts where phone_number = ${phone} and state = 'unresolved'`)
      return unresolved ?? null
    })
    const conflicting = { ...context, db: { ...db } }
    conflicting.db.transaction = async (run) => {
      const undone = db.transaction(async (transaction) => {
        await run(transaction)
        throw new Error('a conflict')
      })
      await assert.rejects(undone, /a conflict/)
      await settleRejected(context, attempt, { code: null, reason: 'refused' }, { mayRetry: false })
      return db.transaction(run)
    }
    assert.equal(await settleNeverPlaced(conflicting, attempt, { kind: 'fail' }, moveReasons.absent), null)
    const [stored] = await db.query(sql`select state from call_attempts where _id = ${attempt._id}`)
    assert.deepEqual(stored, { state: 'failed' })
  })
})

describe('a call of which the carrier can not be asked', () => {
  const reasons = {
    'its account was closed': sql`update voice_carriers set api_url = 'http://127.0.0.1:9' returning _id`,
    'its token can not be decrypted': sql`update voice_carriers set auth_token = auth_token || '\\x00' returning _id`,
  }
  for (const [reason, unaskable] of Object.entries(reasons))
    it(`has failed a day after it was dialed, and gives its slot back; until then it keeps it: ${reason}`, async () => {
      const { read, leg } = await place()
      const { db } = service.context
      const { _id } = read.attempt
      const standing = async () => {
        const [row] = await db.query<{
          state: string
          call: string
          has_slot: boolean
          is_polled: boolean
        }>(sql`
        select a.state, c.state as call, exists (select from calling_slots s where s.attempt_id = a._id) as has_slot,
          a.poll_at is not null as is_polled
        from call_attempts a join calls c on c._id = a.call_id where a._id = ${_id}`)
        return row
      }
      assert.equal(await carrier.report(leg, 'in-progress', { SequenceNumber: '2' }), 204)
      const [before] = await db.query<{ api_url: string; auth_token: Buffer }>(
        sql`select api_url, auth_token from voice_carriers`,
      )
      await db.write(unaskable)
      try {
        const live = { state: 'live', call: 'live', has_slot: true, is_polled: true }
        for (const [hours, expected] of [
          [24, live],
          [26, { state: 'failed', call: 'failed', has_slot: false, is_polled: false }],
        ] as const) {
          await db.write(sql`
          update call_attempts set created_at = now() - ${hours} * interval '1 hour' where _id = ${_id} returning _id`)
          const attempt = await selectAttempt(db, service.organizationId, _id)
          const polled = pollCarrier(service.context, attempt!)
          await (reason.includes('token') && hours === 24 ? assert.rejects(polled, /decrypted/) : polled)
          assert.deepEqual(await standing(), expected)
        }
      } finally {
        const { api_url, auth_token } = before!
        await db.write(
          sql`update voice_carriers set api_url = ${api_url}, auth_token = ${auth_token} returning _id`,
        )
      }
    })
})

describe('a call that waits in a queue of the carrier', () => {
  it('is ended there once the hours have closed, so that it does not ring outside of them (Rule 13)', async () => {
    const { db } = service.context
    const day = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'][(new Date().getUTCDay() + 3) % 7]
    const closed = {
      timezone: 'UTC',
      windows: [{ days: [day], from: '09:00', to: '09:01' }],
      closed_dates: [],
    }
    const setHours = (hours: object | null) =>
      db.write(sql`
        update campaigns set calling_hours = ${hours === null ? null : JSON.stringify(hours)}::jsonb returning _id`)
    const poll = async (attemptId: string) => {
      const attempt = await selectAttempt(db, service.organizationId, attemptId)
      await pollCarrier(service.context, attempt!)
    }
    const { read, leg } = await place()
    const ringing = await place()
    assert.equal(await carrier.report(ringing.leg, 'ringing', { SequenceNumber: '1' }), 204)
    const early = await place()
    await db.write(sql`
      update call_attempts set created_at = created_at - interval '2 minutes'
      where _id = any(${[read.attempt._id, ringing.read.attempt._id]}::uuid[]) returning _id`)
    await poll(read.attempt._id)
    assert.equal(carrier.ended.includes(leg.sid), false)
    await setHours(closed)
    try {
      for (const one of [read, ringing.read, early.read]) await poll(one.attempt._id)
    } finally {
      await setHours(null)
    }
    assert.deepEqual(
      [leg, ringing.leg, early.leg].map(({ sid }) => carrier.ended.includes(sid)),
      [true, false, false],
    )
    assert.equal(await carrier.report(leg, 'canceled', { SequenceNumber: '2', CallDuration: '0' }), 204)
    const [call] = await db.query<{ state: string; reason: string }>(sql`
      select state, (select reason from call_moves m where m.call_id = c._id order by m._id desc limit 1) as reason
      from calls c where _id = ${read.call._id}`)
    assert.equal(call?.state, 'canceled')
    assert.match(call.reason, /^the calling hours are closed/)
  })
})
