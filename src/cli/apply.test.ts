import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { runCommand, runCommandHere } from '../../test/support/command.ts'
import type { Outcome } from '../../test/support/command.ts'
import { createTestDatabase } from '../../test/support/database.ts'
import type { TestDatabase } from '../../test/support/database.ts'
import { sql } from '../db/sql.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-apply-'))
const file = path.join(folder, 'acme.yaml')
let database: TestDatabase
before(async () => {
  database = await createTestDatabase()
})
after(async () => {
  await database[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

/** Applies the declaration in this process, or by `runCommand` in one of its own. */
function apply(
  declaration: string | Buffer,
  args: string[],
  more: Record<string, string> = {},
  run = runCommandHere,
): Promise<Outcome> {
  writeFileSync(file, declaration)
  return run(['apply', ...args], { DATABASE_URL: database.databaseUrl, DATA_DIR: folder, ...more })
}

describe('apply --json', () => {
  it('prints one document that lists every fault of a refused declaration', async () => {
    const path0 = 'organizations[0].projects[0]'
    const { status, stdout, stderr } = await apply(
      'organizations: [{ name: A, projects: [{ name: P, colour: red, timezone: Mars/Base }] }]',
      [file, '--json'],
      {},
      runCommand,
    )
    assert.equal(status, 1)
    const document = JSON.parse(stdout) as { error: string; faults: { path: string; message: string }[] }
    assert.equal(document.error, `${file} is refused, nothing was changed`)
    assert.deepEqual(document.faults.map((fault) => fault.path).sort(), [
      `${path0}.colour`,
      `${path0}.timezone`,
    ])
    assert.ok(stderr.startsWith(`switchboard: ${document.error}:\n`), stderr)
    for (const { path: place, message } of document.faults)
      assert.ok(stderr.includes(`  ${place}: ${message}\n`))
  })

  it('prints the same for a reference to a record that does not exist', async () => {
    const { status, stdout } = await apply(
      'organizations: [{ name: A, projects: [{ name: P, caller_ids: [{ number: "+14155550100", carrier: none }] }] }]',
      [file, '--json'],
    )
    assert.equal(status, 1)
    const { faults } = JSON.parse(stdout) as { faults: { path: string }[] }
    assert.deepEqual(
      faults.map((fault) => fault.path),
      ['organizations[0].projects[0].caller_ids[0].carrier'],
    )
  })

  it('prints one document if the file, the database or the settings are unusable', async () => {
    const unreadable = await apply('', [`${file}.none`, '--json'])
    const unreachable = await apply('organizations: []', [file, '--json'], {
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    })
    const misconfigured = await apply('organizations: []', [file, '--json'], { PORT: 'x' })
    for (const { status, stdout, stderr } of [unreadable, unreachable, misconfigured]) {
      const { error, faults } = JSON.parse(stdout) as { error: string; faults: unknown[] }
      assert.deepEqual([status, faults, stderr], [1, [], `switchboard: ${error}\n`])
    }
  })

  it('refuses a file that is not UTF-8, and stores nothing of it', async () => {
    const { status, stderr } = await apply(Buffer.from('organizations: [{ name: Müller }]', 'latin1'), [file])
    assert.deepEqual([status, stderr], [1, `switchboard: ${file} must be UTF-8 text\n`])
    assert.deepEqual(await database.db.query(sql`select from organizations where name like 'M%ller'`), [])
  })

  it('prints no document on standard output without --json', async () => {
    const { status, stdout, stderr } = await apply('organizations: 7', [file])
    assert.deepEqual([status, stdout], [1, ''])
    assert.match(stderr, /^switchboard: .* is refused, nothing was changed:\n {2}organizations: /)
  })
})

describe('apply --dry-run', () => {
  const declaration = (slots: number) =>
    `organizations: [{ name: Dry, projects: [{ name: P, campaigns: [{ name: C, campaign_type: script, slots: ${slots} }] }] }]`

  it('prints what would change and who set it, and changes nothing', async () => {
    const first = await apply(declaration(8), [file, '--dry-run'], {}, runCommand)
    assert.match(first.stdout, /^Would be applied: 3 created, 0 updated, 0 unchanged\./)
    assert.match(first.stdout, /organizations\[0\]\.projects\[0\]\.campaigns\[0\]: new campaign C\n/)
    assert.equal((await apply(declaration(8), [file])).status, 0)
    const { stdout, status } = await apply(declaration(5), [file, '--dry-run'])
    assert.equal(status, 0)
    assert.match(stdout, /campaigns\[0\]\.slots: 8 → 5 \(8 was set by \S+@\S+ with apply on \d+ \w+\)\n$/)
    const again = JSON.parse((await apply(declaration(5), [file, '--dry-run', '--json'])).stdout) as {
      dry_run: boolean
      changes: object
      differences: { fields: { path: string; set_by: { kind: string; via: string } }[] }[]
    }
    assert.deepEqual([again.dry_run, again.changes], [true, { created: 0, updated: 1, unchanged: 2 }])
    const [field] = again.differences[0]!.fields
    assert.deepEqual([field!.path, field!.set_by.kind, field!.set_by.via], ['slots', 'cli', 'apply'])
  })
})

describe('apply', () => {
  it('prints what it made, once: the value of a key, and the secret of a webhook endpoint', async () => {
    const declaration = `organizations:
      - name: Acme
        projects:
          - name: Renewals
            api_keys: [{ name: backend }]
            webhook_endpoints: [{ name: crm, url: 'https://crm.example.com/events', types: ['call.ended'] }]`
    const made = await apply(declaration, [file], {}, runCommand)
    assert.equal(made.status, 0, made.stderr)
    assert.match(made.stdout, /api_keys: backend {2}svc_live_\S+ \(shown this once\)\n/)
    assert.match(made.stdout, /webhook_endpoints: crm {2}whsec_\S+ \(shown this once\)\n/)
    const again = await apply(declaration, [file])
    assert.match(again.stdout, /webhook_endpoints: crm\n/)
    assert.doesNotMatch(again.stdout, /svc_live_|whsec_|shown/)
  })
})
