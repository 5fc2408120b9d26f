// What guards count and reserve for an attempt, on each way in which an attempt can end: given back or charged exactly
// once. `between` is run at the last moment: after the attempt is committed, before it is asked whether it may begin.
// The test gets there by holding back the statement that asks.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql, toText } from '../src/db/sql.ts'
import { carrierAccount, startCarrier } from './support/carrier.ts'
import type { Carrier, PlacedLeg } from './support/carrier.ts'
import { organization, scriptCampaign, wideCallSettings } from './support/declarations.ts'
import { compareDialsWithAttempts } from './support/dial-recount.ts'
import { addressesOfNumbers, arrivingCall, askForCall } from './support/inbound.ts'
import { createNumbers } from './support/numbers.ts'
import { eventually, startService } from './support/service.ts'
import type { Answer, Service } from './support/service.ts'

const perMinute = 0.07
const desk = '+442071838750'
const closedHours = {
  timezone: 'callee',
  windows: [{ days: ['sun'], from: '09:00', to: '09:01' }],
}
const openHours = {
  timezone: 'callee',
  windows: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], from: '00:00', to: '24:00' }],
}

const nextNumber = createNumbers()
let carrier: Carrier
let service: Service
let transfers = 0
/** Is run once, right before the next attempt is asked whether it may begin. */
let between: (() => Promise<void>) | null = null
let releaseReads = (): void => {}

const flow = { campaign_type: 'workflow', workflow: 'hands over' }
const line = '+14155550170'
const callerIds = [{ number: line, inbound_campaign: 'Line' }]
const campaigns = (calling_hours: object, status = 'running', ending = 'running') => [
  scriptCampaign({ name: 'One' }),
  scriptCampaign({ name: 'Held', status }),
  scriptCampaign({ name: 'Callee', calling_hours }),
  scriptCampaign({ name: 'Ending', status: ending, calling_hours: closedHours }),
  scriptCampaign({ name: 'Line', call_direction: 'inbound', ...flow }),
  scriptCampaign({ name: 'Again', retry: { max_attempts: 2, delay_minutes: 0, on: ['busy'] } }),
  scriptCampaign({ name: 'Flow', ...flow }),
]
const workflows = [
  {
    name: 'hands over',
    definition: {
      start: 'colleague',
      steps: {
        colleague: { kind: 'transfer', to: desk, next: 'second' },
        second: { kind: 'transfer', to: '+14155550198', next: 'bye' },
        bye: { kind: 'hang_up', text: 'Nobody is there.' },
      },
    },
  },
]
const usual = {
  ...wideCallSettings,
  minutes_a_call: 10,
  spend_a_day: 10_000,
  rates: [
    { prefix: '+1', per_minute: perMinute },
    { prefix: '+44', per_minute: 0.3 },
  ],
}
const declared = ({ calls = usual, hours = openHours, held = 'running', ending = 'running' } = {}) => ({
  carrier: { api_url: carrier.url, account_sid: carrierAccount, unknown_grace_seconds: 1 },
  campaigns: campaigns(hours, held, ending),
  callerIds,
  workflows,
  calls,
})
const declare = (differing: Parameters<typeof declared>[0] = {}) =>
  service.apply(organization('Acme', carrier.url, declared(differing)))

before(async () => {
  carrier = await startCarrier()
  const begun = performance.now()
  // A Monday at noon, so that no day ends while the test runs; later than the database's clock, by which pauses end.
  const clock = { now: () => new Date(Date.UTC(2036, 10, 24, 12) + (performance.now() - begun)) }
  service = await startService(declared(), { clock })
  const { db } = service.context
  const query = db.query.bind(db)
  let held: Promise<void> | null = null
  db.query = async (statement) => {
    const { text } = toText(statement)
    if (between !== null && text.includes('as is_canceled')) {
      held = between()
      between = null
    }
    // What is asked beside it waits as well.
    if (/as is_canceled|as profile_timezone, g\.calling_hours/.test(text)) await held
    return query(statement)
  }
  service.startWorker()
})
after(async () => {
  await service[Symbol.asyncDispose]()
  await carrier[Symbol.asyncDispose]()
})

const pathOf = (campaign: string) =>
  `/organizations/${service.organizationId}/projects/${service.projectId}/campaigns/${service.campaignIds[campaign]}`
