import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { sql } from '../../db/sql.ts'
import { removeRows } from './copy-tables.ts'
import { keyAt, selectTables, sumOfRange } from './move-sql.ts'
import type { TenantTable } from './move-sql.ts'
import { openSession } from './sessions.ts'
import type { MoveSession } from './sessions.ts'
import { fullSpeed } from './throttle.ts'

let service: Service
before(async () => {
  service = await startService()
})
after(() => service[Symbol.asyncDispose]())

const rows = 40_000

/** Fills a table, and returns it with a session of a move. */
async function openFilled(): Promise<{ session: MoveSession; table: TenantTable }> {
  const { db } = service.context
  await db.write(sql`
    insert into dial_counts (organization_id, counted, since, dials, until)
    select ${service.organizationId}, '+1' || n, '2026-01-01', 1, now() from generate_series(1, ${rows}::integer) n
    on conflict do nothing`)
  await db.write(sql`analyze dial_counts`)
  const tables = await db.query<TenantTable>(selectTables)
  const session = await openSession(db)
  return { session, table: tables.find(({ name }) => name === 'dial_counts')! }
}

/** Returns how many blocks of the table, or of its index, the transaction of a session has read. */
async function blocksRead(
  session: MoveSession,
  relation: 'dial_counts' | 'dial_counts_pkey',
): Promise<number> {
  const [found] = await session.query<{ blocks: number }>(sql`
    select pg_stat_get_xact_blocks_fetched(${relation}::regclass)::integer as blocks`)
  return found!.blocks
}

describe('a piece of work', () => {
  it('begins behind its key, and does not read what lies before', async () => {
    const opened = await openFilled()
    await using session = opened.session
    const { organizationId } = service
    const at = (after: string | null, place: number) =>
      session.query<{ key: string }>(keyAt(opened.table, organizationId, after, place))
    await session.transaction('read committed', async () => {
      const [late] = await at(null, rows - 100)
      const blocks = async () =>
        (await blocksRead(session, 'dial_counts')) + (await blocksRead(session, 'dial_counts_pkey'))
      const before = await blocks()
      const [next] = await at(late!.key, 10)
      const range = { after: late!.key, upTo: next!.key }
      const [sum] = await session.query<{ rows: string }>(sumOfRange(opened.table, organizationId, range))
      assert.equal(sum!.rows, '10')
      const read = (await blocks()) - before
      assert.ok(read < 50, `${read} blocks`)
      const [rest] = await session.query<{ rows: string }>(
        sumOfRange(opened.table, organizationId, { after: next!.key, upTo: null }),
      )
      assert.equal(rest!.rows, '90')
    })
  })
})

describe('a table whose key does not begin with the organization', () => {
  it('is read by the rows of the organization alone', async () => {
    const { db } = service.context
    const { organizationId } = service
    const [own, others] = [300, 20_000]
    await db.write(sql`
      insert into changes (organization_id, _id, at, actor_kind, actor_name, via, kind, record_id, record_name, action)
      select case when n <= ${own}::integer then ${organizationId}::uuid end, md5('change' || n)::uuid, now(), 'cli', 'a',
        'command', 'project', n::text, 'b', 'updated'
      from generate_series(1, ${own}::integer + ${others}::integer) n`)
    await db.write(sql`analyze changes`)
    const tables = await db.query<TenantTable>(selectTables)
    const changes = tables.find(({ name }) => name === 'changes')!
    await using session = await openSession(db)
    const blocks = async () => {
      const [found] = await session.query<{ blocks: number }>(sql`
        select (pg_stat_get_xact_blocks_fetched('changes'::regclass)
          + (select sum(pg_stat_get_xact_blocks_fetched(indexrelid)) from pg_index
            where indrelid = 'changes'::regclass))::integer as blocks`)
      return found!.blocks
    }
    await session.transaction('read committed', async () => {
      const before = await blocks()
      const [first] = await session.query<{ key: string }>(keyAt(changes, organizationId, null, 100))
      const range = { after: first!.key, upTo: null }
      const [sum] = await session.query<{ rows: string }>(sumOfRange(changes, organizationId, range))
      assert.ok(Number(sum!.rows) >= own - 100, `${sum!.rows} rows`)
      const read = (await blocks()) - before
      assert.ok(read < 4 * own, `${read} blocks`)
    })
  })
})

describe('the removal of rows', () => {
  // One transaction, so that nobody clears the deleted rows and their entries in the index away meanwhile.
  it('removes all of an organization, and reads no deleted row again', async () => {
    const opened = await openFilled()
    await using session = opened.session
    const [removed, blocks] = await session.transaction('read committed', async () => [
      await removeRows(session, [opened.table], service.organizationId, fullSpeed()),
      await blocksRead(session, 'dial_counts'),
    ])
    assert.equal(removed, rows)
    assert.ok(blocks < 4 * rows, `${blocks} blocks`)
    const left = await service.context.db.query(sql`select from dial_counts`)
    assert.equal(left.length, 0)
  })
})
