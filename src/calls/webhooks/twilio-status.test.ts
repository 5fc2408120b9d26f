import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { carrierAccount, startCarrier } from '../../../test/support/carrier.ts'
import type { Carrier, PlacedLeg } from '../../../test/support/carrier.ts'
import { createNumbers } from '../../../test/support/numbers.ts'
import { eventually, startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { beginRequest } from '../../../test/support/unfinished-request.ts'
import { sql } from '../../db/sql.ts'

const nextNumber = createNumbers()
let carrier: Carrier
let service: Service
before(async () => {
  carrier = await startCarrier()
  service = await startService({ carrier: { api_url: carrier.url, account_sid: carrierAccount } })
})
after(async () => {
  await service[Symbol.asyncDispose]()
  await carrier[Symbol.asyncDispose]()
})

interface Standing {
  call: string
  attempt: string
  conversation: string
  duration_seconds: number | null
  answered_at: string | null
  end_time: string | null
  /** Whether the carrier is polled within 60 s, unless it reports something before. */
  isPolledSoon: boolean
}

const callsPath = () =>
  `/organizations/${service.organizationId}/projects/${service.projectId}/campaigns/${service.campaignIds['Script']}/calls`

async function placed(): Promise<{ id: string; leg: PlacedLeg }> {
  const { status, body } = await service.request('POST', callsPath(), {
    body: { phone_number: nextNumber() },
  })
  assert.equal(status, 200, body.message)
  const { campaign_queue_id, scheduled, scheduled_for } = body.data as Record<string, unknown>
  assert.deepEqual([scheduled, scheduled_for], [false, null])
  return { id: String(campaign_queue_id), leg: carrier.legs.at(-1)! }
}

async function standing(id: string): Promise<Standing> {
  const [row] = await service.context.db.query<Standing>(sql`
    select c.state as call, a.state as attempt, v.status as conversation, v.duration_seconds, v.answered_at, v.end_time,
      coalesce(a.poll_at < now() + interval '60 seconds', false) as "isPolledSoon"
    from calls c join call_attempts a on a.call_id = c._id join conversations v on v._id = a.conversation_id
    where c._id = ${id}`)
  return row!
}

const states = ({ call, attempt, conversation }: Standing) => [call, attempt, conversation]
const stamp = (seconds: number) =>
  new Date(Date.UTC(2026, 10, 20, 12, 0, seconds)).toUTCString().replace('GMT', '+0000')
const reports: [status: string, more: Record<string, string>][] = [
  ['initiated', { SequenceNumber: '0', Timestamp: stamp(0) }],
  ['ringing', { SequenceNumber: '1', Timestamp: stamp(1) }],
  ['in-progress', { SequenceNumber: '2', Timestamp: stamp(5) }],
  [
    'completed',
    { SequenceNumber: '3', Timestamp: stamp(47), CallDuration: '42', Duration: '1', SipResponseCode: '200' },
  ],
]

describe('a status callback', () => {
  it('moves call, attempt and conversation together to the end (Rule 47)', async () => {
    const { id, leg } = await placed()
    assert.deepEqual(states(await standing(id)), ['dialling', 'dialling', 'initiated'])
    const expected = [
      ['dialling', 'dialling', 'initiated'],
      ['ringing', 'ringing', 'ringing'],
      ['live', 'live', 'live'],
      ['completed', 'completed', 'completed'],
    ]
    for (const [index, [status, more]] of reports.entries()) {
      assert.equal(await carrier.report(leg, status, more), 204)
      const now = await standing(id)
      assert.deepEqual(states(now), expected[index])
      assert.equal(now.duration_seconds, index === 3 ? 42 : null)
      assert.equal(now.isPolledSoon, index < 3)
    }
    const { answered_at, end_time, isPolledSoon } = await standing(id)
    assert.deepEqual(
      [answered_at, end_time, isPolledSoon],
      ['2026-11-20T12:00:05.000Z', '2026-11-20T12:00:47.000Z', false],
    )
    const moves = await service.context.db.query<{ to_state: string }>(sql`
      select to_state from call_moves where call_id = ${id} order by _id`)
    assert.deepEqual(
      moves.map(({ to_state }) => to_state),
      ['waiting', 'dialling', 'ringing', 'live', 'completed'],
    )
  })

  const orders = permutations(reports)
  it(`leads to the same result in each of ${orders.length} orders, every event sent twice`, async () => {
    for (const order of orders) {
      const { id, leg } = await placed()
      for (const [status, more] of order) {
        const twice = await Promise.all([
          carrier.report(leg, status, more),
          carrier.report(leg, status, more),
        ])
        assert.deepEqual(twice, [204, 204])
      }
      const { call, conversation, duration_seconds } = await standing(id)
      assert.deepEqual([call, conversation, duration_seconds], ['completed', 'completed', 42])
    }
  })

  for (const [status, outcome] of [
    ['busy', 'busy'],
    ['no-answer', 'no_answer'],
    ['failed', 'failed'],
    ['canceled', 'canceled'],
  ] as const)
    it(`ends the call as ${outcome} with a duration of 0 when Twilio reports ${status}`, async () => {
      const { id, leg } = await placed()
      await carrier.report(leg, 'ringing', { SequenceNumber: '1' })
      await carrier.report(leg, status, { SequenceNumber: '2', CallDuration: '0', Timestamp: stamp(30) })
      const now = await standing(id)
      assert.deepEqual(states(now), [outcome, outcome, outcome])
      assert.equal(now.duration_seconds, 0)
    })

  it('is recorded even if it comes before the answer to the service’s request', async () => {
    carrier.behave({ kind: 'callback_first' })
    const { id } = await placed()
    assert.deepEqual(states(await standing(id)), ['ringing', 'ringing', 'ringing'])
  })

  it('answers the request for the call if the carrier’s own answer is lost (Rule 46)', async () => {
    const unknown = async () => {
      const { values } = await service.context.metrics.unknownDials.get()
      return values.find(({ labels }) => labels.step === 'unresolved')?.value ?? 0
    }
    const before = await unknown()
    carrier.behave({ kind: 'callback_alone' })
    const { id } = await placed()
    assert.deepEqual(states(await standing(id)), ['ringing', 'ringing', 'ringing'])
    assert.equal(await unknown(), before)
  })

  it('is refused and changes nothing when the signature is missing or of another token, or the account is another (403)', async () => {
    const { id, leg } = await placed()
    assert.equal(await carrier.report(leg, 'completed', {}, { token: null }), 403)
    assert.equal(await carrier.report(leg, 'completed', {}, { token: 'another' }), 403)
    assert.equal(await carrier.report(leg, 'completed', { AccountSid: `AC${'f'.repeat(32)}` }), 403)
    assert.deepEqual(states(await standing(id)), ['dialling', 'dialling', 'initiated'])
  })

  it('is refused before its body is read if its header can not be a signature (403)', async () => {
    const { leg } = await placed()
    for (const signature of [undefined, '', 'a'.repeat(28), `${'a'.repeat(28)}=`]) {
      const headers = {
        'content-type': 'application/x-www-form-urlencoded',
        ...(signature !== undefined && { 'x-twilio-signature': signature }),
      }
      const request = beginRequest(leg.form.get('StatusCallback')!, headers, { length: 60_000 })
      assert.equal((await request.answer).status, 403)
      request.end()
    }
  })

  it('is refused if the form is larger than any of Twilio’s (413)', async () => {
    const { leg } = await placed()
    assert.equal(await carrier.report(leg, 'completed', { Padding: 'a'.repeat(65_536) }), 413)
  })

  it('about an unknown attempt is ignored (204)', async () => {
    const { leg } = await placed()
    const url = leg.form.get('StatusCallback')!
    const unknown = url.replace(/[^/]+\/status#.*$/, '01890000-0000-7000-8000-000000000000/status')
    assert.equal(await carrier.report(leg, 'completed', {}, { url: unknown }), 204)
    assert.equal(
      await carrier.report(
        leg,
        'completed',
        {},
        { url: url.replace(/[^/]+\/status#.*$/, 'nonsense/status') },
      ),
      204,
    )
  })

  it('without a required field is refused, once its signature is verified (400)', async () => {
    const { leg } = await placed()
    assert.equal(await carrier.report(leg, 'completed', { CallSid: 'x' }), 400)
  })

  it("with another attempt's CallSid is refused, and changes neither (400)", async () => {
    const [one, other] = [await placed(), await placed()]
    carrier.behave({ kind: 'accept_silently', how: 'drop' })
    const path = one.leg.form.get('StatusCallback')!
    const { status } = await service.request('POST', callsPath(), { body: { phone_number: nextNumber() } })
    assert.equal(status, 500)
    const unresolved = carrier.legs.at(-1)!.form.get('StatusCallback')!
    for (const url of [path, unresolved])
      assert.equal(await carrier.report(other.leg, 'ringing', {}, { url }), 400)
    const instructions = one.leg.form.get('Url')!
    assert.equal((await carrier.ask(other.leg, {}, { url: instructions })).status, 400)
    for (const { id } of [one, other])
      assert.deepEqual(states(await standing(id)), ['dialling', 'dialling', 'initiated'])
    assert.deepEqual(carrier.ended, [])
  })

  it('with an unknown status is counted and changes nothing (204)', async () => {
    const { id, leg } = await placed()
    assert.equal(await carrier.report(leg, 'unheard-of'), 204)
    assert.deepEqual(states(await standing(id)), ['dialling', 'dialling', 'initiated'])
    assert.match(await service.context.registry.metrics(), /kind="status",result="unknown_status"\} 1/)
  })

  it('about a second call at the carrier for one attempt ends that call and leaves the first', async () => {
    const { id, leg } = await placed()
    const second = { ...leg, sid: `CA${'b'.repeat(32)}` }
    carrier.legs.push(second)
    assert.equal(await carrier.report(second, 'ringing'), 204)
    await eventually('the second is ended', () => (second.status === 'canceled' ? true : null))
    assert.deepEqual(states(await standing(id)), ['dialling', 'dialling', 'initiated'])
    assert.deepEqual([carrier.ended, leg.status], [[second.sid], 'queued'])
  })
})

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]]
  return items.flatMap((item, index) =>
    permutations([...items.slice(0, index), ...items.slice(index + 1)]).map((rest) => [item, ...rest]),
  )
}
