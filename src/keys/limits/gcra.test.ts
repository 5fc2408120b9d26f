import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { createTestDatabase } from '../../../test/support/database.ts'
import type { TestDatabase } from '../../../test/support/database.ts'
import { fc } from '../../../test/support/properties.ts'
import { uuidv7 } from '../../base/ids.ts'
import { sql } from '../../db/sql.ts'
import { upsertOrganization } from '../../projects/queries.ts'
import { takeFromBucket } from './bucket-queries.ts'
import { perSecond, requestsIn, takeRequests, untilNext } from './gcra.ts'
import type { Limit, LimitState } from './gcra.ts'

/**
 * An exact bucket, in whole parts: `windowUs` parts are one request, and each microsecond adds `count` of them, up to
 * the burst. Unlike the algorithm, it rounds nothing.
 */
class ExactBucket {
  readonly #limit: Limit
  #parts: bigint
  #at: number | null = null

  constructor(limit: Limit) {
    this.#limit = limit
    this.#parts = BigInt(limit.burst) * BigInt(limit.windowUs)
  }

  /** Returns how many of the wanted requests fit at a time, which is never before the last one. */
  fitting(nowUs: number, wanted: number): number {
    const { count, windowUs, burst } = this.#limit
    const full = BigInt(burst) * BigInt(windowUs)
    const more = this.#parts + BigInt(nowUs - (this.#at ?? nowUs)) * BigInt(count)
    this.#at = nowUs
    this.#parts = more > full ? full : more
    const fitting = Number(this.#parts / BigInt(windowUs))
    return Math.min(wanted, fitting)
  }

  take(requests: number): void {
    this.#parts -= BigInt(requests) * BigInt(this.#limit.windowUs)
  }
}

const limits: fc.Arbitrary<Limit> = fc.oneof(
  fc
    .tuple(fc.integer({ min: 1, max: 10_000 }), fc.integer({ min: 1, max: 100_000 }))
    .map(([count, burst]) => perSecond(count, Math.max(count, burst))),
  fc.constant({ count: 20, windowUs: 60_000_000, burst: 20 }),
)
/** Pauses in µs, and how many requests are wanted after each. */
const steps = fc.array(
  fc.tuple(
    fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 2_000 }), fc.integer({ min: 0, max: 20_000_000 })),
    fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 2_000 })),
  ),
  { minLength: 1, maxLength: 60 },
)

describe('a limit', () => {
  it('admits what an exact bucket admits, less only what rounding to microseconds costs', () => {
    fc.assert(
      fc.property(limits, steps, (limit, sequence) => {
        const exact = new ExactBucket(limit)
        let state: LimitState | null = null
        let now = 1_700_000_000_000_000
        for (const [pause, wanted] of sequence) {
          now += pause
          const fitting = exact.fitting(now, wanted)
          const { taken, arrivalUs } = takeRequests(limit, state, now, wanted)
          assert.ok(taken <= fitting, `${taken} taken where ${fitting} fit`)
          // Each taking rounds up by less than 1 µs, which all takings together seldom make a request.
          const roundedUs = sequence.length + 1
          assert.ok(taken >= fitting - Math.ceil((roundedUs * limit.count) / limit.windowUs))
          exact.take(taken)
          state = { arrivalUs }
          assert.ok(arrivalUs <= now)
        }
      }),
      { numRuns: 2_000 },
    )
  })

  it('says when a request fits again, neither too early nor late', () => {
    fc.assert(
      fc.property(limits, fc.integer({ min: 0, max: 1_000_000 }), (limit, passedUs) => {
        const now = 1_700_000_000_000_000
        const used = takeRequests(limit, null, now, limit.burst)
        const waitUs = untilNext(limit, now + passedUs - used.arrivalUs)
        const at = now + passedUs + waitUs
        assert.equal(takeRequests(limit, used, at, 1).taken, 1)
        if (waitUs > 0) assert.equal(takeRequests(limit, used, at - 1, 1).taken, 0)
      }),
    )
  })

  it('goes on at once after the clock was set back', () => {
    const limit = perSecond(10, 10)
    const used = takeRequests(limit, null, 1_700_000_000_000_000, 1)
    const earlier = 1_600_000_000_000_000
    assert.equal(takeRequests(limit, used, earlier, 1).taken, 0)
    assert.equal(takeRequests(limit, takeRequests(limit, used, earlier, 1), earlier + 100_000, 1).taken, 1)
  })
})

describe('a limit in the database (Promise 173)', () => {
  const organization_id = uuidv7()
  let database: TestDatabase
  before(async () => {
    database = await createTestDatabase()
    const fields = { name: 'Acme', plan_status: 'active', plan_whatsapp_sends: 0, plan_links: 0, calls: null }
    await database.db.transaction((transaction) =>
      upsertOrganization(transaction, { _id: organization_id, ...fields }, new Date()),
    )
  })
  after(() => database[Symbol.asyncDispose]())

  it('is not given back for the time that a process has waited for another', async () => {
    const { db } = database
    const bucket = { organization_id, owner_id: uuidv7(), kind: 'requests' } as const
    const limit = perSecond(1_000, 1_000)
    await takeFromBucket(db, bucket, { limit, wanted: 1 })
    const waiting = await db.transaction(async (transaction) => {
      await transaction.write(
        sql`select from request_buckets where owner_id = ${bucket.owner_id} for no key update`,
      )
      const asked = takeFromBucket(db, bucket, { limit, wanted: 1 })
      await delay(500)
      // The other process uses the limit up, just before the one that waits goes on.
      await transaction.write(
        sql`update request_buckets set arrival_at = clock_timestamp() where owner_id = ${bucket.owner_id}`,
      )
      return { asked }
    })
    await waiting.asked
    const begun = performance.now()
    const { taken } = await takeFromBucket(db, bucket, { limit, wanted: limit.burst })
    assert.ok(taken < 400, `${taken} taken within ${performance.now() - begun} ms`)
  })

  it('admits what the function admits, at any time and after another rate', async () => {
    const { db } = database
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.tuple(
            limits.filter(({ windowUs }) => windowUs === 1_000_000),
            steps,
          ),
          { minLength: 1, maxLength: 3 },
        ),
        async (phases) => {
          const bucket = { organization_id, owner_id: uuidv7(), kind: 'requests' } as const
          let state: LimitState | null = null
          let nowUs = 1_700_000_000_000_000
          for (const [limit, sequence] of phases)
            for (const [pause, wanted] of sequence.slice(0, 12)) {
              // Some pauses set the clock back.
              nowUs += pause % 7 === 1 ? -5_000_000 : pause
              const now = sql`(to_timestamp(0) + ${nowUs}::bigint * interval '1 microsecond')`
              const expected = takeRequests(limit, state, nowUs, wanted)
              const { taken, left_us } = await takeFromBucket(db, bucket, { limit, wanted }, now)
              assert.deepEqual([taken, nowUs - left_us], [expected.taken, expected.arrivalUs])
              assert.ok(requestsIn(limit, left_us) <= limit.burst)
              state = expected
            }
        },
      ),
      { numRuns: 60 },
    )
  })
})
