import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startService } from '../../test/support/service.ts'
import type { Service } from '../../test/support/service.ts'
import { eventually } from '../../test/support/service.ts'
import { uuidv7 } from '../base/ids.ts'
import { sql } from '../db/sql.ts'
import { prepare, settlePrepared } from '../db/two-phase.ts'
import { mergePeople } from './merge-people.ts'

let service: Service
before(async () => {
  service = await startService()
})
after(() => service[Symbol.asyncDispose]())

describe('people who are merged', () => {
  it('take along the half of an import that is committed and not yet to be seen', async () => {
    const { db } = service.context
    const project = { organization_id: service.organizationId, project_id: service.projectId }
    const { organization_id, project_id } = project
    const [older, younger] = [uuidv7(), uuidv7()] as const
    await db.query(sql`
      insert into profiles (organization_id, project_id, _id, display_id, created_at, updated_at)
      select ${organization_id}::uuid, ${project_id}::uuid, _id, _id::text, now(), now()
      from unnest(${[older, younger]}::uuid[]) _id`)
    // What an import leaves that dies right after its commit. Its rows refer to what its other half holds.
    const second = await db.connect()
    await second.query('begin; set local session_replication_role = replica')
    await second.query(
      `insert into conversations (organization_id, project_id, _id, channel_type, conversation_type, status, profile_id,
        start_time, created_at) values ($1, $2, $3, 'voice', 'inbound', 'completed', $4, now(), now())`,
      [organization_id, project_id, uuidv7(), younger],
    )
    const gid = `switchboard:${uuidv7()}`
    await prepare(second, gid)
    await db.query(sql`insert into decided_commits (gid) values (${gid})`)
    const merged = db.transaction((transaction) =>
      mergePeople(transaction, project, [[older, younger]], new Date()),
    )
    await eventually('the merge waits', async () => {
      const waiting = await db.query(sql`
        select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`)
      return waiting.length > 0 ? true : null
    })
    assert.equal(await settlePrepared(db), 1)
    await merged
    const linked = await db.query(sql`select profile_id from conversations where project_id = ${project_id}`)
    assert.deepEqual(linked, [{ profile_id: older }])
    await second.end()
  })
})
