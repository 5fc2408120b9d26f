// What a command says of a database that it can't use, and of a file: one clear line, and no stack.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { runCommand } from '../../test/support/command.ts'
import { createTestDatabase } from '../../test/support/database.ts'
import { migrate } from '../db/migrate.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-main-'))
let database: Awaited<ReturnType<typeof createTestDatabase>>
before(async () => {
  database = await createTestDatabase({ isBare: true })
})
after(async () => {
  await database[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

async function assertRefused(
  args: string[],
  environment: Record<string, string>,
  line: RegExp,
): Promise<void> {
  const { status, stdout, stderr } = await runCommand([...args, '--json'], {
    DATA_DIR: folder,
    ...environment,
  })
  assert.equal(status, 1)
  assert.match(stderr, line)
  assert.equal(stderr.trim().split('\n').length, 1, stderr)
  const { error } = JSON.parse(stdout) as { error: string }
  assert.equal(`switchboard: ${error}\n`, stderr)
}

test('a database that does not take the connection', async () => {
  const unknown = database.databaseUrl.replace(/[^/?]+(?=\?|$)/, 'nobody_has_this')
  await assertRefused(
    ['keys', 'list'],
    { DATABASE_URL: unknown },
    /the database refuses the connection: .*"nobody_has_this" does not exist; see DATABASE_URL/,
  )
  // Says no to TLS, as PostgreSQL does where it has none.
  const server = createServer((socket) => socket.on('error', () => {}).once('data', () => socket.write('N')))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const DATABASE_URL = `postgres://switchboard@127.0.0.1:${port}/switchboard?sslmode=verify-full`
  await assertRefused(
    ['keys', 'list'],
    { DATABASE_URL },
    /the database refuses the connection: .*does not support SSL.*; see DATABASE_URL/,
  )
  server.close()
})

test('a database of a newer version', async () => {
  await using newer = await createTestDatabase()
  const client = await newer.db.connect()
  await client.query("insert into migrations (number, name) values (9999, 'of a later version')")
  await client.end()
  await assertRefused(
    ['keys', 'list'],
    { DATABASE_URL: newer.databaseUrl },
    /the database's schema is newer than this version of switchboard/,
  )
})

test('a file that can not be written or read', async () => {
  await migrate(database.db, 'directory')
  const missing = path.join(folder, 'none', 'map')
  await assertRefused(
    ['cells', 'route', '--file', missing],
    { DIRECTORY_URL: database.databaseUrl },
    /none\/map can not be written: ENOENT/,
  )
  await assertRefused(
    ['do-not-call', 'import', folder, '--organization', 'Acme'],
    { DATABASE_URL: database.databaseUrl },
    /can not be read: EISDIR/,
  )
})