const place = (number: string, tail: 'calls' | 'trigger-call', campaign = 'One'): Promise<Answer> =>
  service.request('POST', `${pathOf(campaign)}/${tail}`, { body: { phone_number: number } })

const stateOf = async (number: string): Promise<string | null> => {
  const [call] = await service.context.db.query<{ state: string }>(sql`
    select state from calls where phone_number = ${number}`)
  return call?.state ?? null
}
const reach = (number: string, state: string | null) =>
  eventually(`the call is ${state}`, async () => ((await stateOf(number)) === state ? true : null))
const legOf = (number: string): Promise<PlacedLeg> =>
  eventually(
    'the carrier has the call',
    () => carrier.legs.findLast(({ form }) => form.get('To') === number) ?? null,
  )
const end = async (number: string, status = 'completed', seconds = '61', sequence = '9') => {
  const CallDuration = status === 'completed' ? seconds : '0'
  await carrier.report(await legOf(number), status, { CallDuration, SequenceNumber: sequence })
}
/** Has the carrier polled at once, until the call is in a state. */
const poll = (number: string, state: string) =>
  eventually(`polls find the call ${state}`, async () => {
    await service.context.db.write(sql`
      update call_attempts set poll_at = '2026-01-01' where phone_number = ${number} and poll_at is not null`)
    return (await stateOf(number)) === state ? true : null
  })
const list = async (number: string) => {
  // Not over the API: its answer waits until the attempt, which waits for this, is over.
  await service.context.db.write(sql`
    insert into do_not_call (organization_id, _id, number, source, since)
    values (${service.organizationId}, gen_random_uuid(), ${number}, 'api', now())`)
}
const cancel = async (number: string, campaign: string) => {
  const [call] = await service.context.db.query<{ _id: string }>(sql`
    select _id from calls where phone_number = ${number} and state not in ('canceled', 'completed', 'failed')`)
  const { status } = await service.request('POST', `${pathOf(campaign)}/calls/${call!._id}/cancel`)
  assert.ok(status < 300, String(status))
}

/** How an attempt is made: by a request for a call now, by one for a queued call, or by the worker. */
type By = 'trigger' | 'queue' | 'worker'

async function begin(number: string, by: By, campaign: string): Promise<void> {
  if (by !== 'worker')
    return void (await place(number, by === 'trigger' ? 'trigger-call' : 'calls', campaign))
  await declare({ held: 'paused' })
  const asked = between
  between = null
  assert.equal((await place(number, 'calls', 'Held')).status, 200)
  between = asked
  await declare()
}

interface Way {
  name: string
  by: By
  campaign?: string
  between?: (number: string) => Promise<unknown>
  /** What the carrier does with the request. */
  behave?: Parameters<Carrier['behave']>[0]
  /** Whether no poll is answered until `releaseReads` is called. */
  holdsReads?: boolean
  next?: (number: string) => Promise<unknown>
  /** How the call is in the end; null: it left no trace. */
  state: string | null
  /** What is counted in the end, and charged in seconds and minutes. */
  dials: number
  seconds?: number
  amount?: number
  /** Undoes what would disturb the next way. */
  tidy?: (number: string) => Promise<unknown>
}

