// Calls of people to the project, over real HTTP with a carrier under the test's control (Rules 145 and 146).
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { carrierAccount, startCarrier } from '../../../test/support/carrier.ts'
import type { Carrier, PlacedLeg, SendOptions } from '../../../test/support/carrier.ts'
import { scriptCampaign } from '../../../test/support/declarations.ts'
import { compareEventsWithFacts } from '../../../test/support/events-of-facts.ts'
import { addressesOfNumbers, arrivingCall, askForCall } from '../../../test/support/inbound.ts'
import { createNumbers } from '../../../test/support/numbers.ts'
import { eventually, startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { sql } from '../../db/sql.ts'

const definition = {
  start: 'ask',
  steps: {
    ask: {
      kind: 'listen',
      text: 'Hello {{ customer.name | default: "stranger" }}. How can we help?',
      input: 'both',
      variable: 'wish',
      keys_count: 1,
      next: 'decide',
      no_input: 'bye',
    },
    decide: {
      kind: 'choose',
      branches: [{ variable: 'wish', one_of: ['person', '1'], next: 'desk' }],
      otherwise: 'bye',
    },
    desk: { kind: 'transfer', to: '+14155550111', variable: 'desk', next: 'bye' },
    bye: { kind: 'hang_up', text: 'Goodbye.' },
  },
}
const flow = (name: string, more: Record<string, unknown> = {}) => ({
  name,
  status: 'running',
  call_direction: 'inbound',
  campaign_type: 'workflow',
  workflow: 'reception',
  slots: 100,
  ...more,
})
/** Closed at any moment at which the test may run: open for a minute a week, at another day. */
const closedNow = () => {
  const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
  const day = days[(new Date().getUTCDay() + 3) % 7]
  return { timezone: 'UTC', windows: [{ days: [day], from: '09:00', to: '09:01' }] }
}
const numbers = {
  script: '+14155550170',
  flow: '+14155550171',
  two: '+14155550172',
  closed: '+14155550173',
  closedByDefault: '+14155550174',
  paused: '+14155550175',
  ended: '+14155550176',
  unready: '+14155550177',
  nobody: '+14155550178',
  one: '+14155550179',
  closedScript: '+14155550169',
} as const

const nextNumber = createNumbers()
let carrier: Carrier
let service: Service
let addresses: { voice: string; status: string }
before(async () => {
  carrier = await startCarrier()
  const retry = { max_attempts: 3, delay_minutes: 0, on: ['no_answer', 'busy', 'failed'] }
  service = await startService({
    carrier: { api_url: carrier.url, account_sid: carrierAccount },
    workflows: [{ name: 'reception', definition }],
    callerIds: [
      { number: numbers.script, inbound_campaign: 'Line' },
      { number: numbers.flow, inbound_campaign: 'Flow' },
      { number: numbers.two, inbound_campaign: 'Two' },
      { number: numbers.one, inbound_campaign: 'One' },
      { number: numbers.closed, inbound_campaign: 'Closed' },
      { number: numbers.closedByDefault, inbound_campaign: 'Closed by default' },
      { number: numbers.closedScript, inbound_campaign: 'Closed script' },
      { number: numbers.paused, inbound_campaign: 'Paused' },
      { number: numbers.ended, inbound_campaign: 'Ended' },
      { number: numbers.unready, inbound_campaign: 'Unready' },
      { number: numbers.nobody },
    ],
    campaigns: [
      scriptCampaign(),
      scriptCampaign({ name: 'Line', call_direction: 'inbound', caller_id: null }),
      flow('Flow', { retry }),
      flow('Two', { slots: 2, busy_message: 'Both lines are taken, {{ customer.name }}.' }),
      flow('One', { slots: 1, retry }),
      flow('Closed', { calling_hours: closedNow(), closed_message: 'We open on another day.', retry }),
      flow('Closed by default', { calling_hours: closedNow() }),
      scriptCampaign({
        name: 'Closed script',
        call_direction: 'inbound',
        caller_id: null,
        voice: 'Polly.Lea',
        calling_hours: closedNow(),
      }),
      flow('Paused', { status: 'paused' }),
      flow('Ended', { status: 'ended' }),
      flow('Unready', { workflow: null }),
    ],
  })
  addresses = await addressesOfNumbers(service)
})
after(async () => {
  await service[Symbol.asyncDispose]()
  await carrier[Symbol.asyncDispose]()
})

const ask = (leg: PlacedLeg, options?: SendOptions, more?: Record<string, string>) =>
  askForCall(carrier, leg, addresses.voice, options, more)
const sayings = (document: string) =>
  [...document.matchAll(/<Say[^>]*>([^<]*)<\/Say>/g)].map((match) => match[1])
const actionOf = (document: string) => /action="([^"]+)"/.exec(document)?.[1] ?? assert.fail(document)

