import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { carrierAccount, startCarrier } from '../../../test/support/carrier.ts'
import type { Carrier } from '../../../test/support/carrier.ts'
import { scriptCampaign } from '../../../test/support/declarations.ts'
import { createNumbers } from '../../../test/support/numbers.ts'
import { eventually, startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import type { Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import { serveDueQueue } from './serve-queue.ts'

const nextNumber = createNumbers()
let carrier: Carrier
let service: Service
let campaigns = 0
let campaign = ''
// No worker runs. The tests set the locks that a worker would hold at the moment of a request.
before(async () => {
  carrier = await startCarrier()
  const declared = Array.from({ length: 9 }, (_, index) => scriptCampaign({ name: String(index), slots: 2 }))
  service = await startService({
    carrier: { api_url: carrier.url, account_sid: carrierAccount },
    campaigns: [...declared, scriptCampaign({ name: 'One slot', slots: 1 })],
  })
  campaign = service.campaignIds[campaigns++]!
})
afterEach(() => {
  campaign = service.campaignIds[campaigns++]!
})
after(async () => {
  await service[Symbol.asyncDispose]()
  await carrier[Symbol.asyncDispose]()
})

const path = (tail: string) =>
  `/organizations/${service.organizationId}/projects/${service.projectId}/campaigns/${campaign}/${tail}`
const place = (phone_number: string, tail = 'calls') =>
  service.request('POST', path(tail), { body: { phone_number } })

async function isScheduled(phone_number: string): Promise<boolean> {
  const { status, body } = await place(phone_number)
  assert.equal(status, 200, body.message)
  return (body.data as { scheduled: boolean }).scheduled
}

/** Runs the work, and keeps its transaction open until `meanwhile` is over. */
async function whileOpen(
  work: (transaction: Transaction) => Promise<unknown>,
  meanwhile: () => Promise<void>,
): Promise<void> {
  const done = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const open = service.context.db.transaction(async (transaction) => {
    await work(transaction)
    done.resolve()
    await end.promise
  })
  await Promise.race([done.promise, open])
  try {
    await meanwhile()
  } finally {
    end.resolve()
    await open
  }
}

const lockSlots = (transaction: Transaction) =>
  transaction.query(sql`
    select slot_number from calling_slots
    where campaign_id = ${campaign} and attempt_id is null and slot_number <= 2 for update`)

const waiting = async () => {
  const [row] = await service.context.db.query<{ waiting: number }>(sql`
    select count(*)::integer as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`)
  return row!.waiting
}

describe('a call that can go', () => {
  it('goes at once while a worker serves a queue whose calls wait for their own number (Rule 68)', async () => {
    const busy = nextNumber()
    assert.equal(await isScheduled(busy), false)
    assert.equal(await isScheduled(busy), true)
    const { context } = service
    await context.db.query(sql`
      update campaign_queues set next_at = case when campaign_id = ${campaign} then '-infinity'::timestamptz end`)
    await context.db.query(
      sql`update calls set waits_for = 'turn' where campaign_id = ${campaign} and state = 'waiting'`,
    )
    const held = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const served = serveDueQueue(
      {
        ...context,
        db: {
          ...context.db,
          transaction: (work) =>
            context.db.transaction(async (transaction) => {
              const result = await work(transaction)
              held.resolve()
              await release.promise
              return result
            }),
        },
      },
      () => 100,
    )
    await Promise.race([held.promise, served])
    try {
      assert.equal(await isScheduled(nextNumber()), false)
    } finally {
      release.resolve()
    }
    assert.deepEqual(await served, [])
  })

  it('goes at once behind more calls to a busy number than a claim reads', async () => {
    const busy = nextNumber()
    assert.equal(await isScheduled(busy), false)
    await service.context.db.query(sql`
      insert into calls (organization_id, project_id, _id, campaign_id, placed_by, phone_number, customer, state,
        state_since, waits_for, created_at)
      select ${service.organizationId}::uuid, ${service.projectId}::uuid, gen_random_uuid(), ${campaign}::uuid, 'queue',
        ${busy}, '{}', 'waiting', now(), 'turn', now() from generate_series(1, 600)`)
    assert.equal(await isScheduled(nextNumber()), false)
    assert.equal(await isScheduled(nextNumber()), true, 'both slots are taken')
  })

  for (const where of ['its own', 'another'])
    it(`stays behind a call of ${where} campaign to its number whose delay is over (Rule 15)`, async () => {
      const phone = nextNumber()
      const delayedCampaign = where === 'another' ? service.campaignIds['One slot']! : campaign
      await service.context.db.query(sql`
        insert into calls (organization_id, project_id, _id, campaign_id, placed_by, phone_number, customer, state,
          state_since, waits_for, due_at, created_at)
        values (${service.organizationId}, ${service.projectId}, gen_random_uuid(), ${delayedCampaign}, 'queue',
          ${phone}, '{}', 'waiting', now(), 'due', now() - interval '10 milliseconds', now())`)
      assert.equal(await isScheduled(phone), true)
      await service.context.db.query(sql`
        update calls set due_at = now() + interval '1 hour' where phone_number = ${phone} and waits_for = 'due'`)
      await service.context.db.query(sql`
        update calls set state = 'canceled', waits_for = null where phone_number = ${phone} and waits_for = 'turn'`)
      assert.equal(await isScheduled(phone), false, 'a call that is still delayed holds up no other')
      await freeSlots()
    })

  for (const tail of ['calls', 'trigger-call'])
    it(`waits for a transaction that has locked the slots and does not use them (${tail})`, async () => {
      const before = carrier.creates
      let answer: ReturnType<typeof place> | undefined
      await whileOpen(lockSlots, async () => {
        answer = place(nextNumber(), tail)
        await eventually('the request waits', async () => ((await waiting()) > 0 ? true : null))
      })
      const { status, body } = await answer!
      assert.equal(status, 200, body.message)
      assert.equal(carrier.creates, before + 1)
    })

  it('goes at once beside two calls to one number, whichever comes first', async () => {
    for (let round = 0; round < 10; round++) {
      const same = nextNumber()
      const answers = await Promise.all([isScheduled(same), isScheduled(same), isScheduled(nextNumber())])
      assert.equal(answers[2], false)
      assert.equal(answers.filter((scheduled) => scheduled).length, 1)
      await freeSlots()
    }
  })

  it('never shares its slot, however many calls come at once', async () => {
    campaign = service.campaignIds['One slot']!
    const answers = await Promise.all(Array.from({ length: 20 }, () => isScheduled(nextNumber())))
    assert.equal(answers.filter((scheduled) => !scheduled).length, 1)
  })
})

/** Ends every call of the campaign at once. */
async function freeSlots(): Promise<void> {
  const { db } = service.context
  for (const leg of carrier.legs.splice(0)) await carrier.report(leg, 'completed', { CallDuration: '1' })
  await db.query(sql`
    update calls set state = 'canceled', waits_for = null, due_at = null
    where campaign_id = ${campaign} and state = 'waiting'`)
}

describe('a carrier account of the lowest rate', () => {
  it('takes a call at once, and no other for days', async () => {
    const { db } = service.context
    await db.query(sql`update voice_carriers set calls_per_second = 1e-13`)
    await db.query(sql`update campaign_queues set next_at = null`)
    assert.equal(await isScheduled(nextNumber()), false)
    assert.equal(await isScheduled(nextNumber()), true)
    const refused = await place(nextNumber(), 'trigger-call')
    assert.equal(refused.status, 400)
    assert.match(refused.body.message, /carrier/)
    await db.query(sql`update campaign_queues set next_at = '-infinity' where campaign_id = ${campaign}`)
    assert.deepEqual(await serveDueQueue(service.context, () => 100), [])
    const [queue] = await db.query<{ days: number }>(sql`
      select extract(epoch from next_at - now())::double precision / 86400 as days from campaign_queues
      where campaign_id = ${campaign}`)
    assert.ok(queue!.days > 11 && queue!.days < 12, `${queue!.days} days`)
  })
})