const forbidden = () => declare({ calls: { ...usual, countries: ['DE', 'GB'] } })
const closed = () => declare({ hours: closedHours })
const refused = { kind: 'refuse', status: 400, code: 21_211 } as const
/** Returns a way whose call leaves nothing counted. */
const uncounted = (name: string, by: By, state: string | null, more: Partial<Way>): Way => ({
  name,
  by,
  state,
  dials: 0,
  ...more,
})
/** Returns a way that ends in a call of 61 seconds. */
const spoken = (name: string, by: By, more: Partial<Way>): Way => ({
  name,
  by,
  state: 'completed',
  dials: 1,
  seconds: 61,
  amount: 2 * perMinute,
  next: (number) => end(number),
  ...more,
})
const asBefore = () => declare()
const canceledIn = (campaign: string) => async (number: string) => {
  await cancel(number, campaign)
  await declare()
}
const slowDown = { kind: 'refuse', status: 429, code: 20_429 } as const
const dialedAgain = async (number: string) => {
  await eventually('it is dialed again', async () => {
    await service.context.db.write(sql`
      update call_attempts set poll_at = '2026-01-01' where phone_number = ${number} and state = 'unresolved'`)
    return carrier.legs.some(({ form }) => form.get('To') === number) ? true : null
  })
  await end(number)
}
const atCallee = { campaign: 'Callee', between: closed }
const ways: Way[] = [
  uncounted('listed meanwhile, triggered', 'trigger', null, { between: list }),
  uncounted('listed meanwhile, queued', 'queue', null, { between: list }),
  uncounted('listed meanwhile, in the worker', 'worker', 'canceled', { between: list }),
  uncounted('forbidden meanwhile, triggered', 'trigger', null, { between: forbidden, tidy: asBefore }),
  uncounted('forbidden meanwhile, queued', 'queue', null, { between: forbidden, tidy: asBefore }),
  uncounted('forbidden meanwhile, in the worker', 'worker', 'failed', { between: forbidden, tidy: asBefore }),
  uncounted('closed at the callee, triggered', 'trigger', null, { ...atCallee, tidy: asBefore }),
  uncounted('closed at the callee, queued', 'queue', 'waiting', { ...atCallee, tidy: canceledIn('Callee') }),
  uncounted('canceled meanwhile', 'worker', 'canceled', { between: (number) => cancel(number, 'Held') }),
  uncounted('put on hold meanwhile', 'worker', 'waiting', {
    between: () => declare({ held: 'paused' }),
    tidy: canceledIn('Held'),
  }),
  uncounted('expired with its campaign', 'queue', 'expired', {
    campaign: 'Ending',
    next: () => declare({ ending: 'ended' }),
    tidy: asBefore,
  }),
  spoken('not taken at first, triggered', 'trigger', { behave: slowDown }),
  spoken('not taken at first, queued', 'queue', { behave: slowDown }),
  uncounted('rejected, triggered', 'trigger', 'failed', { behave: refused, dials: 1 }),
  uncounted('rejected, in the worker', 'worker', 'failed', { behave: refused, dials: 1 }),
  spoken('without an answer, and the carrier has it', 'queue', {
    behave: { kind: 'accept_silently', how: 'drop' },
    holdsReads: true,
    next: async (number) => {
      await reach(number, 'unresolved')
      await compareDialsWithAttempts(service.context.db, { transfers })
      releaseReads()
      await end(number)
    },
  }),
  uncounted('without an answer, and the carrier has no such call, triggered', 'trigger', 'failed', {
    behave: { kind: 'lose' },
    next: (number) => poll(number, 'failed'),
  }),
  spoken('without an answer, and the carrier has no such call, queued', 'queue', {
    behave: { kind: 'lose' },
    next: dialedAgain,
  }),
  uncounted('taken, and then unknown to the carrier', 'queue', 'failed', {
    dials: 1,
    next: async (number) => {
      carrier.legs.splice(carrier.legs.indexOf(await legOf(number)), 1)
      await poll(number, 'failed')
    },
  }),
  spoken('completed, reported four times and longer at last', 'trigger', {
    seconds: 130,
    amount: 3 * perMinute,
    next: async (number) => {
      for (const seconds of ['0', '0', '130', '130'])
        await end(number, 'completed', seconds, seconds === '0' ? '9' : '10')
    },
  }),
  spoken('busy, and retried', 'queue', {
    campaign: 'Again',
    dials: 2,
    next: async (number) => {
      const first = await legOf(number)
      await end(number, 'busy')
      await eventually('the retry', async () => ((await legOf(number)) === first ? null : true))
      await end(number)
    },
  }),
  uncounted('canceled while it rings', 'queue', 'canceled', {
    dials: 1,
    next: async (number) => {
      await cancel(number, 'One')
      await end(number, 'canceled')
    },
  }),
]

interface Day {
  dials: number
  used_seconds: number
  used_amount: number
}

async function today(): Promise<Day> {
  const [day] = await service.context.db.query<Day>(sql`
    select coalesce(sum(dials), 0)::integer as dials, coalesce(sum(used_seconds), 0)::integer as used_seconds,
      coalesce(sum(used_amount), 0)::double precision as used_amount from call_days`)
  return day!
}

async function used(since: Day): Promise<Day> {
  const day = await today()
  return {
    dials: day.dials - since.dials,
    used_seconds: day.used_seconds - since.used_seconds,
    used_amount: Number((day.used_amount - since.used_amount).toFixed(6)),
  }
}