interface StoredCall {
  _id: string
  attempt_id: string
  conversation_id: string
  placed_by: string
  state: string
  phone_number: string | null
  customer: Record<string, unknown>
  attempts_count: number
  conversation_type: string
  status: string
  profile_id: string | null
  duration_seconds: number | null
  has_slot: boolean
}

/** Returns all calls that are stored for a call at the carrier. */
function storedCalls(leg: PlacedLeg): Promise<StoredCall[]> {
  return service.context.db.query<StoredCall>(sql`
    select c._id, a._id as attempt_id, a.conversation_id, c.placed_by, c.state, c.phone_number, c.customer,
      c.attempts_count, v.conversation_type, v.status, v.profile_id, v.duration_seconds,
      exists (select from calling_slots s where s.attempt_id = a._id) as has_slot
    from call_attempts a join calls c on c._id = a.call_id join conversations v on v._id = a.conversation_id
    where a.carrier_call_sid = ${leg.sid}`)
}

async function storedCall(leg: PlacedLeg): Promise<StoredCall> {
  const calls = await storedCalls(leg)
  assert.equal(calls.length, 1)
  return calls[0]!
}

async function transcript(leg: PlacedLeg): Promise<string[]> {
  const lines = await service.context.db.query<{ role: string; text: string }>(sql`
    select l.role, l.text from call_attempts a join conversation_lines l on l.conversation_id = a.conversation_id
    where a.carrier_call_sid = ${leg.sid} order by l.turn, l.line`)
  return lines.map(({ role, text }) => `${role}: ${text}`)
}

/** Reports the end of a call as the number's own status callback does. */
const report = (leg: PlacedLeg, status = 'completed') =>
  carrier.report(
    leg,
    status,
    { CallDuration: '7', Direction: 'inbound', Timestamp: new Date().toUTCString() },
    { url: addresses.status },
  )

describe('a call to a number with an inbound campaign', () => {
  it('is answered by its script, and stored as an inbound conversation of the caller', async () => {
    const leg = arrivingCall(carrier, nextNumber(), numbers.script)
    const { status, document } = await ask(leg)
    assert.equal(status, 200)
    assert.deepEqual(sayings(document), ['Hello'])
    const call = await storedCall(leg)
    const { placed_by, state, phone_number, attempts_count, conversation_type, has_slot } = call
    assert.deepEqual(
      { placed_by, state, phone_number, attempts_count, conversation_type, has_slot, status: call.status },
      {
        placed_by: 'caller',
        state: 'live',
        phone_number: leg.form.get('From'),
        attempts_count: 1,
        conversation_type: 'inbound',
        has_slot: true,
        status: 'live',
      },
    )
    const [profile] = await service.context.db.query(sql`
      select call_count, conversation_count from profiles where _id = ${call.profile_id}`)
    assert.deepEqual(profile, { call_count: 1, conversation_count: 1 })
    assert.equal(await report(leg), 204)
    const over = await storedCall(leg)
    assert.deepEqual(
      [over.state, over.status, over.duration_seconds, over.has_slot],
      ['completed', 'completed', 7, false],
    )
  })

  it('is led through the steps of its workflow, to a transfer', async () => {
    const leg = arrivingCall(carrier, nextNumber(), numbers.flow)
    const first = await ask(leg)
    assert.deepEqual(sayings(first.document), ['Hello stranger. How can we help?'])
    const second = await carrier.ask(leg, { SpeechResult: 'A person.' }, { url: actionOf(first.document) })
    const third = await carrier.ask(leg, { Digits: '1' }, { url: actionOf(first.document) })
    assert.equal(second.document, third.document)
    assert.match(second.document, /<Hangup|<Dial/)
    const other = arrivingCall(carrier, nextNumber(), numbers.flow)
    const asked = await ask(other)
    const desk = await carrier.ask(other, { Digits: '1' }, { url: actionOf(asked.document) })
    assert.match(
      desk.document,
      /<Dial[^>]* callerId="\+14155550171"[^>]*><Number>\+14155550111<\/Number><\/Dial>/,
    )
    const bye = await carrier.ask(other, { DialCallStatus: 'completed' }, { url: actionOf(desk.document) })
    assert.deepEqual(sayings(bye.document), ['Goodbye.'])
    assert.equal((await storedCall(other)).state, 'live')
    await report(leg)
    await report(other)
  })

  it('finds the profile of a person who is known, and reads their name from it', async () => {
    const number = nextNumber()
    const path = `/organizations/${service.organizationId}/projects/${service.projectId}/campaigns/${service.campaignIds['Script']}/calls`
    const { status } = await service.request('POST', path, { body: { phone_number: number, name: 'Ada' } })
    assert.equal(status, 200)
    const dialed = carrier.legs.at(-1)!
    await carrier.report(dialed, 'completed', { CallDuration: '3' })
    const leg = arrivingCall(carrier, number, numbers.flow)
    const { document } = await ask(leg)
    assert.deepEqual(sayings(document), ['Hello Ada. How can we help?'])
    const [own, outbound] = [await storedCall(leg), await storedCall(dialed)]
    assert.equal(own.profile_id, outbound.profile_id)
    assert.deepEqual([outbound.conversation_type, outbound.placed_by], ['outbound', 'queue'])
    await report(leg)
  })

  for (const from of ['anonymous', '+266696687', '+7378742833', '', 'sip:someone@example.com'])
    it(`is answered for a caller who withholds the number as "${from}"`, async () => {
      const leg = arrivingCall(carrier, from, numbers.flow)
      const { document } = await ask(leg)
      assert.deepEqual(sayings(document), ['Hello stranger. How can we help?'])
      const call = await storedCall(leg)
      assert.deepEqual(
        [call.phone_number, call.profile_id, call.customer, call.state],
        [null, null, {}, 'live'],
      )
      const desk = await carrier.ask(leg, { Digits: '1' }, { url: actionOf(document) })
      assert.match(desk.document, /<Dial[^>]* callerId="\+14155550171"/)
      const path = `/organizations/${service.organizationId}/projects/${service.projectId}`
      const campaign = service.campaignIds['Flow']
      const shown = await service.request('GET', `${path}/campaigns/${campaign}/calls/${call._id}`)
      assert.equal(shown.status, 200, JSON.stringify(shown.body))
      await report(leg)
      assert.equal((await storedCall(leg)).state, 'completed')
    })
})

