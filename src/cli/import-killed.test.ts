import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { startDatabaseProxy } from '../../test/support/database-proxy.ts'
import { createTestDatabase } from '../../test/support/database.ts'
import type { TestDatabase } from '../../test/support/database.ts'
import { organization } from '../../test/support/declarations.ts'
import { eventually } from '../../test/support/service.ts'
import { systemClock } from '../base/clock.ts'
import { uuidv7 } from '../base/ids.ts'
import { createSecretBox } from '../base/secret-box.ts'
import { sql } from '../db/sql.ts'
import { applyDeclaration } from '../operator/apply/apply-declaration.ts'
import { recount } from '../operator/recount/recount.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-import-killed-'))
const long = path.join(folder, 'long.ndjson')
const lines = 4_000
let database: TestDatabase
before(async () => {
  database = await createTestDatabase()
  const secretBox = createSecretBox(Buffer.alloc(32, 7))
  const context = { db: database.db, clock: systemClock, newId: uuidv7, secretBox }
  const applied = await applyDeclaration(context, organization('Acme', 'http://127.0.0.1:1'))
  assert.ok(applied.ok)
  const [made] = applied.tree.organizations
  const line = (index: number) => ({
    organization_id: made!._id,
    project_id: made!.projects[0]!._id,
    channel_type: 'voice',
    conversation_type: 'inbound',
    status: 'completed',
    start_time: new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString(),
    phone_number: `+1415555${String(1000 + (index % 500))}`,
  })
  writeFileSync(
    long,
    Array.from({ length: lines }, (_, index) => `${JSON.stringify(line(index))}\n`).join(''),
  )
})
after(async () => {
  await database[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

function start(databaseUrl: string) {
  const env = { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: folder }
  const child = spawn(process.execPath, ['src/cli/main.ts', 'import', 'conversations', long], { env })
  let said = ''
  child.stdout.on('data', (data: Buffer) => (said += data.toString()))
  child.stderr.on('data', (data: Buffer) => (said += data.toString()))
  const ended = once(child, 'close').then(([status, signal]) => ({ status, signal, said }))
  return { child, ended }
}

async function look() {
  const [row] = await database.db.query<Record<'conversations' | 'profiles', number>>(sql`
    select (select count(*) from conversations) as conversations, (select count(*) from profiles) as profiles`)
  assert.ok(row)
  return row
}

const nothing = { conversations: 0, profiles: 0 }

/** A busy machine takes long to start the command. */
const startMsMax = 180_000

/** Starts an import that blocks when it begins to write conversations, until `release` is called. */
async function startHeld() {
  const holder = await database.db.connect()
  await holder.query('begin; lock table conversations in share mode')
  const started = start(database.databaseUrl)
  await eventually(
    'it writes',
    async () => {
      const found = await database.db.query(sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        and query like '%insert into conversations%'`)
      return found.length > 0 ? true : null
    },
    startMsMax,
  )
  return { ...started, release: () => holder.end() }
}

const noSession = () =>
  eventually('its session has ended', async () => {
    const left = await database.db.query(sql`
      select from pg_stat_activity
      where datname = current_database() and query like '%insert into conversations%' and pid <> pg_backend_pid()`)
    return left.length === 0 ? true : null
  })

describe('an import (Rule 71)', () => {
  it('leaves nothing when it is stopped while it writes', async () => {
    const { child, ended, release } = await startHeld()
    child.kill('SIGTERM')
    const { status, said } = await ended
    assert.deepEqual([status, said], [1, `switchboard: stopped by SIGTERM; nothing of ${long} was kept\n`])
    await release()
    assert.deepEqual(await look(), nothing)
  })

  it('leaves nothing when it is killed while it writes', async () => {
    const { child, ended, release } = await startHeld()
    child.kill('SIGKILL')
    assert.equal((await ended).signal, 'SIGKILL')
    await release()
    await noSession()
    assert.deepEqual(await look(), nothing)
  })

  it('is kept whole when it is killed right after its commit', async () => {
    await using proxy = await startDatabaseProxy(database.databaseUrl)
    // Autovacuum may have analyzed the tables after the imports before, when they were empty. The plan of the recount
    // must be good nevertheless: nothing analyzes them until it has ended.
    await database.db.query(sql`analyze`)
    // This is the first statement after the commit.
    proxy.diesAt = 'analyze conversations'
    const { child, ended } = start(proxy.databaseUrl)
    await eventually('it has committed', async () => (proxy.isDead ? true : null), startMsMax)
    child.kill('SIGKILL')
    await ended
    assert.deepEqual(await look(), { conversations: lines, profiles: 500 })
    const differences = Object.values(await recount(database.db, { repair: false }))
    assert.ok(differences.every((count) => count === 0))
  })
})
