import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createTestDatabase } from '../../test/support/database.ts'
import type { TestDatabase } from '../../test/support/database.ts'
import { organization } from '../../test/support/declarations.ts'
import { eventually } from '../../test/support/service.ts'
import { systemClock } from '../base/clock.ts'
import { uuidv7 } from '../base/ids.ts'
import { createSecretBox } from '../base/secret-box.ts'
import { sql } from '../db/sql.ts'
import { applyDeclaration } from '../operator/apply/apply-declaration.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-import-'))
const file = path.join(folder, 'history.ndjson')
let database: TestDatabase
let project: { organization_id: string; project_id: string }
before(async () => {
  database = await createTestDatabase()
  const secretBox = createSecretBox(Buffer.alloc(32, 7))
  const context = { db: database.db, clock: systemClock, newId: uuidv7, secretBox }
  const applied = await applyDeclaration(context, organization('Acme', 'http://127.0.0.1:1'))
  assert.ok(applied.ok)
  const [made] = applied.tree.organizations
  project = { organization_id: made!._id, project_id: made!.projects[0]!._id }
})
after(async () => {
  await database[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

interface Outcome {
  status: unknown
  stdout: string
  stderr: string
}

function run(args: string[], input = ''): Promise<Outcome> {
  const environment = { ...process.env, DATABASE_URL: database.databaseUrl, DATA_DIR: folder }
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['src/cli/main.ts', 'import', ...args],
      { env: environment },
      (error, stdout, stderr) => resolve({ status: error?.code ?? 0, stdout, stderr }),
    )
    child.stdin?.end(input)
  })
}

/** Starts the command without waiting for its end. */
function start(args: string[]) {
  const environment = { ...process.env, DATABASE_URL: database.databaseUrl, DATA_DIR: folder }
  const child = spawn(process.execPath, ['src/cli/main.ts', 'import', ...args], { env: environment })
  const outcome: Outcome = { status: null, stdout: '', stderr: '' }
  child.stdout.on('data', (data: Buffer) => (outcome.stdout += data.toString()))
  child.stderr.on('data', (data: Buffer) => (outcome.stderr += data.toString()))
  const ended = once(child, 'close').then(([status]): Outcome => ({ ...outcome, status }))
  return { child, outcome: ended }
}

/** Returns whether a session runs such a statement and waits for such an event; null if none does. */
async function isAt(statement: string, waitsFor: string): Promise<true | null> {
  const sessions = await database.db.query(sql`
    select from pg_stat_activity
    where datname = current_database() and query like ${statement} and wait_event_type = ${waitsFor}
      and pid <> pg_backend_pid()`)
  return sessions.length > 0 ? true : null
}

function countRows(): Promise<unknown> {
  return database.db.query(sql`
    select (select count(*) from conversations) as conversations, (select count(*) from profiles) as profiles,
      (select count(*) from conversation_count_changes) as changes`)
}

const line = (more: Record<string, unknown>) =>
  `${JSON.stringify({ ...project, channel_type: 'voice', conversation_type: 'inbound', status: 'completed', ...more })}\n`