describe('a caller who is turned away', () => {
  const cases = [
    ['outside the hours, with the declared text', 'closed', ['We open on another day.'], 'no_answer'],
    [
      'outside the hours, with a text of the service',
      'closedByDefault',
      [/We are closed at the moment/],
      'no_answer',
    ],
    ['while the campaign is on hold', 'paused', [/can not take your call/], 'no_answer'],
    ['after the campaign has ended', 'ended', [/can not take your call/], 'no_answer'],
    ['by a campaign without what it needs', 'unready', [/can not take your call/], 'no_answer'],
  ] as const
  for (const [why, number, texts, state] of cases)
    it(`hears why ${why}; the call is over, counted and not called back`, async () => {
      const leg = arrivingCall(carrier, nextNumber(), numbers[number])
      const { document } = await ask(leg)
      const said = sayings(document)
      assert.equal(said.length, texts.length)
      for (const [place, text] of texts.entries()) assert.match(said[place]!, new RegExp(text))
      assert.match(document, /<Hangup\/><\/Response>$/)
      const call = await storedCall(leg)
      assert.deepEqual(
        [call.state, call.status, call.duration_seconds, call.has_slot],
        [state, state, 0, false],
      )
      assert.deepEqual(
        await transcript(leg),
        said.map((text) => `agent: ${text}`),
      )
      assert.equal((await ask(leg)).document, document)
      assert.equal(await report(leg), 204)
      assert.equal((await storedCall(leg)).state, state)
    })

  it("hears the English sentence of the service without the campaign's voice, where that speaks another language", async () => {
    const setLanguage = (language: string) =>
      service.context.db.write(sql`
        update projects set language = ${language} where _id = ${service.projectId} returning _id`)
    await setLanguage('fr')
    try {
      const { document } = await ask(arrivingCall(carrier, nextNumber(), numbers.closedScript))
      assert.match(document, /<Say language="en-US">Thank you for calling\. We are closed/)
    } finally {
      await setLanguage('en')
    }
  })

  it('hears that all lines are busy while the slots are taken, and the next caller gets a freed one', async () => {
    const legs = Array.from({ length: 3 }, () => arrivingCall(carrier, nextNumber(), numbers.two))
    await ask(legs[0]!)
    await ask(legs[1]!)
    const { document } = await ask(legs[2]!)
    assert.deepEqual(sayings(document), ['Both lines are taken, .'])
    assert.equal((await storedCall(legs[2]!)).state, 'busy')
    await report(legs[0]!)
    const fourth = arrivingCall(carrier, nextNumber(), numbers.two)
    await ask(fourth)
    assert.equal((await storedCall(fourth)).state, 'live')
    await report(legs[1]!)
    await report(fourth)
  })

  it('is rejected where no campaign answers the number, and nothing is stored', async () => {
    for (const to of [numbers.nobody, '+14155550199']) {
      const leg = arrivingCall(carrier, nextNumber(), to)
      const { status, document } = await ask(leg)
      assert.equal(status, 200)
      assert.match(document, /<Response><Reject reason="rejected"\/><\/Response>$/)
      assert.deepEqual(await storedCalls(leg), [])
    }
  })
})

