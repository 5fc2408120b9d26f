import assert from 'node:assert/strict'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, describe, it, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from 'pg'
import { createTestDatabase } from '../../test/support/database.ts'
import { root } from '../../test/support/page.ts'
import { eventually } from '../../test/support/service.ts'
import { cutClient } from './client.ts'
import { createDatabase } from './database.ts'
import type { Db } from './database.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { migrate } from './migrate.ts'
import type * as Migrate from './migrate.ts'
import { sql } from './sql.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-migrate-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** Makes a folder with this version's migrations, and returns the path of its `migrate.ts`. */
function copyVersion(name: string): string {
  const version = path.join(folder, name)
  mkdirSync(path.join(version, 'src/db'), { recursive: true })
  const program = ['migrate.ts', 'apply-migration.ts', 'lock-errors.ts', 'client.ts'].map(
    (file) => `src/db/${file}`,
  )
  for (const each of ['migrations', ...program, 'package.json'])
    cpSync(path.join(root, each), path.join(version, each), { recursive: true })
  return path.join(version, 'src/db/migrate.ts')
}

/** Returns a version that has one more migration, 9999-x, or that one alone. */
async function versionWith(name: string, migration: string, isAlone = false): Promise<typeof Migrate> {
  const main = copyVersion(name)
  const migrations = path.join(folder, name, 'migrations')
  if (isAlone) rmSync(migrations, { recursive: true })
  mkdirSync(migrations, { recursive: true })
  writeFileSync(path.join(migrations, '9999-x.sql'), migration)
  return (await import(main)) as typeof Migrate
}

test('a process stays ready while a new version is copied over the one that it runs', async () => {
  await using database = await createTestDatabase()
  const main = copyVersion('one')
  const running = (await import(main)) as typeof Migrate
  assert.equal(await running.findDatabaseState(database.db), 'ready')

  writeFileSync(path.join(folder, 'one/migrations/9999-x.sql'), 'create table x (_id uuid primary key)')
  assert.equal(await running.findDatabaseState(database.db), 'ready')
  const newest = await running.newestMigration()
  assert.ok(newest < 9999)

  const started = (await import(`${main}?started-later`)) as typeof Migrate
  assert.equal(await started.findDatabaseState(database.db), 'not_migrated')
  assert.deepEqual(await started.migrate(database.db), ['9999-x'])
  assert.equal(await started.findDatabaseState(database.db), 'ready')
  assert.equal(await running.findDatabaseState(database.db), 'ready')
})

test('a command finds that nothing is missing while another version migrates', async () => {
  await using database = await createTestDatabase()
  await using held = await connect(database.db)
  await held.client.query('select pg_advisory_lock(8020326113)')
  const late = delay(10_000, 'late', { ref: false })
  assert.deepEqual(await Promise.race([migrate(database.db), late]), [])
})

