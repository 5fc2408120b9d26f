import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startService } from '../../test/support/service.ts'
import type { Service } from '../../test/support/service.ts'
import { sql, toText } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'
import { applyCountChanges, inAllBuckets } from './bucket-counts.ts'
import { countChange } from './count-changes.ts'
import { selectTotalsByKind } from './kind-totals.ts'

let service: Service
before(async () => {
  service = await startService({})
})
after(() => service[Symbol.asyncDispose]())

const first = Date.parse('2026-03-27T00:00:00Z')
const minuteMs = 60_000

/** Inserts 4,000 conversations over eight days, with their changes. */
async function write(): Promise<void> {
  const { organizationId, projectId, context } = service
  await context.db.query(sql`
    with made as (
      insert into conversations (organization_id, project_id, _id, start_time, status, channel_type, conversation_type, created_at)
      select ${organizationId}::uuid, ${projectId}::uuid, gen_random_uuid(),
        timestamptz '2026-03-27Z' + n * interval '2 minutes 53.3 seconds',
        (array['completed', 'no_answer', 'busy', 'failed', 'completed', 'live'])[1 + n % 6],
        (array['voice', 'whatsapp', 'voice'])[1 + n % 3], (array['outbound', 'inbound'])[1 + n % 2], now()
      from generate_series(0, 3999) n
      returning *
    ), ${countChange(sql`
      select organization_id, project_id, start_time, channel_type, conversation_type, status,
        null::uuid as campaign_id, 1 as times, duration_seconds
      from made`)}
    select`)
}

describe('totals by channel and status', () => {
  it('are those of the rows, in any span, however many changes have been applied', async () => {
    const { organizationId, projectId, context } = service
    const { db } = context
    await write()
    for (const isApplied of [false, true]) {
      if (isApplied) while ((await applyCountChanges(db)) > 0);
      for (const [from, length] of [
        [0, 1],
        [0, 24 * 60],
        [1, 59],
        [330, 24 * 60],
        [615, 3 * 24 * 60 + 7],
        [59, 2],
        [0, 20 * 24 * 60],
        [30 * 24 * 60, 60],
      ] as const) {
        const span = { from: first + from * minuteMs, to: first + (from + length) * minuteMs }
        const rows = await db.query(sql`
          select channel_type, status, count(*) as conversations from conversations
          where organization_id = ${organizationId} and project_id = ${projectId}
            and start_time >= ${new Date(span.from)}::timestamptz and start_time < ${new Date(span.to)}::timestamptz
          group by 1, 2 order by 1, 2`)
        const totals = await selectTotalsByKind(db, organizationId, projectId, span)
        assert.deepEqual(totals, rows, `${from}, ${length}, ${isApplied}`)
      }
    }
  })

  it('reads few counters and the rows at the ends, by their indexes', async () => {
    const { organizationId, projectId, context } = service
    await context.db.query(sql`
      insert into conversations (organization_id, project_id, _id, channel_type, conversation_type, status, start_time, created_at)
      select ${organizationId}::uuid, ${projectId}::uuid, gen_random_uuid(), 'voice', 'outbound', 'completed',
        timestamptz '2026-04-01Z' + n * interval '1 minute', now() from generate_series(1, 40000) n`)
    await context.db.query(sql`
      insert into conversation_counts (organization_id, project_id, grain, channel_type, conversation_type, status, bucket,
        conversations, durations, duration_seconds)
      ${inAllBuckets(sql`(
        select organization_id, project_id, date_trunc('hour', start_time, 'UTC') as hour, channel_type,
          conversation_type, status, count(*) as conversations, 0::bigint as durations, 0::numeric as duration_seconds
        from conversations group by 1, 2, 3, 4, 5, 6)`)}
      on conflict do nothing`)
    const sent: Sql[] = []
    const recording = {
      ...context.db,
      query: <Row>(query: Sql) => (sent.push(query), context.db.query<Row>(query)),
    }
    const day = { from: first + 330 * minuteMs, to: first + (330 + 24 * 60) * minuteMs }
    await selectTotalsByKind(recording, organizationId, projectId, day)
    const client = await context.db.connect()
    await client.query('vacuum analyze')
    const { text } = toText(sent[0]!)
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (generic_plan, costs off) ${text}`)
    await client.end()
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    assert.match(plan, /conversation_counts_pkey/)
    assert.match(plan, /conversations_by_start/)
    assert.doesNotMatch(plan, /Seq Scan on (?:conversations|conversation_counts)\b/)
  })
})
