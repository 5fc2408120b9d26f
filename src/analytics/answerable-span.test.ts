import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { fc } from '../../test/support/properties.ts'
import { startService } from '../../test/support/service.ts'
import type { Service } from '../../test/support/service.ts'
import { Refusal } from '../base/refusals/refusal.ts'
import { conversationFields } from '../conversations/list-queries.ts'
import { StatementTooLong } from '../db/database.ts'
import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { parseFilters } from '../filters/parse.ts'
import { answerableSpan } from './answerable-span.ts'
import type { DayCount } from './answerable-span.ts'
import { selectVoiceCounts } from './voice-queries.ts'

const dayMs = 86_400_000
const start = Date.parse('2026-01-01T00:00:00Z')
const daysOf = (counts: readonly number[]): DayCount[] =>
  counts.flatMap((conversations, index) =>
    conversations === 0 ? [] : [{ day: start + index * dayMs, conversations }],
  )

describe('answerableSpan', () => {
  it('names the last days with half of the conversations, and how many days in a row always have no more', () => {
    assert.deepEqual(answerableSpan(daysOf([100, 100, 0, 100, 100])), {
      from: start + 2 * dayMs,
      to: start + 5 * dayMs,
      days: 3,
      hours: 48,
    })
  })

  it('names hours where a single day has too many', () => {
    assert.deepEqual(answerableSpan(daysOf([4_000_000])), {
      from: start + 18 * 3_600_000,
      to: start + dayMs,
      days: 0,
      hours: 6,
    })
  })

  it('is null where nothing could be left out', () => {
    assert.equal(answerableSpan([]), null)
    assert.equal(answerableSpan(daysOf([1])), null)
  })

  it('never names a span with more than half, and any run of the named days has no more', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(50), { minLength: 1, maxLength: 40 }), (counts) => {
        const total = counts.reduce((sum, each) => sum + each, 0)
        const span = answerableSpan(daysOf(counts))
        if (span === null || span.days === 0) return
        const most = Math.floor(total / 2)
        const sumOf = (from: number, to: number) =>
          counts.slice(from, to).reduce((sum, each) => sum + each, 0)
        assert.ok(sumOf((span.from - start) / dayMs, (span.to - start) / dayMs) <= most)
        for (let first = 0; first + span.days <= counts.length; first++)
          assert.ok(sumOf(first, first + span.days) <= most)
        const isLongest = counts.some((_, first) => sumOf(first, first + span.days + 1) > most)
        assert.ok(isLongest, `${span.days + 1} days in a row have no more either`)
      }),
    )
  })
})

describe('voice analytics that take too long', () => {
  let service: Service
  before(async () => {
    service = await startService({})
    await service.context.db.write(sql`
      insert into conversation_counts (organization_id, project_id, grain, channel_type, conversation_type, status, bucket,
        conversations, durations, duration_seconds)
      select ${service.organizationId}, ${service.projectId}, 'day', 'voice', '*', '*', bucket, 100000, 0, 0
      from generate_series(timestamptz '2026-01-01Z', '2026-02-09Z', interval '1 day') bucket`)
  })
  after(() => service[Symbol.asyncDispose]())

  it('are refused with a span that would be answered, within the one that was asked for', async () => {
    const { db } = service.context
    const slow: Db = {
      ...db,
      limited: () => ({ query: () => Promise.reject(new StatementTooLong('canceled')) }),
    }
    const ask = (filters: object) =>
      selectVoiceCounts(
        slow,
        { organization_id: service.organizationId, project_id: service.projectId },
        parseFilters(JSON.stringify(filters), conversationFields),
      )
    await assert.rejects(ask({ customer_profile_id: null }), (error) => {
      assert.ok(error instanceof Refusal)
      assert.equal(error.code, 'takes_too_long')
      assert.match(
        error.message,
        /start_time from 2026-01-31T00:00:00.000Z to before 2026-02-10T00:00:00.000Z/,
      )
      assert.match(error.message, /any 10 days/)
      return true
    })
    await assert.rejects(
      ask({ customer_profile_id: null, start_time: { $gte: '2026-01-01', $lt: '2026-01-09' } }),
      /start_time from 2026-01-05T00:00:00.000Z to before 2026-01-09T00:00:00.000Z, or any 4 days within the span/,
    )
  })
})
