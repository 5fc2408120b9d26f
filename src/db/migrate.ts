import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from 'pg'
import { applyMigration } from './apply-migration.ts'
import type { Migration, OnWait } from './apply-migration.ts'
import { cutClient, endClient, limitedStatement } from './client.ts'
import type { Db } from './database.ts'

/** The migrations of a cell's database, and those of the directory of cells. */
const folders = {
  cell: new URL('../../migrations/', import.meta.url),
  directory: new URL('../../directory-migrations/', import.meta.url),
}
type Schema = keyof typeof folders

const migrationsRead = new Map<Schema, Migration[]>()

/**
 * Returns the migrations of the version that runs. A process reads them once, at its start: files that are copied over
 * them later belong to another version.
 */
async function readMigrations(schema: Schema): Promise<Migration[]> {
  const known = migrationsRead.get(schema)
  if (known !== undefined) return known
  const folder = folders[schema]
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const migrations = await Promise.all(
    names.map(async (name) => ({
      number: Number(name.slice(0, 4)),
      name: name.replace(/\.sql$/, ''),
      text: await readFile(new URL(name, folder), 'utf8'),
    })),
  )
  migrationsRead.set(schema, migrations)
  return migrations
}

/** Returns the number of the newest migration of this version. */
export async function newestMigration(schema: Schema = 'cell'): Promise<number> {
  return (await readMigrations(schema)).at(-1)?.number ?? 0
}

/** The server is older than PostgreSQL 15, which has functions that some commands use. */
export class ServerTooOld extends Error {
  override name = 'ServerTooOld'
}

/** The database was migrated by a later version. */
export class SchemaTooNew extends Error {
  override name = 'SchemaTooNew'
}

/** Key of the advisory lock; an arbitrary number that other programs are unlikely to use. */
const migrationLock = 8_020_326_113

const lookAgainMs = 200

/**
 * Applies the missing migrations and returns their names: each in a transaction, except those that build an index. It
 * is safe to run twice and on several machines at once: an advisory lock serializes the runs, and the second one finds
 * nothing to do (Promise 51). Where nothing is missing it takes no lock, so that an operator's command works while a
 * later version migrates. A signal that aborts ends it, and what it waits for.
 *
 * @throws {ServerTooOld} before it changes anything.
 * @throws {SchemaTooNew} when the database has migrations that this version doesn't know, since an older program must
 * not write to it.
 */
export async function migrate(
  db: Db,
  schema: Schema = 'cell',
  onWait: OnWait = () => {},
  signal: AbortSignal | null = null,
): Promise<string[]> {
  const migrations = await readMigrations(schema)
  const client = await db.connect()
  const cut = (): void => cutClient(client)
  signal?.addEventListener('abort', cut, { once: true })
  try {
    await refuseOldServer(client, schema)
    if ((await selectMissing(client, migrations)).length === 0) return []
    // The statement and the locks of a process that is killed end with it, not when the statement does.
    await client.query(`set client_connection_check_interval = '2s'`)
    await lockOthersOut(client, onWait)
    await client.query(`create table if not exists migrations (
      number integer primary key, name text not null, applied_at timestamptz(3) not null default now())`)
    const missing = await selectMissing(client, migrations)
    for (const migration of missing) await applyMigration(client, migration, onWait)
    return missing.map(({ name }) => name)
  } finally {
    signal?.removeEventListener('abort', cut)
    await client.end()
  }
}

/** @throws {ServerTooOld} */
async function refuseOldServer(client: Client, schema: Schema): Promise<void> {
  const { rows } = await client.query<{ number: number; version: string }>(`
    select current_setting('server_version_num')::integer as number, current_setting('server_version') as version`)
  const [server] = rows
  if (server === undefined || server.number >= 150_000) return
  const variable = schema === 'cell' ? 'DATABASE_URL' : 'DIRECTORY_URL'
  throw new ServerTooOld(`${variable} must be PostgreSQL 15 or later, and is ${server.version}`)
}

/** @throws {SchemaTooNew} */
async function selectMissing(client: Client, migrations: readonly Migration[]): Promise<Migration[]> {
  const table = await client.query<{ name: string | null }>(`select to_regclass('migrations') as name`)
  if (table.rows[0]?.name === null) return [...migrations]
  const { rows } = await client.query<{ number: number }>('select number from migrations')
  const applied = new Set(rows.map(({ number }) => number))
  const newest = migrations.at(-1)?.number ?? 0
  if (Math.max(0, ...applied) > newest)
    throw new SchemaTooNew(
      `the database's schema is newer than this version of switchboard (${newest}): upgrade first`,
    )
  return migrations.filter(({ number }) => !applied.has(number))
}

/**
 * Takes the lock that only one run has, until the connection ends. It asks again and again: a statement that waited
 * would have a snapshot, and the run that has the lock would wait for it while it builds an index.
 */
async function lockOthersOut(client: Client, onWait: OnWait): Promise<void> {
  let isReported = false
  for (;;) {
    const { rows } = await client.query<{ is_held: boolean }>('select pg_try_advisory_lock($1) as is_held', [
      migrationLock,
    ])
    if (rows[0]?.is_held === true) return
    if (!isReported) onWait('another process migrates this database; this one waits for it')
    isReported = true
    await delay(lookAgainMs)
  }
}

const answerMs = 5_000

/** What a database is good for. `read_only`: it takes no writes, as a standby, whatever its schema. */
export type DatabaseState = 'ready' | 'read_only' | 'not_migrated'

/** Returns whether every migration of this version is applied. */
export async function isMigrated(db: Db, schema: Schema = 'cell'): Promise<boolean> {
  return (await findState(db, schema)).isMigrated
}

/**
 * Returns what the database is good for, for `/readyz`. It opens a connection of its own with short time limits, so it
 * also notices a database that accepts no more connections.
 */
export async function findDatabaseState(db: Db): Promise<DatabaseState> {
  const state = await findState(db, 'cell')
  if (!state.isWritable) return 'read_only'
  return state.isMigrated ? 'ready' : 'not_migrated'
}

async function findState(db: Db, schema: Schema): Promise<{ isMigrated: boolean; isWritable: boolean }> {
  const newest = (await readMigrations(schema)).at(-1)?.number ?? 0
  const client = await db.connect()
  const check = async (text: string, values: unknown[] = []): Promise<boolean> => {
    const statement = { ...limitedStatement(text, answerMs), values }
    return (await client.query<{ is_true: boolean }>(statement)).rows[0]?.is_true === true
  }
  try {
    const isWritable = await check(`select current_setting('transaction_read_only') = 'off' as is_true`)
    const hasTable = await check(`select to_regclass('migrations') is not null as is_true`)
    const applied = 'select exists (select from migrations where number = $1) as is_true'
    return { isWritable, isMigrated: hasTable && (await check(applied, [newest])) }
  } finally {
    await endClient(client, answerMs)
  }
}