describe('the carrier asks again, or at once', () => {
  it('ten times about one call: one call is stored, and every answer is the same (Rule 145)', async () => {
    const leg = arrivingCall(carrier, nextNumber(), numbers.flow)
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(leg)))
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
    assert.equal(new Set(answers.map(({ document }) => document)).size, 1)
    await storedCall(leg)
    const [counted] = await service.context.db.query(sql`
      select count(*) as conversations from conversations where phone_number = ${leg.form.get('From')}`)
    assert.deepEqual(counted, { conversations: 1 })
    await report(leg)
  })

  it('about two callers and one slot: one is connected, the other hears that it is busy', async () => {
    for (let round = 0; round < 10; round++) {
      const legs = [nextNumber(), nextNumber()].map((from) => arrivingCall(carrier, from, numbers.one))
      await Promise.all(legs.map((leg) => ask(leg)))
      const states = await Promise.all(legs.map(async (leg) => (await storedCall(leg)).state))
      assert.deepEqual(states.toSorted(), ['busy', 'live'])
      await Promise.all(legs.map((leg) => report(leg)))
    }
  })

  it('about two callers and two slots: none hears that it is busy', async () => {
    for (let round = 0; round < 10; round++) {
      const legs = [nextNumber(), nextNumber()].map((from) => arrivingCall(carrier, from, numbers.two))
      await Promise.all(legs.map((leg) => ask(leg)))
      const states = await Promise.all(legs.map(async (leg) => (await storedCall(leg)).state))
      assert.deepEqual(states, ['live', 'live'])
      await Promise.all(legs.map((leg) => report(leg)))
    }
  })

  it('after the call is over: it is hung up', async () => {
    const leg = arrivingCall(carrier, nextNumber(), numbers.flow)
    await ask(leg)
    await report(leg)
    assert.match((await ask(leg)).document, /<Response><Hangup\/><\/Response>$/)
  })
})

describe('a call that nobody reports on', () => {
  it('whose process died before it answered is polled, and its slot is free again', async () => {
    const leg = arrivingCall(carrier, nextNumber(), numbers.one)
    await ask(leg)
    leg.status = 'completed'
    leg.duration = '5'
    await service.context.db.write(sql`
      update call_attempts set poll_at = now() where carrier_call_sid = ${leg.sid} returning _id`)
    service.startWorker()
    await eventually('the poll has settled it', async () =>
      (await storedCall(leg)).state === 'completed' ? true : null,
    )
    assert.equal((await storedCall(leg)).has_slot, false)
  })

  it('is never dialed, whatever its outcome and whatever the campaign retries (Rule 146)', async () => {
    const creates = carrier.creates
    for (const status of ['failed', 'busy', 'no-answer', 'canceled']) {
      const leg = arrivingCall(carrier, nextNumber(), numbers.flow)
      await ask(leg)
      await report(leg, status)
      const { state } = await storedCall(leg)
      assert.equal(state, status.replace('-', '_'))
    }
    const lost = arrivingCall(carrier, nextNumber(), numbers.flow)
    await ask(lost)
    const call = await storedCall(lost)
    await assert.rejects(
      service.context.db.write(sql`
        update calls set state = 'waiting', waits_for = 'turn' where _id = ${call._id} returning _id`),
      /calls_of_callers/,
    )
    carrier.legs.splice(carrier.legs.indexOf(lost), 1)
    await service.context.db.write(sql`
      update voice_carriers set unknown_grace_seconds = 1 returning _id`)
    await service.context.db.write(sql`
      update call_attempts set poll_at = now() where carrier_call_sid = ${lost.sid} returning _id`)
    await eventually('the carrier has no such call', async () =>
      (await storedCall(lost)).state === 'failed' ? true : null,
    )
    assert.equal(carrier.creates, creates)
  })
})

