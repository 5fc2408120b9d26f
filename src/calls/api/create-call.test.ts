import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { carrierAccount, startCarrier } from '../../../test/support/carrier.ts'
import type { Carrier } from '../../../test/support/carrier.ts'
import { scriptCampaign, wideCallSettings } from '../../../test/support/declarations.ts'
import { createNumbers } from '../../../test/support/numbers.ts'
import { eventually, startService } from '../../../test/support/service.ts'
import type { Answer, Service } from '../../../test/support/service.ts'
import { sql } from '../../db/sql.ts'
import { placeCallTimeoutMs } from '../attempt/dial-attempt.ts'
import { settleLost, settleNeverPlaced } from '../attempt/settle-outcome.ts'
import { moveReasons } from '../move-reasons.ts'
import type { DialedAttempt } from '../queries.ts'

const nextNumber = createNumbers()
let carrier: Carrier
let service: Service
before(async () => {
  carrier = await startCarrier()
  service = await startService({
    carrier: { api_url: carrier.url, account_sid: carrierAccount },
    campaigns: [
      scriptCampaign(),
      scriptCampaign({ name: 'One slot', slots: 1 }),
      scriptCampaign({ name: 'Ended', status: 'ended' }),
      scriptCampaign({
        name: 'Retries',
        retry: { max_attempts: 2, delay_minutes: 60, on: ['failed'] },
      }),
    ],
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
const customer = () => ({ phone_number: nextNumber(), name: 'Ada' })
const idOf = ({ body }: Answer) => (body.data as { campaign_queue_id: string }).campaign_queue_id

async function stateOf(id: string): Promise<string> {
  const [call] = await service.context.db.query<{ state: string }>(
    sql`select state from calls where _id = ${id}`,
  )
  return call!.state
}

describe('POST calls', () => {
  it('starts the call and reports that (200)', async () => {
    const { status, body } = await create({ ...customer(), phone_number: '+14155550123' })
    assert.equal(status, 200)
    const data = body.data as Record<string, unknown>
    assert.deepEqual(Object.keys(data).sort(), [
      'campaign_queue_id',
      'message',
      'scheduled',
      'scheduled_for',
      'scheduled_timezone',
      'success',
    ])
    assert.deepEqual([data['success'], data['scheduled'], data['scheduled_for']], [true, false, null])
    assert.match(String(data['message']), /\+14155550123 started/)
  })

  it('queues the call while the carrier can not be reached at all (200, Rule 43)', async () => {
    // Nothing listens on this port, and no other process gets it by chance.
    await using other = await startService({
      carrier: { api_url: 'http://127.0.0.1:9', account_sid: carrierAccount },
    })
    const url = `/organizations/${other.organizationId}/projects/${other.projectId}/campaigns/${other.campaignIds['Script']}`
    const queued = await other.request('POST', `${url}/calls`, { body: customer() })
    assert.equal(queued.status, 200)
    assert.equal((queued.body.data as { scheduled: boolean }).scheduled, true)
    // While the carrier is paused, the call is refused and leaves no trace. Then it is tried and fails.
    const triggered = await eventually('the carrier is tried again', async () => {
      const answer = await other.request('POST', `${url}/trigger-call`, { body: customer() })
      return answer.status === 400 ? null : answer
    })
    assert.equal(triggered.status, 500)
    const calls = await other.context.db.query(sql`
      select c.placed_by, c.state, c.waits_for, c.attempts_count, a.state as dial from calls c
      left join call_attempts a on a.call_id = c._id order by c.queue_number`)
    assert.deepEqual(calls, [
      { placed_by: 'queue', state: 'waiting', waits_for: 'turn', attempts_count: 0, dial: null },
      { placed_by: 'trigger', state: 'failed', waits_for: null, attempts_count: 0, dial: 'never_placed' },
    ])
    const held = await other.context.db.query(sql`
      select (select count(*) from numbers_in_use) as numbers,
        (select count(*) from calling_slots where attempt_id is not null) as slots`)
    assert.deepEqual(held, [{ numbers: 0, slots: 0 }])
  })

  it('refuses a bad body, and a campaign that has ended (400)', async () => {
    const empty = await create({})
    assert.equal(empty.body.message, 'phone_number is required')
    assert.equal(empty.headers.get('error-code'), 'invalid_request;field="phone_number"')
    assert.equal((await create({ ...customer(), tags: [] })).status, 400)
    assert.match((await create(customer(), service.campaignIds['Ended'])).body.message, /has ended/)
  })

  it('expires a waiting call whose campaign ends meanwhile, and never dials it (Rule 14)', async () => {
    const underWay = await create(customer(), service.campaignIds['One slot'])
    const { creates } = carrier
    const waiting = await create(customer(), service.campaignIds['One slot'])
    assert.equal((waiting.body.data as { scheduled: boolean }).scheduled, true)
    const campaigns = [scriptCampaign({ name: 'One slot', slots: 1, status: 'ended' })]
    const project = { name: 'Renewals', default_country: 'US', campaigns }
    await service.apply({ organizations: [{ name: 'Acme', calls: wideCallSettings, projects: [project] }] })
    await eventually('the call expires', async () =>
      (await stateOf(idOf(waiting))) === 'expired' ? true : null,
    )
    assert.equal(await stateOf(idOf(underWay)), 'dialling')
    await carrier.report(carrier.legs.at(-1)!, 'completed', { CallDuration: '1' })
    assert.deepEqual([await stateOf(idOf(underWay)), carrier.creates], ['completed', creates])
  })

  it('requires a key (401) of the tenant with the scope (403), and a campaign of the project (404)', async () => {
    assert.equal((await create(customer(), undefined, { key: null })).status, 401)
    const elsewhere = path(service.campaignIds['Script']!).replace(service.organizationId, service.projectId)
    assert.equal((await service.request('POST', elsewhere, { body: customer() })).status, 403)
    assert.equal((await create(customer(), service.projectId)).status, 404)
  })

  it('returns 500 when the outcome is unknown, and settles it by polling the carrier, without dialing again (Rule 18, Promise 25)', async () => {
    carrier.behave({ kind: 'accept_silently', how: 'drop' })
    const creates = carrier.creates
    const releaseReads = carrier.holdReads()
    const { status, body } = await create(customer())
    assert.equal(status, 500)
    const id = /campaign_queue_id (\S+)/.exec(body.message)?.[1]
    assert.equal(await stateOf(id!), 'unresolved')
    releaseReads()
    await eventually('the carrier is asked', async () => ((await stateOf(id!)) === 'dialling' ? true : null))
    const leg = carrier.legs.at(-1)!
    await carrier.report(leg, 'completed', { CallDuration: '9' })
    assert.equal(await stateOf(id!), 'completed')
    assert.equal(carrier.creates, creates + 1)
  })

  it('answers a repeated Idempotency-Key while the outcome is unknown (202), and then with the outcome', async () => {
    carrier.behave({ kind: 'accept_silently', how: 'drop' })
    const { creates } = carrier
    const body = customer()
    const once = () => create(body, undefined, { headers: { 'idempotency-key': 'a' } })
    const releaseReads = carrier.holdReads()
    assert.equal((await once()).status, 500)
    const { status, body: pending } = await once()
    releaseReads()
    assert.equal(status, 202)
    const data = pending.data as Record<string, unknown>
    assert.deepEqual([data['status'], data['scheduled'], data['scheduled_for']], ['unresolved', false, null])
    const settled = await eventually('the outcome is known', async () => {
      const answer = await once()
      return answer.status === 202 ? null : answer
    })
    assert.equal(settled.status, 200)
    assert.equal((settled.body.data as { scheduled: boolean }).scheduled, false)
    assert.equal(idOf(settled), data['campaign_queue_id'])
    assert.equal(carrier.creates, creates + 1)
  })

  it('answers a repeated Idempotency-Key as before, and refuses it with another request (409)', async () => {
    const body = customer()
    const once = (more = {}) =>
      create({ ...body, ...more }, undefined, { headers: { 'idempotency-key': 'b' } })
    const first = await once()
    const { creates } = carrier
    const again = await once()
    assert.deepEqual([again.status, again.body], [200, first.body])
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
    assert.equal((await once({ name: 'Grace' })).status, 409)
    assert.equal(carrier.creates, creates)
  })

  it('says to a repeated Idempotency-Key that the call may have been placed, where the carrier never said so (500)', async () => {
    const { db } = service.context
    carrier.behave({ kind: 'accept_silently', how: 'drop' })
    const { creates } = carrier
    const body = customer()
    const once = () => create(body, undefined, { headers: { 'idempotency-key': 'given up' } })
    const releaseReads = carrier.holdReads()
    assert.equal((await once()).status, 500)
    const [attempt] = await db.write<DialedAttempt>(sql`
      update call_attempts set poll_at = null where phone_number = ${body.phone_number} returning *`)
    await settleLost(service.context, attempt!, moveReasons.givenUp, { mayRetry: false })
    releaseReads()
    assert.equal(await stateOf(attempt!.call_id), 'failed')
    for (let time = 0; time < 2; time++) {
      const again = await once()
      assert.deepEqual([again.status, again.headers.get('error-code')], [500, 'dial_unresolved'])
      assert.match(again.body.message, /may have been placed/)
    }
    assert.equal(carrier.creates, creates + 1)
  })

  for (const when of ['during the attempt', 'while the call waits again'] as const)
    it(`refuses a repeated Idempotency-Key where the call was never placed and was canceled ${when} (500)`, async () => {
      const { db } = service.context
      const campaign = service.campaignIds['Retries']!
      const setStatus = (status: string) =>
        db.write(sql`update campaigns set status = ${status} where _id = ${campaign}`)
      carrier.behave({ kind: 'hold' })
      const { creates } = carrier
      const body = customer()
      const once = () => create(body, campaign, { headers: { 'idempotency-key': when } })
      const first = once()
      await eventually('the carrier is asked', () => (carrier.creates > creates ? true : null))
      const releaseReads = carrier.holdReads()
      carrier.drop()
      assert.equal((await first).status, 500)
      const [attempt] = await db.write<DialedAttempt>(sql`
        update call_attempts set poll_at = null where phone_number = ${body.phone_number} returning *`)
      const id = attempt!.call_id
      const cancel = () => service.request('POST', `${path(campaign)}/${id}/cancel`)
      const settle = () =>
        settleNeverPlaced(service.context, attempt!, { kind: 'return_a_few_times' }, 'it has no such call')
      await setStatus('paused')
      if (when === 'during the attempt') {
        await db.write(sql`update calls set cancel_requested_at = now() where _id = ${id}`)
        assert.equal(await settle(), 'canceled')
      } else {
        assert.equal(await settle(), 'waiting')
        assert.equal((await cancel()).status, 200)
      }
      releaseReads()
      await setStatus('running')
      assert.equal(await stateOf(id), 'canceled')
      for (let time = 0; time < 2; time++) {
        const again = await once()
        assert.equal(again.status, 500)
        assert.match(again.body.message, /was canceled before it was dialed/)
      }
      assert.equal(carrier.creates, creates + 1)
    })

  it('waits up to 2 s for the carrier’s rate, else it queues the call (200, Rule 12)', async () => {
    const { db } = service.context
    assert.equal((await create(customer())).status, 200)
    const { creates } = carrier
    const createAfter = async (seconds: number) => {
      // The carrier's rate allows a burst of nearly a second.
      await db.query(sql`
        update carrier_rate_limits set arrival_at = clock_timestamp() + make_interval(secs => ${seconds + 1})`)
      const { status, body } = await create(customer())
      return [status, (body.data as { scheduled: boolean }).scheduled, carrier.creates - creates]
    }
    assert.deepEqual(await createAfter(1.2), [200, false, 1])
    assert.deepEqual(await createAfter(3), [200, true, 1])
    await eventually('it is dialed later', () => (carrier.creates === creates + 2 ? true : null))
  })

  it('waits up to 10 s for the carrier’s answer, which is then unknown (Rule 45)', async () => {
    assert.equal(placeCallTimeoutMs, 10_000)
  })

  it('dials a call that was never placed three times more, then it has failed (Rule 46)', async () => {
    const { db } = service.context
    const body = customer()
    const { creates } = carrier
    carrier.behave(...Array.from({ length: 4 }, () => ({ kind: 'lose' }) as const))
    const releaseReads = carrier.holdReads()
    assert.equal((await create(body)).status, 500)
    const states: (string | null)[] = []
    for (let dials = 1; dials <= 4; dials++) {
      const attempt = await eventually('its outcome is unknown', async () => {
        const [found] = await db.query<DialedAttempt>(sql`
          select a.* from call_attempts a join calls c on c.organization_id = a.organization_id and c._id = a.call_id
          where a.phone_number = ${body.phone_number} and a.state <> 'never_placed' and c.state = 'unresolved'`)
        return found ?? null
      })
      await db.write(sql`update call_attempts set poll_at = null where _id = ${attempt._id}`)
      states.push(
        await settleNeverPlaced(
          service.context,
          attempt,
          { kind: 'return_a_few_times' },
          'it has no such call',
        ),
      )
    }
    releaseReads()
    assert.deepEqual(states, ['waiting', 'waiting', 'waiting', 'failed'])
    assert.equal(carrier.creates, creates + 4)
  })

  it('queues the call when the carrier takes no further call, pauses the carrier, and dials later (200, Rule 42)', async () => {
    carrier.behave({ kind: 'refuse', status: 429, code: 20_429 })
    const { creates, legs } = carrier
    const taken = legs.length
    const customers = [customer(), customer()]
    const answers = [await create(customers[0]), await create(customers[1])]
    assert.equal(carrier.creates, creates + 1, 'the second is not tried while the carrier is paused')
    for (const { status, body } of answers) {
      const { scheduled, scheduled_for } = body.data as Record<string, unknown>
      assert.deepEqual([status, scheduled, scheduled_for], [200, true, null])
    }
    await eventually('both are dialed', () => (legs.length === taken + 2 ? true : null))
    assert.equal(carrier.creates, creates + 3)
    const dialed = new Set(legs.slice(taken).map(({ form }) => form.get('To')))
    assert.deepEqual(dialed, new Set(customers.map(({ phone_number }) => phone_number)))
    const [id] = answers.map(idOf)
    const history = await service.context.db.query<{ to_state: string; reason: string }>(sql`
      select to_state, reason from call_moves where call_id = ${id} order by _id`)
    assert.deepEqual(
      history.map(({ to_state }) => to_state),
      ['waiting', 'dialling', 'waiting', 'dialling'],
    )
    assert.equal(history[0]?.reason, 'placed')
    const attempts = await eventually('the conversation is there', async () => {
      const rows = await service.context.db.query<{ talked: boolean }>(sql`
        select a.state, a.attempt_number, a.conversation_id is not null as talked, c.attempts_count
        from call_attempts a join calls c on c._id = a.call_id where c._id = ${id}`)
      return rows.every(({ talked }) => talked) ? rows : null
    })
    assert.deepEqual(attempts, [{ state: 'dialling', attempt_number: 1, talked: true, attempts_count: 1 }])
    await eventually('the carrier is no longer paused', async () => {
      const [rateLimit] = await service.context.db.query<{ failures: number; held_until: string | null }>(
        sql`select failures, held_until from carrier_rate_limits`,
      )
      return rateLimit?.failures === 0 && rateLimit.held_until === null ? true : null
    })
  })

  // This test comes last because it pauses the carrier.
  it('answers a repeated Idempotency-Key by what follows, where the process died after it had queued the call (200)', async () => {
    const { db } = service.context
    carrier.behave(
      { kind: 'refuse', status: 429, code: 20_429 },
      { kind: 'refuse', status: 401, code: 20_003 },
    )
    const { creates } = carrier
    const body = customer()
    const once = () =>
      create(body, service.campaignIds['Retries'], { headers: { 'idempotency-key': 'died' } })
    const first = await once()
    assert.equal((first.body.data as { scheduled: boolean }).scheduled, true)
    await db.write(sql`update idempotency_keys set answer = null, answered_at = null where key = 'died'`)
    await eventually('the call waits for its retry', async () => {
      const [call] = await db.query<{ waits_for: string | null }>(
        sql`select waits_for from calls where _id = ${idOf(first)} and attempts_count = 1`,
      )
      return call?.waits_for === 'due' ? true : null
    })
    const again = await once()
    assert.deepEqual([again.status, again.body], [200, first.body])
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
    assert.equal(carrier.creates, creates + 2)
  })
})
