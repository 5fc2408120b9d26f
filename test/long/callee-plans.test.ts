// 100,000 calls of one campaign wait in 30 time zones. What is read stays small, whoever opens, and the minute is kept.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { lockDueCallees, lockUncheckedCallees } from '../../src/calls/callee/callee-queries.ts'
import type { Transaction } from '../../src/db/queryable.ts'
import { sql, toText } from '../../src/db/sql.ts'
import type { Sql } from '../../src/db/sql.ts'
import { carrierAccount, startCarrier } from '../support/carrier.ts'
import type { Carrier } from '../support/carrier.ts'
import { scriptCampaign } from '../support/declarations.ts'
import { eventually, startService } from '../support/service.ts'
import type { Service } from '../support/service.ts'
import { assertTook, probeOf, watchStalls } from '../support/slowness.ts'

const calls = 100_000
/** The most waiting calls that one transaction reads. */
const lookedAtMax = 1_000
/** 30 zones, one for each offset of the day and some with halves; the last is open when the test begins. */
const zones =
  `Pacific/Kiritimati Pacific/Chatham Pacific/Auckland Australia/Lord_Howe Australia/Sydney Australia/Adelaide
  Australia/Brisbane Australia/Darwin Asia/Tokyo Australia/Eucla Asia/Shanghai Asia/Jakarta Asia/Yangon Asia/Dhaka
  Asia/Kathmandu Asia/Kolkata Asia/Karachi Asia/Kabul Asia/Dubai Asia/Tehran Europe/Moscow Africa/Cairo Europe/Berlin
  Europe/London Atlantic/Azores America/Noronha America/Sao_Paulo America/St_Johns America/Halifax America/New_York`.split(
    /\s+/,
  )
const minuteMs = 60_000

let carrier: Carrier
let service: Service
let queue: { organization_id: string; project_id: string; campaign_id: string }
/** Monday, 10:00 in New York, 11:30 in St. John's. */
let offset = Date.parse('2026-11-23T15:00:00Z') - Date.now()
const clock = { now: () => new Date(Date.now() + offset) }

before(async () => {
  carrier = await startCarrier()
  service = await startService(
    {
      carrier: { api_url: carrier.url, account_sid: carrierAccount },
      campaigns: [
        scriptCampaign({
          name: 'Everywhere',
          slots: 5,
          script: 'Hello',
          calling_hours: {
            timezone: 'callee',
            windows: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '10:00', to: '11:00' }],
          },
        }),
      ],
    },
    { clock },
  )
  const { organizationId: organization_id, projectId: project_id, campaignIds, context } = service
  queue = { organization_id, project_id, campaign_id: campaignIds['Everywhere']! }
  // All have been looked at while they were open; the zone that still is comes last, behind everybody else. On a
  // connection without a time limit: on a busy machine it takes longer than a statement of the service may.
  const client = await context.db.connect()
  const { text, values } = toText(sql`
    insert into calls (organization_id, project_id, _id, campaign_id, placed_by, phone_number, customer, state, waits_for,
      state_since, created_at, open_until)
    select ${organization_id}::uuid, ${project_id}::uuid, gen_random_uuid(), ${queue.campaign_id}::uuid, 'queue',
      '+1212' || (2000000 + n), jsonb_build_object('timezone', (${zones}::text[])[1 + ((n - 1) * 30 / ${calls})]), 'waiting', 'turn',
      now(), now(),
      case when n > ${calls} * 29 / 30 then timestamptz '2026-11-23T16:00Z' else timestamptz '2026-11-23T14:59Z' end
    from generate_series(1, ${calls}) n`)
  await client.query(text, [...values])
  await client.query(`update campaign_queues q set checked_hours = c.calling_hours
    from campaigns c where c.organization_id = q.organization_id and c._id = q.campaign_id`)
  await client.query('vacuum analyze calls')
  await client.end()
})
after(async () => {
  await service[Symbol.asyncDispose]()
  await carrier[Symbol.asyncDispose]()
})

/** Returns the statements that a function sends, with the plan and the blocks of each. */
async function plansOf(
  run: (transaction: Transaction) => Promise<unknown>,
): Promise<{ plan: string; read: number }[]> {
  const client = await service.context.db.connect()
  const sent: Sql[] = []
  await service.context.db
    .transaction(async (transaction) => {
      const recording = {
        ...transaction,
        query: <Row>(query: Sql) => (sent.push(query), transaction.query<Row>(query)),
      }
      await run(recording)
      throw new Error('only looked')
    })
    .catch(() => {})
  const plans = []
  for (const query of sent) {
    const { text, values } = toText(query)
    await client.query('begin')
    const { rows } = await client.query<{ 'QUERY PLAN': string }>({
      text: `explain (analyze, buffers, costs off, timing off) ${text}`,
      values: [...values],
    } as never)
    await client.query('rollback')
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    plans.push({
      plan,
      read: Math.max(...[...plan.matchAll(/rows=(\d+)/g)].map(([, count]) => Number(count))),
    })
  }
  await client.end()
  return plans
}

