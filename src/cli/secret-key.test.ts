import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, describe, it } from 'node:test'
import { runCommand, runCommandHere } from '../../test/support/command.ts'
import { createTestDatabase } from '../../test/support/database.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-secret-'))
after(() => rmSync(folder, { recursive: true }))

describe('a secret key that other users may read', () => {
  it('is refused in one line with the command that changes its mode', async () => {
    await using database = await createTestDatabase()
    const file = path.join(folder, 'secret.key')
    writeFileSync(file, Buffer.alloc(32, 7).toString('base64'))
    chmodSync(file, 0o644)
    const environment = { DATABASE_URL: database.databaseUrl, DATA_DIR: folder, SECRET_KEY: '' }
    const refused = await runCommand(['templates', 'sync'], environment)
    assert.deepEqual(
      [refused.status, refused.stderr],
      [1, `switchboard: ${file} is open to other users (mode 644): run chmod 600 ${file}\n`],
    )
    chmodSync(file, 0o600)
    assert.equal((await runCommandHere(['templates', 'sync'], environment)).status, 0)
  })
})
