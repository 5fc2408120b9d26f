import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createTestDatabase } from '../../test/support/database.ts'
import type { TestDatabase } from '../../test/support/database.ts'
import { startDatabaseProxy } from '../../test/support/database-proxy.ts'
import { organization } from '../../test/support/declarations.ts'
import { eventually } from '../../test/support/service.ts'
import { systemClock } from '../base/clock.ts'
import { uuidv7 } from '../base/ids.ts'
import { createSecretBox } from '../base/secret-box.ts'
import { sql } from '../db/sql.ts'
import { settlePreparedTransactions } from '../jobs/settle-prepared.ts'
import { applyDeclaration } from '../operator/apply/apply-declaration.ts'
import { recount } from '../operator/recount/recount.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-import-killed-'))
const long = path.join(folder, 'long.ndjson')
/** As many as two sessions write together. */
const lines = 24_000
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
  const [row] = await database.db.query<
    Record<'conversations' | 'profiles' | 'prepared' | 'decided', number>
  >(sql`
    select (select count(*) from conversations) as conversations, (select count(*) from profiles) as profiles,
      (select count(*) from pg_prepared_xacts where database = current_database()) as prepared,
      (select count(*) from decided_commits) as decided`)
  assert.ok(row)
  return row
}

/** Runs the worker's duty until nothing is prepared, as it does every half minute. */
async function settle(): Promise<void> {
  const duty = settlePreparedTransactions({ db: database.db })
  await eventually('what was prepared is settled', async () => {
    await duty.run(new AbortController().signal)
    return (await look()).prepared === 0 ? true : null
  })
}

/** Kills an import between its two commits. */
async function killAfterCommit(): Promise<void> {
  await using proxy = await startDatabaseProxy(database.databaseUrl)
  proxy.diesAt = 'commit prepared'
  const { child, ended } = start(proxy.databaseUrl)
  await eventually('it has committed', async () => (proxy.isDead ? true : null))
  child.kill('SIGKILL')
  await ended
}

const nothing = { conversations: 0, profiles: 0, prepared: 0, decided: 0 }

describe('an import that two sessions write', () => {
  it('leaves nothing when it is stopped while they write', async () => {
    const holder = await database.db.connect()
    await holder.query('begin; lock table conversations in share mode')
    const { child, ended } = start(database.databaseUrl)
    await eventually('the second session writes', async () => {
      const found = await database.db.query(sql`
        select from pg_stat_activity
        where datname = current_database() and query like '%copy conversations%' and wait_event_type = 'Lock'`)
      return found.length > 0 ? true : null
    })
    child.kill('SIGTERM')
    const { status, said } = await ended
    assert.deepEqual([status, said], [1, `switchboard: stopped by SIGTERM; nothing of ${long} was kept\n`])
    await holder.end()
    assert.deepEqual(await look(), nothing)
  })

  it('leaves nothing when it is killed between what it prepares and its commit', async () => {
    const holder = await database.db.connect()
    await holder.query('begin; lock table decided_commits in share mode')
    const { child, ended } = start(database.databaseUrl)
    await eventually('its second half is prepared', async () => ((await look()).prepared === 1 ? true : null))
    child.kill('SIGKILL')
    assert.equal((await ended).signal, 'SIGKILL')
    await holder.end()
    await settle()
    assert.deepEqual(await look(), nothing)
  })

  it('is kept whole when it is killed right after its commit', async () => {
    await killAfterCommit()
    const { conversations, ...others } = await look()
    assert.ok(conversations < lines)
    assert.deepEqual(others, { profiles: 500, prepared: 1, decided: 1 })
    await settle()
    assert.deepEqual(await look(), { conversations: lines, profiles: 500, prepared: 0, decided: 0 })
    const differences = Object.values(await recount(database.db, { repair: false }))
    assert.ok(differences.every((count) => count === 0))
  })

  it('is kept whole by the next import, of which it is no part', async () => {
    await killAfterCommit()
    const next = await start(database.databaseUrl).ended
    assert.equal(next.status, 0, next.said)
    assert.deepEqual(await look(), { conversations: 3 * lines, profiles: 500, prepared: 0, decided: 0 })
  })
})
