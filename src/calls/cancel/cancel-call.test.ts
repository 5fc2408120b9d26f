// A call is canceled while others change it: the carrier, the worker, the end of another call to its number.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { after, before, describe, it } from 'node:test'
import { carrierAccount, startCarrier } from '../../../test/support/carrier.ts'
import type { Carrier, PlacedLeg } from '../../../test/support/carrier.ts'
import { scriptCampaign } from '../../../test/support/declarations.ts'
import { createNumbers } from '../../../test/support/numbers.ts'
import { eventually, startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { sql } from '../../db/sql.ts'
import { parkBlocked } from '../queue/queue-queries.ts'

interface Canceled {
  state_before: string
  state: string
  canceled: boolean
  message: string
}

const nextNumber = createNumbers()
let carrier: Carrier
let service: Service

async function start(): Promise<void> {
  carrier = await startCarrier()
  service = await startService({
    carrier: { api_url: carrier.url, account_sid: carrierAccount, unknown_grace_seconds: 1 },
    campaigns: [
      scriptCampaign(),
      scriptCampaign({ name: 'Two slots', slots: 2 }),
      scriptCampaign({ name: 'Retries', retry: { max_attempts: 3, delay_minutes: 0 } }),
    ],
  })
}

async function stop(): Promise<void> {
  await service[Symbol.asyncDispose]()
  await carrier[Symbol.asyncDispose]()
}

const path = (campaign: string) =>
  `/organizations/${service.organizationId}/projects/${service.projectId}/campaigns/${service.campaignIds[campaign]}/calls`

async function place(phone_number = nextNumber(), campaign = 'Script'): Promise<string> {
  const { status, body } = await service.request('POST', path(campaign), { body: { phone_number } })
  assert.equal(status, 200, body.message)
  return (body.data as { campaign_queue_id: string }).campaign_queue_id
}

/** Places a call whose answer from the carrier is lost on the way. */
async function placeUnknown(kind: 'accept_silently' | 'lose'): Promise<string> {
  carrier.behave(kind === 'lose' ? { kind } : { kind, how: 'drop' })
  const { body } = await service.request('POST', path('Script'), { body: { phone_number: nextNumber() } })
  const id = /campaign_queue_id (\S+)/.exec(body.message)?.[1]
  assert.ok(id, body.message)
  return id
}

async function cancel(id: string, campaign = 'Script'): Promise<Canceled> {
  const { status, body } = await service.request('POST', `${path(campaign)}/${id}/cancel`)
  assert.equal(status, 200, body.message)
  return body.data
}

async function callNamed(id: string) {
  const [call] = await service.context.db.query<{
    state: string
    waits_for: string | null
    attempts_count: number
  }>(sql`select state, waits_for, attempts_count from calls where _id = ${id}`)
  assert.ok(call)
  return call
}

const untilState = (id: string, state: string) =>
  eventually(`${id} is ${state}`, async () => ((await callNamed(id)).state === state ? true : null))

/** Makes the worker poll the carrier about the call now. */
async function pollNow(id: string): Promise<void> {
  await service.context.db.query(sql`
    update call_attempts set poll_at = now() where call_id = ${id} and poll_at is not null`)
}

const untilEnded = (leg: PlacedLeg) =>
  eventually('the carrier is asked to end it', () => (carrier.ended.includes(leg.sid) ? true : null))

const campaignKey = () => ({
  organization_id: service.organizationId,
  project_id: service.projectId,
  campaign_id: service.campaignIds['Script']!,
  voice_carrier_id: '00000000-0000-0000-0000-000000000000',
  attempt: { time_limit_seconds: 60 },
  now: new Date(),
})

/**
 * Places three calls to one number: the first is dialed, the others are parked until it ends. There is no worker, so a
 * call that is not parked would stay at the head of the queue, and the next first call would wait behind it.
 */
async function placeThree(): Promise<{ leg: PlacedLeg; second: string; third: string }> {
  const number = nextNumber()
  await place(number)
  const leg = carrier.legs.at(-1)!
  const [second, third] = [await place(number), await place(number)]
  await eventually('both are parked', async () => {
    await service.context.db.transaction((transaction) => parkBlocked(transaction, campaignKey()))
    const waits = await Promise.all([second, third].map(callNamed))
    return waits.every(({ waits_for }) => waits_for === 'number') ? true : null
  })
  return { leg, second, third }
}

describe('a canceled call', () => {
  before(start)
  after(stop)

  it('without a SID is ended when the carrier reports it', async () => {
    const id = await placeUnknown('accept_silently')
    const leg = carrier.legs.at(-1)!
    const { message, ...canceled } = await cancel(id)
    assert.deepEqual(canceled, {
      campaign_queue_id: id,
      state_before: 'unresolved',
      state: 'unresolved',
      canceled: true,
    })
    assert.match(message, /as soon as the carrier confirms/)
    assert.deepEqual(carrier.ended, [])
    await carrier.report(leg, 'ringing', { SequenceNumber: '1' })
    await untilEnded(leg)
    await carrier.report(leg, 'canceled', { SequenceNumber: '2', CallDuration: '0' })
    assert.equal((await callNamed(id)).state, 'canceled')
  })

  it('keeps the outcome that the carrier reports, and is not dialed again', async () => {
    const id = await place(nextNumber(), 'Retries')
    const leg = carrier.legs.at(-1)!
    await carrier.report(leg, 'ringing', { SequenceNumber: '1' })
    await cancel(id, 'Retries')
    await carrier.report(leg, 'no-answer', { SequenceNumber: '2', CallDuration: '0' })
    assert.equal((await callNamed(id)).state, 'no_answer')
    assert.equal((await cancel(id, 'Retries')).canceled, false)
  })

  it('that was live is completed; the time of the first request is stored', async () => {
    const id = await place()
    const leg = carrier.legs.at(-1)!
    await carrier.report(leg, 'in-progress', { SequenceNumber: '1' })
    const { state_before, state } = await cancel(id)
    assert.deepEqual([state_before, state], ['live', 'live'])
    const noted = sql`select cancel_requested_at from calls where _id = ${id}`
    const first = await service.context.db.query(noted)
    assert.equal((await cancel(id)).message, 'The call was ended at the carrier')
    assert.deepEqual(await service.context.db.query(noted), first)
    await carrier.report(leg, 'completed', { SequenceNumber: '2', CallDuration: '3' })
    assert.equal((await callNamed(id)).state, 'completed')
  })

  it('lets the next call go that waits for its number', async () => {
    const { leg, second, third } = await placeThree()
    await carrier.report(leg, 'completed', { SequenceNumber: '1', CallDuration: '1' })
    assert.equal((await callNamed(second)).waits_for, 'turn')
    assert.equal((await callNamed(third)).waits_for, 'number')
    await cancel(second)
    assert.equal((await callNamed(third)).waits_for, 'turn')
    await cancel(third)
  })

  it('leaves the others parked while the number is in use', async () => {
    const { leg, second, third } = await placeThree()
    await cancel(second)
    assert.equal((await callNamed(third)).waits_for, 'number')
    await carrier.report(leg, 'completed', { SequenceNumber: '1', CallDuration: '1' })
    assert.equal((await callNamed(third)).waits_for, 'turn')
    await cancel(third)
  })

  it('lets the next call go, whatever order the transactions run in', async () => {
    for (let round = 0; round < 15; round++) {
      const { leg, second, third } = await placeThree()
      await Promise.all([
        carrier.report(leg, 'completed', { SequenceNumber: '1', CallDuration: '1' }),
        cancel(second),
      ])
      assert.equal((await callNamed(second)).state, 'canceled')
      assert.equal((await callNamed(third)).waits_for, 'turn')
      await cancel(third)
    }
  })

  it('lets the next call go when many that wait for one number are canceled at the same time', async () => {
    const { leg, second, third } = await placeThree()
    const number = leg.form.get('To')!
    const more = await Promise.all(Array.from({ length: 10 }, () => place(number)))
    await eventually('all are parked', async () => {
      await service.context.db.transaction((transaction) => parkBlocked(transaction, campaignKey()))
      return (await callNamed(more.at(-1)!)).waits_for === 'number' ? true : null
    })
    await carrier.report(leg, 'completed', { SequenceNumber: '1', CallDuration: '1' })
    const last = more.pop()!
    await Promise.all([third, ...more, second].map((id) => cancel(id)))
    assert.equal((await callNamed(last)).waits_for, 'turn')
  })
})

describe('a canceled call, with a worker', () => {
  before(async () => {
    await start()
    service.startWorker()
  })
  after(stop)

  it('that the carrier never had is canceled after the grace period, and is not dialed again', async () => {
    const id = await placeUnknown('lose')
    const { creates } = carrier
    await cancel(id)
    await untilState(id, 'canceled')
    assert.equal((await callNamed(id)).attempts_count, 0)
    assert.equal(carrier.creates, creates)
  })

  it('is found at the carrier and ended there after the process that dialed it has died', async () => {
    carrier.behave({ kind: 'accept_silently', how: 'hang' })
    const { creates } = carrier
    const number = nextNumber()
    const secretKey = Buffer.alloc(32, 7).toString('base64')
    const child = spawn(process.execPath, ['src/cli/main.ts', 'api'], {
      env: {
        ...process.env,
        DATABASE_URL: service.databaseUrl,
        SECRET_KEY: secretKey,
        PORT: '0',
        LOG_LEVEL: 'error',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    try {
      const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as string[]
      const url = /http:\S+:\d+/.exec(line ?? '')?.[0]
      const lost = fetch(`${url}${path('Script')}`, {
        method: 'POST',
        headers: { 'x-api-key': service.key, 'content-type': 'application/json' },
        body: JSON.stringify({ phone_number: number }),
      }).catch(() => null)
      await eventually('the carrier is asked', () => (carrier.creates > creates ? true : null))
      child.kill('SIGKILL')
      await lost
    } finally {
      child.kill('SIGKILL')
    }
    const [call] = await service.context.db.query<{ _id: string }>(
      sql`select _id from calls where phone_number = ${number}`,
    )
    const id = call!._id
    const { state_before, canceled } = await cancel(id)
    assert.deepEqual([state_before, canceled], ['dialling', true])
    const leg = carrier.legs.at(-1)!
    // This carrier can't show the attempt's id. Its call counts as ours, but is ended only once it is polled by its
    // SID.
    await eventually('the carrier is asked to end it', async () => {
      await pollNow(id)
      return carrier.ended.includes(leg.sid) ? true : null
    })
    await eventually('it is canceled', async () => {
      await pollNow(id)
      return (await callNamed(id)).state === 'canceled' ? true : null
    })
    assert.equal(carrier.creates, creates + 1)
  })

  it('whose carrier can not be reached is ended once it can', async () => {
    const id = await place()
    const leg = carrier.legs.at(-1)!
    await carrier.report(leg, 'in-progress', { SequenceNumber: '1' })
    const setAddress = (address: string) =>
      service.context.db.query(sql`update voice_carriers set api_url = ${address}`)
    await setAddress('http://127.0.0.1:9')
    const { canceled, message } = await cancel(id)
    assert.equal(canceled, true)
    assert.match(message, /not confirmed the end/)
    assert.equal(carrier.ended.includes(leg.sid), false)
    await setAddress(carrier.url)
    await eventually('the end is found', async () => {
      await pollNow(id)
      return (await callNamed(id)).state === 'completed' ? true : null
    })
    assert.ok(carrier.ended.includes(leg.sid))
  })

  it('is either canceled while waiting or dialed, never both', async () => {
    const numbers = Array.from({ length: 40 }, nextNumber)
    const ids = await Promise.all(numbers.map((number) => place(number, 'Two slots')))
    const reported = new Set<string>()
    const hangUp = async () => {
      for (const leg of carrier.legs)
        if (numbers.includes(leg.form.get('To')!) && !reported.has(leg.sid)) {
          reported.add(leg.sid)
          const status = leg.status === 'canceled' ? 'canceled' : 'completed'
          await carrier.report(leg, status, { SequenceNumber: '9', CallDuration: '0' })
        }
    }
    const canceled: Promise<Canceled>[] = []
    for (const id of ids) {
      canceled.push(cancel(id, 'Two slots'))
      await hangUp()
    }
    const results = await Promise.all(canceled)
    await eventually('all are over', async () => {
      await hangUp()
      const calls = await Promise.all(ids.map(callNamed))
      return calls.every(({ state }) => ['completed', 'canceled'].includes(state)) ? true : null
    })
    for (const [index, { state_before, state, canceled }] of results.entries()) {
      const attempts = carrier.legs.filter(({ form }) => form.get('To') === numbers[index]).length
      if (state_before === 'waiting') assert.deepEqual([state, canceled, attempts], ['canceled', true, 0])
      // Claimed, and asked once more right before its request to the carrier.
      else if (attempts === 0) assert.equal((await callNamed(ids[index]!)).state, 'canceled', state_before)
      else assert.equal(attempts, 1, state_before)
    }
    assert.ok(results.some(({ state_before }) => state_before === 'waiting'))
    assert.ok(results.some(({ state_before }) => state_before !== 'waiting'))
  })
})
