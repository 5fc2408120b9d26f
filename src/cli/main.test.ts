// What a command says of a database, file, folder or port that it can't use: one clear line, and no stack.
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { runCommand, runCommandHere } from '../../test/support/command.ts'
import { createTestDatabase } from '../../test/support/database.ts'
import { startService } from '../../test/support/service.ts'
import { upsertCell } from '../cells/directory/directory-queries.ts'
import { followTables } from '../cells/move/copy-tables.ts'
import { insertMove, updateSourceMove } from '../cells/move/move-queries.ts'
import { selectTables } from '../cells/move/move-sql.ts'
import type { TenantTable } from '../cells/move/move-sql.ts'
import { openSession } from '../cells/move/sessions.ts'
import { migrate } from '../db/migrate.ts'
import { sql } from '../db/sql.ts'
import { portFault } from './open-ports.ts'

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
  run = runCommandHere,
): Promise<void> {
  const { status, stdout, stderr } = await run([...args, '--json'], {
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
    runCommand,
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

test('a PostgreSQL before 15', async () => {
  await using older = await createTestDatabase({ isBare: true })
  // As such a server would answer: the functions of `public` are found before those of PostgreSQL.
  await older.db.write(sql`create function public.current_setting(name text) returns text language sql
    as $$ select case name when 'server_version_num' then '140009' else '14.9 (Debian 14.9-1)' end $$`)
  await older.db.write(sql`do $$ begin
    execute format('alter database %I set search_path = public, pg_catalog', current_database()); end $$`)
  const { databaseUrl } = older
  const line = /: DATABASE_URL must be PostgreSQL 15 or later, and is 14\.9 \(Debian 14\.9-1\)$/m
  await assertRefused(['migrate'], { DATABASE_URL: databaseUrl }, line)
})

test('a database in which the role may not create tables, or that has none', async () => {
  await using bare = await createTestDatabase({ isBare: true })
  await assertRefused(
    ['recount'],
    { DATABASE_URL: bare.databaseUrl },
    /the database is not at this version: relation ".*" does not exist; run switchboard migrate$/m,
    runCommand,
  )
  await bare.db.write(sql`revoke create on schema public from pg_database_owner`)
  await assertRefused(
    ['migrate'],
    { DATABASE_URL: bare.databaseUrl },
    /the database refuses it: permission denied for schema public; the role must own the database/,
  )
})

test('a lock that somebody keeps for longer than a command waits', async () => {
  await using locked = await createTestDatabase()
  const holder = await locked.db.connect()
  await holder.query('set idle_in_transaction_session_timeout = 0; begin; lock table organizations')
  await assertRefused(
    ['keys', 'list'],
    { DATABASE_URL: `${locked.databaseUrl}&options=-c%20lock_timeout%3D100ms` },
    /the database kept the command waiting for too long: canceling statement due to lock timeout; repeat it$/m,
  )
  await holder.end()
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
    /must be a file on disk, since it is read twice$/m,
  )
})

test('a DATA_DIR that is no folder', async () => {
  const file = path.join(folder, 'file')
  writeFileSync(file, '')
  const line = /DATA_DIR must be a folder that this user can write to: E(EXIST|NOTDIR)/
  for (const DATA_DIR of [file, path.join(file, 'data')]) {
    await assertRefused(['keys', 'list'], { DATA_DIR, DATABASE_URL: '' }, line)
    await assertRefused(
      ['cells', 'check'],
      { DATA_DIR, DIRECTORY_URL: database.databaseUrl, SECRET_KEY: '' },
      line,
    )
  }
})

test('no database where the command needs the one of the service', async () => {
  const DATA_DIR = path.join(folder, 'elsewhere')
  const id = '01980000-0000-7000-8000-000000000000'
  const file = path.join(folder, 'profiles.ndjson')
  writeFileSync(file, '')
  const project = ['--organization', 'Acme', '--project', 'Renewals']
  // `npm test` starts `demo` and `recount` nowhere else, and `import` listens for signals until its process ends.
  const asProcess = new Set(['import', 'demo', 'recount'])
  for (const args of [
    ['hold', 'show'],
    ['hold', 'set'],
    ['hold', 'release'],
    ['keys', 'revoke', id],
    ['messages', 'settle', id, '--as', 'sent', '--by', 'Ann', '--why', 'seen in WhatsApp'],
    ['calls', 'cancel', id, ...project, '--campaign', 'Renewals'],
    ['do-not-call', 'add', '--organization', 'Acme', '--number', '+14155550140'],
    ['people', 'list'],
    ['templates', 'sync'],
    ['call-in'],
    ['import', 'profiles', file],
    ['demo', '--calls', 'off'],
    ['recount'],
  ])
    await assertRefused(
      args,
      { DATA_DIR, DATABASE_URL: '' },
      /there is no database in \/.*\/elsewhere: set DATABASE_URL, or DATA_DIR to the data folder of the service$/m,
      asProcess.has(args[0]!) ? runCommand : runCommandHere,
    )
  const doctor = await runCommandHere(['doctor'], { DATA_DIR, DATABASE_URL: '' })
  assert.equal(doctor.status, 1)
  assert.match(doctor.stdout, /^fail  database: there is no database in \/.*\/elsewhere: set DATABASE_URL/m)
  assert.ok(!existsSync(DATA_DIR))
})

test('an organization that has left for another cell', async () => {
  await using service = await startService()
  const { db } = service.context
  const { organizationId: organization_id } = service
  await insertMove(db, { organization_id, side: 'source', cell: 'two', url: 'http://127.0.0.1:9' })
  await using session = await openSession(db)
  await followTables(
    session,
    await session.query<TenantTable & Record<string, unknown>>(selectTables),
    organization_id,
  )
  await updateSourceMove(db, organization_id, ['copying'], 'left')
  const [key] = await db.query<{ _id: string }>(sql`select _id from api_keys limit 1`)
  for (const args of [
    ['keys', 'revoke', key!._id],
    ['do-not-call', 'add', '--organization', 'Acme', '--number', '+14155550140'],
  ])
    await assertRefused(
      args,
      { DATABASE_URL: service.databaseUrl },
      /the organization is in another cell, or moves to one: use --cell; see switchboard cells list/,
    )
})

test('a CELL that the directory does not have, while the directory answers', async () => {
  await using own = await createTestDatabase()
  await using bare = await createTestDatabase({ isBare: true })
  for (const DIRECTORY_URL of [database.databaseUrl, bare.databaseUrl]) {
    const cell = { CELL: 'north', DIRECTORY_URL, DATABASE_URL: own.databaseUrl, DATA_DIR: folder }
    const { status, stderr } = await runCommand(['worker'], { ...cell, LOG_LEVEL: 'silent' })
    const line =
      'CELL must be a cell that the directory has, and north is none: see switchboard cells list and cells create'
    assert.deepEqual([status, stderr], [1, `switchboard: ${line}\n`])
  }
})

test('a directory of an older version', async () => {
  await using own = await createTestDatabase()
  await using directory = await createTestDatabase({ isBare: true })
  await migrate(directory.db, 'directory')
  await upsertCell(directory.db, { name: 'north', url: 'http://127.0.0.1:9', database_url: Buffer.from('') })
  await directory.db.write(sql`delete from migrations where number = (select max(number) from migrations)`)
  const cell = { CELL: 'north', DIRECTORY_URL: directory.databaseUrl, DATABASE_URL: own.databaseUrl }
  const { status, stderr } = await runCommand(['worker'], {
    ...cell,
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
  })
  const line =
    'the directory is not at this version: run `switchboard cells check`, which brings it to this version'
  assert.deepEqual([status, stderr], [1, `switchboard: ${line}\n`])
})

test('a HOST that the name server does not know at the moment', () => {
  const error = Object.assign(new Error('getaddrinfo EAI_AGAIN calls'), { code: 'EAI_AGAIN' })
  const fault = portFault(error, { host: 'calls', port: 8080, variable: 'PORT' })
  assert.equal(fault.message, 'HOST calls is not known: the name server does not answer')
})

test('a port of the sandbox that is taken', async () => {
  await using server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const ports = { '--phone-port': '0', '--whatsapp-port': '0', '--model-port': '0' }
  for (const option of Object.keys(ports)) {
    const given = Object.entries({ ...ports, [option]: String(port) }).flat()
    const { status, stderr } = await runCommand(['sandbox', ...given], { DATA_DIR: folder })
    assert.deepEqual(
      [status, stderr],
      [1, `switchboard: port ${port} on 127.0.0.1 is taken; stop what listens there or set ${option}\n`],
    )
  }
})