describe('a migration', () => {
  it('holds nobody off while it waits for a table, and says for whom it waits', async () => {
    await using database = await createTestDatabase()
    const { db } = database
    const version = await versionWith('waiting', 'alter table calls add column x integer')
    await using held = await connect(db)
    await held.client.query('set idle_in_transaction_session_timeout = 0')
    await held.client.query('begin; select from calls')
    const waits: string[] = []
    const migrating = version.migrate(db, 'cell', (waitsFor) => void waits.push(waitsFor))
    await eventually('it wants the table', async () => ((await countLocks(db)) > 0 ? true : null))
    // Statements wait for locks for ten seconds, and this one would for as long as the other transaction is open.
    for (let each = 0; each < 15; each += 1) {
      const begunAt = performance.now()
      await db.query(sql`select from calls limit 1`)
      assert.ok(performance.now() - begunAt < 5_000)
      await delay(100)
    }
    await eventually('it says so', () => (waits.length > 0 ? true : null))
    assert.match(
      waits.join('\n'),
      /^migration 9999-x waits for a lock of a table; the oldest open transaction is that of switchboard, process \d+ /,
    )
    assert.equal(await version.isMigrated(db), false)
    await held.client.query('commit')
    assert.deepEqual(await migrating, ['9999-x'])
    await db.query(sql`select x from calls limit 1`)
  })

  it('ends a vacuum that PostgreSQL runs by itself on its table', async () => {
    await using cluster = await startVacuumingCluster()
    const { db } = cluster
    await db.write(sql`
      create table x (n integer) with (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0,
        autovacuum_vacuum_insert_threshold = -1, autovacuum_vacuum_cost_delay = 100, autovacuum_vacuum_cost_limit = 1)`)
    await db.write(sql`insert into x select n from generate_series(1, 200000) n`)
    await db.write(sql`delete from x where n % 2 = 0`)
    const vacuums = async () =>
      (await db.query(sql`select from pg_stat_progress_vacuum where datname = current_database()`)).length
    await eventually('PostgreSQL vacuums', async () => ((await vacuums()) > 0 ? true : null))
    const version = await versionWith('vacuumed', 'alter table x add column m integer', true)
    const late = delay(60_000, 'late', { ref: false })
    assert.deepEqual(await Promise.race([version.migrate(db), late]), ['9999-x'])
  })

  it('builds an index beside the writes of others, and again where a killed run has left a part of it', async () => {
    await using database = await createTestDatabase()
    await using other = createOther(database.databaseUrl)
    const { db } = database
    await db.write(sql`create table x (n integer not null)`)
    await db.write(sql`insert into x values (1), (1)`)
    await using left = await connect(db)
    const statement = 'create unique index concurrently if not exists x_by_n on x (n)'
    await assert.rejects(left.client.query(statement), { code: '23505' })
    const isValid = async () => {
      const [index] = await db.query<{ indisvalid: boolean }>(
        sql`select indisvalid from pg_index where indexrelid = 'x_by_n'::regclass`,
      )
      return index?.indisvalid
    }
    assert.equal(await isValid(), false)
    await db.write(sql`delete from x where ctid = (select min(ctid) from x)`)

    const version = await versionWith('index', `-- no transaction\n-- The rows by n.\n${statement};\n`)
    const runs = await Promise.all([version.migrate(db), version.migrate(other)])
    assert.deepEqual(runs.flat(), ['9999-x'])
    assert.equal(await isValid(), true)

    await db.write(sql`delete from migrations where number = 9999`)
    assert.deepEqual(await version.migrate(db), ['9999-x'], 'as after a kill before it was noted')
    assert.equal(await isValid(), true)
  })

  it('ends in the database when its process is killed, with its locks', async () => {
    await using database = await createTestDatabase()
    const { db } = database
    const version = await versionWith(
      'killed',
      'alter table calls add column x integer; select pg_sleep(120)',
    )
    let client: Client | null = null
    const seen: Db = { ...db, connect: async () => (client = await db.connect()) }
    const killed = assert.rejects(version.migrate(seen), /Connection terminated/)
    await eventually('it has the table', async () => ((await countLocks(db)) > 0 ? true : null))
    cutClient(client!)
    await killed
    await eventually('the table is free', async () => ((await countLocks(db)) === 0 ? true : null), 60_000)
    assert.equal(await version.isMigrated(db), false)
  })
})

/** Starts a PostgreSQL of its own that looks every second for tables to vacuum. */
async function startVacuumingCluster() {
  await using stack = new AsyncDisposableStack()
  const dataDir = mkdtempSync(path.join(tmpdir(), 'switchboard-vacuum-'))
  stack.defer(() => rmSync(dataDir, { recursive: true, force: true }))
  const settings = { fsync: 'off', autovacuum_naptime: '1s' }
  const postgres = await startEmbeddedPostgres({ dataDir, role: 'command', settings })
  stack.defer(() => postgres.stop())
  const db = createDatabase({ connection: postgres.connection })
  stack.defer(() => db.end())
  const held = stack.move()
  return { db, [Symbol.asyncDispose]: () => held.disposeAsync() }
}

/** Opens a database again, as another process does. */
function createOther(connectionString: string): Db & AsyncDisposable {
  const db = createDatabase({ connection: { connectionString } })
  return { ...db, [Symbol.asyncDispose]: () => db.end() }
}

/** Returns how many have the table of calls to themselves, or want it so. */
async function countLocks(db: Db): Promise<number> {
  const locks = await db.query(sql`
    select from pg_locks l join pg_database d on d.oid = l.database
    where d.datname = current_database() and l.relation = 'calls'::regclass and l.mode = 'AccessExclusiveLock'`)
  return locks.length
}

/** Opens a connection, which `await using` ends. */
async function connect(db: Db) {
  const client = await db.connect()
  return { client, [Symbol.asyncDispose]: () => client.end() }
}