describe('what an attempt has counted and reserved is charged or given back once (Promise 119)', () => {
  for (const way of ways)
    it(way.name, async () => {
      const since = await today()
      const number = nextNumber()
      if (way.behave !== undefined) carrier.behave(way.behave)
      if (way.holdsReads === true) releaseReads = carrier.holdReads()
      let wasBetween = false
      if (way.between !== undefined)
        between = async () => {
          // The attempt holds its limits while it is asked.
          await compareDialsWithAttempts(service.context.db, { transfers })
          assert.equal((await today()).dials, since.dials + 1)
          await way.between!(number)
          wasBetween = true
        }
      await begin(number, way.by, way.campaign ?? 'One')
      await eventually('the last moment', () => (wasBetween || way.between === undefined ? true : null))
      await way.next?.(number)
      await reach(number, way.state)
      await eventually('nothing is under way', async () => {
        const open = await service.context.db.query(sql`
          select from call_attempts where phone_number = ${number} and settled_seconds is null`)
        return open.length === 0 ? true : null
      })
      await compareDialsWithAttempts(service.context.db, { transfers })
      const expected = {
        dials: way.dials,
        used_seconds: way.seconds ?? 0,
        used_amount: Number((way.amount ?? 0).toFixed(6)),
      }
      assert.deepEqual(await used(since), expected)
      await way.tidy?.(number)
    })

  it('transfers hold as much again, once for all of them, at the dearest rate', async () => {
    const since = await today()
    const number = nextNumber()
    await begin(number, 'queue', 'Flow')
    const leg = await legOf(number)
    await transferTwice(leg, await carrier.ask(leg))
    await end(number)
    await compareDialsWithAttempts(service.context.db, { transfers })
    const { dials, used_seconds, used_amount } = await used(since)
    assert.equal(dials, 3)
    assert.ok(used_seconds > 61 && used_seconds < 61 + 60, String(used_seconds))
    assert.equal(used_amount, Number((2 * perMinute + 0.3).toFixed(6)))
  })

  it("the transfers of a person's own call hold the longest call, and the carrier ends them by then", async () => {
    const { voice, status } = await addressesOfNumbers(service)
    const since = await today()
    const leg = arrivingCall(carrier, nextNumber(), line)
    const first = await askForCall(carrier, leg, voice)
    const seconds = (document: string) => Number(/<Dial[^>]*timeLimit="(\d+)"/.exec(document)?.[1])
    assert.equal(seconds(first.document), 600)
    const second = await transferTwice(leg, first)
    assert.ok(seconds(second) > 500 && seconds(second) < 600, second)
    const [day] = await service.context.db.query(sql`
      select reserved_seconds, reserved_amount::double precision as amount from call_days`)
    assert.deepEqual(day, { reserved_seconds: 600, amount: 3 })
    await carrier.report(leg, 'completed', { CallDuration: '61', Direction: 'inbound' }, { url: status })
    await compareDialsWithAttempts(service.context.db, { transfers })
    const { dials, used_seconds, used_amount } = await used(since)
    assert.equal(dials, 2)
    assert.ok(used_seconds > 0 && used_seconds <= 60, String(used_seconds))
    assert.equal(used_amount, 0.3)

    await declare({ calls: { ...usual, minutes_a_day: 15, minutes_a_call: 15 } })
    const other = arrivingCall(carrier, nextNumber(), line)
    assert.match((await askForCall(carrier, other, voice)).document, /Nobody is there/)
    await carrier.report(other, 'completed', { CallDuration: '1', Direction: 'inbound' }, { url: status })
    await compareDialsWithAttempts(service.context.db, { transfers })
    await declare()
  })
})

/**
 * Goes through both transfers of the workflow, the first of which was answered with `first`. Returns the second's
 * document.
 */
async function transferTwice(leg: PlacedLeg, first: { document: string }): Promise<string> {
  const { db } = service.context
  assert.match(first.document, new RegExp(`<Dial[^>]*>.*\\${desk}`, 's'))
  transfers++
  await compareDialsWithAttempts(db, { transfers })
  const url = /action="([^"]+)"/.exec(first.document)![1]!
  const over = { DialCallStatus: 'no-answer' }
  const second = await carrier.ask(leg, over, { url })
  assert.match(second.document, /<Dial[^>]*>.*\+14155550198/s)
  transfers++
  await compareDialsWithAttempts(db, { transfers })
  assert.equal((await carrier.ask(leg, over, { url })).document, second.document, 'a repeated request')
  await compareDialsWithAttempts(db, { transfers })
  return second.document
}
