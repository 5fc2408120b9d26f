import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestDatabase } from '../../../test/support/database.ts'
import { createSecretBox } from '../../base/secret-box.ts'
import { isMigrated, newestMigration } from '../../db/migrate.ts'
import { sql } from '../../db/sql.ts'
import { checkCopy } from './drill-backup.ts'

const loadSecretBox = async () => createSecretBox(Buffer.alloc(32, 1))

test('a copy of an earlier version is brought to this one and checked', async () => {
  await using copy = await createTestDatabase({ isBare: true })
  const findings = await checkCopy(copy.db, loadSecretBox)
  assert.deepEqual(
    findings.map(({ check, status }) => `${check}: ${status}`),
    ['migrations: ok', 'hold: fail', 'indexes: ok', 'counts: ok', 'secret key: ok'],
  )
  assert.match(
    findings[0]!.message,
    /^the copy is from an earlier version, and was brought to this one by \d+ migrations$/,
  )
  assert.equal(await isMigrated(copy.db), true)
  const [again] = await checkCopy(copy.db, loadSecretBox)
  assert.equal(again?.message, 'the schema is that of this version')
})

test('a copy of a later version is not checked further', async () => {
  await using copy = await createTestDatabase()
  const next = (await newestMigration()) + 1
  await copy.db.write(sql`insert into migrations (number, name) values (${next}, 'of a later version')`)
  const findings = await checkCopy(copy.db, loadSecretBox)
  assert.deepEqual(
    findings.map(({ check, status }) => `${check}: ${status}`),
    ['migrations: fail'],
  )
  assert.match(findings[0]!.message, /newer than this version/)
})
