import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createTestDatabase } from '../../../test/support/database.ts'
import { uuidv7 } from '../../base/ids.ts'
import { sql } from '../../db/sql.ts'
import { deletePastDialCounts } from './delete-past-counts.ts'

describe('the job that deletes past counts of dials', () => {
  it('deletes counts that are over, and refusals and alerts after 30 days, in pieces', async () => {
    await using database = await createTestDatabase()
    const { db } = database
    const now = new Date('2026-11-28T12:00:00Z')
    const organization = uuidv7()
    await db.write(sql`
      insert into organizations (_id, name, created_at, updated_at) values (${organization}, 'Acme', ${now}, ${now})`)
    await db.write(sql`
      insert into dial_counts (organization_id, counted, since, dials, until)
      select ${organization}::uuid, 'past ' || n, ${now}::timestamptz, 1, ${now}::timestamptz from generate_series(1, 1500) n
      union all select ${organization}::uuid, 'counts', ${now}::timestamptz, 1, ${now}::timestamptz + interval '1 second'`)
    const minutes = sql`(values (${now}::timestamptz - interval '31 days'), (${now}::timestamptz - interval '29 days')) m (at)`
    await db.write(sql`
      insert into guard_refusals (organization_id, guard, minute, refusals, project_id, campaign_id, phone_number, at)
      select ${organization}::uuid, 'country', at, 1, ${uuidv7()}::uuid, ${uuidv7()}::uuid, '+14155550123', at from ${minutes}`)
    await db.write(sql`
      insert into guard_trips (organization_id, guard, tripped_at, refusals)
      select ${organization}::uuid, 'country', at, 1 from ${minutes}`)

    const job = deletePastDialCounts({ db, clock: { now: () => now } })
    const { signal } = new AbortController()
    const kept = async () => {
      const [rows] = await db.query(sql`
        select (select count(*)::integer from dial_counts) as counts, (select count(*)::integer from guard_refusals) as refusals,
          (select count(*)::integer from guard_trips) as trips`)
      return rows
    }
    assert.equal(await job.run(signal), true)
    assert.deepEqual(await kept(), { counts: 501, refusals: 1, trips: 1 })
    assert.equal(await job.run(signal), false)
    assert.deepEqual(await kept(), { counts: 1, refusals: 1, trips: 1 })
  })
})
