import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createTestDatabase } from '../../test/support/database.ts'
import type { TestDatabase } from '../../test/support/database.ts'
import { organization } from '../../test/support/declarations.ts'
import { systemClock } from '../base/clock.ts'
import { uuidv7 } from '../base/ids.ts'
import { createSecretBox } from '../base/secret-box.ts'
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

const line = (more: Record<string, unknown>) =>
  `${JSON.stringify({ ...project, channel_type: 'voice', conversation_type: 'inbound', status: 'completed', ...more })}\n`

describe('import', () => {
  it('reads a file, or standard input, and says what it kept', async () => {
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

  it('answers a refused file with its lines and fields, and one document', async () => {
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

  it('answers a file that is not there with one line, and a kind that is none as wrong usage', async () => {
    const missing = await run(['conversations', `${file}.none`])
    assert.deepEqual([missing.status, missing.stdout], [1, ''])
    assert.match(missing.stderr, /^switchboard: .*none can not be read: .*\n$/)
    assert.equal((await run(['calls', file])).status, 2)
  })
})
