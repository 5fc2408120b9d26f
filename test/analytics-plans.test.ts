import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { chatAnalytics } from '../src/analytics/chat-analytics.ts'
import { selectChatSeries, selectVoiceSeries } from '../src/analytics/series-queries.ts'
import { selectVoiceCounts } from '../src/analytics/voice-queries.ts'
import { compareBuckets } from '../src/analytics/zone-buckets.ts'
import { uuidv7 } from '../src/base/ids.ts'
import { conversationFields } from '../src/conversations/list-queries.ts'
import { toText } from '../src/db/sql.ts'
import type { Sql } from '../src/db/sql.ts'
import { parseFilters } from '../src/filters/parse.ts'
import { startService } from './support/service.ts'
import type { Service } from './support/service.ts'

let service: Service
before(async () => {
  service = await startService({})
})
after(() => service[Symbol.asyncDispose]())

/** Spans of an hour, of days, of months, with ends at full hours and within hours. */
const spans = [
  {},
  { start_time: { $gte: '2026-01-01T00:20:00Z', $lt: '2026-01-01T00:40:00Z' } },
  { start_time: { $gte: '2026-01-01', $lt: '2026-01-09' } },
  { start_time: { $gte: '2025-01-11T03:17:41Z', $lt: '2026-01-12T05:00:00Z' } },
  { start_time: { $gte: '2025-02-01', $lt: '2027-02-01' } },
  { start_time: { $gte: '2024-05-06T07:08:09Z' } },
]
const kinds = [
  {},
  { status: 'completed' },
  { status: { $in: ['completed', 'busy'] }, conversation_type: 'inbound' },
]

/** Runs the function three times on one connection and returns the kinds of plans made for its statements. */
async function plansOf(
  run: (db: { query: (query: Sql) => Promise<never[]> }) => Promise<unknown>,
): Promise<object[]> {
  const client = await service.context.db.connect()
  try {
    const query = async (piece: Sql) => {
      const { text, values } = toText(piece)
      // A name of its own: the files before this one in its process may have used up those of `toStatement`.
      const name = createHash('sha1').update(text).digest('hex')
      return (await client.query<never>({ text, values, name })).rows
    }
    for (let time = 0; time < 3; time++) await run({ query })
    const { rows } = await client.query<object>(
      'select custom_plans::integer as custom, generic_plans > 0 as is_kept from pg_prepared_statements',
    )
    return rows
  } finally {
    await client.end()
  }
}

/** PostgreSQL plans a statement five times for its values before it considers a generic plan. */
const keptPlan = { custom: 5, is_kept: true }

describe('the analytics’ statements', () => {
  it('have one plan for every span and zone of a series, by its split', async () => {
    const { organizationId: organization_id, projectId: project_id } = service
    const scope = { organization_id, project_id }
    const plans = await plansOf(async (db) => {
      for (const timezone of ['UTC', 'America/New_York', 'Asia/Kathmandu'])
        for (const [to, by] of [
          ['2026-01-05', 'day'],
          ['2026-03-20', 'week'],
        ] as const) {
          const { buckets, before } = compareBuckets({ from: '2026-01-01', to, by, timezone })
          const asked = { scope, campaignIds: [], spans: [...buckets, ...before], splitSpans: buckets.length }
          for (const split of [null, 'campaign', 'outcome'] as const)
            await selectVoiceSeries(db, { ...asked, campaign_id: null, split })
          for (const split of [null, 'channel'] as const)
            await selectChatSeries(db, scope, { ...asked, split })
        }
    })
    assert.deepEqual(plans, [keptPlan, keptPlan, keptPlan, keptPlan, keptPlan])
  })

  for (const isOfAll of [false, true]) {
    const whose = isOfAll ? 'an organization' : 'a project'
    it(`have one plan for all counted questions about the calls of ${whose}`, async () => {
      const { organizationId: organization_id, projectId } = service
      const scope = { organization_id, project_id: isOfAll ? null : projectId }
      const plans = await plansOf(async (db) => {
        for (const span of spans)
          for (const kind of kinds)
            await selectVoiceCounts(
              { ...service.context.db, ...(db as Pick<Service['context']['db'], 'query'>) },
              scope,
              parseFilters(JSON.stringify({ ...span, ...kind }), conversationFields),
            )
      })
      assert.deepEqual(plans, [keptPlan])
    })

    it(`have one for those about campaigns of ${whose}`, async () => {
      const { organizationId: organization_id, projectId } = service
      const scope = { organization_id, project_id: isOfAll ? null : projectId }
      const [one, other] = [uuidv7(), uuidv7()]
      const plans = await plansOf(async (db) => {
        for (const span of spans)
          for (const kind of [{}, { status: 'completed' }])
            for (const campaign_id of [one, { $in: [one, other] }])
              await selectVoiceCounts(
                { ...service.context.db, ...(db as Pick<Service['context']['db'], 'query'>) },
                scope,
                parseFilters(JSON.stringify({ ...span, ...kind, campaign_id }), conversationFields),
              )
      })
      assert.deepEqual(plans, [keptPlan])
    })

    it(`have two for the chats of ${whose}: one for the counts, one for the ends of the span`, async () => {
      const { organizationId: organization_id, projectId } = service
      const scope = { organization_id, project_id: isOfAll ? null : projectId }
      const at = (text: string) => ({ kind: 'instant' as const, at: Date.parse(text) })
      const plans = await plansOf(async (db) => {
        for (const channel_type of [null, 'web', 'voice'])
          for (const [start, end] of [
            [null, '2026-01-01T00:00:00Z'],
            ['2026-01-01T00:20:00Z', '2026-01-01T00:40:00Z'],
            ['2025-01-11T03:17:41Z', '2026-01-12T05:00:00Z'],
            ['2015-01-11T00:00:00Z', '2026-01-12T05:10:00Z'],
          ] as const)
            await chatAnalytics(
              { db: db as Pick<Service['context']['db'], 'query'>, clock: service.context.clock },
              { ...scope, channel_type },
              { start: start === null ? null : at(start), end: at(end) },
            )
      })
      assert.deepEqual(plans, [keptPlan, keptPlan])
    })
  }
})
