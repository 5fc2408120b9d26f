// One number that the carrier never takes, beside others that it takes.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from '../src/db/sql.ts'
import { carrierAccount, startCarrier } from './support/carrier.ts'
import type { Carrier } from './support/carrier.ts'
import { scriptCampaign } from './support/declarations.ts'
import { createNumbers } from './support/numbers.ts'
import { eventually, startService } from './support/service.ts'
import type { Service } from './support/service.ts'
import { assertTook, probeOf, watchStalls } from './support/slowness.ts'

const nextNumber = createNumbers()
const bad = nextNumber()
let carrier: Carrier
let service: Service
before(async () => {
  carrier = await startCarrier()
  carrier.refused.add(bad)
  service = await startService({
    carrier: { api_url: carrier.url, account_sid: carrierAccount },
    campaigns: [scriptCampaign()],
  })
  service.startWorker()
})
after(async () => {
  await service[Symbol.asyncDispose]()
  await carrier[Symbol.asyncDispose]()
})

const path = (tail: string) =>
  `/organizations/${service.organizationId}/projects/${service.projectId}` +
  `/campaigns/${service.campaignIds['Script']}/${tail}`

async function place(phone_number: string): Promise<string> {
  const { status, body } = await service.request('POST', path('calls'), { body: { phone_number } })
  assert.equal(status, 200, body.message)
  return (body.data as { campaign_queue_id: string }).campaign_queue_id
}

const dialed = (phones: readonly string[]) =>
  eventually('the others are dialed', () => {
    const taken = new Set(carrier.legs.map(({ form }) => form.get('To')))
    return phones.every((phone) => taken.has(phone)) ? true : null
  })

const others = (count: number) => Array.from({ length: count }, nextNumber)

interface Pause {
  failures: number
  held_ms: number
  refusals: number
  number_ms: number
}

async function pauses(): Promise<Pause> {
  const [row] = await service.context.db.query<Pause>(sql`
    select p.failures, n.refusals,
      coalesce(1000 * extract(epoch from p.held_until - clock_timestamp()), 0)::double precision as held_ms,
      1000 * extract(epoch from n.paused_until - clock_timestamp())::double precision as number_ms
    from carrier_rate_limits p join number_pauses n on n.voice_carrier_id = p.voice_carrier_id`)
  return row!
}

describe('a number that the carrier always answers with 429', () => {
  it('delays other calls only for a moment, with many calls to it at the head of the queue', async () => {
    const first = await place(bad)
    const [, ...rest] = await Promise.all([place(bad), ...Array.from({ length: 59 }, () => place(bad))])
    const phones = others(20)
    await using stalls = watchStalls(probeOf(service.context.db))
    const begunAt = performance.now()
    await Promise.all(phones.map(place))
    await dialed(phones)
    // Each refusal pauses the account for a second; waiting for all calls to the number would take a minute.
    await assertTook(performance.now() - begunAt, 10_000, stalls.stalledMs())
    // Between two pauses one is tried, and waits for that like any other.
    await eventually('all calls to the number wait', async () => {
      const [waits] = await service.context.db.query<{ count: number }>(sql`
        select count(*)::integer as count from calls where phone_number = ${bad} and state = 'waiting'`)
      return waits!.count === rest.length + 2 ? true : null
    })
    await eventually('the first call waits for the carrier', async () => {
      const { body } = await service.request('GET', path(`calls/${first}`))
      return (body.data as { waiting: { reason: string } | null }).waiting?.reason === 'carrier_rate'
        ? true
        : null
    })
  })

  it('is paused for longer each time, its account for a second each time', async () => {
    for (let refusals = (await pauses()).refusals; refusals < 5;) {
      await service.context.db.query(sql`update number_pauses set paused_until = now()`)
      await service.context.db.query(sql`
        with due as (update calls set due_at = now() where waits_for = 'due')
        update campaign_queues set next_at = now()`)
      const before = refusals
      const now = await eventually('it is tried again', async () => {
        const pause = await pauses()
        return pause.refusals > before ? pause : null
      })
      // A virtual machine's clock may go back by a fraction of a millisecond between the two readings.
      assert.ok(now.held_ms <= 1_100, `the account is held for ${now.held_ms} ms`)
      assert.ok(now.failures <= 1)
      assert.ok(now.number_ms <= 62_000 && now.number_ms > Math.min(60, 2 ** now.refusals) * 1_000 - 10_000)
      refusals = now.refusals
      const phones = others(3)
      await Promise.all(phones.map(place))
      await dialed(phones)
      assert.equal((await pauses()).failures, 0)
    }
  })

  it('is dialed once the carrier accepts it, which ends its pause', async () => {
    carrier.refused.delete(bad)
    await service.context.db.query(sql`update number_pauses set paused_until = now()`)
    await service.context.db.query(sql`
      with due as (update calls set due_at = now() where waits_for = 'due')
      update campaign_queues set next_at = now()`)
    await dialed([bad])
    await eventually('nothing is kept of it', async () => {
      const left = await service.context.db.query(sql`select from number_pauses`)
      return left.length === 0 ? true : null
    })
  })
})

describe('a carrier that takes no calls', () => {
  it('is paused for longer with each further number that it refuses', async () => {
    const { db } = service.context
    const phones = others(4)
    for (const phone of phones) carrier.refused.add(phone)
    for (const [index, phone] of phones.entries()) {
      await place(phone)
      await eventually('the account is left alone', async () => {
        const [limit] = await db.query<{ failures: number; seconds: number }>(sql`
          select failures, extract(epoch from held_until - clock_timestamp())::double precision as seconds
          from carrier_rate_limits`)
        return limit!.failures === index + 1 && limit!.seconds > 0 && limit!.seconds <= 2 ** index
          ? true
          : null
      })
      await db.query(sql`update carrier_rate_limits set held_until = now(), arrival_at = '-infinity'`)
    }
  })
})
