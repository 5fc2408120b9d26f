// Imports into an organization that is moved to another cell, or has been. A move notes by triggers what is written,
// and brings nothing over that it has not noted.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestDatabase } from '../../../test/support/database.ts'
import type { TestDatabase } from '../../../test/support/database.ts'
import { organization } from '../../../test/support/declarations.ts'
import { eventually } from '../../../test/support/service.ts'
import { systemClock } from '../../base/clock.ts'
import { uuidv7 } from '../../base/ids.ts'
import { createSecretBox } from '../../base/secret-box.ts'
import { followTables } from '../../cells/move/copy-tables.ts'
import { insertMove, updateSourceMove } from '../../cells/move/move-queries.ts'
import { selectTables } from '../../cells/move/move-sql.ts'
import type { TenantTable } from '../../cells/move/move-sql.ts'
import { openSession } from '../../cells/move/sessions.ts'
import { sql } from '../../db/sql.ts'
import { applyDeclaration } from '../apply/apply-declaration.ts'
import type { ImportKind } from './import-fields.ts'
import { importHistory } from './import-history.ts'

let database: TestDatabase
let project: { organization_id: string; project_id: string }
before(async () => {
  database = await createTestDatabase()
  const { db } = database
  const context = { db, clock: systemClock, newId: uuidv7, secretBox: createSecretBox(Buffer.alloc(32, 7)) }
  const applied = await applyDeclaration(context, organization('Acme', 'http://127.0.0.1:1'))
  assert.ok(applied.ok, JSON.stringify(applied))
  const [made] = applied.tree.organizations
  project = { organization_id: made!._id, project_id: made!.projects[0]!._id }
})
after(() => database[Symbol.asyncDispose]())

/** Begins a move as far as its triggers. */
async function follow(): Promise<void> {
  const { organization_id } = project
  const move = { organization_id, side: 'source', cell: 'two', url: 'http://127.0.0.1:2' } as const
  await insertMove(database.db, move)
  await using session = await openSession(database.db)
  const tables = await session.query<TenantTable & Record<string, unknown>>(selectTables)
  await followTables(session, tables, organization_id)
}

const at = '2026-03-01T09:00:00Z'
const records: Record<ImportKind, Record<string, unknown>> = {
  profiles: { name: 'Ada', emails: [{ value: 'ada@example.com' }] },
  conversations: {
    channel_type: 'voice',
    conversation_type: 'inbound',
    status: 'completed',
    start_time: at,
    phone_number: '+14155550123',
    transcript: [{ role: 'customer', text: 'Hello' }],
  },
  messages: { channel_type: 'whatsapp', direction: 'inbound', created_at: at, text: 'Hello' },
  tickets: { channel_type: 'web', created_at: at, subject: 'Refund' },
}
const kinds = Object.keys(records) as ImportKind[] // Object.keys forgets the literal type.

async function* linesOf(kind: ImportKind): AsyncGenerator<Buffer> {
  yield Buffer.from(`${JSON.stringify({ ...project, ...records[kind] })}\n`)
}

function importOne(kind: ImportKind) {
  const context = { db: database.db, clock: systemClock, newId: uuidv7, progress: () => {} }
  return importHistory(context, kind, linesOf(kind))
}

describe('an import into an organization that is moved', () => {
  it('ends before a move that begins meanwhile copies anything', async () => {
    const holder = await database.db.connect()
    await holder.query('begin; lock table tickets in share mode')
    const importing = importOne('tickets')
    await eventually('it waits for the table', async () => {
      const waiting = await database.db.query(sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
          and query like '%insert into tickets%'`)
      return waiting.length > 0 ? true : null
    })
    const ends: string[] = []
    const following = follow().then(() => ends.push('follow'))
    const imported = importing.then(() => ends.push('import'))
    await eventually('the move waits for a table, or has all', async () => {
      const waiting = await database.db.query(sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
          and query like '%trigger%on "projects"%'`)
      return waiting.length > 0 || ends.length > 0 ? true : null
    })
    await holder.query('rollback')
    await holder.end()
    await Promise.all([following, imported])
    assert.deepEqual(ends, ['import', 'follow'])
  })

  it('is noted, so that the move brings it over', async () => {
    const noted: Record<string, string[]> = {}
    for (const kind of kinds) {
      await database.db.write(sql`delete from move_changes`)
      const outcome = await importOne(kind)
      assert.ok(outcome.ok, JSON.stringify(outcome))
      const rows = await database.db.query<{ table_name: string }>(
        sql`select distinct table_name from move_changes order by table_name`,
      )
      noted[kind] = rows.map(({ table_name }) => table_name)
    }
    const expected: Record<ImportKind, string[]> = {
      profiles: ['profile_contacts', 'profile_search', 'profiles'],
      conversations: [
        'channel_identities',
        'conversation_callers',
        'conversation_lines',
        'conversations',
        'profile_contacts',
        'profile_search',
        'profiles',
      ],
      messages: ['messages'],
      tickets: ['tickets'],
    }
    for (const kind of kinds)
      assert.deepEqual(
        expected[kind].filter((table) => !noted[kind]!.includes(table)),
        [],
        `${kind}: not noted`,
      )
  })

  it('is refused once the organization is closed, and nothing of it is kept', async () => {
    const { db } = database
    assert.ok(await updateSourceMove(db, project.organization_id, ['copying'], 'left'))
    for (const kind of kinds)
      await assert.rejects(importOne(kind), /the organization is being moved to another cell/, kind)
    const counts = await db.query<{ counts: number[] }>(sql`
      select array[(select count(*) from profiles where name = 'Ada'), (select count(*) from conversations),
        (select count(*) from messages), (select count(*) from tickets)]::integer[] as counts`)
    assert.deepEqual(counts[0]!.counts, [1, 1, 1, 2])
  })
})
