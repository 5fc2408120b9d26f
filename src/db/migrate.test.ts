import assert from 'node:assert/strict'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { createTestDatabase } from '../../test/support/database.ts'
import { root } from '../../test/support/page.ts'
import type * as Migrate from './migrate.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-migrate-'))
after(() => rmSync(folder, { recursive: true, force: true }))

test('a process stays ready while a new version is copied over the one that it runs', async () => {
  await using database = await createTestDatabase()
  mkdirSync(path.join(folder, 'src/db'), { recursive: true })
  for (const name of ['migrations', 'src/db/migrate.ts', 'src/db/client.ts', 'package.json'])
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true })
  const main = path.join(folder, 'src/db/migrate.ts')
  const running = (await import(main)) as typeof Migrate
  assert.equal(await running.findDatabaseState(database.db), 'ready')

  writeFileSync(path.join(folder, 'migrations/9999-x.sql'), 'create table x (_id uuid primary key)')
  assert.equal(await running.findDatabaseState(database.db), 'ready')
  const newest = await running.newestMigration()
  assert.ok(newest < 9999)

  const started = (await import(`${main}?started-later`)) as typeof Migrate
  assert.equal(await started.findDatabaseState(database.db), 'not_migrated')
  assert.deepEqual(await started.migrate(database.db), ['9999-x'])
  assert.equal(await started.findDatabaseState(database.db), 'ready')
  assert.equal(await running.findDatabaseState(database.db), 'ready')
})
