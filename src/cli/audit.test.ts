// Runs `audit` as an operator does, beside a service on the same database.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { runCommand, runCommandHere } from '../../test/support/command.ts'
import { startService } from '../../test/support/service.ts'
import type { Service } from '../../test/support/service.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-audit-'))
let service: Service
before(async () => {
  service = await startService()
})
after(async () => {
  await service[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

const environment = () => ({ DATABASE_URL: service.databaseUrl, DATA_DIR: folder })
const run = (...args: string[]) => runCommandHere(['audit', ...args], environment())

test('lists the changes of an organization, one a line or as one document', async () => {
  const args = ['audit', '--organization', 'Acme', '--kind', 'api_key']
  const { status, stdout } = await runCommand(args, environment())
  assert.equal(status, 0)
  assert.match(stdout, /^(\S+Z {2}\S.* \(apply\) {2}created api_key .+\n){2}$/)
  const json = await run('--organization', 'acme'.toUpperCase(), '--json')
  assert.equal(json.status, 1)
  const all = await run('--organization', 'Acme', '--limit', '1', '--json')
  const { total, changes } = JSON.parse(all.stdout) as { total: number; changes: object[] }
  assert.equal(changes.length, 1)
  assert.ok(total > 1)
  assert.match((await run('--organization', 'Acme', '--to', '2020-01-01')).stdout, /There is no such change/)
  const today = new Date().toISOString().slice(0, 10)
  assert.doesNotMatch((await run('--organization', 'Acme', '--to', today)).stdout, /There is no such change/)
})

test('refuses what it can not read, with what would be right', async () => {
  for (const [args, message] of [
    [['--organization', 'Nobody'], /there is no organization Nobody/],
    [['--organization', 'Acme', '--limit', '0'], /--limit must be a whole number from 1 to 1000/],
    [
      ['--organization', 'Acme', '--from', 'yesterday'],
      /--from must be a date, or an instant with its offset/,
    ],
    [['--organization', 'Acme', '--to', '2026-02-30'], /--to must be a date/],
    [
      ['--organization', 'Acme', '--from', '2026-03-02', '--to', '2026-03-01'],
      /--to must be later than --from/,
    ],
  ] as const) {
    const { status, stderr } = await run(...args)
    assert.equal(status, 1)
    assert.match(stderr, message)
  }
  const { status, stderr } = await run('--organization', 'Acme', '--kind', 'campain')
  assert.equal(status, 2)
  assert.match(stderr, /'campain' is invalid.* organization, .*campaign/)
})