describe('import', () => {
  it('reads a file, or standard input, and says what it imported', async () => {
    const content = line({ start_time: '2026-01-01T00:00:00Z', phone_number: '+14155550123' })
    writeFileSync(file, content)
    const first = await run(['conversations', file, '--json'])
    assert.deepEqual([first.status, first.stderr], [0, ''])
    const { seconds, ...summary } = JSON.parse(first.stdout) as Record<string, unknown>
    assert.equal(typeof seconds, 'number')
    assert.deepEqual(summary, {
      kind: 'conversations',
      imported: 1,
      profiles_created: 1,
      profiles_merged: 0,
    })
    const second = await run(['conversations', '-'], content + content)
    assert.deepEqual([second.status, second.stderr], [0, ''])
    assert.match(second.stdout, /^Imported: 2 conversations, 0 profiles created, in \d+\.\d s\.\n$/)
  })

  it('prints one document with the lines and fields of a refused file', async () => {
    writeFileSync(file, line({ start_time: '2026-01-01T00:00:00Z' }) + line({ start_time: 'today' }))
    const { status, stdout, stderr } = await run(['conversations', file, '--json'])
    assert.equal(status, 1)
    const document = JSON.parse(stdout) as { error: string; faults: { path: string; message: string }[] }
    assert.equal(document.error, `${file} is refused, nothing of it was kept`)
    assert.deepEqual(
      document.faults.map((fault) => fault.path),
      ['line 2: start_time'],
    )
    assert.ok(
      stderr.startsWith(`switchboard: ${document.error}:\n  line 2: start_time: must be an ISO 8601`),
      stderr,
    )
  })

  it('says how many faults there are if it does not list all', async () => {
    const { status, stderr } = await run(['conversations', '-'], 'x\n'.repeat(1_234))
    const [first, ...others] = stderr.trimEnd().split('\n')
    assert.deepEqual([status, others.length], [1, 20])
    assert.equal(
      first,
      'switchboard: standard input is refused, nothing of it was kept; the first 20 of 1234 faults:',
    )
  })

  it('names the fields of each kind in its help', async () => {
    const { status, stdout } = await run(['--help'])
    assert.equal(status, 0)
    for (const words of [
      'profiles: name, display_id, phone_numbers [{value, source}]',
      'conversations: channel_type, conversation_type, status, start_time; optional: phone_number',
      'transcript [{role, text, at}]',
      'messages: channel_type, direction, created_at; optional: text',
      'tickets: channel_type, created_at; optional: subject',
    ])
      assert.ok(stdout.includes(words), stdout)
  })

  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    it(`leaves nothing when ${signal} stops it as it waits for input, and says so in one line`, async () => {
      const rows = await countRows()
      const started = start(['conversations', '-'])
      started.child.stdin.write(line({ start_time: '2026-01-01T00:00:00Z', phone_number: '+14155550124' }))
      await eventually('the import reads', () => isAt('%copy staged%', 'Client'))
      started.child.kill(signal)
      assert.deepEqual(await started.outcome, {
        status: 1,
        stdout: '',
        stderr: `switchboard: stopped by ${signal}; nothing of standard input was kept\n`,
      })
      assert.deepEqual(await countRows(), rows)
      await eventually('its session is over', async () =>
        (await isAt('%copy staged%', 'Client')) === null ? true : null,
      )
    })

  it('leaves nothing, not even a lock, when it is stopped while it writes', async () => {
    const rows = await countRows()
    const holder = await database.db.connect()
    await holder.query('begin; lock table conversations in share mode')
    const started = start(['conversations', '-', '--json'])
    started.child.stdin.end(line({ start_time: '2026-01-01T00:00:00Z', phone_number: '+14155550125' }))
    await eventually('the import waits to write', () => isAt('%insert into conversations%', 'Lock'))
    started.child.kill('SIGTERM')
    const { status, stdout, stderr } = await started.outcome
    const error = 'stopped by SIGTERM; nothing of standard input was kept'
    assert.deepEqual([status, stderr], [1, `switchboard: ${error}\n`])
    assert.deepEqual(JSON.parse(stdout), { error, faults: [] })
    assert.equal(await isAt('%insert into conversations%', 'Lock'), null)
    await holder.end()
    assert.deepEqual(await countRows(), rows)
  })

  it('says that it waits for another import, and goes on after it', async () => {
    const other = await database.db.connect()
    await other.query(
      'set idle_in_transaction_session_timeout = 0; begin; select pg_advisory_xact_lock(8020326116)',
    )
    const started = start(['conversations', '-', '--json'])
    started.child.stdin.end(line({ start_time: '2026-01-01T00:00:00Z', phone_number: '+14155550126' }))
    await eventually('the import waits', () => isAt('%pg_advisory_xact_lock%', 'Lock'))
    await other.query('rollback')
    await other.end()
    const { status, stdout, stderr } = await started.outcome
    assert.deepEqual(
      [status, stderr],
      [0, 'switchboard: another import is being written; this one waits for it\n'],
    )
    assert.equal((JSON.parse(stdout) as { imported: number }).imported, 1)
  })

  it('reports a missing file in one line, and an unknown kind as wrong usage', async () => {
    const missing = await run(['conversations', `${file}.none`])
    assert.deepEqual([missing.status, missing.stdout], [1, ''])
    assert.match(missing.stderr, /^switchboard: .*none can not be read: .*\n$/)
    assert.equal((await run(['calls', file])).status, 2)
  })
})