/** Waits until the queue is to be served next when a zone opens. */
function rests(): Promise<true> {
  return eventually('the queue rests', async () => {
    const [row] = await service.context.db.query<{ rests: boolean }>(
      sql`select next_at > ${clock.now()}::timestamptz + interval '10 minutes' as rests from campaign_queues`,
    )
    return row?.rests === true ? true : null
  })
}

async function countBy(column: Sql): Promise<Record<string, number>> {
  const rows = await service.context.db.query<{ value: string; count: number }>(
    sql`select coalesce(${column}, '') as value, count(*) as count from calls group by 1`,
  )
  return Object.fromEntries(rows.map(({ value, count }) => [value, count]))
}

describe('100,000 calls in 30 zones', () => {
  it('are looked at 1,000 at a time from the head of the queue, by its index', async () => {
    const plans = await plansOf((transaction) => lockUncheckedCallees(transaction, queue, clock.now()))
    for (const { plan, read } of plans) {
      assert.match(plan, /calls_in_queue/)
      assert.doesNotMatch(plan, /Seq Scan on calls/, plan)
      assert.ok(read <= lookedAtMax, plan)
    }
  })

  it('wait aside until their zones open, while those that are open are dialed', async (test) => {
    await using stalls = watchStalls(probeOf(service.context.db))
    const started = performance.now()
    service.startWorker()
    await eventually('New York and nobody else is dialed', () => (carrier.legs.length === 5 ? true : null))
    const firstMs = Math.round(performance.now() - started)
    test.diagnostic(`dialed ${firstMs} ms after the worker began, with 96,667 closed before them`)
    await assertTook(firstMs, 5_000, stalls.stalledMs())
    await rests()
    test.diagnostic(`all put aside after ${Math.round(performance.now() - started)} ms`)
    const held = await countBy(sql`held_timezone`)
    assert.deepEqual(Object.keys(held).sort(), ['', ...zones.slice(0, 29)].sort())
    assert.deepEqual(
      new Set(carrier.legs.map(({ form }) => Number(form.get('To')!.slice(5)) >= 2_096_667)),
      new Set([true]),
    )
  })

  it('leave no work while nothing opens: the queue is served when a zone opens, not before', async () => {
    const written = async () => {
      const [row] = await service.context.db.query<{ version: string }>(
        sql`select xmin::text as version from campaign_queues where campaign_id = ${queue.campaign_id}`,
      )
      return row!.version
    }
    const before = await written()
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    assert.equal(await written(), before, 'a queue at rest is not written')
  })

  it('are dialed within a second of the minute in which their zone opens, the first accepted first', async (test) => {
    // Kiritimati opens first, at 20:00 UTC.
    offset = Date.parse('2026-11-23T19:00:00Z') - Date.now()
    for (const leg of carrier.legs.slice(0, 5)) await carrier.report(leg, 'completed', { CallDuration: '5' })
    // The queue rested before, too, and its worker learns of the ends a moment after the carrier has got its answers.
    await eventually('New York waits aside', async () => {
      const [row] = await service.context.db.query<{ waits: boolean }>(sql`
        select exists (select from calls where organization_id = ${queue.organization_id}
          and campaign_id = ${queue.campaign_id} and state = 'waiting' and waits_for = 'turn') as waits`)
      return row?.waits === false ? true : null
    })
    await rests()
    await using stalls = watchStalls(probeOf(service.context.db))
    offset = Date.parse('2026-11-23T19:59:59.500Z') - Date.now()
    const opens = Date.parse('2026-11-23T20:00:00Z')
    const first = await eventually('Kiritimati is dialed', () => carrier.legs[5] ?? null)
    const lateMs = first.createdAt.getTime() + offset - opens
    test.diagnostic(`first dial ${lateMs} ms after the opening`)
    assert.ok(lateMs >= 0, `${-lateMs} ms before the opening`)
    await assertTook(lateMs, 1_000, stalls.stalledMs())
    // The five go out together, so that their requests may arrive in any order.
    const five = await eventually('all five slots are taken', () =>
      carrier.legs.length >= 10 ? carrier.legs.slice(5, 10).map(({ form }) => form.get('To')) : null,
    )
    assert.deepEqual(new Set(five), new Set([1, 2, 3, 4, 5].map((n) => `+1212200000${n}`)))
  })

  it('come back 1,000 at a time in the order of acceptance, by the index of delays', async () => {
    const plans = await plansOf((transaction) =>
      lockDueCallees(transaction, queue, new Date(clock.now().getTime() + 24 * 60 * minuteMs)),
    )
    for (const { plan, read } of plans) {
      assert.match(plan, /calls_due_in_order/)
      assert.doesNotMatch(plan, /Seq Scan on calls|Sort Key: .*due_at/, plan)
      assert.ok(read <= lookedAtMax, plan)
    }
  })
})
