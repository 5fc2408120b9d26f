import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { sql } from '../../db/sql.ts'
import { removeRows } from './copy-tables.ts'
import { selectTables } from './move-sql.ts'
import type { TenantTable } from './move-sql.ts'
import { fullSpeed } from './pace.ts'
import { openSession } from './sessions.ts'

let service: Service
before(async () => {
  service = await startService()
})
after(() => service[Symbol.asyncDispose]())

describe('the removal of rows', () => {
  // One transaction, so that nobody clears the deleted rows and their entries in the index away meanwhile.
  it('removes all of an organization, and reads no deleted row again', async () => {
    const rows = 40_000
    const { db } = service.context
    await db.write(sql`
      insert into dial_counts (organization_id, counted, since, dials, until)
      select ${service.organizationId}, '+1' || n, now(), 1, now() from generate_series(1, ${rows}::integer) n`)
    await db.write(sql`analyze dial_counts`)
    const tables = await db.query<TenantTable>(selectTables)
    await using session = await openSession(db)
    // As where most rows are of other organizations.
    await session.query(sql`
      select set_config('enable_seqscan', 'off', false), set_config('enable_bitmapscan', 'off', false)`)
    const [table] = tables.filter(({ name }) => name === 'dial_counts')
    const blocks = async () => {
      const [found] = await session.query<{ blocks: number }>(sql`
        select (pg_stat_get_xact_blocks_fetched('dial_counts'::regclass))::integer as blocks`)
      return found!.blocks
    }
    let blocksRead = 0
    const removed = await session.transaction('read committed', async () => {
      const count = await removeRows(session, [table!], service.organizationId, fullSpeed())
      blocksRead = await blocks()
      return count
    })
    assert.equal(removed, rows)
    assert.ok(blocksRead < 4 * rows, `${blocksRead} blocks`)
    const left = await db.query(sql`select from dial_counts`)
    assert.equal(left.length, 0)
  })
})