describe('a request that is not from the account', () => {
  it('is refused, and nothing is stored', async () => {
    const leg = arrivingCall(carrier, nextNumber(), numbers.flow)
    for (const token of ['another-token', null]) {
      assert.equal((await ask(leg, { token })).status, 403)
      const { status } = await carrier.ask(leg, { CallStatus: 'completed' }, { token, url: addresses.status })
      assert.equal(status, 403)
    }
    assert.equal((await ask(leg, {}, { AccountSid: `AC${'1'.repeat(32)}` })).status, 403)
    assert.equal((await ask(leg, {}, { CallSid: 'CA1' })).status, 400)
    assert.deepEqual(await storedCalls(leg), [])
  })

  it('and names no account is rejected without a look at its body', async () => {
    const leg = arrivingCall(carrier, nextNumber(), numbers.flow)
    const url = addresses.voice.replace(/[^/]+$/, '0190a000-0000-7000-8000-000000000000')
    assert.match((await askForCall(carrier, leg, url)).document, /<Reject/)
    assert.equal((await carrier.ask(leg, {}, { url: `${url}/status` })).status, 204)
  })

  it('about the end of an unknown call changes nothing', async () => {
    assert.equal(await report(arrivingCall(carrier, nextNumber(), numbers.flow)), 204)
  })
})

describe('calls in both directions', () => {
  it('to one number: nobody is dialed who is on the line already', async () => {
    const number = nextNumber()
    const leg = arrivingCall(carrier, number, numbers.flow)
    await ask(leg)
    const path = `/organizations/${service.organizationId}/projects/${service.projectId}/campaigns/${service.campaignIds['Script']}`
    const triggered = await service.request('POST', `${path}/trigger-call`, {
      body: { phone_number: number },
    })
    assert.equal(triggered.status, 400)
    const queued = await service.request('POST', `${path}/calls`, { body: { phone_number: number } })
    assert.equal((queued.body.data as { scheduled: boolean }).scheduled, true)
    const creates = carrier.creates
    await report(leg)
    await eventually('the waiting call is dialed', () => (carrier.creates > creates ? true : null))
  })

  it('a person who is being called can call', async () => {
    const number = nextNumber()
    const path = `/organizations/${service.organizationId}/projects/${service.projectId}/campaigns/${service.campaignIds['Script']}`
    assert.equal(
      (await service.request('POST', `${path}/calls`, { body: { phone_number: number } })).status,
      200,
    )
    const dialed = carrier.legs.at(-1)!
    const legs = [arrivingCall(carrier, number, numbers.flow), arrivingCall(carrier, number, numbers.flow)]
    for (const leg of legs) assert.match((await ask(leg)).document, /How can we help/)
    for (const leg of legs) await report(leg)
    const [held] = await service.context.db.query(sql`
      select call_id from numbers_in_use where phone_number = ${number}`)
    assert.deepEqual(held, { call_id: (await storedCall(dialed))._id })
  })
})

it('a campaign that answers calls is refused as one that places them', async () => {
  const path = `/organizations/${service.organizationId}/projects/${service.projectId}/campaigns/${service.campaignIds['Flow']}`
  const { status, body } = await service.request('POST', `${path}/trigger-call`, {
    body: { phone_number: nextNumber() },
  })
  assert.equal(status, 400)
  assert.match(body.message, /call_direction is not outbound/)
})

describe('the events of all these calls', () => {
  it('are one for each fact, whether the caller was answered, turned away or hung up (Promise 116)', async () => {
    const counts = await compareEventsWithFacts(service.context.db)
    const shown = await service.context.db.query<{ type: string; state: string }>(sql`
      select distinct type, data ->> 'state' as state from events
      where type like 'call.%' and data ->> 'placed_by' = 'caller' and data ->> 'conversation_id' is not null
      order by type, state`)
    assert.deepEqual(
      shown.map(({ type, state }) => `${type} ${state}`),
      [
        'call.answered live',
        ...['busy', 'canceled', 'completed', 'failed', 'no_answer'].map((state) => `call.ended ${state}`),
      ],
    )
    const [bare] = await service.context.db.query<{ count: number }>(sql`
      select count(*) as count from events where type like 'call.%' and data ->> 'placed_by' = 'caller'
        and (data ->> 'conversation_id' is null or (type = 'call.ended') <> (data ->> 'duration_seconds' is not null))`)
    assert.equal(bare!.count, 0)
    assert.ok(counts.get('conversation.ended')! > 0)
  })
})
