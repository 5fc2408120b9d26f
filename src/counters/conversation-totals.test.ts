import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { fc } from '../../test/support/properties.ts'
import { startService } from '../../test/support/service.ts'
import type { Service } from '../../test/support/service.ts'
import { channelTypes, conversationStatuses, conversationTypes } from '../base/conversation-kinds.ts'
import { uuidv7 } from '../base/ids.ts'
import { conversationFields } from '../conversations/list-queries.ts'
import { join, sql } from '../db/sql.ts'
import { parseFilters } from '../filters/parse.ts'
import { filterToSql } from '../filters/to-sql.ts'
import { applyCountChanges } from './bucket-counts.ts'
import { selectCountedTotal } from './conversation-totals.ts'
import { countChange } from './count-changes.ts'
import { countedFilter } from './counted-filter.ts'

let service: Service
before(async () => {
  service = await startService({})
})
after(() => service[Symbol.asyncDispose]())

/** Instants around the ends of months, leap days and years, and within a millisecond of hours. */
const instant = fc
  .tuple(
    fc.constantFrom(
      '2023-12-31T22:00:00Z',
      '2024-02-28T23:00:00Z',
      '2024-02-29T12:00:00Z',
      '2024-03-31T00:00:00Z',
      '2024-04-01T00:00:00Z',
      '2025-01-01T00:00:00Z',
    ),
    fc.integer({ min: -40, max: 40 }),
    fc.constantFrom(-1, 0, 1, 1_800_000),
  )
  .map(([base, hours, ms]) => new Date(Date.parse(base) + hours * 3_600_000 + ms).toISOString())

const conversation = fc.record({
  start_time: instant,
  status: fc.constantFrom(...conversationStatuses),
  channel_type: fc.constantFrom(...channelTypes),
  conversation_type: fc.constantFrom(...conversationTypes),
})

const when = fc.oneof(
  instant,
  instant.map((text) => text.slice(0, 10)),
)
const among = (values: readonly string[]) => {
  const value = fc.constantFrom(...values, 'nonsense')
  return fc.oneof(
    value,
    fc.record({ $in: fc.array(fc.oneof(value, fc.constant(null)), { maxLength: 3 }) }),
    fc.record({ $nin: fc.array(value, { maxLength: 3 }) }),
    fc.record({ $ne: value }),
    fc.record({ $not: fc.record({ $eq: value }) }),
  )
}
const filter = fc
  .record(
    {
      status: among(conversationStatuses),
      outcome: fc.oneof(
        fc.constantFrom(...conversationStatuses, null, 5, true),
        fc.record({ $in: fc.array(fc.constantFrom(...conversationStatuses, null, 5), { maxLength: 4 }) }),
      ),
      channel_type: among(channelTypes),
      conversation_type: among(conversationTypes),
      start_time: fc.oneof(
        when,
        fc.record({ $gt: when, $gte: when, $lt: when, $lte: when }, { requiredKeys: [] }).filter(hasKeys),
      ),
    },
    { requiredKeys: [] },
  )
  .chain((parts) => fc.boolean().map((isAnd) => (isAnd ? { $and: [parts, parts] } : parts)))

function hasKeys(object: object): boolean {
  return Object.keys(object).length > 0
}

/** Inserts conversations together with their count changes, as the service does. */
async function write(rows: readonly (typeof conversation extends fc.Arbitrary<infer Row> ? Row : never)[]) {
  const { organizationId, projectId } = service
  const values = rows.map(
    ({ start_time, status, channel_type, conversation_type }) =>
      sql`(${uuidv7()}::uuid, ${start_time}::timestamptz, ${status}, ${channel_type}, ${conversation_type})`,
  )
  await service.context.db.query(sql`
    with made as (
      insert into conversations (organization_id, project_id, _id, start_time, status, channel_type, conversation_type, created_at)
      select ${organizationId}::uuid, ${projectId}::uuid, v.*, now()
      from (values ${join(values, sql`, `)}) v
      returning *
    ), ${countChange(sql`
      select organization_id, project_id, start_time, channel_type, conversation_type, status, campaign_id, 1 as times,
        duration_seconds
      from made`)}
    select`)
}

describe('a total from the counters', () => {
  it('is the number of matching rows, however many changes have been applied', async () => {
    const { organizationId, projectId } = service
    const { db } = service.context
    let runs = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(conversation, { minLength: 1, maxLength: 40 }),
        fc.array(filter, { minLength: 10, maxLength: 10 }),
        async (rows, filters) => {
          await write(rows)
          if (runs++ % 2 === 0) await applyCountChanges(db)
          for (const each of filters) {
            const parsed = parseFilters(JSON.stringify(each), conversationFields)
            const counted = countedFilter(parsed)
            assert.ok(counted, `the counters should answer ${JSON.stringify(each)}`)
            const [raw] = await db.query<{ total: number }>(sql`
              select count(*) as total from conversations c
              where c.organization_id = ${organizationId} and ${filterToSql(parsed, conversationFields)}`)
            const total = await selectCountedTotal(db, organizationId, projectId, counted)
            assert.equal(total, raw?.total, JSON.stringify(each))
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  it('counts no call under way for an outcome that is neither a text nor null', () => {
    for (const outcome of [5, true, { $in: [5] }])
      assert.deepEqual(
        countedFilter(parseFilters(JSON.stringify({ outcome }), conversationFields))?.status,
        [],
        JSON.stringify(outcome),
      )
  })

  it('does not exist if the filter asks for more than the counters distinguish', () => {
    for (const filters of [
      { phone_number: null },
      { $or: [{ status: 'live' }, { status: 'busy' }] },
      { status: { $gt: 'a' } },
      { start_time: { $in: ['2024-01-01', '2024-02-01'] } },
      { start_time: null },
      { start_time: { $ne: '2024-01-01' } },
      { status: { $regex: 'live' } },
    ])
      assert.equal(
        countedFilter(parseFilters(JSON.stringify(filters), conversationFields)),
        null,
        JSON.stringify(filters),
      )
  })
})
