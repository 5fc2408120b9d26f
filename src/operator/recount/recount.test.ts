import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { uuidv7 } from '../../base/ids.ts'
import { sql } from '../../db/sql.ts'
import { recount } from './recount.ts'

let service: Service
before(async () => {
  service = await startService({})
})
after(() => service[Symbol.asyncDispose]())

const none = { hours: 0, days: 0, months: 0, all: 0, callers: 0, profiles: 0, projects: 0 }

describe('recount', () => {
  it('finds nothing where nothing differs', async () => {
    assert.deepEqual(await recount(service.context.db, { repair: false }), none)
  })

  it('finds what no writer has counted, changes nothing unless told, and then sets it right', async () => {
    const { db } = service.context
    const { organizationId, projectId } = service
    const profileId = uuidv7()
    await db.query(sql`
      insert into profiles (organization_id, project_id, _id, display_id, created_at, updated_at)
      values (${organizationId}, ${projectId}, ${profileId}, 'CUST-9', now(), now())`)
    await db.query(sql`
      insert into conversations (organization_id, project_id, _id, profile_id, channel_type, conversation_type, status,
        start_time, duration_seconds, created_at)
      select ${organizationId}::uuid, ${projectId}::uuid, id, ${profileId}::uuid, 'voice', 'outbound', 'completed',
        '2026-01-31T23:59:59Z', 0.1, now()
      from unnest(${[uuidv7(), uuidv7(), uuidv7()]}::uuid[]) id`)
    const wrong = { hours: 5, days: 5, months: 5, all: 5, callers: 1, profiles: 1, projects: 1 }
    assert.deepEqual(await recount(db, { repair: false }), wrong)
    assert.deepEqual(await recount(db, { repair: true }), wrong)
    assert.deepEqual(await recount(db, { repair: false }), none)
    await db.query(
      sql`update conversation_counts set duration_seconds = duration_seconds + 0.1 where grain = 'day'`,
    )
    assert.deepEqual(await recount(db, { repair: false }), { ...none, days: 5 })
  })
})
